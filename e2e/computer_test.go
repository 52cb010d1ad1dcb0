package e2e

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var level = flag.Int("level", 0, "play whole games against this level of the computer, and in teams too")

// TestPlayAgainstTheComputer plays each game from its front-page button with
// one legal move or another, until it ends or has gone on for a while.
func TestPlayAgainstTheComputer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	limits := map[string]int{"all-in": 16, "mcx4": 24, "four-player": 32}
	if *level > 0 {
		limits = map[string]int{"all-in": math.MaxInt, "mcx4": math.MaxInt, "four-player": math.MaxInt, "four-player-teams": math.MaxInt}
	}
	for game, limit := range limits {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			p := s.visit(t, desktop, "/en/")
			p.against(game)
			for p.turnCame(limit) {
				p.moveSomehow()
			}
			p.shoot("site-cpu-" + game)
			if ended := eval[bool](p, `!!document.querySelector(".result .ranking")`); *level > 0 && !ended {
				t.Error("the game has no result")
			}
			p.healthy()
		})
	}
}

// against begins a game with the computer on the other seats.
func (p *tab) against(game string) {
	p.Helper()
	n := fmt.Sprint(*level)
	switch {
	case game == "four-player-teams":
		p.settle("/en/new/four-player?variant="+game, map[string]string{"seat.red": "me", "seat.blue": "cpu:" + n, "seat.yellow": "cpu:" + n, "seat.green": "cpu:" + n})
		p.until(`document.querySelectorAll(".table-board .man").length > 20`)
	case *level > 0:
		eval[bool](p, `document.querySelectorAll("select[name=level]").forEach(s => s.value = %q), true`, n)
		fallthrough
	default:
		p.begin(game, "cpu")
	}
}

// moveSomehow makes a legal move, to a queen where it asks and abandoning the King where it must.
func (p *tab) moveSomehow() {
	p.Helper()
	n := eval[int](p, plies)
	from, to := squares(p.firstLegal())
	p.click(from, to)
	p.until(`document.querySelector(".promotion, dialog.dialog-abandon[open]") || `+plies+` > %d`, n)
	if eval[bool](p, `!!document.querySelector(".promotion")`) {
		p.press(kb.Enter)
		p.until(`document.querySelector("dialog.dialog-abandon[open]") || `+plies+` > %d`, n)
	}
	if eval[bool](p, `!!document.querySelector("dialog.dialog-abandon[open]")`) {
		p.tapOn("dialog .strong")
	}
	p.until(plies+` > %d`, n)
}

// turnCame waits until this browser is to move, choosing to survive where it is
// asked; false once the game has ended or so many plies have been played.
func (p *tab) turnCame(limit int) bool {
	p.Helper()
	for seen := 0; ; {
		state := poll[string](p, fmt.Sprintf(`document.querySelector(".result") || %[1]s >= %[2]d ? "over" : document.querySelector("dialog.dialog-survival[open]") ? "choice"
			: document.querySelector(".seat.own.on-turn") ? "turn" : %[1]s > %[3]d && "on"`, plies, limit, seen))
		switch state {
		case "on": // who is out looks on
			seen = eval[int](p, plies)
		case "choice":
			p.tapOn("dialog .future:first-of-type button")
			p.until(`!document.querySelector("dialog.dialog-survival[open]")`)
		default:
			return state == "turn"
		}
	}
}

// firstLegal asks the server which moves this browser has, and returns one.
func (p *tab) firstLegal() string {
	p.Helper()
	token, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`fetch("/api/tables/" + document.querySelector("main").dataset.table).then(a => a.json()).then(v => v.legal[v.seq % v.legal.length])`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatal(err)
	}
	return token
}

// TestMovesGoThroughTheSignOfAForbiddenReturn: A6 forbids the bishop to go back
// all the way, and the sign of it stands where it may go half-way.
func TestMovesGoThroughTheSignOfAForbiddenReturn(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.visit(t, desktop, "/en/")
	p.begin("all-in", "same")
	for n, move := range [][2]string{{"e2", "e3"}, {"f1", "b5"}, {"b5", "d3"}} {
		p.click(move[0], move[1])
		p.until(plies+` > %d`, n)
	}
	p.until(`document.querySelector(".prohibition")`)
	p.click("d3", "c4")
	p.until(plies + ` > 3`)
	p.healthy()
}

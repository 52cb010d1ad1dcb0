package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPlayAgainstTheComputer plays each game from its front-page button with
// one legal move or another, until it ends or has gone on for a while.
func TestPlayAgainstTheComputer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for game, limit := range map[string]int{"all-in": 16, "mcx4": 24, "four-player": 32} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			p := s.visit(t, desktop, "/en/")
			p.begin(game, "cpu")
			for p.turnCame(limit) {
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
			p.shoot("site-cpu-" + game)
			p.healthy()
		})
	}
}

// turnCame waits until this browser is to move, choosing to survive where it is
// asked; false once the game has ended or so many plies have been played.
func (p *tab) turnCame(limit int) bool {
	p.Helper()
	for {
		state := poll[string](p, fmt.Sprintf(`document.querySelector(".result") || %s >= %d ? "over" : document.querySelector("dialog.dialog-survival[open]") ? "choice" : document.querySelector(".seat.own.on-turn") && "turn"`, plies, limit))
		if state != "choice" {
			return state == "turn"
		}
		p.tapOn("dialog .future:first-of-type button")
		p.until(`!document.querySelector("dialog.dialog-survival[open]")`)
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

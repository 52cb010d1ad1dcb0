package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// begin presses a card's button on the front page and waits for the table.
func (p *tab) begin(game, mode string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll("form[action$='/tables']")].find(f => f.querySelector("[name=variant]").value === %q).querySelector("button[value=%s]").click()`, game, mode)))
	p.do(chromedp.WaitVisible(chromedp.CSS("main[data-table] .table-board"))) // a selector survives the change of page
	p.until(`document.querySelectorAll(".table-board .man").length > 20`)
}

// plies is how many plies the page shows.
const plies = `document.querySelectorAll(".moves button.move").length`

// play makes moves by clicks; "survive" answers the dialog. Each is awaited in the move list.
func (p *tab) play(tokens string) {
	p.Helper()
	for _, token := range strings.Fields(tokens) {
		n := eval[int](p, plies)
		if token == "survive" {
			p.until(`document.querySelector("dialog.dialog-survival[open]")`)
			p.tapOn("dialog .future:first-of-type button")
		} else {
			from, to := squares(token)
			p.click(from, to)
		}
		p.until(plies+` >= %d && !document.querySelector(".man.pending")`, n+1) // a premove may have followed at once
	}
}

// rush makes moves as a page does, but without hands: for tests of what comes after a game.
func (p *tab) rush(tokens string) {
	p.Helper()
	ctx, cancel := p.within(patience)
	defer cancel()
	fault, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(`(async () => {
		const table = "/api/tables/" + location.pathname.split("/").pop();
		for (const move of %q.split(" ")) {
			const { turn: seat, seq } = await (await fetch(table)).json();
			const answer = await fetch(table + "/commands", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({do: "move", id: move, move, seat, seq})});
			if (!answer.ok) return move + ": " + await answer.text();
		}
		return "";
	})()`, tokens), chromedp.EvalAwaitPromise))
	if err != nil || fault != "" {
		p.Fatal(fault, err)
	}
}

var squareName = regexp.MustCompile(`[a-n][0-9]+`)

func squares(token string) (from, to string) {
	names := squareName.FindAllString(token, 2)
	return names[0], names[1]
}

// The shortest games there are with what the tests want to see.
const (
	allInMate      = "e7e6 f8c5 c5b6 h2h4 d8h4 b6f2"
	mcx4Survival   = "a2a4 b7b5 e1d3 i7i6 a1a3 b5a4 d3e5 h7h5 b2b3 a4b3 e5d7"
	mcx4AfterMate  = "b3c2 a3a7 c2d1r"
	fourPlayerGrey = "i2i4 b4c4 j13j11 m11l11 g2g4 b7c7 g13g12 m6k6 a8h1"
	fourPlayerRest = "f14m7 n7m7 h1g1 i14l11 m7f14"
)

func TestAWholeGameOfAllInChess(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for language, on := range map[string]screen{"fr": desktop, "en": phone} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			p := s.visit(t, on, "/"+language+"/")
			p.begin("all-in", "same")
			p.shoot("site-all-in-start-" + language)

			// A6: White has moved a knight of Black's; Black may not move it back.
			p.play("g8f6")
			p.until(`document.querySelector(".forbidden line")`)
			p.click("f6", "g8")
			p.until(`document.querySelector(".board-note").textContent.includes("(A6)")`)
			p.shoot("site-all-in-return-" + language)
			if n := eval[int](p, plies); n != 1 {
				t.Errorf("%d plies after a forbidden return, want 1", n)
			}
			p.play("b1c3 f6g8") // after another ply it may go back

			if on.touch {
				p.tapOn(".sheet-handle")
				p.shoot("site-all-in-sheet-" + language)
			}
			p.tapOn(".deeds button:first-child")
			p.tapOn("dialog .strong")
			if on.touch {
				p.press(kb.Escape)
			}
			p.until(`document.querySelector(".result")`)
			p.tapOn(".result .strong")
			p.until(`!document.querySelector(".result") && ` + plies + ` === 0`)
			p.play(allInMate)
			p.until(`document.querySelector(".result .ranking")`)
			p.shoot("site-all-in-mate-" + language)
			p.healthy()
		})
	}
}

func TestAWholeGameOfMCX4(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for language, on := range map[string]screen{"fr": phone, "en": desktop} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			p := s.visit(t, on, "/"+language+"/")
			p.begin("mcx4", "same")
			p.play(mcx4Survival)
			p.until(`document.querySelector("dialog.dialog-survival[open]")`)
			p.shoot("site-mcx4-choice-" + language)
			p.play("survive")
			p.until(`document.querySelector(".banner")`)
			if kings := eval[int](p, `document.querySelectorAll("melee-board.table-board .man").length`); kings >= 30 {
				t.Errorf("%d men are left after the survival: the King's have not gone", kings)
			}
			p.shoot("site-mcx4-alone-" + language)
			p.play(mcx4AfterMate)
			p.until(`document.querySelector(".result .ranking")`)
			p.shoot("site-mcx4-end-" + language)
			p.healthy()
		})
	}
}

func TestAWholeGameOfFourPlayerChess(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for language, on := range map[string]screen{"fr": desktop, "en": phone} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			p := s.visit(t, on, "/"+language+"/")
			p.begin("four-player", "same")
			p.shoot("site-four-player-start-" + language)
			p.play(fourPlayerGrey)
			p.until(`document.querySelectorAll(".man.grey").length >= 10 && document.querySelector(".banner")`)
			p.shoot("site-four-player-grey-" + language)
			p.play(fourPlayerRest)
			p.until(`document.querySelectorAll(".result .ranking li").length >= 3`)
			p.shoot("site-four-player-end-" + language)
			p.healthy()
		})
	}
}

package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestTheComputerPlaysForWhoIsAway closes one of two browsers until the CPU has moved for it (F23), and opens it again.
func TestTheComputerPlaysForWhoIsAway(t *testing.T) {
	t.Parallel()
	s := serve(t)
	g := s.gather(t, desktop, "en", map[string]any{
		"variant": "all-in", "away": 1, "autoStart": true,
		"seats": []map[string]any{{"player": "me", "name": "Ana"}, {"player": "open"}},
	})
	white := g.tabs[0]
	black := g.watch(desktop, "?seat=black")
	black.tapOn(".room-seat.invited .strong")
	black.until(`document.querySelector(".arena .seat.own.edge-bottom.seat-1")`)
	white.play("e2e4")
	black.until(plies + ` === 1`)
	black.do(chromedp.Navigate("about:blank"))
	white.until(`!!document.querySelector('[data-seat="1"].gone .seat-player')?.textContent`)
	white.until(plies + ` >= 2`)
	black.do(chromedp.Navigate(s.url + g.path))
	white.until(`!document.querySelector('[data-seat="1"].gone')`)
	white.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".seat.own .seat-name").click()`))
	white.until(`document.querySelector("dialog.dialog-seat[open]")`)
	white.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll(".dialog .deeds button")].find(b => b.textContent === "Hand over to the computer").click()`))
	white.tapOn("dialog.dialog-hand .strong")
	black.until(`document.querySelector('[data-seat="0"] .seat-player').textContent.startsWith("computer")`)
	black.until(`document.querySelector(".seat.own.on-turn") || document.querySelector(".result")`)
	white.healthy()
	black.healthy()
}

// TestASecondTabPlaysTheSameSeat plays on from another tab of the same browser, and from the first again.
func TestASecondTabPlaysTheSameSeat(t *testing.T) {
	t.Parallel()
	s := serve(t)
	g := s.gather(t, desktop, "fr", map[string]any{
		"variant": "all-in", "seats": []map[string]any{{"player": "me"}, {"player": "me"}},
	})
	first := g.tabs[0]
	second := first.beside(desktop, "about:blank")
	second.noteFaults()
	second.do(chromedp.Navigate(s.url + g.path))
	second.ready()
	for i, token := range strings.Fields("e7e6 f8c5 c5b6 h2h4") {
		p, other := first, second
		if i%2 == 1 {
			p, other = second, first
		}
		p.play(token)
		other.until(plies+` === %d`, i+1)
	}
	second.do(chromedp.Navigate("about:blank"))
	first.play("d8h4")
	first.healthy()
}

// TestAGameByKeysAlone plays a whole game without a pointer: some moves typed, some with the board's cursor.
func TestAGameByKeysAlone(t *testing.T) {
	t.Parallel()
	s := serve(t)
	g := s.gather(t, desktop, "fr", map[string]any{
		"variant": "all-in", "seats": []map[string]any{{"player": "me"}, {"player": "me"}},
	})
	p := g.tabs[0]
	for i, typed := range []string{"e6", "Fc5", "c5-b6", "h4"} {
		p.enter(typed)
		p.until(plies+` === %d && !document.querySelector(".man.pending")`, i+1)
	}
	p.press(kb.Escape)
	p.do(chromedp.Focus(chromedp.CSS(".board-squares")))
	p.cursorTo("d8")
	p.press(kb.Enter)
	p.cursorTo("h4")
	p.press(kb.Enter)
	p.until(plies + ` === 5`)
	p.enter("b6f2")
	p.until(`document.querySelector(".result .ranking")`)
	p.until(`document.querySelector("[aria-live=polite]").textContent.includes("Échec et mat.")`)
	p.healthy()
}

// cursorTo leads the board's cursor to a square by the arrow keys; White is at the bottom.
func (p *tab) cursorTo(square string) {
	p.Helper()
	at := eval[string](p, `(b => b.getAttribute("aria-activedescendant").split("-").at(-1))(document.querySelector(".board-squares"))`)
	keys := func(key string, n int) {
		for range n {
			p.press(key)
		}
	}
	keys(kb.ArrowRight, int(square[0])-int(at[0]))
	keys(kb.ArrowLeft, int(at[0])-int(square[0]))
	keys(kb.ArrowUp, int(square[1])-int(at[1]))
	keys(kb.ArrowDown, int(at[1])-int(square[1]))
	p.until(`document.querySelector(".board-squares").getAttribute("aria-activedescendant").endsWith("-%s")`, square)
}

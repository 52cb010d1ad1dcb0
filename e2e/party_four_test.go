package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestFourPeoplePlayFourPlayerChess plays a whole game from four browsers, one
// of which goes and comes back, while a fifth looks on; then the rematch.
func TestFourPeoplePlayFourPlayerChess(t *testing.T) {
	t.Parallel()
	s := serve(t)
	g := s.gather(t, desktop, "fr", map[string]any{
		"variant": "four-player", "takeBacks": true, "away": -1, "rotateFirst": true,
		"clock": map[string]any{"kind": "increment", "base": 600000, "add": 5000},
		"seats": []map[string]any{{"player": "me", "name": "Ana"}, {"player": "open"}, {"player": "open"}, {"player": "open"}},
	})
	red := g.tabs[0]
	red.accessible("the gathering room of the host")
	red.shoot("room-four-desktop")
	blue := g.join(phone, "blue")
	blue.accessible("the gathering room of a guest")
	blue.shoot("room-four-phone")
	yellow := g.join(screen{width: 320, height: 640, touch: true, dark: true}, "yellow")
	yellow.shoot("room-four-320-dark")
	green := g.join(desktop, "green")
	watcher := g.watch(phone, "")
	watcher.until(`document.querySelectorAll(".room-seat button").length === 0`) // every seat is taken

	red.until(`document.querySelector(".room-state").textContent === "Toutes les places sont prises."`)
	red.tapOn(".room-host .strong")
	for _, p := range append(g.tabs, watcher) {
		p.until(`document.querySelector(".arena")`)
	}
	watcher.until(`document.querySelector(".watching")`)

	t.Run("a premove is played when its turn comes", func(t *testing.T) {
		blue.reaching("b4c4")
		blue.click("b4", "c4")
		blue.until(`document.querySelector(".ahead-move") && document.querySelector(".message")`)
		blue.shoot("premove-phone")
		red.play("i2i4")
		for _, p := range append(g.tabs, watcher) {
			p.until(plies + ` === 2`)
		}
		blue.until(`!document.querySelector(".ahead-move")`)
	})
	t.Run("a move is taken back when all agree", func(t *testing.T) {
		g.play("j13j12", watcher)
		yellow.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll(".deeds button")].find(b => b.textContent === "Reprendre le coup").click()`))
		for _, p := range []*tab{red, blue, green} {
			p.tapOn(".message.asks .strong")
		}
		for _, p := range append(g.tabs, watcher) {
			p.until(plies + ` === 2`)
		}
	})
	g.play("j13j11 m11l11 g2g4", watcher)
	t.Run("a phrase is read in each language, a text as it is", func(t *testing.T) {
		green.tapOn(".phrases button:first-child")
		red.until(`document.querySelector(".talk-line span")?.textContent === "Bonjour"`)
		red.do(chromedp.SendKeys(chromedp.CSS("#say-text"), "bien vu"+kb.Enter))
		green.until(`[...document.querySelectorAll(".talk-line span")].some(s => s.textContent === "bien vu")`)
		blue.until(`document.querySelector(".sheet-handle .badge")?.firstChild.textContent === "2"`)
	})
	t.Run("one goes and comes back", func(t *testing.T) {
		blue.do(chromedp.Navigate("about:blank"))
		red.until(`document.querySelector('[data-seat="1"].gone')`)
		blue.do(chromedp.Navigate(s.url + g.path))
		blue.until(plies + ` === 5`)
		red.until(`!document.querySelector('[data-seat="1"].gone')`)
	})
	t.Run("a broken line heals without a reload", func(t *testing.T) {
		blue.do(chromedp.Evaluate[chromedp.Void](`window.kept = true`))
		blue.drop()
		g.play("b7c7 g13g12 m6k6", watcher)
		if !eval[bool](blue, `window.kept`) {
			t.Error("the page was loaded anew")
		}
	})
	g.play("a8h1", watcher) // the queen takes the king: red is out
	for _, p := range append(g.tabs, watcher) {
		p.until(`document.querySelectorAll(".man.grey").length >= 10 && document.querySelector(".banner")`)
	}
	yellow.shoot("four-elimination-320-dark")
	green.shoot("four-elimination-desktop")
	g.tabs = []*tab{blue, yellow, green}
	g.play(fourPlayerRest, watcher, red)
	for _, p := range []*tab{red, blue, yellow, green, watcher} {
		p.until(`document.querySelector(".result .ranking")`)
		p.healthy()
	}
	red.tapOn(".earned summary")
	red.until(`document.querySelectorAll(".earned .gains li").length > 0`)
	red.accessible("the result")
	red.shoot("four-result-desktop")
	blue.shoot("four-result-phone")

	t.Run("F21 the rematch begins with the next seat", func(t *testing.T) {
		green.tapOn(".result .strong")
		for _, p := range []*tab{red, blue, yellow} {
			p.tapOn(".message.asks .strong")
		}
		for _, p := range []*tab{red, blue, yellow, green, watcher} {
			p.until(`!document.querySelector(".result") && document.querySelector('[data-seat="1"].on-turn') && ` + plies + ` === 0`)
		}
	})
}

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestFourPeoplePlayMCX4 draws the clans by lot (M20) and plays from four
// browsers until the Queen survives the first mate (M14) and the second one ends it.
func TestFourPeoplePlayMCX4(t *testing.T) {
	t.Parallel()
	s := serve(t)
	g := s.gather(t, desktop, "en", map[string]any{
		"variant": "mcx4", "draw": true, "choiceLimit": 60,
		"seats": []map[string]any{{"player": "open"}, {"player": "me", "name": "Ana"}, {"player": "open"}, {"player": "open"}},
	})
	g.join(phone, "wq")
	g.join(desktop, "wk")
	g.join(desktop, "bk")
	watcher := g.watch(desktop, "")
	g.tabs[0].shoot("room-mcx4-desktop")
	g.tabs[1].shoot("room-mcx4-phone")
	everybody := append(g.tabs, watcher)
	for _, p := range everybody {
		p.pace(0)
	}
	g.tabs[0].tapOn(".room-host .strong")
	watcher.until(`document.querySelectorAll(".lots .lot").length === 4`)
	g.tabs[0].shoot("lots-desktop")
	for _, p := range everybody {
		p.tapOn(".skip-lots")
		p.pace(1)
		p.until(`!document.querySelector(".lots") && document.querySelector(".arena")`)
	}
	if n := eval[int](g.tabs[0], `document.querySelectorAll(".seat.own").length`); n != 1 {
		t.Errorf("M20: the host has %d clans, want 1", n)
	}

	g.play(mcx4Survival, watcher)
	queen := g.onTurn()
	queen.until(`document.querySelector("dialog.dialog-survival[open] .seat-clock.running")`)
	queen.accessible("the Queen's choice")
	watcher.until(`/decides whether to survive/.test(document.querySelector(".turn-line").textContent)`)
	watcher.shoot("mcx4-choice-watcher")
	g.play("survive", watcher)
	for _, p := range append(g.tabs, watcher) {
		p.until(`document.querySelector(".banner")`)
	}
	g.play(mcx4AfterMate, watcher)
	for _, p := range append(g.tabs, watcher) {
		p.until(`document.querySelector(".result .ranking")`)
		p.healthy()
	}
	watcher.accessible("the result for a watcher")
	watcher.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".moves button.move").click()`))
	watcher.until(`document.querySelector(".past")`)
	watcher.shoot("mcx4-result-watcher")
}

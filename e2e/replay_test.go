package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// replayed plays a game of four on one screen and returns the path of its replay.
func (s *site) replayed(t *testing.T) string {
	t.Helper()
	p := s.visit(t, desktop, "/en/")
	p.begin("four-player", "same")
	p.play(fourPlayerGrey + " " + fourPlayerRest)
	p.until(`document.querySelector(".result a[href*='/g/']")`)
	return eval[string](p, `document.querySelector(".result a[href*='/g/']").pathname`)
}

// shows waits until the replay shows a ply, with the men, points and players out that the game's file tells of it.
func (p *tab) shows(ply int) {
	p.Helper()
	p.until(`document.querySelector(".replay-count").textContent.startsWith("Move %d ")`, ply)
	p.until(`(() => {
		const scenes = [reel.start, ...reel.plies.slice(0, %d).map(p => p.scene)], now = scenes.at(-1);
		const men = Object.values(Object.assign({}, ...scenes.map(s => s.men))).filter(m => m).length;
		const all = (selector, of) => [...document.querySelectorAll(selector)].map(of).join();
		const seats = [0, 1, 2, 3].map(i => document.querySelector("section.seat-" + i));
		return document.querySelectorAll("melee-board .men .man:not(.taken)").length === men
			&& seats.map(s => s.querySelector(".seat-points").textContent).join() === now.points.join()
			&& seats.map(s => s.classList.contains("inactive")).join() === now.outs.map(o => !!o).join();
	})()`, ply)
}

// A finished game is gone through by keys, wheel, finger and by itself; every ply has an address.
func TestAGameIsReplayed(t *testing.T) {
	t.Parallel()
	s := serve(t)
	path := s.replayed(t)
	all := len(strings.Fields(fourPlayerGrey + " " + fourPlayerRest))
	replay := func(t *testing.T, on screen, query string) *tab {
		p := s.visit(t, on, path+query)
		p.until(`document.querySelector(".replay-count")`)
		p.do(chromedp.Evaluate[chromedp.Void](`fetch(document.querySelector("[data-replay]").dataset.replay).then(r => r.json()).then(r => window.reel = r)`))
		p.until(`window.reel`)
		return p
	}
	t.Run("desktop", func(t *testing.T) {
		t.Parallel()
		p := replay(t, desktop, "")
		p.shows(all)
		p.press(kb.Home)
		for ply := range all {
			p.shows(ply)
			p.press(kb.ArrowRight)
		}
		p.shows(all)
		p.press(kb.ArrowLeft)
		p.shows(all - 1)
		p.until(`new URL(location.href).searchParams.get("ply") === "%d"`, all-1)

		p.wheel("melee-board", -120)
		p.shows(all - 2)
		p.do(chromedp.SetValue(chromedp.CSS(".replay-controls select"), "0.5"))
		p.press(" ")
		p.shows(all)
		p.until(`document.querySelector(".replay-controls button").getAttribute("aria-pressed") === "false"`)
		p.healthy()
	})
	t.Run("phone", func(t *testing.T) {
		t.Parallel()
		p := replay(t, phone, "?ply=12")
		p.shows(12)
		p.shoot("replay-phone-12")
		p.swipe("melee-board", -90)
		p.shows(13)
		p.swipe("melee-board", 90)
		p.shows(12)
		p.healthy()
	})
	t.Run("files", func(t *testing.T) {
		t.Parallel()
		for file, kind := range map[string]string{
			"board.svg": "image/svg+xml", "board.png": "image/png", "board.pdf": "application/pdf", "game.gif": "image/gif",
		} {
			resp, err := http.Get(fmt.Sprintf("%s/games/%s/%s?ply=12", s.url, path[strings.LastIndex(path, "/")+1:], file))
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if got := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || got != kind {
				t.Errorf("%s: %d %s, want %s", file, resp.StatusCode, got, kind)
			}
		}
	})
}

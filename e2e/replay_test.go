package e2e

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// replayed plays a game of four by the clock on one screen and returns the path of its replay.
func (s *site) replayed(t *testing.T) string {
	t.Helper()
	me := map[string]any{"player": "me"}
	p := s.gather(t, desktop, "en", map[string]any{
		"variant": "four-player", "clock": map[string]any{"kind": "increment", "base": 600000, "add": 5000}, "seats": []any{me, me, me, me},
	}).tabs[0]
	p.rush(fourPlayerGrey + " " + fourPlayerRest)
	p.until(`document.querySelector(".result a[href*='/g/']")`)
	return eval[string](p, `document.querySelector(".result a[href*='/g/']").pathname`)
}

// replay shows a replay, and keeps the game's file for shows.
func (s *site) replay(t *testing.T, on screen, path string) *tab {
	t.Helper()
	p := s.visit(t, on, path)
	p.until(`document.querySelector(".replay-count")`)
	p.do(chromedp.Evaluate[chromedp.Void](`fetch(document.querySelector("[data-replay]").dataset.replay).then(r => r.json()).then(r => window.reel = r)`))
	p.until(`window.reel`)
	return p
}

// shows waits until the replay shows a ply, with the men, points, clocks and players out that the game's file tells of it.
func (p *tab) shows(ply int) {
	p.Helper()
	p.until(`document.querySelector(".replay-count").textContent.startsWith("Move %[1]d ") && (() => {
		const scenes = [reel.start, ...reel.plies.slice(0, %[1]d).map(p => p.scene)], now = scenes.at(-1);
		const men = Object.entries(Object.assign({}, ...scenes.map(s => s.men))).filter(([, man]) => man).sort().join();
		const time = ms => Math.floor(ms / 60000) + ":" + String(Math.floor(ms / 1000) %% 60).padStart(2, "0");
		const seats = [0, 1, 2, 3].map(i => document.querySelector("section.seat-" + i)); // men have such classes too
		const board = document.querySelector("melee-board");
		return Object.entries(board.state.men).sort().join() === men
			&& board.querySelectorAll(".men .man:not(.taken)").length === Object.keys(board.state.men).length
			&& seats.map(s => s.querySelector(".seat-points").textContent).join() === now.points.join()
			&& seats.map(s => s.querySelector(".seat-clock").textContent).join() === now.clocks.map(time).join()
			&& seats.map(s => s.classList.contains("inactive")).join() === now.outs.map(o => !!o).join();
	})()`, ply)
}

// A finished game is gone through by keys, wheel, finger and by itself; every ply has an address.
func TestAGameIsReplayed(t *testing.T) {
	t.Parallel()
	s := serve(t)
	path := s.replayed(t)
	all := len(strings.Fields(fourPlayerGrey + " " + fourPlayerRest))
	t.Run("desktop", func(t *testing.T) {
		t.Parallel()
		p := s.replay(t, desktop, path)
		p.shows(all)
		p.press(kb.Home)
		for ply := range all {
			p.shows(ply)
			p.press(kb.ArrowRight)
		}
		p.shows(all)
		p.press(kb.ArrowLeft)
		p.shows(all - 1)
		p.until(`[location, ...document.querySelectorAll("[data-ply-link]")].every(l => new URL(l.href).searchParams.get("ply") === "%d")`, all-1)
		if n := eval[int](p, `document.querySelectorAll("[data-ply-link]").length`); n != 5 {
			t.Errorf("%d links lead to the ply, want three pictures, its address and the report", n)
		}
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
		p := s.replay(t, phone, path+"?ply=12")
		p.shows(12)
		p.shoot("replay-phone-12")
		p.swipe("melee-board", -90)
		p.shows(13)
		p.swipe("melee-board", 90)
		p.shows(12)
		p.healthy()
	})
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		p := s.replay(t, screen{width: 720, height: 560}, path+"/embed?ply=9")
		p.shows(9)
		p.press(kb.ArrowRight)
		p.shows(10)
		if n := eval[int](p, `document.querySelectorAll(".site-head, .replay-share").length`); n != 0 {
			t.Errorf("%d parts of the site around the game", n)
		}
		p.healthy()
	})
	t.Run("files", func(t *testing.T) {
		t.Parallel()
		p := s.replay(t, phone, path+"?ply=12")
		kinds := map[string]string{
			"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "gif": "image/gif", "pgn4": "text/plain; charset=utf-8", "json": "application/json",
		}
		for _, link := range eval[[]string](p, `[...document.querySelectorAll(".replay-share a[download]")].map(a => a.href)`) {
			address, err := url.Parse(link)
			if err != nil {
				t.Fatal(err)
			}
			kind := strings.TrimPrefix(filepath.Ext(address.Path), ".")
			resp, err := http.Get(link)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if got := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || got != kinds[kind] {
				t.Errorf("%s: %d %s, want %s", link, resp.StatusCode, got, kinds[kind])
			}
			delete(kinds, kind)
		}
		if len(kinds) > 0 {
			t.Errorf("no links to files of %v", kinds)
		}
	})
}

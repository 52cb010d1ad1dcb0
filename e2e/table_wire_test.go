package e2e

import (
	"testing"
	"time"
)

// TestMoveIsSentAgainUnderItsID cuts the line between a move and its answer.
func TestMoveIsSentAgainUnderItsID(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", allIn())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	f.mu.Lock()
	f.silent = true
	f.mu.Unlock()
	p.click("f1", "b5")
	first := f.next(t)
	p.until(`document.querySelector(".man.pending")`)
	f.cut()
	again := f.next(t)
	if again.ID != first.ID || again.token() != "f1b5" {
		t.Errorf("the page sent %+v, then %+v", first, again)
	}
	f.mu.Lock()
	f.silent = false
	f.mu.Unlock()
	answer(f, "f1", "b5", "0B")
	p.played(7)

	t.Run("but not once the game has gone on", func(t *testing.T) {
		f.mu.Lock()
		f.silent = true
		f.mu.Unlock()
		p.click("d2", "d4")
		f.next(t)
		f.mu.Lock()
		f.now.Seq++ // the CPU has moved for somebody who was away
		f.now.From, f.now.Plies = 0, append(allIn().Plies, move(7, 0, "f1", "b5", "Bb5"), move(8, 0, "g1", "h1", "Rh1"))
		f.mu.Unlock()
		f.cut()
		p.played(8)
		if n := len(f.commands); n != 0 {
			t.Errorf("%d commands were sent again", n)
		}
	})
	p.healthy()
}

// TestGapIsNoticedAndFilled skips an event, and holds that the page asks for the whole without a reload.
func TestGapIsNoticedAndFilled(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", allIn())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	eval[bool](p, `window.kept = true`)
	f.mu.Lock()
	f.now.Seq++ // nobody is told of this one
	f.now.Plies = append(f.now.Plies, move(7, 0, "f1", "b5", "Bb5"))
	f.mu.Unlock()
	f.show(func(v *view) { v.From, v.Plies = 0, append(v.Plies, move(8, 1, "a7", "a6", "a6")) })
	p.played(8)
	t.Run("and so is one that only the heartbeat shows", func(t *testing.T) {
		f.mu.Lock()
		f.now.Seq++
		f.now.Plies = append(f.now.Plies, move(9, 0, "b5", "a4", "Ba4"))
		for socket := range f.sockets {
			send(socket, "h", time.Now().UnixMilli(), f.now.Seq)
		}
		f.mu.Unlock()
		p.played(9)
	})
	if !eval[bool](p, `window.kept`) {
		t.Error("the page was loaded anew")
	}
	p.healthy()
}

// TestOldEventsAreNotHeardTwice sends a patch that the page has already.
func TestOldEventsAreNotHeardTwice(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", allIn())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	answer(f, "f1", "b5", "0B")
	p.played(7)
	f.mu.Lock()
	for socket := range f.sockets {
		send(socket, "p", f.now.Seq-1, map[string]any{"from": 0, "plies": []ply{}})
		send(socket, "p", f.now.Seq, map[string]any{"watchers": 3}) // who is there changes without an event
	}
	f.mu.Unlock()
	p.until(`document.querySelector(".watchers")?.textContent === "3 watching"`)
	p.played(7)
	p.healthy()
}

// TestClockIsTheServers shows a clock by the server's time although the browser's is an hour off.
func TestClockIsTheServers(t *testing.T) {
	t.Parallel()
	v := allIn()
	v.Clock = clock{Kind: "increment", Base: 60000, Add: 2000}
	v.Clocks, v.Running, v.ClockAt = []int64{9400, 61000}, new(0), time.Now().Add(-2*time.Second).UnixMilli()
	f := serveTable(t, "fr", v)
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.until(`/^[0-7],\d$/.test(document.querySelector('[data-seat="0"] .seat-clock.running.short').textContent)`)
	if got := eval[string](p, `document.querySelector('[data-seat="1"] .seat-clock').textContent`); got != "1:01" {
		t.Errorf("black's clock shows %s, want 1:01", got)
	}
	p.shoot("clock-low")
	p.accessible("clocks that run low")
	f.show(func(v *view) {
		v.Clock = clock{Kind: "delay", Base: 60000, Add: 999000}
		v.Clocks, v.ClockAt = []int64{60000, 60000}, time.Now().UnixMilli()
	})
	p.until(`/^1:00\+9\d\d$/.test(document.querySelector('[data-seat="0"] .seat-clock').textContent)`)
	f.show(func(v *view) {
		v.Clock = clock{Kind: "days", Add: 3 * 86400000}
		v.Clocks, v.ClockAt = []int64{3*86400000 - 1, 2 * 86400000}, time.Now().UnixMilli()
	})
	p.until(`document.querySelector('[data-seat="0"] .seat-clock').textContent === "2 j 23 h"`)
	p.healthy()
}

package live_test

import (
	"testing"
	"time"

	"melee/client"
)

// A lateGame is an All-in game that Anne and Bert play and Wim watches with delay.
type lateGame struct {
	anne, bert, wim *device
	id              string
	playing         *client.Table // as Anne sees it
	watching        *client.Table // as Wim does
	moved           time.Time     // just before the first move, e2e4
}

// playLate opens a table whose watchers are this many seconds late, and plays e2e4 at it.
func playLate(t *testing.T, delay int) *lateGame {
	t.Helper()
	s := newSite(t)
	g := &lateGame{anne: s.device(), bert: s.device(), wim: s.device()}
	table := setup("all-in", "white", "open")
	table.WatchDelay = delay
	g.id = g.anne.open(table)
	g.watching = g.wim.follow(g.id)
	if status, a := g.bert.send(g.id, `{"do":"sit","name":"Bert"}`); status != 200 {
		t.Fatalf("%+v", a)
	}
	// Until the game begins nobody has anything to hide.
	await(t, g.watching, func(v *client.View) bool { return v.Status == "playing" })
	g.playing = g.anne.follow(g.id)
	g.moved = time.Now()
	g.anne.play(g.id, "e2e4")
	await(t, g.playing, func(v *client.View) bool { return len(v.Plies) == 1 })
	return g
}

func TestWatchersDoNotSeeAMoveEarly(t *testing.T) {
	g := playLate(t, 600) // longer than any run of this test
	if v := g.wim.view(g.id); len(v.Plies) != 0 || v.Men["e4"] != "" {
		t.Error("a watcher who asks sees the move at once")
	}
	if _, err := g.wim.Past(t.Context(), g.id, 1); err == nil {
		t.Error("a watcher who asks for the position after the move gets it at once")
	}
	g.watching.Look(func(v *client.View) {
		if len(v.Plies) != 0 {
			t.Error("a watcher is told of the move at once")
		}
	})
	// Who plays sees what is.
	g.bert.play(g.id, "e7e5")
	await(t, g.playing, func(v *client.View) bool { return len(v.Plies) == 2 })
	if v := g.bert.view(g.id); len(v.Plies) != 2 {
		t.Errorf("bert sees %d plies", len(v.Plies))
	}
}

func TestWatchersSeeAMoveWhenItsTimeHasCome(t *testing.T) {
	g := playLate(t, 1)
	late := g.wim.site.device().follow(g.id)
	for _, w := range []*client.Table{g.watching, late} {
		await(t, w, func(v *client.View) bool { return len(v.Plies) == 1 })
		if seen := time.Since(g.moved); seen < time.Second {
			t.Errorf("a watcher saw the move after %v", seen)
		}
		if stats := w.Stats(); stats.Gaps > 0 {
			t.Errorf("he was told by %+v", stats)
		}
	}
	g.bert.play(g.id, "e7e5")
	await(t, late, func(v *client.View) bool { return len(v.Plies) == 2 })
}

package live_test

import (
	"testing"
	"time"

	"melee/client"
)

func TestWatchersSeeAGameLaterWhereTheTableSaysSo(t *testing.T) {
	s := newSite(t)
	anne, bert, wim := s.device(), s.device(), s.device()
	table := setup("all-in", "white", "open")
	table.WatchDelay = 1
	id := anne.open(table)
	watching := wim.follow(id)
	if status, a := bert.send(id, `{"do":"sit","name":"Bert"}`); status != 200 {
		t.Fatalf("%+v", a)
	}
	// Until the game begins nobody has anything to hide.
	await(t, watching, func(v *client.View) bool { return v.Status == "playing" })
	playing := anne.follow(id)
	moved := time.Now()
	anne.play(id, "e2e4")
	await(t, playing, func(v *client.View) bool { return len(v.Plies) == 1 })
	if v := wim.view(id); len(v.Plies) != 0 || v.Men["e4"] != "" {
		t.Error("a watcher who asks sees the move at once")
	}
	if _, err := wim.Past(t.Context(), id, 1); err == nil {
		t.Error("a watcher who asks for the position after the move gets it at once")
	}
	late := s.device().follow(id)
	for _, w := range []*client.Table{watching, late} {
		await(t, w, func(v *client.View) bool { return len(v.Plies) == 1 })
		if seen := time.Since(moved); seen < time.Second {
			t.Errorf("a watcher saw the move after %v", seen)
		}
		if stats := w.Stats(); stats.Gaps > 0 {
			t.Errorf("he was told by %+v", stats)
		}
	}
	// Who plays sees what is.
	bert.play(id, "e7e5")
	await(t, playing, func(v *client.View) bool { return len(v.Plies) == 2 })
	await(t, late, func(v *client.View) bool { return len(v.Plies) == 2 })
	if v := bert.view(id); len(v.Plies) != 2 {
		t.Errorf("bert sees %d plies", len(v.Plies))
	}
}

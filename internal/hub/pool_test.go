package hub_test

import (
	"context"
	"testing"
	"time"

	"melee/internal/hub"
	"melee/internal/table"
)

// Work that can wait has a place only while no table wants it.
func TestSpareWorkGivesWayToTables(t *testing.T) {
	inTimeWith(t, patient{}, func(w *world) {
		place, err := w.Spare(w.Context())
		if err != nil {
			w.Fatal(err)
		}
		if err := place.Yield(w.Context()); err != nil {
			w.Errorf("with nobody waiting: %v", err)
		}
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{cpu, person("anne")}})
		anne := w.visit(id, "anne")
		w.pass(0)
		back := make(chan error, 1)
		go func() { back <- place.Yield(context.Background()) }()
		w.pass(time.Second / 2)
		select {
		case <-back:
			w.Error("the place is back while the CPU thinks")
		default:
		}
		w.pass(2 * time.Second) // it has moved
		if err := <-back; err != nil {
			w.Error(err)
		}
		w.look(id, func(s *table.State) {
			if s.PlyCount() != 1 {
				w.Errorf("%d plies, want 1", s.PlyCount())
			}
		})
		place.Leave()
		anne.Close()
	})
}

// Those who can wait take turns, and who gives up waiting takes no place along.
func TestSpareWorkTakesTurns(t *testing.T) {
	inTime(t, func(w *world) {
		first, err := w.Spare(w.Context())
		if err != nil {
			w.Fatal(err)
		}
		gone, cancel := context.WithCancel(w.Context())
		var second *hub.Place
		entered := make(chan error, 2)
		go func() { _, err := w.Spare(gone); entered <- err }()
		w.pass(0)
		go func() { var err error; second, err = w.Spare(context.Background()); entered <- err }()
		w.pass(0)
		cancel()
		if err := <-entered; err == nil {
			w.Error("a place after the end of the context")
		}
		if err := first.Yield(w.Context()); err != nil {
			w.Errorf("its turn is not over: %v", err)
		}
		w.pass(time.Second)
		back := make(chan error, 1)
		go func() { back <- first.Yield(context.Background()) }()
		if err := <-entered; err != nil {
			w.Fatal(err)
		}
		second.Leave()
		if err := <-back; err != nil {
			w.Error(err)
		}
		first.Leave()
		first.Leave() // once more does no harm
	})
}

// Who has opened many tables against the CPU waits at them; others wait for two searches at the most.
func TestThoseWhoWaitForTheCPUTakeTurns(t *testing.T) {
	inTimeWith(t, patient{}, func(w *world) {
		open := func(host string) string {
			id, err := w.Hub.Open(w.Context(), table.Open{Variant: "all-in", Host: host, Chairs: []table.Chair{cpu, person(host)}})
			if err != nil {
				w.Fatal(err)
			}
			w.visit(id, host)
			return id
		}
		plies := func(id string) (n int) {
			w.look(id, func(s *table.State) { n = s.PlyCount() })
			return n
		}
		var many []string
		for range 20 {
			many = append(many, open("carl"))
		}
		w.pass(time.Second / 2) // one search for them is under way
		one, other := open("bert"), open("dora")
		w.pass(4 * time.Second) // it ends, one more, and those of the others
		if plies(one) != 1 || plies(other) != 1 {
			w.Errorf("the CPU has played %d and %d plies against those with one table, want 1", plies(one), plies(other))
		}
		w.pass(20 * time.Second)
		for i, id := range many {
			if plies(id) != 1 {
				w.Errorf("table %d of the one with many has %d plies", i, plies(id))
			}
		}
	})
}

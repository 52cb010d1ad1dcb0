package hub_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
)

func TestRow47ASeatIsFreedAShortWhileAfterItsGuestHasGone(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "four-player", Chairs: []table.Chair{person("anne"), vacant, vacant, vacant}})
		anne := w.visit(id, "anne")
		w.must(id, table.Sit{Owner: "bert", Seat: 1})
		bert := w.visit(id, "bert")
		w.pass(time.Hour)
		w.sits(id, "anne bert open open")
		bert.Close()
		w.pass(29 * time.Second)
		w.sits(id, "anne bert open open")
		again := w.visit(id, "bert") // a reload
		w.pass(time.Minute)
		w.sits(id, "anne bert open open")
		again.Close()
		w.pass(31 * time.Second)
		w.sits(id, "anne open open open")
		if !slices.ContainsFunc(anne.events, func(e table.Event) bool {
			f, ok := e.Fact.(table.Seated)
			return ok && f.Cause == table.Absent
		}) {
			t.Error("anne has not heard of it")
		}
		// Who sits down without ever looking at the table is freed as well.
		w.must(id, table.Sit{Owner: "carl", Seat: 2})
		w.pass(31 * time.Second)
		w.sits(id, "anne open open open")
		anne.Close()
	})
}

func TestRow47WhoReadsTheTableWithoutAConnectionKeepsHisSeatForSomeMinutes(t *testing.T) {
	inTime(t, func(w *world) {
		read := func(id, owner string) {
			t.Helper()
			if err := w.ReadAs(t.Context(), id, owner, func(*table.State) {}); err != nil {
				t.Fatal(err)
			}
		}
		id := w.open(table.Open{Variant: "four-player", Chairs: []table.Chair{person("anne"), vacant, vacant, vacant}})
		for range 3 { // she reloads the page now and then
			read(id, "anne")
			w.pass(9 * time.Minute)
			w.sits(id, "anne open open open")
		}
		w.must(id, table.Sit{Owner: "bert", Seat: 1})
		read(id, "bert")
		read(id, "carl") // who has no seat to keep
		w.pass(2 * time.Minute)
		w.sits(id, "open bert open open")

		// Who follows the table is freed soon after he has gone, whatever he read before.
		bert := w.visit(id, "bert")
		read(id, "bert")
		bert.Close()
		w.pass(31 * time.Second)
		w.sits(id, "open open open open")
	})
}

func TestF23TheCPUPlaysForWhoStaysAwayAndHandsBackAtOnce(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), person("bert")}, Away: 40})
		anne, bert := w.visit(id, "anne"), w.visit(id, "bert")
		w.pass(time.Hour)
		anne.Close()
		w.pass(39 * time.Second)
		w.look(id, func(s *table.State) {
			if s.Away("anne") || s.PlyCount() != 0 {
				t.Error("anne counts as away too soon")
			}
		})
		w.pass(2 * time.Second)
		w.look(id, func(s *table.State) {
			if !s.Away("anne") || s.PlyCount() != 1 || s.Ply(0).By != table.CPU {
				t.Errorf("away %v, %d plies", s.Away("anne"), s.PlyCount())
			}
		})
		w.must(id, move("bert", w.some(id), "1"))
		w.pass(time.Second)
		w.must(id, move("bert", w.some(id), "2"))
		anne = w.visit(id, "anne") // before the CPU has played
		w.look(id, func(s *table.State) {
			if s.Away("anne") || s.CPUTurn() != rules.NoSeat {
				t.Error("the CPU keeps her seat")
			}
		})
		anne.Close()
		bert.Close()
	})
}

func TestRow8ANewConnectionTakesTheSeatAndTheOldOneDiesLate(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), person("bert")}, Away: 10})
		bert := w.visit(id, "bert")
		wifi := w.visit(id, "anne")
		mobile := w.visit(id, "anne")
		w.pass(time.Minute)
		wifi.Close() // row 14: long after the new one has come
		w.pass(time.Minute)
		w.look(id, func(s *table.State) {
			if s.Away("anne") {
				t.Error("the end of the old connection sent her away")
			}
		})
		if !bert.here["anne"] {
			t.Error("bert is not told that she is there")
		}
		mobile.Close()
		w.pass(time.Second)
		if bert.here["anne"] {
			t.Error("bert is not told that she has gone")
		}
		bert.Close()
	})
}

func TestTheLastToLeaveIsNotPlayedFor(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "four-player", Chairs: []table.Chair{person("anne"), cpu, cpu, cpu}})
		anne := w.visit(id, "anne")
		w.must(id, move("anne", "d2d4", "1"))
		w.pass(time.Second)
		anne.Close()
		w.pass(time.Hour)
		w.look(id, func(s *table.State) {
			if s.PlyCount() != 4 {
				t.Errorf("%d plies: the CPU has played on for nobody", s.PlyCount())
			}
		})
	})
}

func TestWhoPlaysWithoutASocketIsThereWhileHePlays(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), person("bert")}, Away: 20})
		bert := w.visit(id, "bert")
		w.pass(15 * time.Second)
		w.must(id, move("anne", "g1f3", "1"))
		w.pass(15 * time.Second)
		w.look(id, func(s *table.State) {
			if s.Away("anne") {
				t.Error("she moved 15 s ago and counts as away")
			}
		})
		w.pass(10 * time.Second)
		w.must(id, move("bert", w.some(id), "1"))
		w.must(id, table.Say{Owner: "anne", Text: "back", ID: "2"}) // what she asks brings her back
		w.look(id, func(s *table.State) {
			if s.Away("anne") {
				t.Error("she has spoken and counts as away")
			}
		})
		bert.Close()
	})
}

func TestRow1AnAttachmentMissesNothingAndRepeatsNothing(t *testing.T) {
	h := newHub(t, newStore(t), first{})
	id := mustOpen(t, h, "four-player", cpu, cpu, cpu, cpu)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 20 {
				var seen []int64
				full, enough := make(chan struct{}), false
				a, err := h.Attach(t.Context(), id, "", func(s *table.State, events []table.Event, _ hub.Presence) {
					if len(seen) == 0 {
						seen = append(seen, s.Seq)
					}
					for _, e := range events {
						seen = append(seen, e.Seq)
					}
					if !enough && (len(seen) > 5 || s.Phase() == table.Ended) {
						enough = true
						close(full)
					}
				})
				if err != nil {
					t.Error(err)
					return
				}
				select {
				case <-full:
				case <-time.After(patience):
					t.Error("nothing happens")
				}
				a.Close()
				for i := 1; i < len(seen); i++ {
					if seen[i] != seen[i-1]+1 {
						t.Errorf("events %v", seen)
					}
				}
			}
		})
	}
	wait.Wait()
}

func TestRow13WhoIsNotTheOwnerKeepsNoSeatAlive(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), person("bert")}, Away: 20})
		anne, bert := w.visit(id, "anne"), w.visit(id, "bert")
		anne.Close()
		w.pass(15 * time.Second)
		guesser, watcher := w.visit(id, "Anne"), w.visit(id, "")
		w.pass(6 * time.Second)
		w.look(id, func(s *table.State) {
			if !s.Away("anne") {
				t.Error("a stranger keeps her seat")
			}
		})
		guesser.Close()
		watcher.Close()
		anne = w.visit(id, "anne")
		w.look(id, func(s *table.State) {
			if s.Away("anne") {
				t.Error("she cannot come back")
			}
		})
		anne.Close()
		bert.Close()
	})
}

func TestWatchersAreCounted(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), person("bert")}})
		anne := w.visit(id, "anne")
		var others []*visitor
		for range 3 {
			others = append(others, w.visit(id, ""))
		}
		others = append(others, w.visit(id, "wim"))
		calls := 0
		w.look(id, func(*table.State) { calls = anne.calls }) // where it is counted
		w.pass(time.Second)
		if anne.others != 4 || anne.calls != calls+1 {
			t.Errorf("%d watchers, told %d times", anne.others, anne.calls-calls)
		}
		for _, v := range others {
			v.Close()
		}
		w.pass(time.Second)
		if anne.others != 0 {
			t.Errorf("%d watchers are left", anne.others)
		}
		anne.Close()
	})
}

func TestRow49AnOfferDiesWhenItsAuthorIsGone(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), person("bert")}})
		anne, bert := w.visit(id, "anne"), w.visit(id, "bert")
		w.must(id, move("anne", "resign", "1"))
		w.must(id, table.NewGame{Owner: "anne"})
		anne.Close()
		w.pass(11 * time.Second)
		w.look(id, func(s *table.State) {
			if len(s.Offers) != 0 {
				t.Errorf("offers: %+v", s.Offers)
			}
		})
		if _, err := w.Do(w.Context(), id, table.Reply{Owner: "bert", Seat: rules.NoSeat, What: table.Rematch, Yes: true}); err == nil {
			t.Error("a rematch without anne was accepted")
		}
		bert.Close()
	})
}

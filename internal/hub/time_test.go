package hub_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"melee/internal/hub"
	"melee/internal/store/storetest"
	"melee/internal/table"
	"melee/rules"
)

// abandoned is a store as a dead program has it: nothing that it does arrives.
type abandoned struct {
	hub.Store
	gone atomic.Bool
}

func (a *abandoned) Append(ctx context.Context, id string, events []table.Event, mark hub.Mark) error {
	if a.gone.Load() {
		return hub.ErrClosed
	}
	return a.Store.Append(ctx, id, events, mark)
}

func (a *abandoned) Mark(ctx context.Context, id string, mark hub.Mark) error {
	if a.gone.Load() {
		return nil
	}
	return a.Store.Mark(ctx, id, mark)
}

func (a *abandoned) Beat(ctx context.Context, beat hub.Beat) error {
	if a.gone.Load() {
		return nil
	}
	return a.Store.Beat(ctx, beat)
}

const second = 1000

func TestRow17TheServerAloneLetsTheFlagFall(t *testing.T) {
	inTime(t, func(w *world) {
		w.pass(time.Minute) // no flag falls right after a start
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), person("bert")}, Clock: table.Clock{Kind: table.Increment, Base: 8 * second}})
		w.visit(id, "anne").Close() // she closes the tab
		bert := w.visit(id, "bert")
		w.pass(7900 * time.Millisecond)
		w.look(id, func(s *table.State) {
			if s.Phase() != table.Playing {
				t.Error("the flag fell early")
			}
		})
		w.pass(700 * time.Millisecond)
		w.look(id, func(s *table.State) {
			if o := s.Game.Outcome(); o == nil || o.Reason != rules.TimeOut || o.Ranking[0][0] != 1 {
				t.Errorf("outcome: %+v", o)
			}
		})
		bert.Close()
	})
}

func TestFourPlayerRow23NobodyMovesAndAllFlagsFall(t *testing.T) {
	inTime(t, func(w *world) {
		w.pass(time.Minute)
		id := w.open(table.Open{Variant: "four-player", Away: -1, Clock: table.Clock{Kind: table.Increment, Base: 10 * second},
			Chairs: []table.Chair{person("anne"), person("bert"), person("carl"), person("dora")}})
		w.pass(32 * time.Second)
		w.look(id, func(s *table.State) {
			if s.Phase() != table.Ended || s.PlyCount() != 3 {
				t.Errorf("phase %s after %d plies", s.Phase(), s.PlyCount())
			}
		})
	})
}

func TestF22TheCPUPlaysATurnWhoseTimeHasRunOut(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "four-player", Chairs: []table.Chair{person("anne"), person("bert"), cpu, cpu}, Clock: table.Clock{Kind: table.PerTurn, Add: 30 * second}})
		anne, bert := w.visit(id, "anne"), w.visit(id, "bert")
		w.pass(31 * time.Second)
		w.look(id, func(s *table.State) {
			if s.PlyCount() != 1 || s.Ply(0).By != table.CPU || s.Game.Turn() != 1 {
				t.Errorf("%d plies", s.PlyCount())
			}
		})
		anne.Close()
		bert.Close()
	})
}

// killed is a world whose program dies without a word and is started again.
func killed(t *testing.T, down time.Duration, open table.Open, before time.Duration, test func(w *world, id string)) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{T: t, store: storetest.NewMemory()}
		disk := w.store
		dying := &abandoned{Store: disk}
		w.store = dying
		w.start()
		defer func() { w.Close() }()
		w.pass(time.Minute)
		id := w.open(open)
		w.pass(before)
		dying.gone.Store(true)
		w.Close()
		w.store = disk
		time.Sleep(down)
		w.start()
		w.pass(time.Second)
		test(w, id)
	})
}

func TestRow28NobodyLosesTimeThroughAnOutage(t *testing.T) {
	two := []table.Chair{person("anne"), person("bert")}
	five := table.Clock{Kind: table.Increment, Base: 5 * second}
	killed(t, 40*time.Second, table.Open{Variant: "all-in", Chairs: two, Clock: five}, 3*time.Second, func(w *world, id string) {
		w.look(id, func(s *table.State) {
			// 3 s were used, the beat is at most a second old; 40 s and 5 s of amends come on top.
			if got := s.Clocks()[0]; got < 50*second || got > 51*second {
				t.Errorf("anne has %d ms, want the outage and 5 s more than 5 s", got)
			}
		})
		w.pass(4 * time.Second) // she comes back slowly
		w.must(id, move("anne", "e2e4", "1"))
		w.look(id, func(s *table.State) {
			if got := s.Clocks()[0]; got < second || got > 3*second {
				t.Errorf("after her move anne has %d ms", got)
			}
		})
		// Read anew, the table is not given the same time twice.
		w.restart(0)
		w.look(id, func(s *table.State) {
			if got := s.Clocks()[0]; got > 3*second {
				t.Errorf("after another start anne has %d ms", got)
			}
		})
	})
}

func TestNoFlagFallsRightAfterAStart(t *testing.T) {
	two := []table.Chair{person("anne"), person("bert")}
	// The program was away so shortly that nothing is given back.
	killed(t, 0, table.Open{Variant: "all-in", Chairs: two, Clock: table.Clock{Kind: table.Increment, Base: 5 * second}}, 4*time.Second, func(w *world, id string) {
		w.pass(10 * time.Second)
		w.must(id, move("anne", "e2e4", "1")) // 15 s after her turn began: the flag has not fallen
		w.pass(6 * time.Second)
		w.look(id, func(s *table.State) {
			if s.Phase() != table.Ended {
				t.Errorf("bert's flag does not fall: %s", s.Phase())
			}
		})
	})
}

func TestByCorrespondenceOnlyALongOutageCounts(t *testing.T) {
	two := []table.Chair{person("anne"), person("bert")}
	days := table.Open{Variant: "all-in", Chairs: two, Clock: table.Clock{Kind: table.Days, Add: 24 * 3600 * second}}
	for down, want := range map[time.Duration]int64{9 * time.Minute: 0, time.Hour: 3605 * second} {
		killed(t, down, days, time.Minute, func(w *world, id string) {
			w.look(id, func(s *table.State) {
				if got := s.Clocks()[0] - 24*3600*second; got < want || got > want+second {
					t.Errorf("after %v anne has %d ms more, want %d", down, got, want)
				}
			})
		})
	}
}

func TestADeadlineOfATableThatIsNotInMemoryIsKept(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), person("bert")}, Clock: table.Clock{Kind: table.Days, Add: 2 * 24 * 3600 * second}})
		w.pass(47 * time.Hour)
		due, err := w.store.Due(w.Context(), time.Now().Add(3*time.Hour))
		if err != nil || len(due) != 1 {
			t.Fatalf("due: %v, %v", due, err)
		}
		w.pass(time.Hour + time.Minute)
		events, err := w.store.Events(w.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if last, ok := events[len(events)-1].Fact.(table.Acted); !ok || last.Token != "time:white" {
			t.Errorf("the last event is %+v", events[len(events)-1].Fact)
		}
	})
}

func TestATableNobodyComesToIsClosedInTheEnd(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), vacant}})
		w.pass(25 * time.Hour)
		w.look(id, func(s *table.State) {
			if s.Phase() != table.Shut {
				t.Errorf("phase %s", s.Phase())
			}
		})
	})
}

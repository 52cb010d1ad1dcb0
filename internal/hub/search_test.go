package hub_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
)

// asked is an engine that notes what it is asked for.
type asked struct {
	first
	level atomic.Int64
}

func (a *asked) Choose(ctx context.Context, g rules.Game, task hub.Task) rules.Action {
	a.level.Store(int64(task.Level))
	return a.first.Choose(ctx, g, task)
}

func TestTheCPUPlaysAtTheLevelOfItsChair(t *testing.T) {
	engine := &asked{}
	h := newHub(t, newStore(t), engine)
	id := mustOpen(t, h, "all-in", table.Chair{Player: table.CPU, Level: 8}, anne)
	await(t, h, id, plies(1))
	if got := engine.level.Load(); got != 8 {
		t.Errorf("level %d, want 8", got)
	}
}

func TestTheCPUAgreesToADrawWhereItIsNotAhead(t *testing.T) {
	inTime(t, func(w *world) {
		open := table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), cpu}}
		id := w.open(open)
		anne := w.visit(id, "anne")
		w.must(id, table.Propose{Owner: "anne", Seat: rules.NoSeat, What: table.Draw})
		w.look(id, func(s *table.State) {
			if s.Phase() != table.Playing || len(s.Offers) != 0 {
				t.Errorf("in the opening: phase %s, offers %+v", s.Phase(), s.Offers)
			}
		})
		for n := 0; ; n++ {
			var over bool
			w.look(id, func(s *table.State) { over = s.Phase() == table.Ended || s.PlyCount() >= 44 })
			if over {
				break
			}
			w.must(id, move("anne", w.quiet(id, n), fmt.Sprint(n)))
			w.pass(2 * time.Second)
		}
		w.look(id, func(s *table.State) {
			if s.Phase() == table.Ended {
				t.Fatalf("over after %d plies: %+v", s.PlyCount(), s.Game.Outcome())
			}
		})
		w.must(id, table.Propose{Owner: "anne", Seat: rules.NoSeat, What: table.Draw})
		w.look(id, func(s *table.State) {
			if o := s.Game.Outcome(); len(s.Offers) != 0 || o != nil && o.Reason != rules.Agreement {
				t.Errorf("offers %+v, outcome %+v", s.Offers, o)
			}
		})
		anne.Close()
	})
}

// quiet returns a move that takes nothing, for different numbers different ones.
func (w *world) quiet(id string, n int) (token string) {
	w.Helper()
	w.look(id, func(s *table.State) {
		moves := slices.DeleteFunc(s.Game.Moves(nil), func(m rules.Move) bool { return m.Taken() != rules.NoKind })
		token = moves[n*5%len(moves)].Text(s.Game.Geometry())
	})
	return token
}

// hanging is an engine that does not heed its time.
type hanging struct{}

func (hanging) Choose(_ context.Context, g rules.Game, _ hub.Task) rules.Action {
	time.Sleep(time.Hour)
	return rules.Action{}
}

func TestRow62AnEngineThatHangsKeepsNobodyWaiting(t *testing.T) {
	inTimeWith(t, hanging{}, func(w *world) {
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{cpu, person("anne")}})
		anne := w.visit(id, "anne")
		w.pass(2001 * time.Millisecond) // its time and a second more
		w.must(id, move("anne", w.some(id), "1"))
		w.pass(2001 * time.Millisecond) // its place in the pool is free again
		w.look(id, func(s *table.State) {
			if s.PlyCount() != 3 {
				t.Errorf("%d plies, want 3", s.PlyCount())
			}
		})
		anne.Close()
		w.Close()
		time.Sleep(2 * time.Hour) // the engine's own affairs
	})
}

// Tables at which nobody plays cost nothing while nobody looks on.
func TestTheCPUPlaysItselfOnlyBeforeSomebody(t *testing.T) {
	inTime(t, func(w *world) {
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{cpu, cpu}})
		played := func() (n int) {
			w.look(id, func(s *table.State) { n = s.PlyCount() })
			return n
		}
		w.pass(time.Minute)
		if n := played(); n != 0 {
			t.Errorf("%d plies before anybody came", n)
		}
		if due, err := w.store.Due(t.Context(), time.Now().Add(time.Hour)); err != nil || len(due) != 0 {
			t.Errorf("it is due: %v, %v", due, err)
		}
		wim := w.visit(id, "wim")
		w.pass(time.Second)
		wim.Close()
		w.pass(time.Second)
		n := played()
		if n == 0 {
			t.Error("nothing is played before a watcher")
		}
		w.pass(time.Minute)
		if later := played(); later != n {
			t.Errorf("%d plies after he has gone", later-n)
		}
	})
}

// patient is an engine that takes a second for a move.
type patient struct{ first }

func (p patient) Choose(ctx context.Context, g rules.Game, task hub.Task) rules.Action {
	<-ctx.Done()
	return p.first.Choose(ctx, g, task)
}

func TestWhoPlaysDoesNotWaitForTablesThatAreOnlyWatched(t *testing.T) {
	inTimeWith(t, patient{}, func(w *world) {
		for range 20 {
			w.visit(w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{cpu, cpu}}), "wim")
		}
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), cpu}})
		w.visit(id, "anne")
		w.must(id, move("anne", w.some(id), "1"))
		w.pass(3 * time.Second)
		w.look(id, func(s *table.State) {
			if s.PlyCount() != 2 {
				t.Errorf("%d plies three seconds later", s.PlyCount())
			}
		})
	})
}

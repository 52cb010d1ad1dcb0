package hub_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
)

func (w *world) lobby() (ids []string) {
	w.Helper()
	list, err := w.Lobby(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	for _, t := range list {
		ids = append(ids, t.ID)
	}
	return ids
}

func TestTheLobbyShowsWhereSomebodyWaitsAndWhatIsPlayed(t *testing.T) {
	inTime(t, func(w *world) {
		changes, stop, err := w.LobbyChanges()
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
		changed := func() (n int) {
			for {
				select {
				case <-changes:
					n++
				default:
					return n
				}
			}
		}
		open := table.Open{Variant: "all-in", Public: true, Chairs: []table.Chair{{Player: table.Person, Owner: "anne", Name: "Anne"}, vacant}}
		id := w.open(open)
		open.Public = false
		w.open(open) // by link only
		if got := w.lobby(); len(got) != 0 {
			t.Errorf("listed before anybody is there: %v", got)
		}
		anne := w.visit(id, "anne")
		w.pass(time.Second)
		if got := w.lobby(); !slices.Equal(got, []string{id}) || changed() != 1 {
			t.Errorf("lobby: %v", got)
		}
		list, _ := w.Lobby(w.Context())
		if l := list[0]; l.Variant != "all-in" || l.Phase != table.Gathering || l.Host != "Anne" || l.Turn != rules.NoSeat || len(l.Chairs) != 2 || !l.Public {
			t.Errorf("listed: %+v", l)
		}
		// A seek dies with its owner's connection, and lives again with it.
		anne.Close()
		if got := w.lobby(); len(got) != 0 {
			t.Errorf("listed though nobody waits: %v", got)
		}
		anne = w.visit(id, "anne")
		w.pass(time.Second)
		changed()
		for i := range 6 { // a burst is told once
			w.must(id, table.Sit{Owner: "anne", Name: fmt.Sprint("Anne ", i), Seat: rules.NoSeat})
		}
		w.pass(time.Second)
		if n := changed(); n != 1 {
			t.Errorf("told %d times of one burst", n)
		}
		w.must(id, table.Sit{Owner: "bert", Seat: rules.NoSeat})
		w.must(id, table.Begin{Owner: "anne"})
		w.pass(time.Second)
		list, _ = w.Lobby(w.Context())
		if len(list) != 1 || list[0].Phase != table.Playing || list[0].Turn != 0 || changed() != 1 {
			t.Errorf("lobby: %+v", list)
		}
		w.must(id, move("anne", "resign", "1"))
		w.pass(time.Second)
		if got := w.lobby(); len(got) != 0 || changed() != 1 {
			t.Errorf("a game that is over is listed: %v", got)
		}
		anne.Close()
	})
}

func TestQuickSeatsStrangersTogether(t *testing.T) {
	inTime(t, func(w *world) {
		quick := func(owner string) string {
			t.Helper()
			id, err := w.Quick(w.Context(), "four-player", owner, owner)
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		id := w.open(table.Open{Variant: "four-player", Public: true, AutoStart: true, Chairs: []table.Chair{person("anne"), vacant, vacant, cpu}})
		anne := w.visit(id, "anne")
		if got := quick("anne"); got != id { // row 46
			t.Errorf("anne was not led back to her table but to %s", got)
		}
		for _, name := range []string{"bert", "bert", "carl"} {
			if quick(name) != id {
				t.Errorf("%s does not sit at anne's table", name)
			}
		}
		w.sits(id, "anne bert carl cpu")
		dora := quick("dora")
		if dora == id {
			t.Fatal("dora sits at a full table")
		}
		w.look(dora, func(s *table.State) {
			if s.Phase() != table.Playing || !s.Owns("dora", 0) || s.Chairs[3].Player != table.CPU {
				t.Errorf("phase %s, chairs %+v", s.Phase(), s.Chairs)
			}
		})
		if _, err := w.Quick(w.Context(), "xiangqi", "anne", ""); ignoreCode(err) != table.Invalid {
			t.Errorf("a variant that is none: %v", err)
		}
		anne.Close()
	})
}

func ignoreCode(err error) table.Code {
	var refused table.Refused
	errors.As(err, &refused)
	return refused.Code
}

func TestRow31OnesTablesAndWhoseTurnItIs(t *testing.T) {
	inTime(t, func(w *world) {
		four := w.open(table.Open{Variant: "four-player", TakeBacks: true, Chairs: []table.Chair{person("anne"), person("bert"), person("carl"), cpu}})
		w.pass(time.Second)
		w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("bert"), person("dora")}})
		turns := func(owner string) (mine, turn int) {
			t.Helper()
			list, err := w.Mine(w.Context(), owner)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range list {
				mine++
				if l.Turn != rules.NoSeat && l.Chairs[l.Turn].Owner == owner {
					turn++
				}
			}
			return mine, turn
		}
		want := func(when string, anne, bert, carl, dora [2]int) {
			t.Helper()
			for owner, w := range map[string][2]int{"anne": anne, "bert": bert, "carl": carl, "dora": dora, "": {}} {
				if mine, turn := turns(owner); mine != w[0] || turn != w[1] {
					t.Errorf("%s: %s has %d tables and %d turns, want %v", when, owner, mine, turn, w)
				}
			}
		}
		want("at first", [2]int{1, 1}, [2]int{2, 1}, [2]int{1, 0}, [2]int{1, 0})
		w.must(four, move("anne", "d2d4", "1"))
		want("after a move", [2]int{1, 0}, [2]int{2, 2}, [2]int{1, 0}, [2]int{1, 0})
		w.must(four, table.Propose{Owner: "anne", Seat: rules.NoSeat, What: table.TakeBack})
		for _, name := range []string{"bert", "carl"} {
			w.must(four, table.Reply{Owner: name, Seat: rules.NoSeat, What: table.TakeBack, Yes: true})
		}
		want("after it is taken back", [2]int{1, 1}, [2]int{2, 1}, [2]int{1, 0}, [2]int{1, 0})
		for seat, name := range []string{"anne", "bert", "carl"} {
			w.must(four, table.Act{Owner: name, Seat: rules.Seat(seat), Token: "resign"})
		}
		want("after it is over", [2]int{}, [2]int{1, 1}, [2]int{}, [2]int{1, 0})
	})
}

func TestRow49WhoSitsDownElsewhereTakesHisOfferBack(t *testing.T) {
	inTime(t, func(w *world) {
		one := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), person("bert")}})
		two := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{vacant, vacant}})
		anne, bert := w.visit(one, "anne"), w.visit(one, "bert")
		w.must(one, move("anne", "resign", "1"))
		w.must(one, table.NewGame{Owner: "anne"})
		w.must(two, table.Sit{Owner: "bert", Seat: 0}) // he has offered nothing
		w.look(one, func(s *table.State) {
			if len(s.Offers) != 1 {
				t.Errorf("offers: %+v", s.Offers)
			}
		})
		w.must(two, table.Sit{Owner: "anne", Seat: 1})
		w.pass(time.Second)
		if _, err := w.Do(w.Context(), one, table.Reply{Owner: "bert", Seat: rules.NoSeat, What: table.Rematch, Yes: true}); ignoreCode(err) != table.Conflict {
			t.Errorf("a rematch with anne, who plays elsewhere: %v", err)
		}
		anne.Close()
		bert.Close()
	})
}

func TestAMailboxHasRoomForSoMany(t *testing.T) {
	store := &slow{Store: newStore(t), free: make(chan struct{})}
	h := newHub(t, store, first{})
	id := mustOpen(t, h, "all-in", anne, bert)
	store.held.Store(true)
	results := make(chan error, 100)
	for i := range cap(results) {
		if err := h.Submit(t.Context(), id, table.Say{Owner: "anne", Text: fmt.Sprint(i)}, func(_ int64, err error) { results <- err }); err != nil {
			results <- err
		}
	}
	close(store.free)
	busy := 0
	for range cap(results) {
		if err := <-results; errors.Is(err, hub.ErrBusy) {
			busy++
		}
	}
	if busy < 30 || busy > 40 { // the table itself posts a little
		t.Errorf("%d of 100 were told that the table is busy, want all beyond 64", busy)
	}
}

// slow is a store that does not answer until it is free.
type slow struct {
	hub.Store
	held atomic.Bool
	free chan struct{}
}

func (s *slow) Append(ctx context.Context, id string, events []table.Event, mark hub.Mark) error {
	if s.held.Load() {
		<-s.free
	}
	return s.Store.Append(ctx, id, events, mark)
}

func TestTheLobbyDoesNotTellHowADelayedGameStands(t *testing.T) {
	inTime(t, func(w *world) {
		for _, delay := range []int{0, 60} {
			id := w.open(table.Open{Variant: "all-in", Public: true, WatchDelay: delay, Chairs: []table.Chair{person("anne"), person("bert")}})
			w.must(id, move("anne", w.some(id), "1"))
			list, err := w.Lobby(w.Context())
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(list, func(l hub.Listed) bool { return l.ID == id })
			if i < 0 {
				t.Fatalf("a delay of %d s: not in the lobby", delay)
			}
			if told := list[i].Plies > 0 || list[i].Turn != rules.NoSeat; told != (delay == 0) {
				t.Errorf("a delay of %d s: seat %d has the turn after %d plies", delay, list[i].Turn, list[i].Plies)
			}
			mine, err := w.Mine(w.Context(), "bert")
			if err != nil || len(mine) == 0 || mine[0].Turn != 1 {
				t.Errorf("who plays sees his turn: %+v, %v", mine, err)
			}
			w.must(id, table.Act{Owner: "anne", Seat: 0, Token: "resign"})
		}
	})
}

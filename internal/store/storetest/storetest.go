// Package storetest is the contract of hub.Store: every implementation passes it.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
)

// Run checks the contract on stores made by open. Each call of open gives an
// empty store; reopen closes it and gives one over the same data.
func Run(t *testing.T, open func(t *testing.T) (store hub.Store, reopen func() hub.Store)) {
	for name, test := range map[string]func(*testing.T, hub.Store, func() hub.Store){
		"events come back as they were":                   comeBack,
		"an append out of turn is a conflict":             conflict,
		"an append is stored whole or not at all":         whole,
		"of two that append the same number one is first": race,
		"tables at once do not disturb each other":        many,
		"the due are listed, the earliest first":          due,
		"a mark changes what is due":                      marks,
		"a person finds his tables":                       owned,
		"the last sign of life is kept":                   beats,
		"a table may be over or closed":                   over,
		"a table that is not there is not found":          missing,
		"a store opened again goes on":                    reopened,
	} {
		t.Run(name, func(t *testing.T) {
			store, reopen := open(t)
			test(t, store, reopen)
		})
	}
}

// waiting is the mark of a table at which a person must act.
var waiting hub.Mark

// dueAt is the mark of a table at which something is due some seconds after noon.
func dueAt(seconds int) hub.Mark {
	return hub.Mark{Due: noon.Truncate(time.Millisecond).Add(time.Duration(seconds) * time.Second)}
}

var noon = time.Date(2026, 11, 30, 12, 0, 0, 123456789, time.UTC)

// events returns n events from seq on; number 1 opens the table.
func events(seq int64, n int) []table.Event {
	var list []table.Event
	for i := range int64(n) {
		e := table.Event{
			Seq: seq + i, At: noon.Add(time.Duration(seq+i) * time.Second), Command: fmt.Sprintf("owner/%d", seq+i),
			Fact: table.Acted{Seat: rules.Seat(i % 2), Token: "e2e4", By: table.Person},
		}
		if e.Seq == 1 {
			e.Fact = table.Opened{
				Variant: "all-in", Options: rules.Options{"return": "allowed"}, Host: "owner", Clock: table.Clock{Kind: table.PerTurn, Add: 30000}, RotateFirst: true,
				Start:  "4k3/8/8/8/8/8/8/4K2R w K - 0 1 -",
				Chairs: []table.Chair{{Player: table.Person, Owner: "owner"}, {Player: table.CPU}},
			}
		}
		list = append(list, e)
	}
	return list
}

func mustAppend(t *testing.T, s hub.Store, id string, list []table.Event, m hub.Mark) {
	t.Helper()
	if err := s.Append(t.Context(), id, list, m); err != nil {
		t.Fatalf("append to %s: %v", id, err)
	}
}

func mustRead(t *testing.T, s hub.Store, id string, want []table.Event) {
	t.Helper()
	got, err := s.Events(t.Context(), id)
	if err != nil {
		t.Fatalf("events of %s: %v", id, err)
	}
	if last, err := s.Last(t.Context(), id); err != nil || last != int64(len(want)) {
		t.Errorf("the last event of %s is %d, %v, want %d", id, last, err, len(want))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events of %s (-want +got):\n%s", id, diff)
	}
}

func comeBack(t *testing.T, s hub.Store, reopen func() hub.Store) {
	all := slices.Concat(events(1, 3), []table.Event{
		{Seq: 4, At: noon, Fact: table.Left{Owner: "é'\"\x01"}},
		{Seq: 5, At: noon, Fact: table.Returned{Owner: "owner"}},
		{Seq: 6, At: noon, Fact: table.Started{Game: 2, Options: rules.Options{"a": "b"}, Chairs: []table.Chair{{Player: table.Grey}}}},
		{Seq: 7, At: noon, Fact: table.Seated{Seat: 1, Chair: table.Chair{Player: table.CPU, Level: 3, Of: "anne"}, Cause: table.Handed}},
		{Seq: 8, At: noon, Fact: table.Drawn{Chairs: []table.Chair{{Player: table.Vacant}}, Order: []rules.Seat{1, 0}}},
		{Seq: 9, At: noon, Fact: table.Offered{Seat: 2, What: table.TakeBack, To: 5}},
		{Seq: 10, At: noon, Fact: table.Replied{Seat: 1, What: table.TakeBack, Yes: true}},
		{Seq: 11, At: noon, Fact: table.Withdrew{Seat: 2, What: table.Draw}},
		{Seq: 12, At: noon, Fact: table.TookBack{To: 5}},
		{Seq: 13, At: noon, Fact: table.Said{Owner: "o", Seat: rules.NoSeat, Name: "É", Room: table.Watching, Text: "<b>\"'\u2028"}},
		{Seq: 14, At: noon, Fact: table.Hushed{Owner: "o", Off: true}},
		{Seq: 15, At: noon, Fact: table.Given{Seat: 3, Ms: 45000, Cause: table.Outage}},
		{Seq: 16, At: noon, Fact: table.Acted{Seat: 3, Token: "e2e4", By: table.Person, Left: 1, Lag: 2}},
		{Seq: 17, At: noon, Fact: table.Closed{Reason: "host"}},
	})
	mustAppend(t, s, "a", all[:2], waiting)
	mustAppend(t, s, "a", all[2:], dueAt(9))
	mustRead(t, s, "a", all)
	mustRead(t, reopen(), "a", all)
}

func conflict(t *testing.T, s hub.Store, _ func() hub.Store) {
	mustAppend(t, s, "a", events(1, 2), waiting)
	for _, seq := range []int64{1, 2, 4} {
		if err := s.Append(t.Context(), "a", events(seq, 1), waiting); !errors.Is(err, hub.ErrConflict) {
			t.Errorf("append of event %d after 2: got %v, want ErrConflict", seq, err)
		}
	}
	if err := s.Append(t.Context(), "b", events(2, 1), waiting); !errors.Is(err, hub.ErrConflict) {
		t.Errorf("append of event 2 to a table without events: got %v, want ErrConflict", err)
	}
	mustRead(t, s, "a", events(1, 2))
}

func whole(t *testing.T, s hub.Store, _ func() hub.Store) {
	mustAppend(t, s, "a", events(1, 2), waiting)
	gap := []table.Event{events(3, 1)[0], events(3, 1)[0]}
	if err := s.Append(t.Context(), "a", gap, dueAt(1)); err == nil {
		t.Error("two events with one number were taken")
	}
	mustRead(t, s, "a", events(1, 2))
	if ids, err := s.Due(t.Context(), noon.Add(time.Hour)); err != nil || len(ids) != 0 {
		t.Errorf("due after a refused append: got %v, %v", ids, err)
	}
	mustAppend(t, s, "a", events(3, 1), waiting)
}

func race(t *testing.T, s hub.Store, _ func() hub.Store) {
	mustAppend(t, s, "a", events(1, 1), waiting)
	const racers = 16
	results := make(chan error, racers)
	for range racers {
		go func() { results <- s.Append(context.Background(), "a", events(2, 2), waiting) }()
	}
	won := 0
	for range racers {
		switch err := <-results; {
		case err == nil:
			won++
		case !errors.Is(err, hub.ErrConflict):
			t.Errorf("a loser got %v, want ErrConflict", err)
		}
	}
	if won != 1 {
		t.Errorf("%d appends of the same events succeeded, want 1", won)
	}
	mustRead(t, s, "a", slices.Concat(events(1, 1), events(2, 2)))
}

func many(t *testing.T, s hub.Store, reopen func() hub.Store) {
	const tables, each = 20, 15
	var wait sync.WaitGroup
	for i := range tables {
		wait.Go(func() {
			id := fmt.Sprintf("t%d", i)
			for n := range int64(each) {
				if err := s.Append(context.Background(), id, events(n+1, 1), waiting); err != nil {
					t.Errorf("append %d to %s: %v", n+1, id, err)
					return
				}
			}
		})
	}
	wait.Wait()
	s = reopen()
	for i := range tables {
		var want []table.Event
		for n := range int64(each) {
			want = append(want, events(n+1, 1)...)
		}
		mustRead(t, s, fmt.Sprintf("t%d", i), want)
	}
}

func mustDue(t *testing.T, s hub.Store, at time.Time, want ...string) {
	t.Helper()
	if ids, err := s.Due(t.Context(), at); err != nil || !slices.Equal(ids, want) {
		t.Errorf("due: got %v, %v, want %v", ids, err, want)
	}
}

func due(t *testing.T, s hub.Store, reopen func() hub.Store) {
	mustAppend(t, s, "late", events(1, 5), dueAt(30))
	mustAppend(t, s, "early", events(1, 2), dueAt(20))
	mustAppend(t, s, "tomorrow", events(1, 2), dueAt(86400))
	mustAppend(t, s, "waits", events(1, 1), waiting)
	mustAppend(t, s, "over", events(1, 1), dueAt(10))
	mustAppend(t, s, "over", events(2, 1), hub.Mark{Over: true})
	for range 2 {
		mustDue(t, s, noon.Add(time.Minute), "early", "late")
		mustDue(t, s, dueAt(20).Due, "early")
		mustDue(t, s, noon)
		s = reopen()
	}
}

func marks(t *testing.T, s hub.Store, reopen func() hub.Store) {
	mustMark := func(id string, m hub.Mark) {
		t.Helper()
		if err := s.Mark(t.Context(), id, m); err != nil {
			t.Fatal(err)
		}
	}
	mustAppend(t, s, "a", events(1, 1), waiting)
	mustAppend(t, s, "b", events(1, 1), dueAt(5))
	mustMark("a", dueAt(7))
	mustMark("nowhere", dueAt(1))
	mustDue(t, s, noon.Add(time.Minute), "b", "a")
	mustMark("b", waiting)
	s = reopen()
	mustDue(t, s, noon.Add(time.Minute), "a")
	mustAppend(t, s, "a", events(2, 1), waiting)
	mustDue(t, s, noon.Add(time.Minute))
	mustRead(t, s, "a", slices.Concat(events(1, 1), events(2, 1)))
	if _, err := s.Events(t.Context(), "nowhere"); !errors.Is(err, hub.ErrNotFound) {
		t.Errorf("a mark made a table: %v", err)
	}
	if _, err := s.Last(t.Context(), "nowhere"); !errors.Is(err, hub.ErrNotFound) {
		t.Errorf("the last event of no table: %v", err)
	}
}

func owned(t *testing.T, s hub.Store, reopen func() hub.Store) {
	opened := func(id string, second int, owners ...string) {
		t.Helper()
		list := events(1, 1)
		list[0].At = noon.Add(time.Duration(second) * time.Second)
		mustAppend(t, s, id, list, hub.Mark{Owners: owners})
	}
	want := func(owner string, ids ...string) {
		t.Helper()
		if got, err := s.Owned(t.Context(), owner, 2); err != nil || !slices.Equal(got, ids) {
			t.Errorf("%s has %v, %v, want %v", owner, got, err, ids)
		}
	}
	opened("a", 1, "anne", "bert")
	opened("b", 2, "anne")
	opened("c", 3, "anne")
	want("anne", "c", "b")
	want("bert", "a")
	want("nobody")
	mustAppend(t, s, "a", events(2, 1), waiting) // says nothing of seats
	mustAppend(t, s, "b", events(2, 1), hub.Mark{Owners: []string{"bert"}})
	mustAppend(t, s, "c", events(2, 1), hub.Mark{Over: true})
	s = reopen()
	want("bert", "b", "a")
	want("anne", "a")
	mustAppend(t, s, "a", events(3, 1), hub.Mark{Owners: []string{}})
	want("anne")
}

func beats(t *testing.T, s hub.Store, reopen func() hub.Store) {
	if beat, ok, err := s.LastBeat(t.Context()); ok || err != nil {
		t.Errorf("a new store: got %v, %v, %v", beat, ok, err)
	}
	for _, beat := range []hub.Beat{{At: noon.Truncate(time.Millisecond)}, {At: dueAt(3).Due}, {At: dueAt(2).Due, Stopped: true}} {
		if err := s.Beat(t.Context(), beat); err != nil {
			t.Fatal(err)
		}
		s = reopen()
		if got, ok, err := s.LastBeat(t.Context()); !ok || err != nil || !got.At.Equal(beat.At) || got.Stopped != beat.Stopped {
			t.Errorf("got %v, %v, %v, want %v", got, ok, err, beat)
		}
	}
}

func over(t *testing.T, s hub.Store, _ func() hub.Store) {
	mustAppend(t, s, "a", events(1, 1), hub.Mark{Over: true, Owners: []string{"anne"}})
	if ids, err := s.Owned(t.Context(), "anne", 9); err != nil || len(ids) != 0 {
		t.Errorf("anne has %v, %v", ids, err)
	}
	mustAppend(t, s, "a", events(2, 1), waiting) // the next game
	if ids, err := s.Owned(t.Context(), "anne", 9); err != nil || !slices.Equal(ids, []string{"a"}) {
		t.Errorf("anne has %v, %v in the second game", ids, err)
	}
}

func missing(t *testing.T, s hub.Store, _ func() hub.Store) {
	if got, err := s.Events(t.Context(), "nobody"); !errors.Is(err, hub.ErrNotFound) {
		t.Errorf("events of no table: got %v, %v, want ErrNotFound", got, err)
	}
}

func reopened(t *testing.T, s hub.Store, reopen func() hub.Store) {
	mustAppend(t, s, "a", events(1, 2), waiting)
	s = reopen()
	mustAppend(t, s, "a", events(3, 1), waiting)
	mustRead(t, s, "a", slices.Concat(events(1, 2), events(3, 1)))
}

// AppendMustFail checks that a store that cannot store says so.
func AppendMustFail(t *testing.T, s hub.Store) {
	t.Helper()
	if err := s.Append(t.Context(), "a", events(1, 1), waiting); err == nil {
		t.Error("an append was acknowledged that cannot have been stored")
	}
}

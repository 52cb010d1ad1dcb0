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
		"the due are listed oldest first":                 due,
		"a table that is not there is not found":          missing,
		"a store opened again goes on":                    reopened,
	} {
		t.Run(name, func(t *testing.T) {
			store, reopen := open(t)
			test(t, store, reopen)
		})
	}
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

func mustAppend(t *testing.T, s hub.Store, id string, list []table.Event, p hub.Progress) {
	t.Helper()
	if err := s.Append(t.Context(), id, list, p); err != nil {
		t.Fatalf("append to %s: %v", id, err)
	}
}

func mustRead(t *testing.T, s hub.Store, id string, want []table.Event) {
	t.Helper()
	got, err := s.Events(t.Context(), id)
	if err != nil {
		t.Fatalf("events of %s: %v", id, err)
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
	})
	mustAppend(t, s, "a", all[:2], hub.Waiting)
	mustAppend(t, s, "a", all[2:], hub.Due)
	mustRead(t, s, "a", all)
	mustRead(t, reopen(), "a", all)
}

func conflict(t *testing.T, s hub.Store, _ func() hub.Store) {
	mustAppend(t, s, "a", events(1, 2), hub.Waiting)
	for _, seq := range []int64{1, 2, 4} {
		if err := s.Append(t.Context(), "a", events(seq, 1), hub.Waiting); !errors.Is(err, hub.ErrConflict) {
			t.Errorf("append of event %d after 2: got %v, want ErrConflict", seq, err)
		}
	}
	if err := s.Append(t.Context(), "b", events(2, 1), hub.Waiting); !errors.Is(err, hub.ErrConflict) {
		t.Errorf("append of event 2 to a table without events: got %v, want ErrConflict", err)
	}
	mustRead(t, s, "a", events(1, 2))
}

func whole(t *testing.T, s hub.Store, _ func() hub.Store) {
	mustAppend(t, s, "a", events(1, 2), hub.Waiting)
	gap := []table.Event{events(3, 1)[0], events(3, 1)[0]}
	if err := s.Append(t.Context(), "a", gap, hub.Due); err == nil {
		t.Error("two events with one number were taken")
	}
	mustRead(t, s, "a", events(1, 2))
	if ids, err := s.Due(t.Context()); err != nil || len(ids) != 0 {
		t.Errorf("due after a refused append: got %v, %v", ids, err)
	}
	mustAppend(t, s, "a", events(3, 1), hub.Waiting)
}

func race(t *testing.T, s hub.Store, _ func() hub.Store) {
	mustAppend(t, s, "a", events(1, 1), hub.Waiting)
	const racers = 16
	results := make(chan error, racers)
	for range racers {
		go func() { results <- s.Append(context.Background(), "a", events(2, 2), hub.Waiting) }()
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
				if err := s.Append(context.Background(), id, events(n+1, 1), hub.Waiting); err != nil {
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

func due(t *testing.T, s hub.Store, reopen func() hub.Store) {
	mustAppend(t, s, "late", events(1, 5), hub.Due)
	mustAppend(t, s, "early", events(1, 2), hub.Due)
	mustAppend(t, s, "waits", events(1, 1), hub.Waiting)
	mustAppend(t, s, "over", events(1, 1), hub.Due)
	mustAppend(t, s, "over", events(2, 1), hub.Over)
	for range 2 {
		ids, err := s.Due(t.Context())
		if want := []string{"early", "late"}; err != nil || !slices.Equal(ids, want) {
			t.Errorf("due: got %v, %v, want %v", ids, err, want)
		}
		s = reopen()
	}
}

func missing(t *testing.T, s hub.Store, _ func() hub.Store) {
	if got, err := s.Events(t.Context(), "nobody"); !errors.Is(err, hub.ErrNotFound) {
		t.Errorf("events of no table: got %v, %v, want ErrNotFound", got, err)
	}
}

func reopened(t *testing.T, s hub.Store, reopen func() hub.Store) {
	mustAppend(t, s, "a", events(1, 2), hub.Waiting)
	s = reopen()
	mustAppend(t, s, "a", events(3, 1), hub.Waiting)
	mustRead(t, s, "a", slices.Concat(events(1, 2), events(3, 1)))
}

// AppendMustFail checks that a store that cannot store says so.
func AppendMustFail(t *testing.T, s hub.Store) {
	t.Helper()
	if err := s.Append(t.Context(), "a", events(1, 1), hub.Waiting); err == nil {
		t.Error("an append was acknowledged that cannot have been stored")
	}
}

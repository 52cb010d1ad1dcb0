package sqlite_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"melee/internal/hub"
	"melee/internal/store/sqlite"
	"melee/internal/table"
)

// A writer remembers what it wrote last; another program over the same file
// may have written since.
func TestTwoProgramsOverOneFileKeepOneOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	one, two := open(t, path), open(t, path)
	defer one.Close()
	defer two.Close()
	add := func(s *sqlite.Store, seq int64, m hub.Mark) error {
		var fact table.Fact = table.Left{Owner: "anne"}
		if seq == 1 {
			fact = table.Opened{Variant: "all-in", Chairs: []table.Chair{{Player: table.CPU}, {Player: table.CPU}}}
		}
		return s.Append(t.Context(), "a", []table.Event{{Seq: seq, At: time.Unix(seq, 0), Fact: fact}}, m)
	}
	for _, step := range []struct {
		store *sqlite.Store
		seq   int64
		mark  hub.Mark
		want  error
	}{
		{one, 1, hub.Mark{}, nil},
		{one, 2, hub.Mark{}, nil},
		{two, 3, hub.Mark{Due: time.Unix(9, 0)}, nil},
		{one, 3, hub.Mark{}, hub.ErrConflict},
		{one, 5, hub.Mark{}, hub.ErrConflict},
		{one, 4, hub.Mark{}, nil},
		{two, 4, hub.Mark{Due: time.Unix(9, 0)}, hub.ErrConflict},
		{two, 5, hub.Mark{Due: time.Unix(9, 0)}, nil},
	} {
		if err := add(step.store, step.seq, step.mark); !errors.Is(err, step.want) {
			t.Errorf("append of event %d: got %v, want %v", step.seq, err, step.want)
		}
	}
	if events, err := one.Events(t.Context(), "a"); err != nil || len(events) != 5 {
		t.Errorf("%d events, %v, want 5", len(events), err)
	}
	if ids, err := one.Due(t.Context(), time.Unix(10, 0)); err != nil || !slices.Equal(ids, []string{"a"}) {
		t.Errorf("due: got %v, %v, want the table", ids, err)
	}
}

func TestADurabilityThatIsNoneIsRefused(t *testing.T) {
	if s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "m.db"), sqlite.WithDurability("lazy")); err == nil {
		s.Close()
		t.Error("opened")
	}
}

func TestWithoutASyncEventsAreThereForTheNextProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	one, err := sqlite.Open(t.Context(), path, sqlite.WithDurability(sqlite.OS))
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	opened := table.Event{Seq: 1, At: time.Unix(1, 0), Fact: table.Opened{Variant: "all-in"}}
	if err := one.Append(t.Context(), "a", []table.Event{opened}, hub.Mark{}); err != nil {
		t.Fatal(err)
	}
	two := open(t, path)
	defer two.Close()
	if events, err := two.Events(t.Context(), "a"); err != nil || len(events) != 1 {
		t.Errorf("%d events, %v, want 1", len(events), err)
	}
}

package hub_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"melee/internal/hub"
	"melee/internal/store/sqlite"
	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

// first plays the first legal move.
type first struct{}

func (first) Choose(_ context.Context, g rules.Game, _ hub.Task) rules.Action {
	return rules.Action{Act: rules.MakeMove, Move: g.Moves(nil)[0]}
}

// broken is an engine at its worst.
type broken struct{ calls atomic.Int64 }

func (b *broken) Choose(context.Context, rules.Game, hub.Task) rules.Action {
	if b.calls.Add(1)%2 == 0 {
		panic("no idea")
	}
	return rules.Action{Act: rules.MakeMove, Move: rules.NewMove(0, 63, rules.Pawn, rules.King, 0, 0)}
}

// shaky is a store that fails when told to, before or after it has stored.
type shaky struct {
	hub.Store
	before, after atomic.Bool
}

var errDisk = errors.New("the disk is full")

func (s *shaky) Append(ctx context.Context, id string, events []table.Event, m hub.Mark) error {
	if s.before.Load() {
		return errDisk
	}
	if err := s.Store.Append(ctx, id, events, m); err != nil {
		return err
	}
	if s.after.Load() {
		return errDisk
	}
	return nil
}

func openStore(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newStore(t *testing.T) *sqlite.Store {
	s := openStore(t, filepath.Join(t.TempDir(), "m.db"))
	t.Cleanup(func() { s.Close() })
	return s
}

func newHub(t *testing.T, s hub.Store, e hub.Engine) *hub.Hub {
	h := hub.New(hub.Config{
		Store: s, Find: catalog.Find, Engine: e, Log: slog.New(slog.DiscardHandler),
		Searches: 1, Think: time.Second, Idle: time.Minute,
	})
	t.Cleanup(h.Close)
	return h
}

var (
	anne = table.Chair{Player: table.Person, Owner: "anne"}
	bert = table.Chair{Player: table.Person, Owner: "bert"}
	cpu  = table.Chair{Player: table.CPU}
)

func mustOpen(t *testing.T, h *hub.Hub, variant string, chairs ...table.Chair) string {
	t.Helper()
	id, err := h.Open(t.Context(), table.Open{Variant: variant, Chairs: chairs, Host: "anne"})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// patience is how long anything may take on a machine that has much else to do.
const patience = 90 * time.Second

// await reads the table after every change until it is as wanted.
func await(t *testing.T, h *hub.Hub, id string, want func(*table.State) bool) {
	t.Helper()
	done := make(chan struct{})
	seen := false
	a, err := h.Attach(t.Context(), id, "", func(s *table.State, _ []table.Event, _ hub.Presence) {
		if !seen && want(s) {
			seen = true
			close(done)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatalf("table %s: what was awaited did not happen", id)
	}
}

func plies(n int) func(*table.State) bool {
	return func(s *table.State) bool { return s.PlyCount() >= n }
}

func move(owner, token, id string) table.Act {
	return table.Act{Owner: owner, Seat: rules.NoSeat, Token: token, ID: id}
}

func TestTheCPUPlaysItsSeatsAndNoOther(t *testing.T) {
	h := newHub(t, newStore(t), first{})
	id := mustOpen(t, h, "four-player", cpu, anne, cpu, cpu)
	await(t, h, id, plies(1))
	if _, err := h.Do(t.Context(), id, move("anne", "b6d6", "1")); err != nil {
		t.Fatal(err)
	}
	await(t, h, id, plies(5))
	err := h.Read(t.Context(), id, func(s *table.State) {
		for i := range s.PlyCount() {
			p := s.Ply(i)
			want := table.CPU
			if i == 1 {
				want = table.Person
			}
			if p.By != want {
				t.Errorf("ply %d was played by %s", i, p.By)
			}
		}
		if s.PlyCount() != 5 || s.Game.Turn() != 1 {
			t.Errorf("after the round: %d plies, seat %d on turn", s.PlyCount(), s.Game.Turn())
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAGameGoesOnAfterARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	store := openStore(t, path)
	h := newHub(t, store, first{})
	id := mustOpen(t, h, "all-in", anne, cpu)
	if _, err := h.Do(t.Context(), id, move("anne", "e2e4", "1")); err != nil {
		t.Fatal(err)
	}
	await(t, h, id, plies(2))
	var before string
	h.Read(t.Context(), id, func(s *table.State) { before = s.Game.Text() })
	h.Close()
	store.Close()

	store = openStore(t, path)
	defer store.Close()
	h = newHub(t, store, first{})
	await(t, h, id, plies(2))
	h.Read(t.Context(), id, func(s *table.State) {
		if got := s.Game.Text(); got != before {
			t.Errorf("position: got %s, want %s", got, before)
		}
	})
	seq, err := h.Do(t.Context(), id, move("anne", "e2e4", "1"))
	if err != nil || seq != 3 {
		t.Errorf("the first command sent again: got %d, %v, want its first answer 3", seq, err)
	}
}

func TestResumePlaysTheMoveThatWasDue(t *testing.T) {
	store := newStore(t)
	// Events as a process leaves them that is killed while the CPU thinks.
	state := table.New()
	open := table.Open{Variant: "all-in", Chairs: []table.Chair{cpu, anne}, Host: "anne"}
	events, err := table.Decide(state, open, time.Now(), 0, catalog.Find)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Append(t.Context(), "t1", events, hub.Mark{Due: time.Now()}); err != nil {
		t.Fatal(err)
	}
	h := newHub(t, store, first{})
	go h.Run(t.Context())
	await(t, h, "t1", plies(1))
}

func TestTwoProcessesOverOneStoreLoseNothing(t *testing.T) {
	store := newStore(t)
	one, two := newHub(t, store, first{}), newHub(t, store, first{})
	id := mustOpen(t, one, "all-in", anne, bert)
	if _, err := two.Do(t.Context(), id, move("anne", "e2e4", "a")); err != nil {
		t.Fatal(err)
	}
	// one has not seen it: what it decides is a conflict, and is decided again on what is stored.
	if _, err := one.Do(t.Context(), id, move("anne", "d2d4", "b")); err == nil {
		t.Error("white moved twice in a row")
	}
	if _, err := one.Do(t.Context(), id, move("bert", "e7e5", "c")); err != nil {
		t.Error(err)
	}
	if _, err := one.Do(t.Context(), id, move("anne", "d2d4", "d")); err != nil {
		t.Error(err)
	}
	events, err := store.Events(t.Context(), id)
	if err != nil || len(events) != 5 {
		t.Errorf("%d events, %v, want 5", len(events), err)
	}
}

func TestAFailureOfTheStoreIsToldAndChangesNothing(t *testing.T) {
	store := &shaky{Store: newStore(t)}
	h := newHub(t, store, first{})
	id := mustOpen(t, h, "all-in", anne, bert)
	store.before.Store(true)
	if _, err := h.Do(t.Context(), id, move("anne", "e2e4", "1")); !errors.Is(err, errDisk) {
		t.Errorf("got %v, want the disk's error", err)
	}
	store.before.Store(false)
	h.Read(t.Context(), id, func(s *table.State) {
		if s.PlyCount() != 0 {
			t.Error("a move that was not stored is shown")
		}
	})
	// Stored, but the answer was lost: the same command sent again gets it.
	store.after.Store(true)
	if _, err := h.Do(t.Context(), id, move("anne", "e2e4", "1")); err == nil {
		t.Error("no error")
	}
	store.after.Store(false)
	if seq, err := h.Do(t.Context(), id, move("anne", "e2e4", "1")); err != nil || seq != 3 {
		t.Errorf("sent again: got %d, %v, want 3", seq, err)
	}
}

func TestABrokenEngineDoesNotHoldUpTheGame(t *testing.T) {
	h := newHub(t, newStore(t), &broken{})
	id := mustOpen(t, h, "mcx4", cpu, cpu, cpu, cpu)
	await(t, h, id, plies(6))
}

func TestAnUnknownTableIsNotFound(t *testing.T) {
	h := newHub(t, newStore(t), first{})
	for range 2 {
		if err := h.Read(t.Context(), "nowhere", func(*table.State) { t.Error("read a table that is not there") }); !errors.Is(err, hub.ErrNotFound) {
			t.Errorf("got %v, want ErrNotFound", err)
		}
	}
}

func TestAfterCloseCommandsAreRefused(t *testing.T) {
	h := newHub(t, newStore(t), first{})
	id := mustOpen(t, h, "all-in", anne, bert)
	h.Close()
	if _, err := h.Do(t.Context(), id, move("anne", "e2e4", "1")); !errors.Is(err, hub.ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
}

func TestManyAtOnceAtOneTable(t *testing.T) {
	h := newHub(t, newStore(t), first{})
	id := mustOpen(t, h, "all-in", anne, anne)
	results := make(chan error, 32)
	for i := range cap(results) {
		go func() {
			_, err := h.Do(context.Background(), id, move("anne", "g1f3", fmt.Sprint(i)))
			results <- err
		}()
	}
	won := 0
	for range cap(results) {
		if <-results == nil {
			won++
		}
	}
	if won != 1 {
		t.Errorf("one knight's move was played %d times", won)
	}
}

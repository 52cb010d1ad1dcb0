// Package hub runs live tables: one goroutine a table, which alone decides,
// stores and applies its events, wakes at deadlines and asks the engine for
// the moves of CPU seats.
package hub

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"strings"
	"sync"
	"time"

	"melee/internal/table"
	"melee/rules"
)

// Config is what a Hub works with.
type Config struct {
	Store  Store
	Find   table.Finder
	Engine Engine
	Log    *slog.Logger
	// Searches is how many moves are looked for at once; at least 1.
	Searches int
	// Think bounds the search for one move.
	Think time.Duration
	// Comfort is how long a person sees a position at least before the CPU moves.
	Comfort time.Duration
	// Idle is how long a table without watchers and work stays in memory.
	Idle time.Duration
}

// A Hub holds the live tables of one process.
type Hub struct {
	Config
	ctx    context.Context
	cancel context.CancelFunc
	pool   chan struct{}
	work   sync.WaitGroup

	mu     sync.Mutex
	rooms  map[string]*room
	closed bool
}

// ErrClosed says that the program is stopping.
var ErrClosed = errors.New("the server is stopping")

// New returns a hub without tables. Close must be called.
func New(c Config) *Hub {
	ctx, cancel := context.WithCancel(context.Background())
	return &Hub{Config: c, ctx: ctx, cancel: cancel, pool: make(chan struct{}, max(1, c.Searches)), rooms: map[string]*room{}}
}

// Close stops all tables. Events that were acknowledged are stored; a search
// under way is given up and taken up again by Resume.
func (h *Hub) Close() {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.cancel()
	h.work.Wait()
}

// Open sets up a table and returns its id.
func (h *Hub) Open(ctx context.Context, c table.Open) (string, error) {
	var random [10]byte
	rand.Read(random[:])
	id := strings.ToLower(base32.StdEncoding.EncodeToString(random[:]))
	state := table.New()
	events, err := table.Decide(state, c, time.Now(), mathrand.Uint64(), h.Find)
	if err != nil {
		return "", err
	}
	for _, e := range events {
		if err := state.Apply(e, h.Find); err != nil {
			return "", err
		}
	}
	if err := h.Store.Append(ctx, id, events, progress(state)); err != nil {
		return "", err
	}
	// The table is on disk; a failure to enter it now shows at the next visit.
	if r, err := h.enter(ctx, id); err == nil {
		h.leave(r)
	}
	return id, nil
}

// Do carries out a command and returns the table's last event then, or the
// event that answered the same command before. The events are durable on return.
func (h *Hub) Do(ctx context.Context, id string, c table.Command) (int64, error) {
	var seq int64
	var err error
	if callErr := h.call(ctx, id, func(r *room) { seq, err = r.do(c) }); callErr != nil {
		return 0, callErr
	}
	return seq, err
}

// Read lets f look at the table's state; f must not keep or change it.
func (h *Hub) Read(ctx context.Context, id string, f func(*table.State)) error {
	var err error
	callErr := h.call(ctx, id, func(r *room) {
		if err = r.refresh(); err == nil {
			f(r.state)
		}
	})
	return errors.Join(callErr, err)
}

// A Subscription tells of changes of one table.
type Subscription struct {
	// C has a value whenever something may have happened since it was last read.
	C    <-chan struct{}
	stop func()
}

// Close ends the subscription.
func (s *Subscription) Close() { s.stop() }

// Subscribe tells of every change of the table from now on, until Close.
func (h *Hub) Subscribe(ctx context.Context, id string) (*Subscription, error) {
	r, err := h.enter(ctx, id)
	if err != nil {
		return nil, err
	}
	c := make(chan struct{}, 1)
	c <- struct{}{}
	r.mu.Lock()
	r.watchers[c] = true
	r.mu.Unlock()
	var once sync.Once
	return &Subscription{C: c, stop: func() {
		once.Do(func() {
			r.mu.Lock()
			delete(r.watchers, c)
			r.mu.Unlock()
			h.leave(r)
		})
	}}, nil
}

// Resume wakes the tables at which the CPU or a deadline is due.
func (h *Hub) Resume(ctx context.Context) error {
	ids, err := h.Store.Due(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		r, err := h.enter(ctx, id)
		if errors.Is(err, ErrClosed) || ctx.Err() != nil {
			return err
		}
		if err != nil {
			h.Log.Error("a stored table cannot be opened", "table", id, "error", err)
			continue
		}
		h.leave(r)
	}
	return nil
}

// call runs f in the table's goroutine and waits for it.
func (h *Hub) call(ctx context.Context, id string, f func(*room)) error {
	r, err := h.enter(ctx, id)
	if err != nil {
		return err
	}
	defer h.leave(r)
	done := make(chan struct{})
	select {
	case r.inbox <- func() { f(r); close(done) }:
	case <-ctx.Done():
		return ctx.Err()
	case <-h.ctx.Done():
		return ErrClosed
	}
	// Once it is in the goroutine's hands, f is waited for: it may use the caller's variables.
	select {
	case <-done:
		return nil
	case <-r.gone:
		return ErrClosed
	}
}

// enter returns the table's room, loading it if need be, and keeps it there until leave.
func (h *Hub) enter(ctx context.Context, id string) (*room, error) {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return nil, ErrClosed
	}
	r, ok := h.rooms[id]
	if !ok {
		r = newRoom(h, id)
		h.rooms[id] = r
	}
	r.visitors++
	h.mu.Unlock()

	if r.load(ctx) == nil {
		return r, nil
	}
	h.leave(r)
	h.mu.Lock()
	if h.rooms[id] == r {
		delete(h.rooms, id)
	}
	h.mu.Unlock()
	return nil, r.failed
}

func (h *Hub) leave(r *room) {
	h.mu.Lock()
	r.visitors--
	h.mu.Unlock()
}

// retire takes the room out of the hub unless somebody is in it.
func (h *Hub) retire(r *room) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.visitors > 0 {
		return false
	}
	delete(h.rooms, r.id)
	return true
}

func progress(s *table.State) Progress {
	if s.Phase() == table.Ended || s.Phase() == table.Shut {
		return Over
	}
	if _, limited := s.Deadline(); limited || s.CPUTurn() != rules.NoSeat {
		return Due
	}
	return Waiting
}

func (h *Hub) fold(ctx context.Context, id string) (*table.State, error) {
	events, err := h.Store.Events(ctx, id)
	if err != nil {
		return nil, err
	}
	state, err := table.Fold(events, h.Find)
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", id, err)
	}
	return state, nil
}

// Package hub runs live tables: whatever concerns one table happens in one
// goroutine at a time, which alone decides, stores and applies its events,
// wakes at deadlines and asks the engine for the moves of CPU seats. Who
// looks at a table is known here and nowhere else.
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
	"sync/atomic"
	"time"

	"melee/internal/table"
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
	// Idle is how long a table without visitors and work stays in memory.
	Idle time.Duration
}

// A Hub holds the live tables of one process.
type Hub struct {
	Config
	ctx     context.Context
	cancel  context.CancelFunc
	pool    pool
	shows   chan struct{} // has one place: tables at which the CPU plays itself share it
	work    sync.WaitGroup
	workers workers
	alarms  alarms
	lobby   lobby
	pledges pledges
	started time.Time
	timed   atomic.Int32 // rooms at which time runs

	gate   sync.RWMutex // held for writing to close; guards closed
	closed bool

	mu    sync.Mutex
	rooms map[string]*room

	life life
}

// ErrClosed says that the program is stopping.
var ErrClosed = errors.New("the server is stopping")

// ErrBusy says that too many wait for one table; the same command may be sent again.
var ErrBusy = errors.New("too much is asked of this table at once")

// New returns a hub without tables. Close must be called.
func New(c Config) *Hub {
	ctx, cancel := context.WithCancel(context.Background())
	h := &Hub{
		Config: c, ctx: ctx, cancel: cancel, pool: pool{free: max(1, c.Searches)}, shows: make(chan struct{}, 1),
		rooms: map[string]*room{}, started: time.Now(),
	}
	h.workers = workers{ctx: ctx, all: &h.work, next: make(chan func())}
	h.alarms.changed = make(chan struct{}, 1)
	h.lobby.init()
	h.work.Go(h.watchAlarms)
	return h
}

// Close stops all tables. What was asked before is still carried out; a search
// under way is given up and taken up again after the next start.
func (h *Hub) Close() {
	h.gate.Lock()
	closed := h.closed
	h.closed = true
	h.gate.Unlock()
	if closed {
		return
	}
	h.cancel()
	h.work.Wait()
	h.lobby.close()
	h.rest()
}

// start runs f in a goroutine that Close waits for; false when the hub is closed.
func (h *Hub) start(f func()) bool {
	h.gate.RLock()
	defer h.gate.RUnlock()
	if h.closed {
		return false
	}
	h.workers.run(f)
	return true
}

func (h *Hub) isClosed() bool {
	h.gate.RLock()
	defer h.gate.RUnlock()
	return h.closed
}

// Open sets up a table and returns its id. The events are durable on return.
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
	mark := Mark{Due: whenDue(state), Over: over(state), Owners: owners(state)}
	if err := h.Store.Append(ctx, id, events, mark); err != nil {
		return "", err
	}
	// The table is on disk; a failure to enter it now shows at the next visit.
	if r, err := h.enter(ctx, id); err == nil {
		r.push(func() { h.settlesAt(r, events) })
		h.leave(r)
	}
	return id, nil
}

// Do carries out a command and returns the table's last event then, or the
// event that answered the same command before. The events are durable on return.
func (h *Hub) Do(ctx context.Context, id string, c table.Command) (int64, error) {
	var seq int64
	var err error
	if callErr := h.call(ctx, id, func(r *room) { seq, err = r.ask(c) }); callErr != nil {
		return 0, callErr
	}
	return seq, err
}

// Submit is Do for callers that do not wait: done is called with the result,
// in the table's goroutine, and must not block. After an error of Submit it is not called.
func (h *Hub) Submit(ctx context.Context, id string, c table.Command, done func(seq int64, err error)) error {
	r, err := h.enter(ctx, id)
	if err != nil {
		return err
	}
	if err = r.post(func() { done(r.ask(c)); h.leave(r) }); err != nil {
		h.leave(r)
	}
	return err
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

// call runs f in the table's goroutine and waits for it.
func (h *Hub) call(ctx context.Context, id string, f func(*room)) error {
	r, err := h.enter(ctx, id)
	if err != nil {
		return err
	}
	defer h.leave(r)
	done := make(chan struct{})
	if err := r.post(func() { f(r); close(done) }); err != nil {
		return err
	}
	<-done // whatever is posted is run: f may use the caller's variables
	return nil
}

// enter returns the table's room, loading it if need be, and keeps it there until leave.
func (h *Hub) enter(ctx context.Context, id string) (*room, error) {
	if h.isClosed() {
		return nil, ErrClosed
	}
	h.mu.Lock()
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
	if h.rooms[r.id] == r {
		delete(h.rooms, r.id)
	}
	return true
}

// loaded reports whether a table is in memory.
func (h *Hub) loaded(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, ok := h.rooms[id]
	return ok
}

func (h *Hub) fold(ctx context.Context, id string) (*table.State, []table.Event, error) {
	events, err := h.Store.Events(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	state, err := table.Fold(events, h.Find)
	if err != nil {
		return nil, nil, fmt.Errorf("table %s: %w", id, err)
	}
	return state, events, nil
}

package hub

import (
	"context"
	"errors"
	mathrand "math/rand/v2"
	"sync"
	"time"

	"melee/internal/table"
	"melee/rules"
)

// A room is a live table: its goroutine alone touches state.
type room struct {
	hub   *Hub
	id    string
	inbox chan func()
	gone  chan struct{} // closed when the goroutine has ended

	loading  sync.Once
	failed   error
	visitors int // guarded by hub.mu

	mu       sync.Mutex
	watchers map[chan struct{}]bool

	state  *table.State
	stale  bool               // state holds events that may not be stored
	search context.CancelFunc // of the search under way, nil if none
	alarm  *time.Timer
}

func newRoom(h *Hub, id string) *room {
	return &room{hub: h, id: id, inbox: make(chan func()), gone: make(chan struct{}), watchers: map[chan struct{}]bool{}}
}

// load reads the table once and starts its goroutine. Whoever comes first pays
// for it, without the caller's own time limit: the others wait for the same result.
func (r *room) load(ctx context.Context) error {
	r.loading.Do(func() {
		if r.state, r.failed = r.hub.fold(context.WithoutCancel(ctx), r.id); r.failed != nil {
			close(r.gone)
			return
		}
		r.hub.work.Add(1)
		go r.run()
	})
	return r.failed
}

func (r *room) run() {
	defer r.hub.work.Done()
	defer close(r.gone)
	r.alarm = time.NewTimer(r.hub.Idle)
	defer r.alarm.Stop()
	defer r.stopSearch()
	r.plan()
	for {
		select {
		case f := <-r.inbox:
			f()
		case <-r.alarm.C:
			if !r.wake() {
				return
			}
		case <-r.hub.ctx.Done():
			return
		}
	}
}

// do decides a command, applies its events and stores them. Nothing is shown
// before it is stored: the goroutine is busy until then.
func (r *room) do(c table.Command) (int64, error) {
	for {
		if err := r.refresh(); err != nil {
			return 0, err
		}
		events, err := table.Decide(r.state, c, time.Now(), mathrand.Uint64(), r.hub.Find)
		if err != nil {
			return 0, err
		}
		if len(events) == 0 {
			return r.answered(c), nil
		}
		err = r.take(events)
		if errors.Is(err, ErrConflict) {
			continue
		}
		if err != nil {
			return 0, err
		}
		r.changed()
		return r.state.Seq, nil
	}
}

// take applies the events and stores them. After an error the state is stale.
func (r *room) take(events []table.Event) error {
	r.stale = true
	for _, e := range events {
		if err := r.state.Apply(e, r.hub.Find); err != nil {
			return err
		}
	}
	if err := r.hub.Store.Append(r.hub.ctx, r.id, events, progress(r.state)); err != nil {
		return err
	}
	r.stale = false
	return nil
}

// refresh reads a stale state anew from the store.
func (r *room) refresh() error {
	if !r.stale {
		return nil
	}
	state, err := r.hub.fold(r.hub.ctx, r.id)
	if err != nil {
		return err
	}
	r.state, r.stale = state, false
	r.changed()
	return nil
}

func (r *room) answered(c table.Command) int64 {
	seq, ok := int64(0), false
	switch c := c.(type) {
	case table.Act:
		seq, ok = r.state.Answered(c.Owner, c.ID)
	case table.NewGame:
		seq, ok = r.state.Answered(c.Owner, c.ID)
	}
	if !ok {
		return r.state.Seq
	}
	return seq
}

// changed tells the watchers and plans what comes next.
func (r *room) changed() {
	r.mu.Lock()
	for c := range r.watchers {
		select {
		case c <- struct{}{}:
		default: // it has one waiting
		}
	}
	r.mu.Unlock()
	r.plan()
}

// plan starts the search for a CPU's move, or sets the alarm for the next deadline.
func (r *room) plan() {
	r.stopSearch()
	if seat := r.state.CPUTurn(); seat != rules.NoSeat {
		r.startSearch(seat)
	}
	wait := r.hub.Idle
	if deadline, ok := r.state.Deadline(); ok {
		wait = time.Until(deadline.At)
	}
	r.alarm.Reset(wait)
}

// wake handles the alarm; false means that the room has been taken down.
func (r *room) wake() bool {
	if r.stale {
		if err := r.refresh(); err != nil {
			r.hub.Log.Error("a table cannot be read; it is tried again", "table", r.id, "error", err)
			r.alarm.Reset(retryAfter)
		}
		return true
	}
	if deadline, ok := r.state.Deadline(); ok {
		if !time.Now().Before(deadline.At) {
			r.startSearch(r.state.Game.Turn())
			return true
		}
		r.alarm.Reset(time.Until(deadline.At))
		return true
	}
	if r.search == nil && r.hub.retire(r) {
		return false
	}
	r.alarm.Reset(r.hub.Idle)
	return true
}

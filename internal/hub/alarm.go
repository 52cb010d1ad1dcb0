package hub

import (
	"container/heap"
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// lookEvery is how often the store is asked for tables that fall due and are not in memory.
	lookEvery = 30 * time.Second
	// retryAfter is how long a table waits after a failure of the store.
	retryAfter = 2 * time.Second
	// flagAfterStart is how long after the program's start no flag falls.
	flagAfterStart = 15 * time.Second
)

// An alarm is when a room is to wake.
type alarm struct {
	at    time.Time
	index int // in the heap, from 1; 0 if it is not there
}

// alarms wake the rooms: one timer for all of them.
type alarms struct {
	mu      sync.Mutex
	rooms   []*room
	armed   time.Time     // when the timer goes off
	changed chan struct{} // has a value when that is too late
}

func (a *alarms) Len() int           { return len(a.rooms) }
func (a *alarms) Less(i, j int) bool { return a.rooms[i].alarm.at.Before(a.rooms[j].alarm.at) }
func (a *alarms) Swap(i, j int) {
	a.rooms[i], a.rooms[j] = a.rooms[j], a.rooms[i]
	a.rooms[i].alarm.index, a.rooms[j].alarm.index = i+1, j+1
}

// Push implements heap.Interface.
func (a *alarms) Push(x any) {
	r := x.(*room)
	a.rooms = append(a.rooms, r)
	r.alarm.index = len(a.rooms)
}

// Pop implements heap.Interface.
func (a *alarms) Pop() any {
	last := len(a.rooms) - 1
	r := a.rooms[last]
	a.rooms[last] = nil
	a.rooms = a.rooms[:last]
	r.alarm.index = 0
	return r
}

// set wakes the room at a time, and at no other.
func (a *alarms) set(r *room, at time.Time) {
	a.mu.Lock()
	r.alarm.at = at
	if r.alarm.index == 0 {
		heap.Push(a, r)
	} else {
		heap.Fix(a, r.alarm.index-1)
	}
	late := at.Before(a.armed)
	if late {
		a.armed = at
	}
	a.mu.Unlock()
	if late {
		select {
		case a.changed <- struct{}{}:
		default:
		}
	}
}

func (a *alarms) drop(r *room) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.alarm.index != 0 {
		heap.Remove(a, r.alarm.index-1)
	}
}

// next takes a room out whose time has come, or returns how long to wait for the first.
func (a *alarms) next(now time.Time) (*room, time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	wait := lookEvery
	if len(a.rooms) > 0 {
		wait = min(wait, a.rooms[0].alarm.at.Sub(now))
	}
	if wait > 0 {
		a.armed = now.Add(wait)
		return nil, wait
	}
	return heap.Pop(a).(*room), 0
}

// watchAlarms wakes rooms until the hub is closed.
func (h *Hub) watchAlarms() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-h.alarms.changed:
		case <-timer.C:
		case <-h.ctx.Done():
			return
		}
		now := time.Now()
		for {
			r, wait := h.alarms.next(now)
			if r == nil {
				timer.Reset(wait)
				break
			}
			r.push(r.wake) // a closed hub needs nobody awake
		}
	}
}

// Run looks after the tables that are not in memory, until ctx ends: those at
// which the CPU or a deadline is due are woken, at the start and ever after.
// It shows signs of life, so that the next start knows how long this program was away.
func (h *Hub) Run(ctx context.Context) error {
	if err := h.live(ctx); err != nil {
		return err
	}
	if !h.start(func() { h.beat(ctx) }) {
		return ErrClosed
	}
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		if err := h.look(ctx); err != nil {
			if ctx.Err() != nil || errors.Is(err, ErrClosed) {
				return nil
			}
			h.Log.Error("it is not known which tables are due; asked again", "error", err)
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return nil
		case <-h.ctx.Done():
			return nil
		}
	}
}

// look enters the tables that fall due before the next look. A room that then
// has nothing to do is taken down at once.
func (h *Hub) look(ctx context.Context) error {
	ids, err := h.Store.Due(ctx, time.Now().Add(lookEvery+lookEvery/2))
	if err != nil {
		return err
	}
	for _, id := range ids {
		if ctx.Err() != nil {
			return nil
		}
		if h.loaded(id) {
			continue
		}
		r, err := h.enter(ctx, id)
		if errors.Is(err, ErrClosed) {
			return err
		}
		if err != nil {
			h.Log.Error("a stored table cannot be opened", "table", id, "error", err)
			continue
		}
		r.push(func() { r.used = time.Time{}; r.plan() })
		h.leave(r)
	}
	return nil
}

package hub

import (
	"context"
	"sync"
	"time"

	"melee/internal/table"
	"melee/rules"
)

const (
	// beatEvery is how exactly it is known when a program has died, as long as time runs somewhere.
	beatEvery = time.Second
	// restBeats is how many of such signs are left out where none does: nobody then loses time by an outage.
	restBeats = 4
	// freshBeat is how young a sign of life is that another program may still be giving.
	freshBeat = 2 * beatEvery
	// amends is what a player gets beyond the outage itself, for coming back.
	amends = 5 * time.Second
	// daysOutage is how long an outage must be to count by correspondence.
	daysOutage = 10 * time.Minute
)

// life is what is known of the time before this program started.
type life struct {
	// died is when the last program before this one ended; zero if there was none, or it still runs.
	died time.Time
	once sync.Once
	err  error
}

// live finds out, once and before this program shows a sign of life, when the last one ended.
func (h *Hub) live(ctx context.Context) error {
	h.life.once.Do(func() {
		last, ok, err := h.Store.LastBeat(context.WithoutCancel(ctx))
		if h.life.err = err; ok && (last.Stopped || h.started.Sub(last.At) > freshBeat) {
			h.life.died = last.At
		}
	})
	return h.life.err
}

// beat shows signs of life until the hub closes.
func (h *Hub) beat(ctx context.Context) {
	ticker := time.NewTicker(beatEvery)
	defer ticker.Stop()
	for left := 0; ; left-- {
		if left <= 0 || h.timed.Load() > 0 {
			if err := h.Store.Beat(ctx, Beat{At: time.Now()}); err != nil && ctx.Err() == nil {
				h.Log.Warn("the sign of life could not be stored", "error", err)
			}
			left = restBeats + 1
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		case <-h.ctx.Done():
			return
		}
	}
}

// countTime counts the tables at which time runs.
func (r *room) countTime() {
	_, timed := r.state.Deadline()
	timed = timed && r.state.Opened.Clock.Kind != table.Days
	switch {
	case timed && !r.timed:
		r.hub.timed.Add(1)
	case !timed && r.timed:
		r.hub.timed.Add(-1)
	}
	r.timed = timed
}

// rest is the last sign of life.
func (h *Hub) rest() {
	ctx, cancel := context.WithTimeout(context.Background(), retryAfter)
	defer cancel()
	if err := h.Store.Beat(ctx, Beat{At: time.Now(), Stopped: true}); err != nil {
		h.Log.Warn("the last sign of life could not be stored", "error", err)
	}
}

// background is the context of work that nobody waits for: it outlives the hub's
// own, since what was begun before Close is finished.
func (h *Hub) background() context.Context { return context.WithoutCancel(h.ctx) }

// compensate gives back the time that the program was away from the turn under way.
func (r *room) compensate() {
	if ms := r.outage(); ms > 0 {
		if _, err := r.do(table.Give{Seat: r.state.Game.Turn(), Ms: ms}); ignoreRefusal(err) != nil {
			r.hub.Log.Error("the time of an outage could not be given back", "table", r.id, "error", err)
		}
	}
}

// outage is how many ms of the present turn the program was away, with amends.
func (r *room) outage() int64 {
	s, died, started := r.state, r.hub.life.died, r.hub.started
	turn := s.Game.Turn()
	if died.IsZero() || turn == rules.NoSeat || s.Number == 0 || !s.Since.Before(started) || !s.Compensated.Before(started) {
		return 0
	}
	if _, timed := s.Deadline(); !timed {
		return 0
	}
	from := died
	if s.Since.After(from) {
		from = s.Since
	}
	gap := started.Sub(from)
	if s.Opened.Clock.Kind == table.Days && gap < daysOutage {
		return 0
	}
	return (gap + amends).Milliseconds()
}

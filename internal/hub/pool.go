package hub

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A pool shares places to search at among tables, which come first, and work that can wait.
type pool struct {
	mu     sync.Mutex
	free   int
	queues [2][]chan struct{} // who waits, the first first
	wanted [2]atomic.Int32    // the lengths of queues
}

// A rank is how urgent work is.
type rank int

const (
	urgent  rank = iota // a table's move
	patient             // all else
)

// enter waits for a place; the error is that of ctx.
func (p *pool) enter(ctx context.Context, r rank) error {
	p.mu.Lock()
	if p.free > 0 {
		p.free--
		p.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	p.queues[r] = append(p.queues[r], turn)
	p.count()
	p.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	at := slices.Index(p.queues[r], turn)
	if at >= 0 {
		p.queues[r] = slices.Delete(p.queues[r], at, at+1)
		p.count()
	}
	p.mu.Unlock()
	if at < 0 {
		p.leave() // the place came all the same
	}
	return ctx.Err()
}

// leave hands a place on.
func (p *pool) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for r := range p.queues {
		if q := p.queues[r]; len(q) > 0 {
			close(q[0])
			p.queues[r] = slices.Delete(q, 0, 1)
			p.count()
			return
		}
	}
	p.free++
}

func (p *pool) count() {
	for r := range p.queues {
		p.wanted[r].Store(int32(len(p.queues[r])))
	}
}

// A Place is one in the pool of searches, for work that can wait: it gives way to tables.
type Place struct {
	pool  *pool
	since time.Time
	held  bool
}

// turnFor is how long work that can wait keeps a place when other such work waits.
const turnFor = 300 * time.Millisecond

// Spare waits for a place in the pool that no table wants. Leave must be called, also after an error of Yield.
func (h *Hub) Spare(ctx context.Context) (*Place, error) {
	if err := h.pool.enter(ctx, patient); err != nil {
		return nil, err
	}
	return &Place{pool: &h.pool, since: time.Now(), held: true}, nil
}

// Yield gives the place up to whoever comes first and waits for another; most of the
// time there is nobody. It is to be called every few milliseconds. The error is that of ctx.
func (p *Place) Yield(ctx context.Context) error {
	if !p.held {
		return ctx.Err()
	}
	if p.pool.wanted[urgent].Load() == 0 && (p.pool.wanted[patient].Load() == 0 || time.Since(p.since) < turnFor) {
		return nil
	}
	p.pool.leave()
	p.held = false
	if err := p.pool.enter(ctx, patient); err != nil {
		return err
	}
	p.since, p.held = time.Now(), true
	return nil
}

// Leave gives the place back.
func (p *Place) Leave() {
	if p.held {
		p.pool.leave()
		p.held = false
	}
}

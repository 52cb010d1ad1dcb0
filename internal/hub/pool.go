package hub

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A pool shares places to search at among tables, which come first, and work
// that can wait. Of those who wait in one rank, people take turns: who has a
// hundred tables waits longer at each, not everybody else.
type pool struct {
	mu     sync.Mutex
	free   int
	queues [2][]waiter      // who waits, the first first
	wanted [2]atomic.Int32  // the lengths of queues
	turns  int64            // places handed on
	served map[string]int64 // people who wait: their last turn
}

// A waiter is somebody's wish for a place.
type waiter struct {
	turn chan struct{} // closed when he has it
	of   string        // the person it is for
}

// A rank is how urgent work is.
type rank int

const (
	urgent  rank = iota // a table's move
	patient             // all else
)

// enter waits for a place for a person's work; the error is that of ctx.
func (p *pool) enter(ctx context.Context, r rank, of string) error {
	p.mu.Lock()
	if p.free > 0 {
		p.free--
		p.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	p.queues[r] = append(p.queues[r], waiter{turn, of})
	p.count()
	p.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	at := slices.IndexFunc(p.queues[r], func(w waiter) bool { return w.turn == turn })
	if at >= 0 {
		p.remove(r, at)
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
		q := p.queues[r]
		if len(q) == 0 {
			continue
		}
		first := 0
		for i := range q {
			if p.served[q[i].of] < p.served[q[first].of] {
				first = i
			}
		}
		next := q[first]
		p.turns++
		if p.served == nil {
			p.served = map[string]int64{}
		}
		p.served[next.of] = p.turns
		p.remove(rank(r), first)
		close(next.turn)
		return
	}
	p.free++
}

// remove takes a waiter out of a queue. Whose turn was last is forgotten where he waits for nothing else.
func (p *pool) remove(r rank, at int) {
	of := p.queues[r][at].of
	p.queues[r] = slices.Delete(p.queues[r], at, at+1)
	p.count()
	for _, q := range p.queues {
		if slices.ContainsFunc(q, func(w waiter) bool { return w.of == of }) {
			return
		}
	}
	delete(p.served, of)
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
	if err := h.pool.enter(ctx, patient, ""); err != nil {
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
	if err := p.pool.enter(ctx, patient, ""); err != nil {
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

package search

import (
	"context"
	"sync/atomic"
	"time"
)

// A Budget is what is left of a search's limits. Its threads share it.
type Budget struct {
	stopped atomic.Bool
	spent   atomic.Uint64 // nodes that meters have handed in
	threads int
	nodes   uint64
	breathe func()

	now        func() time.Duration
	began      time.Duration
	soft, hard time.Duration // from counted on; 0 for none
	ponder     <-chan struct{}
	counted    atomic.Int64 // since when the time counts, -1 while pondering
}

// reserve is kept back of a limit of time for the way to the player.
const reserve = 10 * time.Millisecond

// NewBudget begins a search. The function it returns must be called at its end.
func NewBudget(ctx context.Context, o Options, limits Limits) (*Budget, func() bool) {
	b := &Budget{threads: max(o.Threads, 1), nodes: limits.Nodes, breathe: limits.Breathe, now: o.Now, ponder: limits.Ponder}
	if b.now != nil {
		b.began = b.now()
		b.soft, b.hard = limits.times()
		b.counted.Store(int64(b.began))
		if b.ponder != nil {
			b.counted.Store(-1)
		}
	}
	if ctx.Err() != nil {
		b.Stop()
	}
	return b, context.AfterFunc(ctx, b.Stop)
}

// times returns after how long no new iteration is begun and after how long the search stops.
func (l *Limits) times() (soft, hard time.Duration) {
	if l.MoveTime > 0 {
		hard = max(l.MoveTime-min(reserve, l.MoveTime/5), 1)
		soft = hard
	}
	if c := l.Clock; c != nil {
		left := max(c.Left-3*reserve, time.Millisecond)
		moves := 28
		if c.MovesToGo > 0 {
			moves = min(c.MovesToGo+1, moves)
		}
		fair := left/time.Duration(moves) + c.Increment*3/4
		s, h := min(fair*7/10, left/2), min(fair*3, left*6/10)
		if hard == 0 || h < hard {
			soft, hard = min(s, h), h
		}
	}
	return soft, hard
}

// Stop ends the search.
func (b *Budget) Stop() { b.stopped.Store(true) }

// Stopped reports whether the search has to end.
func (b *Budget) Stopped() bool { return b.stopped.Load() }

// Nodes returns the positions searched so far, up to a thousand a thread still missing.
func (b *Budget) Nodes() uint64 { return b.spent.Load() }

// Time returns how long the search has taken, 0 without a clock.
func (b *Budget) Time() time.Duration {
	if b.now == nil {
		return 0
	}
	return b.now() - b.began
}

// Enough reports whether another iteration is not worth beginning. The time
// planned for the move is multiplied by stretch: more than 1 while the best move changes.
func (b *Budget) Enough(stretch float64) bool {
	if b.Stopped() {
		return true
	}
	if b.now == nil || b.soft == 0 || b.pondering() {
		return false
	}
	if b.soft == b.hard {
		stretch = 1 // the time for a single move is there to be used
	}
	return b.now()-time.Duration(b.counted.Load()) >= time.Duration(float64(b.soft)*stretch)
}

// pondering reports whether the time does not count yet.
func (b *Budget) pondering() bool {
	if b.counted.Load() >= 0 {
		return false
	}
	select {
	case <-b.ponder:
		b.counted.CompareAndSwap(-1, int64(b.now()))
		return false
	default:
		return true
	}
}

// look stops the search if a limit has been passed.
func (b *Budget) look() {
	if b.nodes > 0 && b.spent.Load() >= b.nodes {
		b.Stop()
	}
	if b.now != nil && b.hard > 0 && !b.pondering() && b.now()-time.Duration(b.counted.Load()) >= b.hard {
		b.Stop()
	}
}

// A Meter counts the nodes of one thread.
type Meter struct {
	budget *Budget
	nodes  uint64 // not yet handed in
	next   uint64 // when they are
}

// meterStep is how many nodes a thread counts by itself.
const meterStep = 1024

// Meter returns a meter for one more thread.
func (b *Budget) Meter() *Meter {
	m := &Meter{budget: b}
	m.plan()
	return m
}

// plan finds after how many nodes the budget is asked again: with one thread a
// limit of nodes is kept exactly.
func (m *Meter) plan() {
	m.next = meterStep
	if b := m.budget; b.threads == 1 && b.nodes > 0 {
		if left := b.nodes - min(b.nodes, b.spent.Load()); left < m.next {
			m.next = max(left, 1)
		}
	}
}

// Tick counts a node and reports whether the search has to end.
func (m *Meter) Tick() bool {
	m.nodes++
	if m.nodes >= m.next {
		m.HandIn()
		if m.budget.breathe != nil {
			m.budget.breathe()
		}
		m.budget.look()
	}
	return m.budget.stopped.Load()
}

// HandIn adds the nodes counted to the budget's.
func (m *Meter) HandIn() {
	m.budget.spent.Add(m.nodes)
	m.nodes = 0
	m.plan()
}

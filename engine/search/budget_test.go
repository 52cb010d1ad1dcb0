package search_test

import (
	"context"
	"testing"
	"time"

	"melee/engine/search"
)

// run ticks until the budget stops it and returns how often, at most most times.
func run(b *search.Budget, most int) int {
	m := b.Meter()
	for n := range most {
		if m.Tick() {
			return n + 1
		}
	}
	return most
}

func begin(t *testing.T, ctx context.Context, o search.Options, l search.Limits) *search.Budget {
	b, release := search.NewBudget(ctx, o, l)
	t.Cleanup(func() { release() })
	return b
}

func TestNodesAreCountedExactlyByOneThread(t *testing.T) {
	for _, nodes := range []uint64{1, 2, 1023, 1024, 1025, 5000} {
		b := begin(t, t.Context(), search.Options{}, search.Limits{Nodes: nodes})
		if got := run(b, 100_000); got != int(nodes) || b.Nodes() != nodes {
			t.Errorf("stopped after %d nodes, counted %d, want %d", got, b.Nodes(), nodes)
		}
	}
}

func TestNoLimitRunsUntilItsContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := begin(t, ctx, search.Options{}, search.Limits{})
	if run(b, 10_000) != 10_000 || b.Enough(1) {
		t.Error("it stopped without a limit")
	}
	cancel()
	for !b.Stopped() {
		run(b, 1) // the end of a context is told in a goroutine of its own
	}
	if !b.Enough(1) {
		t.Error("another iteration is begun")
	}
	if ended := begin(t, ctx, search.Options{}, search.Limits{}); !ended.Stopped() {
		t.Error("a search is begun in a context that has ended")
	}
}

// A clock that goes on a millisecond with every look at it.
func ticking() func() time.Duration {
	now := time.Hour
	return func() time.Duration {
		now += time.Millisecond
		return now
	}
}

func TestTimeForAMoveIsKept(t *testing.T) {
	for _, c := range []struct {
		name        string
		limits      search.Limits
		least, most int // looks at the clock, one every 1024 nodes
	}{
		{"move time", search.Limits{MoveTime: 100 * time.Millisecond}, 80, 100},
		{"a single millisecond", search.Limits{MoveTime: time.Millisecond}, 1, 2},
		{"a clock", search.Limits{Clock: &search.Clock{Left: time.Minute}}, 3000, 10_000},
		{"a clock nearly run down", search.Limits{Clock: &search.Clock{Left: 50 * time.Millisecond}}, 1, 20},
		{"a clock run down", search.Limits{Clock: &search.Clock{}}, 1, 2},
		{"the last move of a control", search.Limits{Clock: &search.Clock{Left: 10 * time.Second, MovesToGo: 1}}, 4000, 6100},
		{"a clock and a move time", search.Limits{MoveTime: 20 * time.Millisecond, Clock: &search.Clock{Left: time.Minute}}, 10, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := begin(t, t.Context(), search.Options{Now: ticking()}, c.limits)
			got := run(b, 100_000_000)
			if got < c.least*1024 || got > (c.most+1)*1024 {
				t.Errorf("stopped after %d looks, want %d to %d", got/1024, c.least, c.most)
			}
		})
	}
}

func TestTimeDoesNotCountWhilePondering(t *testing.T) {
	hit := make(chan struct{})
	b := begin(t, t.Context(), search.Options{Now: ticking()}, search.Limits{MoveTime: 100 * time.Millisecond, Ponder: hit})
	if got := run(b, 1<<20); got != 1<<20 || b.Enough(1) {
		t.Errorf("it stopped after %d nodes though the opponent is thinking", got)
	}
	close(hit)
	if got := run(b, 1<<20); got > 110*1024 {
		t.Errorf("%d looks after the move was played, want at most 100", got/1024)
	}
}

func TestASearchBreathesNowAndThen(t *testing.T) {
	breaths := 0
	b := begin(t, t.Context(), search.Options{}, search.Limits{Nodes: 50_000, Breathe: func() { breaths++ }})
	if run(b, 100_000); breaths < 40 || breaths > 60 {
		t.Errorf("%d breaths in 50 000 nodes", breaths)
	}
}

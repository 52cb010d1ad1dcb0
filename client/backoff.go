package client

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	firstPause = 250 * time.Millisecond
	lastPause  = 10 * time.Second
	jitter     = 0.3
)

// A backOff says how long to wait before each attempt: not at all before the
// second, then twice as long each time, a little more or less, so that
// thousands of clients that lost a server do not come back in one instant.
type backOff struct {
	tries int
}

func (b *backOff) next() time.Duration {
	b.tries++
	if b.tries == 1 {
		return 0
	}
	pause := min(firstPause<<min(b.tries-2, 10), lastPause)
	return time.Duration(float64(pause) * (1 - jitter + 2*jitter*rand.Float64()))
}

// wait waits, or returns why ctx has ended.
func (b *backOff) wait(ctx context.Context) error {
	timer := time.NewTimer(b.next())
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

const (
	firstPause = 250 * time.Millisecond
	lastPause  = 30 * time.Second
	jitter     = 0.3
)

// A backOff says how long to wait before each attempt after a failure: twice as
// long each time, a little more or less, so that many bots that lost a server do not come back in one instant.
type backOff struct{ tries int }

// wait waits for what the error asks for, or longer. It returns why ctx has ended, if it has.
func (b *backOff) wait(ctx context.Context, err error) error {
	pause := min(firstPause<<min(b.tries, 10), lastPause)
	b.tries++
	pause = time.Duration(float64(pause) * (1 - jitter + 2*jitter*rand.Float64()))
	var refused *Refused
	if errors.As(err, &refused) {
		pause = max(pause, refused.After)
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// persist repeats what fails for a reason that passes.
func persist(ctx context.Context, try func() error) error {
	for again := (backOff{}); ; {
		err := try()
		if err == nil || !Passing(err) || ctx.Err() != nil {
			return err
		}
		if again.wait(ctx, err) != nil {
			return err
		}
	}
}

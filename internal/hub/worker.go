package hub

import (
	"context"
	"sync"
	"sync/atomic"
)

// mostIdle is how many goroutines wait for work at most.
const mostIdle = 32

// workers run what tables have to do. A goroutine that is done waits for the
// next: its stack has grown to what a move needs, which a new one's would have to do again.
type workers struct {
	ctx     context.Context
	all     *sync.WaitGroup
	next    chan func()
	waiting atomic.Int32
}

// run has f run by a goroutine that waits, or by a new one.
func (w *workers) run(f func()) {
	select {
	case w.next <- f:
	default:
		w.all.Go(func() { w.work(f) })
	}
}

func (w *workers) work(f func()) {
	for {
		f()
		if w.waiting.Add(1) > mostIdle {
			w.waiting.Add(-1)
			return
		}
		select {
		case f = <-w.next:
			w.waiting.Add(-1)
		case <-w.ctx.Done():
			return
		}
	}
}

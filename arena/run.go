package arena

import (
	"context"
	"sync"
)

// Run plays the games of a match that are not done yet, several at once, and
// hands each to report, which is called by one goroutine at a time and ends
// the match by returning false. The error is ctx's, or what keeps a game from being played.
func (m *Match) Run(ctx context.Context, done map[int]bool, report func(Game) (goOn bool)) error {
	if err := m.Check(); err != nil {
		return err
	}
	run, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var (
		numbers = make(chan int)
		lock    sync.Mutex
		workers sync.WaitGroup
	)
	for range max(m.Concurrency, 1) {
		workers.Go(func() {
			for n := range numbers {
				game, err := m.play(run, m.fixture(n))
				lock.Lock()
				switch {
				case run.Err() != nil:
				case err != nil:
					stop(err)
				case !report(game):
					stop(errEnough)
				}
				lock.Unlock()
			}
		})
	}
	for n := 0; n < m.Games && run.Err() == nil; n++ {
		if done[n] {
			continue
		}
		select {
		case numbers <- n:
		case <-run.Done():
		}
	}
	close(numbers)
	workers.Wait()
	if err := context.Cause(run); err != errEnough {
		return err
	}
	return nil
}

// errEnough ends a match that report does not want to go on.
var errEnough error = enough{}

type enough struct{}

func (enough) Error() string { return "the match has been decided" }

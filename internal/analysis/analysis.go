// Package analysis lets visitors of the site ask the engine what it thinks of positions
// and finished games. A job is followed by its stream of events. It searches only while it has a place that no table wants.
package analysis

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"melee/internal/stream"
)

// Config is what a Desk works with.
type Config struct {
	// Owner returns what stands for the visitor in a request's context.
	Owner func(context.Context) string
	// Allow reports whether a request may ask for work now, and counts it.
	Allow func(*http.Request) bool
	// Enter waits for a place to search at; the error is that of the context.
	Enter  func(context.Context) (Place, error)
	Log    *slog.Logger
	Limits Limits
}

// A Place is where one search may run. It is used by one goroutine at a time.
type Place interface {
	// Yield lets others have the place for a while, if anybody waits. It is called every few milliseconds; the error is that of the context.
	Yield(context.Context) error
	// Leave gives the place back, also after an error of Yield.
	Leave()
}

// Limits bound what visitors may ask for.
type Limits struct {
	Nodes     uint64        // positions of one search
	GameNodes uint64        // positions for each ply of a game; who does not ask gets these
	Time      time.Duration // of searching one position, waits not counted; who does not ask gets this
	GameTime  time.Duration // of searching one game, waits not counted
	Wall      time.Duration // of a job in all
	Alone     time.Duration // how long a job goes on when nobody follows it
	Lines     int           // of a position
	Plies     int           // of a game
	HashMB    int           // of the table of each job that runs
	Running   int           // jobs of all visitors that run or wait
	Kept      int           // jobs that can still be read
}

// A Desk holds the jobs of one process.
type Desk struct {
	Config
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu      sync.Mutex
	jobs    map[string]*job
	order   []*job // the oldest first
	running int
	closed  bool
}

// New returns a desk without jobs. Close must be called.
func New(c Config) *Desk {
	ctx, cancel := context.WithCancel(context.Background())
	return &Desk{Config: c, ctx: ctx, cancel: cancel, jobs: map[string]*job{}}
}

// Close stops all jobs and waits for them.
func (d *Desk) Close() {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.cancel()
	d.work.Wait()
}

// Errors of asking for a job.
var (
	errClosed = errors.New("the server is stopping")
	errBusy   = errors.New("too many analyses are under way; try again in a minute")
)

// begin starts a task for an owner, whose last task of that kind is stopped if it still runs.
func (d *Desk) begin(owner string, t task) (*job, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, errClosed
	}
	stopped := 0
	for _, other := range d.order {
		if other.owner == owner && other.task.kind() == t.kind() && !other.events.Over() {
			other.cancel()
			stopped++
		}
	}
	// What has been stopped makes room at once: it ends within a millisecond of searching.
	if d.running-stopped >= max(1, d.Limits.Running) || !d.forget() {
		return nil, errBusy
	}
	ctx, cancel := context.WithTimeout(d.ctx, d.Limits.Wall)
	j := &job{id: stream.NewID(), owner: owner, task: t, cancel: cancel}
	j.idle = time.AfterFunc(d.Limits.Alone, cancel)
	d.jobs[j.id] = j
	d.order = append(d.order, j)
	d.running++
	d.work.Go(func() {
		defer d.ended()
		defer cancel()
		defer j.idle.Stop()
		d.run(ctx, j)
	})
	return j, nil
}

func (d *Desk) ended() {
	d.mu.Lock()
	d.running--
	d.mu.Unlock()
}

// forget makes room for one more job; it fails if every job kept still runs.
func (d *Desk) forget() bool {
	if len(d.order) < max(1, d.Limits.Kept) {
		return true
	}
	for i, j := range d.order {
		if j.events.Over() {
			delete(d.jobs, j.id)
			d.order = append(d.order[:i], d.order[i+1:]...)
			return true
		}
	}
	return false
}

func (d *Desk) find(id string) (*job, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	j, ok := d.jobs[id]
	return j, ok
}

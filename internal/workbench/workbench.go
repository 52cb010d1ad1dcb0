// Package workbench solves problems for visitors of the site: a job is a problem
// that is being solved, followed by its stream of events, and exported when it is done.
package workbench

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"melee/internal/stream"
	"melee/problem"
	"melee/problem/popeye"
)

// Config is what a Bench works with.
type Config struct {
	// Owner returns what stands for the visitor's device in a request's context.
	Owner func(context.Context) string
	// Allow reports whether a request may ask for work now, and counts it.
	Allow  func(*http.Request) bool
	Log    *slog.Logger
	Limits Limits
}

// Limits bound what visitors may ask for.
type Limits struct {
	Time    time.Duration // of solving one problem with its twins
	Hash    int           // bytes for positions already searched, for each problem being solved
	Threads int           // of one problem
	Solvers int           // problems solved at once; more wait
	Found   int           // keys or lines of one position
	Kept    int           // jobs that can still be read
}

// A Bench holds the jobs of one process.
type Bench struct {
	Config
	ctx    context.Context
	cancel context.CancelFunc
	slots  chan struct{}
	work   sync.WaitGroup

	mu     sync.Mutex
	jobs   map[string]*job
	order  []*job // the oldest first
	closed bool
}

// New returns a bench without jobs. Close must be called.
func New(c Config) *Bench {
	ctx, cancel := context.WithCancel(context.Background())
	return &Bench{Config: c, ctx: ctx, cancel: cancel, slots: make(chan struct{}, max(1, c.Limits.Solvers)), jobs: map[string]*job{}}
}

// Close stops all jobs and waits for them.
func (b *Bench) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.cancel()
	b.work.Wait()
}

// Errors of asking for a job.
var (
	errClosed = errors.New("the server is stopping")
	errBusy   = errors.New("too many problems wait to be solved; try again in a minute")
)

// begin starts to solve a problem for an owner, whose last job is stopped if it still runs.
func (b *Bench) begin(owner string, e *popeye.Entry, l popeye.Language) (*job, error) {
	ctx, cancel := context.WithCancel(b.ctx)
	j := &job{id: stream.NewID(), owner: owner, entry: e, language: l, cancel: cancel, done: make(chan struct{})}
	b.bound(e)

	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		cancel()
		return nil, errClosed
	}
	for _, other := range b.order {
		if other.owner == owner {
			other.cancel()
		}
	}
	if !b.forget() {
		cancel()
		return nil, errBusy
	}
	b.jobs[j.id] = j
	b.order = append(b.order, j)
	b.work.Go(func() {
		defer cancel()
		b.solve(ctx, j)
	})
	return j, nil
}

// forget makes room for one more job; it fails if every job kept still runs.
func (b *Bench) forget() bool {
	if len(b.order) < max(1, b.Limits.Kept) {
		return true
	}
	for i, j := range b.order {
		if j.events.Over() {
			delete(b.jobs, j.id)
			b.order = append(b.order[:i], b.order[i+1:]...)
			return true
		}
	}
	return false
}

func (b *Bench) find(id string) (*job, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	j, ok := b.jobs[id]
	return j, ok
}

// bound sets the limits of what is looked for.
func (b *Bench) bound(e *popeye.Entry) {
	p := &e.Problem
	tasks := []*problem.Task{&p.Diagram}
	for i := range p.Twins {
		tasks = append(tasks, &p.Twins[i].Task)
	}
	for _, t := range tasks {
		if n := t.Options.MaxSolutions; n == 0 || n > b.Limits.Found {
			t.Options.MaxSolutions = b.Limits.Found
		}
	}
}

package analysis

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"melee/engine"
	"melee/internal/stream"
	"melee/rules"
)

// A job is something that is analysed or was.
type job struct {
	id, owner string
	task      task
	cancel    context.CancelFunc
	events    stream.Log

	mu        sync.Mutex
	idle      *time.Timer // cancels when nobody has followed for long
	followers int
}

// A task is what a job is asked for.
type task interface {
	kind() string
	variant() *rules.Variant
	// work searches and tells what it finds; it ends early when ctx does.
	work(ctx context.Context, s engine.Searcher, breathe func(), j *job) error
	// limit bounds the time of searching.
	limit() time.Duration
	// text identifies the task in the log.
	text() string
	// sum is what the last event tells beside how the job ended, nil for nothing.
	sum() any
}

// The data of events that all jobs have.
type (
	waiting struct {
		Ahead int `json:"ahead"` // jobs that began to wait before
	}
	ending struct {
		How     string  `json:"how"` // finished, stopped, time or failed
		Seconds float64 `json:"seconds"`
		Seats   any     `json:"seats,omitempty"`
	}
)

// run waits for a place and carries out a job.
func (d *Desk) run(ctx context.Context, j *job) {
	watch := &stopwatch{}
	defer func() {
		if p := recover(); p != nil {
			d.Log.Error("an analysis failed", "what", j.task.text(), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			j.end("failed", watch.read(), nil)
		}
	}()
	if n := d.ahead(j); n > 0 {
		j.events.Tell("waiting", waiting{n}, true)
	}
	place, err := d.Enter(ctx)
	if err != nil {
		j.end(howEnded(ctx), 0, j.task.sum())
		return
	}
	defer place.Leave()
	watch.start()
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	tooLong := false
	breathe := func() {
		watch.stop()
		if place.Yield(limited) != nil || watch.read() >= j.task.limit() {
			tooLong = tooLong || limited.Err() == nil
			cancel()
		}
		watch.start()
	}
	searcher := engine.New(j.task.variant(), engine.Options{HashMB: d.Limits.HashMB, Now: watch.read})
	err = j.task.work(limited, searcher, breathe, j)
	how := "finished"
	switch {
	case tooLong:
		how = "time"
	case ctx.Err() != nil:
		how = howEnded(ctx)
	case err != nil:
		d.Log.Error("an analysis failed", "what", j.task.text(), "error", err)
		how = "failed"
	}
	j.end(how, watch.read(), j.task.sum())
}

// howEnded tells apart who has stopped a job: its limit of time in all, or a person or the program.
func howEnded(ctx context.Context) string {
	if ctx.Err() == context.DeadlineExceeded {
		return "time"
	}
	return "stopped"
}

// ahead counts the jobs that were there before and have not ended.
func (d *Desk) ahead(j *job) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, other := range d.order {
		if other == j {
			break
		}
		if !other.events.Over() {
			n++
		}
	}
	return n
}

// A stopwatch measures how long a job has been searching. One goroutine uses it.
type stopwatch struct {
	before  time.Duration
	since   time.Time
	running bool
}

func (w *stopwatch) start() { w.since, w.running = time.Now(), true }

func (w *stopwatch) stop() { w.before, w.running = w.read(), false }

func (w *stopwatch) read() time.Duration {
	if w.running {
		return w.before + time.Since(w.since)
	}
	return w.before
}

func (j *job) end(how string, took time.Duration, seats any) {
	j.mu.Lock()
	j.idle.Stop()
	j.mu.Unlock()
	j.events.End(ending{how, took.Seconds(), seats})
}

// follow notes that somebody reads the events, until the function it returns is called.
func (j *job) follow(alone time.Duration) func() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.followers++
	j.idle.Stop()
	return func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		if j.followers--; j.followers == 0 && !j.events.Over() {
			j.idle.Reset(alone)
		}
	}
}

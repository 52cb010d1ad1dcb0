package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"
)

const (
	firstBeat   = 5 * time.Second // is how often the server is heard before it has said so itself
	patience    = 5               // half heartbeats missed: the connection counts as dead
	resyncEvery = time.Second
	dialWithin  = 10 * time.Second
	maxDumb     = 2 // connections in turn that say nothing, before another way is tried
)

// A Table is a followed table. Its methods may be called at once.
type Table struct {
	client *Client
	id     string
	told   func(*View)
	ctx    context.Context
	cancel context.CancelCauseFunc
	ended  chan struct{}

	mu      sync.Mutex
	view    *View
	news    chan struct{} // closed and replaced at every change
	link    *link         // nil while the table is not seen over any
	waiting []*waiting
	stats   Stats
}

// Stats count what a followed table has been through.
type Stats struct {
	Connects, Views, Patches, Gaps, Resends int
}

// doHead is what a command's frame begins with.
const doHead = `["do",`

// A waiting is a command that has not been answered.
type waiting struct {
	id    string
	frame []byte
	done  chan struct{}
	seq   int64
	err   error
}

// Follow follows a table until ctx ends or Close. It returns once the table
// has been seen. told, if not nil, is called with the view after every change,
// one call at a time; it must not keep or change it, nor wait for the table.
func (c *Client) Follow(ctx context.Context, table string, told func(*View)) (*Table, error) {
	inner, cancel := context.WithCancelCause(ctx)
	t := &Table{client: c, id: table, told: told, ctx: inner, cancel: cancel, ended: make(chan struct{}), news: make(chan struct{})}
	first := make(chan error, 1)
	go t.keep(first)
	select {
	case err := <-first:
		if err != nil {
			t.Close()
			return nil, err
		}
	case <-ctx.Done():
		t.Close()
		return nil, context.Cause(ctx)
	}
	return t, nil
}

// Close ends the following. Commands that wait end with an error.
func (t *Table) Close() {
	t.cancel(errClosed)
	<-t.ended
}

var errClosed = errors.New("the table is no longer followed")

// Look lets f look at the table as it was last told; f must not keep or change it.
func (t *Table) Look(f func(*View)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(t.view)
}

// Stats returns what the table has been through.
func (t *Table) Stats() Stats {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stats
}

// Wait waits until the view is as wanted.
func (t *Table) Wait(ctx context.Context, want func(*View) bool) error {
	for {
		t.mu.Lock()
		ok, news := want(t.view), t.news
		t.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-t.ctx.Done():
			return context.Cause(t.ctx)
		}
	}
}

// Do carries out a command and returns the number of its last event, which is
// durable then. If the connection is lost it is sent again, under the same id,
// until it is answered or ctx ends. An error of type Refusal is the table's.
func (t *Table) Do(ctx context.Context, c Command) (seq int64, err error) {
	if c.ID == "" {
		c.ID = newID()
	}
	body, err := json.Marshal(c)
	if err != nil {
		return 0, err
	}
	w := &waiting{id: c.ID, frame: slices.Concat([]byte(doHead), body, []byte(`]`)), done: make(chan struct{})}
	for again := (backOff{}); ; {
		w.done, w.err = make(chan struct{}), nil
		t.send(w)
		select {
		case <-w.done:
		case <-ctx.Done():
			t.forget(w)
			return 0, context.Cause(ctx)
		case <-t.ctx.Done():
			return 0, context.Cause(t.ctx)
		}
		var refused Refusal
		if !errors.As(w.err, &refused) || !refused.passing() {
			return w.seq, w.err
		}
		again.next() // the first pause is none, and what is busy needs one
		if err := again.wait(ctx); err != nil {
			return 0, errors.Join(err, refused)
		}
	}
}

func (t *Table) send(w *waiting) {
	t.mu.Lock()
	t.waiting = append(t.waiting, w)
	l := t.link
	t.mu.Unlock()
	if l != nil {
		l.line.do(w)
	}
}

func (t *Table) forget(w *waiting) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = slices.DeleteFunc(t.waiting, func(x *waiting) bool { return x == w })
}

// keep holds a connection, one after the other. It tries sockets first, and
// goes by events where two in turn have said nothing or one was refused though the table can be read.
func (t *Table) keep(first chan<- error) {
	defer close(t.ended)
	var again backOff
	for way, other, dumb := t.dial, t.listen, 0; ; {
		l, err := way()
		if err == nil {
			l.read(first)
			if l.seen {
				again = backOff{}
			}
		}
		var refused Refusal
		final := errors.As(err, &refused) && refused.final()
		switch {
		case err == nil && l.spoken:
			dumb = 0
		case !unreachable(err) && refused.Code != "too_many":
			dumb++
		}
		if final || dumb >= maxDumb {
			if _, err = t.client.View(t.ctx, t.id); errors.As(err, &refused) && refused.final() {
				t.cancel(err)
				select {
				case first <- err:
				default: // who followed has been told that it was seen
				}
				return
			}
			if err == nil {
				way, other, dumb = other, way, 0
			}
		}
		if again.wait(t.ctx) != nil {
			return
		}
	}
}

// address is that of a stream of the table; it says which plies are known.
func (t *Table) address(stream string) *url.URL {
	address := *t.client.base
	address.Path += tablePath(t.id) + stream
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.view != nil {
		address.RawQuery = url.Values{"game": {strconv.Itoa(t.view.Game)}, "ply": {strconv.Itoa(t.view.From + len(t.view.Plies))}}.Encode()
	}
	return &address
}

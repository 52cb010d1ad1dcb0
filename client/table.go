package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/lxzan/gws"
)

const (
	firstBeat   = 5 * time.Second // is how often the server is heard before it has said so itself
	patience    = 5               // half heartbeats missed: the connection counts as dead
	resyncEvery = time.Second
	dialWithin  = 10 * time.Second
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
	w := &waiting{id: c.ID, frame: slices.Concat([]byte(`["do",`), body, []byte(`]`)), done: make(chan struct{})}
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
		l.write(w.frame)
	}
}

func (t *Table) forget(w *waiting) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = slices.DeleteFunc(t.waiting, func(x *waiting) bool { return x == w })
}

// keep holds a connection, one after the other.
func (t *Table) keep(first chan<- error) {
	defer close(t.ended)
	var again backOff
	for {
		l, err := t.dial()
		var refused Refusal
		if errors.As(err, &refused) && !refused.passing() && refused.Code != "too_many" {
			t.cancel(err)
			first <- err
			return
		}
		if err == nil {
			if l.read(first) {
				again = backOff{}
			}
		}
		if again.wait(t.ctx) != nil {
			return
		}
	}
}

// dial opens a connection.
func (t *Table) dial() (*link, error) {
	l := &link{table: t}
	address := *t.client.base
	address.Scheme = map[string]string{"http": "ws", "https": "wss"}[address.Scheme]
	address.Path += tablePath(t.id) + "/socket"
	t.mu.Lock()
	if t.view != nil {
		address.RawQuery = url.Values{"game": {strconv.Itoa(t.view.Game)}, "ply": {strconv.Itoa(t.view.From + len(t.view.Plies))}}.Encode()
	}
	t.mu.Unlock()
	conn, resp, err := gws.NewClient(l, &gws.ClientOption{
		Addr: address.String(), RequestHeader: http.Header{"Cookie": {t.client.cookie()}}, TlsConfig: t.client.tls,
		HandshakeTimeout: dialWithin, ReadMaxPayloadSize: maxAnswer, ReadBufferSize: 2048,
		NewDialer: func() (gws.Dialer, error) { return &net.Dialer{Timeout: dialWithin}, nil },
	})
	if err != nil {
		if resp != nil && resp.StatusCode != http.StatusSwitchingProtocols {
			return nil, refusalOf(resp)
		}
		return nil, fmt.Errorf("connect to %s: %w", address.Host, err)
	}
	l.conn = conn
	return l, nil
}

// refusalOf reads why a socket was refused.
func refusalOf(resp *http.Response) Refusal {
	r := Refusal{Code: "internal", Text: "the server answered " + resp.Status}
	switch resp.StatusCode {
	case http.StatusNotFound:
		r.Code, r.Text = "not_found", "no such table"
	case http.StatusForbidden:
		r.Code = "forbidden"
	case http.StatusTooManyRequests:
		r.Code = "too_many"
	}
	return r
}

// Package stream keeps what happens to a job as events that browsers follow, by
// server-sent events (the HTML standard's EventSource), from the first or from any later one on.
package stream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"melee/rules"
)

// A Log is the events of one job, in order. The zero value has none.
type Log struct {
	mu      sync.Mutex
	events  []event
	changed chan struct{} // closed, and made anew, when events are added; nil as long as nobody waits
	ended   bool
}

type event struct {
	kind    string
	data    []byte // nil once a later event has taken its place
	passing bool
}

// Tell adds an event. One that is passing gives way to the next, but keeps its
// place, so that ids go on. data must be what can be written as JSON.
func (l *Log) Tell(kind string, data any, passing bool) { l.add(kind, data, passing, false) }

// End adds the last event, "end".
func (l *Log) End(data any) { l.add("end", data, false, true) }

func (l *Log) add(kind string, data any, passing, last bool) {
	body, err := json.Marshal(data)
	if err != nil {
		panic("stream: an event that is no JSON: " + err.Error()) // events are plain structures
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.events); n > 0 && l.events[n-1].passing {
		l.events[n-1].data = nil
	}
	l.events = append(l.events, event{kind, body, passing})
	l.ended = l.ended || last
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
}

// Over reports whether the last event has been told.
func (l *Log) Over() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ended
}

// since returns the events after the first n, whether they are the last, and what is closed when there are more.
func (l *Log) since(n int) (events []event, ended bool, more <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed == nil {
		l.changed = make(chan struct{})
	}
	n = min(max(n, 0), len(l.events))
	return append([]event(nil), l.events[n:]...), l.ended, l.changed
}

// maxID is more events than a job has.
const maxID = 1 << 20

// ServeHTTP streams the events from the one after the Last-Event-ID on, and returns after the last or when the reader has gone.
func (l *Log) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	to := NewWriter(w)
	ping := time.NewTicker(AliveEvery)
	defer ping.Stop()
	next, _ := rules.ParseCount(r.Header.Get("Last-Event-ID"), maxID)
	for {
		events, ended, more := l.since(next)
		message := &bytes.Buffer{}
		for _, e := range events {
			next++
			if e.data != nil {
				fmt.Fprintf(message, "event: %s\nid: %d\ndata: %s\n\n", e.kind, next, e.data)
			}
		}
		if err := to.write(message.Bytes()); err != nil || ended {
			return
		}
		select {
		case <-more:
		case <-ping.C:
			if to.Alive() != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

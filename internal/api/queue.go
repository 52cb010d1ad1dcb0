package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"
)

// How streams show that they are alive, how long a reader may take for what is
// sent to him, and how much may wait for him.
const (
	aliveEvery  = 6 * time.Second
	writeWithin = 10 * time.Second
	maxLines    = 512
	maxWaiting  = 1 << 20 // bytes
)

// A queue is what a stream has still to send: lines of JSON. A reader who lets too much wait is cut off.
type queue struct {
	mu    sync.Mutex
	lines []byte
	count int
	ended bool
	slow  bool
	wake  chan struct{} // has a value when there is something to do
}

func newQueue() *queue { return &queue{wake: make(chan struct{}, 1)} }

// put adds a line. It never blocks; value must be what can be written as JSON.
func (q *queue) put(value any) {
	line, err := json.Marshal(value)
	if err != nil {
		panic("api: a message that is no JSON: " + err.Error()) // messages are plain structures
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended || q.slow {
		return
	}
	if q.count++; q.count > maxLines || len(q.lines)+len(line) > maxWaiting {
		q.slow = true
	} else {
		q.lines = append(append(q.lines, line...), '\n')
	}
	q.stir()
}

// end ends the stream behind what waits in it.
func (q *queue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended = true
	q.stir()
}

func (q *queue) stir() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take returns what waits, and whether nothing will follow.
func (q *queue) take() (lines []byte, last bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	lines, q.lines, q.count = q.lines, nil, 0
	if q.slow {
		return nil, true
	}
	return lines, q.ended
}

// serve sends what is put into the queue until it ends, the reader goes or the server stops.
// tick is called now and then.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, q *queue, tick func()) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // proxies must not hold lines back
	control := http.NewResponseController(w)
	// The time for reading a request is over long before its answer is.
	if err := control.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return
	}
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	w.WriteHeader(http.StatusOK)
	for {
		lines, last := q.take()
		if send(w, control, lines) != nil || last {
			return
		}
		select {
		case <-q.wake:
		case <-alive.C:
			if send(w, control, []byte{'\n'}) != nil {
				return
			}
			tick()
		case <-r.Context().Done():
			return
		case <-s.ctx.Done():
			return
		}
	}
}

func send(w http.ResponseWriter, control *http.ResponseController, text []byte) error {
	if err := control.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	return control.Flush()
}

package live

import (
	"encoding/binary"
	"net"
	"net/http"
	"sync"
	"time"

	"melee/internal/stream"
)

// follow streams a table to a browser whose network lets no WebSocket through:
// the same frames as server-sent events. Its commands are posted.
func (s *Server) follow(w http.ResponseWriter, r *http.Request) {
	if !s.admit(w, r) {
		return
	}
	sink := &sink{to: stream.NewWriter(w), over: make(chan struct{})}
	k := s.newSocket(r, &conn{net: sink, ticks: &s.ticks})
	k.deaf = true
	k.run(func() {
		select {
		case <-sink.over:
		case <-r.Context().Done():
		}
	})
	sink.end()
}

// A sink is the end of a conn at which its frames become server-sent events.
type sink struct {
	net.Conn // nil: nothing is read
	over     chan struct{}

	mu   sync.Mutex
	to   *stream.Writer // nil once nothing may be written any more
	rest []byte         // the beginning of a frame
}

// Write takes frames of a server, whole or in parts.
func (s *sink) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.to == nil {
		return 0, net.ErrClosed
	}
	s.rest = append(s.rest, b...)
	for {
		op, payload, size := cutFrame(s.rest)
		if size == 0 {
			return len(b), nil
		}
		if op == opText { // nobody answers a ping
			if err := s.to.Event("", payload); err != nil {
				return 0, err
			}
		}
		s.rest = s.rest[:copy(s.rest, s.rest[size:])]
	}
}

// end waits for a write under way and lets no other begin.
func (s *sink) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.to = nil
}

// Close ends the stream. The conn's mutex is held.
func (s *sink) Close() error {
	select {
	case <-s.over:
	default:
		close(s.over)
	}
	return nil
}

// SetWriteDeadline does nothing: the writer of events has a limit of its own.
func (s *sink) SetWriteDeadline(time.Time) error { return nil }

// cutFrame returns the first frame of b, which a server has written, and its size; 0 if it is not whole.
func cutFrame(b []byte) (op byte, payload []byte, size int) {
	if len(b) < 2 {
		return 0, nil, 0
	}
	n, head := uint64(b[1]), 2
	switch {
	case n == 126 && len(b) >= 4:
		n, head = uint64(binary.BigEndian.Uint16(b[2:])), 4
	case n == 127 && len(b) >= 10:
		n, head = binary.BigEndian.Uint64(b[2:]), 10
	case n >= 126:
		return 0, nil, 0
	}
	if uint64(len(b)-head) < n {
		return 0, nil, 0
	}
	return b[0], b[head : head+int(n)], head + int(n)
}

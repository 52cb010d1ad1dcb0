package live

import (
	"bytes"
	"encoding/binary"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/lxzan/gws"
)

// What a socket may leave unread before it is cut off; a whole view of a long game is some 60 KB.
const (
	queueFrames = 64
	queueBytes  = 256 << 10
)

// The codes with which a socket is closed: those of RFC 6455, and our own from 4000.
const (
	closeGoingAway = 1001 // the server stops
	closeProtocol  = 1002 // what came is no frame
	closePolicy    = 1008 // too many frames
	closeBusy      = 1013 // the table cannot be had now
	closeSlow      = 4008 // the reader does not keep up; he may come back
)

// A conn is a WebSocket as the tables need it: frames that are made once and
// go to many, written at once if the system takes them and else by a goroutine
// that lives only until they are gone. At rest it costs one goroutine, which reads.
type conn struct {
	ws  *gws.Conn
	net net.Conn
	raw syscall.RawConn // nil where frames cannot be handed to the system directly

	mu      sync.Mutex
	queue   [][]byte // what the system did not take
	queued  int      // bytes in queue
	writing bool     // a goroutine empties the queue
	closed  bool
	ticks   *atomic.Int32 // of the server
	sent    atomic.Int32  // the tick in which something was sent last
}

func newConn(ws *gws.Conn, ticks *atomic.Int32) *conn {
	c := &conn{ws: ws, net: ws.NetConn(), ticks: ticks}
	c.sent.Store(ticks.Load())
	if tcp, ok := c.net.(syscall.Conn); ok && canWriteNow {
		c.raw, _ = tcp.SyscallConn()
	}
	return c
}

// send hands frames to the reader and never waits. One who has left too much unread is cut off.
func (c *conn) send(frames ...[]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, frame := range frames {
		c.put(frame)
	}
}

// put sends one frame and does not keep it; c.mu is held.
func (c *conn) put(frame []byte) {
	if c.closed || len(frame) == 0 {
		return
	}
	c.sent.Store(c.ticks.Load())
	if !c.writing && c.raw != nil {
		n, broken := writeNow(c.raw, frame)
		if broken {
			c.drop()
			return
		}
		if frame = frame[n:]; len(frame) == 0 {
			return
		}
	}
	if len(c.queue) >= queueFrames || c.queued+len(frame) > queueBytes {
		c.shut(closeSlow, "too slow")
		return
	}
	c.queue = append(c.queue, bytes.Clone(frame)) // the caller uses its own again
	c.queued += len(frame)
	if !c.writing {
		c.writing = true
		go c.flush()
	}
}

// flush writes the queue, at most writeWithin for what waits.
func (c *conn) flush() {
	for {
		c.mu.Lock()
		frames := net.Buffers(c.queue)
		c.queue, c.queued = nil, 0
		if len(frames) == 0 || c.closed {
			c.writing = false
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		err := c.net.SetWriteDeadline(time.Now().Add(writeWithin))
		if err == nil {
			_, err = frames.WriteTo(c.net)
		}
		if err != nil {
			c.mu.Lock()
			c.drop()
			c.writing = false
			c.mu.Unlock()
			return
		}
	}
}

// close ends the connection with a code and a reason.
func (c *conn) close(code uint16, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shut(code, reason)
}

// shut says why before it ends the connection. The reader gets a moment to
// hear it, but one who does not keep up is cut off at once.
func (c *conn) shut(code uint16, reason string) {
	if c.closed {
		return
	}
	half, ok := c.net.(interface{ CloseWrite() error })
	if code == closeSlow || c.writing || c.raw == nil || !ok {
		c.drop()
		return
	}
	body := append(binary.BigEndian.AppendUint16(nil, code), reason...)
	writeNow(c.raw, appendFrame(nil, opClose, body))
	if half.CloseWrite() != nil || c.net.SetReadDeadline(time.Now().Add(hearWithin)) != nil {
		c.drop()
		return
	}
	c.closed = true
}

// hearWithin is how long a reader gets to hear why he is disconnected.
const hearWithin = 2 * time.Second

// drop cuts the connection; the goroutine that reads then ends.
func (c *conn) drop() {
	c.closed, c.queue, c.queued = true, nil, 0
	c.net.Close()
}

// end frees the connection once nobody reads it any more.
func (c *conn) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop()
}

// over reports whether the connection is being ended.
func (c *conn) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

// The opcodes of frames (RFC 6455, 5.2), with the bit that says the message ends here.
const (
	opText  = 0x81
	opClose = 0x88
	opPing  = 0x89
	opPong  = 0x8a
)

// frameHead is the room before a payload for any server's frame head.
const frameHead = 10

// appendFrame appends a frame as a server sends it, without a mask.
func appendFrame(dst []byte, op byte, payload []byte) []byte {
	dst = appendHead(dst, op, len(payload))
	return append(dst, payload...)
}

func appendHead(dst []byte, op byte, n int) []byte {
	switch {
	case n < 126:
		return append(dst, op, byte(n))
	case n < 1<<16:
		return append(dst, op, 126, byte(n>>8), byte(n))
	}
	return binary.BigEndian.AppendUint64(append(dst, op, 127), uint64(n))
}

// framed makes a text frame of a payload that was written behind frameHead free bytes.
func framed(buffer []byte) []byte {
	var head [frameHead]byte
	h := appendHead(head[:0], opText, len(buffer)-frameHead)
	frame := buffer[frameHead-len(h):]
	copy(frame, h)
	return frame
}

//go:build unix

package live

import (
	"sync"
	"syscall"
)

const canWriteNow = true

// A writing is a frame on its way to the system.
type writing struct {
	step   func(fd uintptr) bool // write, made once
	frame  []byte
	n      int
	broken bool
}

// writings are shared by all conns: many rest, few write.
var writings = sync.Pool{New: func() any {
	w := &writing{}
	w.step = w.write
	return w
}}

// writeNow gives the system as much of the frame as it takes without waiting.
// broken says that the connection cannot be written any more.
func writeNow(raw syscall.RawConn, frame []byte) (n int, broken bool) {
	w := writings.Get().(*writing)
	defer writings.Put(w)
	w.frame, w.n, w.broken = frame, 0, false
	err := raw.Write(w.step)
	w.frame = nil
	return w.n, w.broken || err != nil
}

func (w *writing) write(fd uintptr) bool {
	for {
		wrote, err := syscall.Write(int(fd), w.frame)
		switch err {
		case nil:
			w.n = wrote
		case syscall.EINTR:
			continue
		case syscall.EAGAIN:
		default:
			w.broken = true
		}
		return true
	}
}

//go:build unix

package live

import "syscall"

const canWriteNow = true

// A rawWriter hands frames to the system without waiting, one at a time.
type rawWriter struct {
	raw    syscall.RawConn
	each   func(fd uintptr) bool // step, made once
	frame  []byte
	n      int
	broken bool
}

func newRawWriter(raw syscall.RawConn) *rawWriter {
	w := &rawWriter{raw: raw}
	w.each = w.step
	return w
}

// write gives the system as much of the frame as it takes without waiting.
// broken says that the connection cannot be written any more.
func (w *rawWriter) write(frame []byte) (n int, broken bool) {
	w.frame, w.n, w.broken = frame, 0, false
	err := w.raw.Write(w.each)
	w.frame = nil
	return w.n, w.broken || err != nil
}

func (w *rawWriter) step(fd uintptr) bool {
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

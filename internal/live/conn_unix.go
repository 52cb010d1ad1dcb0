//go:build unix

package live

import "syscall"

const canWriteNow = true

// writeNow gives the system as much of the frame as it takes without waiting.
// broken says that the connection cannot be written any more.
func writeNow(raw syscall.RawConn, frame []byte) (n int, broken bool) {
	err := raw.Write(func(fd uintptr) bool {
		for {
			wrote, err := syscall.Write(int(fd), frame)
			switch err {
			case nil:
				n = wrote
			case syscall.EINTR:
				continue
			case syscall.EAGAIN:
			default:
				broken = true
			}
			return true
		}
	})
	return n, broken || err != nil
}

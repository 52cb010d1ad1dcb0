//go:build !unix

package live

import "syscall"

// canWriteNow says that frames go through a goroutine.
const canWriteNow = false

type rawWriter struct{}

func newRawWriter(syscall.RawConn) *rawWriter { return nil }

func (*rawWriter) write([]byte) (n int, broken bool) { return 0, true }

//go:build !unix

package live

import "syscall"

// canWriteNow says that frames go through a goroutine.
const canWriteNow = false

func writeNow(syscall.RawConn, []byte) (n int, broken bool) { return 0, true }

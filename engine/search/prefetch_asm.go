//go:build amd64 || arm64

package search

import "unsafe"

// prefetch asks for the cache line at p without waiting for it.
//
//go:noescape
func prefetch(p unsafe.Pointer)

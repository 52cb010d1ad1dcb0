//go:build !linux

package load

import "time"

// These figures are read from Linux's /proc; elsewhere they are not known.

func processorTime(int) time.Duration { return 0 }
func queueTime(int) time.Duration     { return 0 }
func resident(int) int64              { return 0 }
func loadAverage() float64            { return 0 }

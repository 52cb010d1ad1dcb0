package load

import (
	"errors"
	"fmt"
	"sync"
)

// faults collect what must not be. A measurement that has any is worth nothing.
type faults struct {
	mu    sync.Mutex
	n     int
	first []error
}

// shownFaults is how many are told in full.
const shownFaults = 5

func (f *faults) add(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
	if len(f.first) < shownFaults {
		f.first = append(f.first, fmt.Errorf(format, args...))
	}
}

func (f *faults) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.n
}

func (f *faults) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n == 0 {
		return nil
	}
	return fmt.Errorf("%d faults, such as: %w", f.n, errors.Join(f.first...))
}

package rules

// A History holds the keys of the positions a game has been through, so that
// repetitions are found. A search truncates it instead of copying it.
type History struct{ keys []uint64 }

// Push adds the key of a position that has just arisen.
func (h *History) Push(key uint64) { h.keys = append(h.keys, key) }

// Len returns how many keys are held.
func (h *History) Len() int { return len(h.keys) }

// Truncate forgets all but the first n keys.
func (h *History) Truncate(n int) { h.keys = h.keys[:n] }

// Count returns how often key is among the last n keys.
func (h *History) Count(key uint64, n int) int {
	if n > len(h.keys) {
		n = len(h.keys)
	}
	count := 0
	for _, k := range h.keys[len(h.keys)-n:] {
		if k == key {
			count++
		}
	}
	return count
}

// Keys returns the keys, the oldest first; the caller must not change them.
func (h *History) Keys() []uint64 { return h.keys }

// Clone returns an independent copy.
func (h *History) Clone() History {
	return History{append(make([]uint64, 0, len(h.keys)+64), h.keys...)}
}

package search

import (
	"sync/atomic"
	"unsafe"

	"melee/rules"
)

// A Table is a transposition table of bounded size that several searches may
// use at once without locks: an entry's key is kept combined with its
// content, so that one torn by two writers is not recognised (Hyatt & Mann 2002).
type Table struct {
	buckets    []bucket // a power of two
	generation uint8    // of 6 bits
}

// bucketSize entries fill a cache line.
const bucketSize = 4

type bucket [bucketSize]slot

type slot struct{ check, data atomic.Uint64 }

// An Entry is what the table knows of a position.
type Entry struct {
	Move  rules.Move // the best or refuting one, NoMove if none is known
	Score Score      // as [Score.Stored]; fits 16 bits
	Depth int        // plies it rests on, -1 to 254
	Bound Bound
}

// NewTable returns a table of at most mb MiB, 1 at least.
func NewTable(mb int) *Table {
	room := max(mb, 1) << 20 / (bucketSize * 16)
	n := 1
	for n*2 <= room {
		n *= 2
	}
	return &Table{buckets: make([]bucket, n)}
}

// Next begins a new search: what older ones have left is replaced first.
func (t *Table) Next() { t.generation = (t.generation + 1) & 63 }

// Clear empties the table; no search may be using it.
func (t *Table) Clear() {
	clear(t.buckets)
	t.generation = 0
}

// pack makes one word of an entry: move, score, depth, generation, bound.
func pack(e Entry, generation uint8) uint64 {
	return uint64(e.Move) | uint64(uint16(e.Score))<<32 | uint64(uint8(e.Depth+1))<<48 |
		uint64(generation)<<56 | uint64(e.Bound)<<62
}

func unpack(data uint64) Entry {
	return Entry{
		Move:  rules.Move(data),
		Score: Score(int16(data >> 32)),
		Depth: int(uint8(data>>48)) - 1,
		Bound: Bound(data >> 62),
	}
}

func (t *Table) bucket(key uint64) *bucket {
	return &t.buckets[key&uint64(len(t.buckets)-1)]
}

// Touch begins to fetch what is known of a position that is to be probed soon.
// Main memory takes as long as a few hundred instructions, which need not wait for it.
func (t *Table) Touch(key uint64) { prefetch(unsafe.Pointer(t.bucket(key))) }

// Probe returns what is known of the position with the key.
func (t *Table) Probe(key uint64) (Entry, bool) {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if data != 0 && b[i].check.Load()^data == key {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// Store keeps an entry in the place of the position's own or of the least
// valuable of its bucket: shallow ones of older searches go first.
func (t *Table) Store(key uint64, e Entry) {
	b := t.bucket(key)
	victim, least := 0, 1<<30
	for i := range b {
		data := b[i].data.Load()
		if data == 0 {
			victim = i
			break
		}
		old := unpack(data)
		if b[i].check.Load()^data == key {
			if e.Move == rules.NoMove {
				e.Move = old.Move
			}
			if e.Bound != Exact && old.Depth > e.Depth+2 && uint8(data>>56)&63 == t.generation {
				return
			}
			victim = i
			break
		}
		age := int(t.generation-uint8(data>>56)) & 63
		if worth := old.Depth - 8*age; worth < least {
			victim, least = i, worth
		}
	}
	data := pack(e, t.generation)
	b[victim].check.Store(key ^ data)
	b[victim].data.Store(data)
}

// Hashfull returns how many thousandths of the table hold entries of the present search.
func (t *Table) Hashfull() int {
	sample := t.buckets[:min(len(t.buckets), 250)]
	used := 0
	for i := range sample {
		for j := range sample[i] {
			data := sample[i][j].data.Load()
			if data != 0 && uint8(data>>56)&63 == t.generation {
				used++
			}
		}
	}
	return used * 1000 / (len(sample) * bucketSize)
}

package problem

import (
	"sync/atomic"
	"unsafe"

	"melee/rules"
	"melee/rules/allin"
)

// A table remembers what is known about positions. Many goroutines use it
// without locks: a torn entry does not fit its key and is not found.
//
// It begins small, since memory that is touched for the first time is slow, and doubles as it fills.
type table struct {
	buckets []bucket      // all that it may use
	mask    atomic.Uint64 // the size in use, less one
	filled  atomic.Int64  // entries that have been used since the size was chosen
	growing atomic.Bool
	bound   atomic.Bool // dead ends are stored that are some only because of what A6 or A15 forbid
	// ends holds keys of dead ends of help and series play, few enough to stay in the processor's cache.
	ends []atomic.Uint64
}

const bucketSize = 4

type bucket [bucketSize]entry // one line of the processor's cache

type entry struct {
	key, data atomic.Uint64 // key holds the position's key exclusive-or data
}

// A fact is what is known about a position, for the attacker or for the side that looks for lines.
type fact struct {
	move rules.Move // what wins, or what refutes, without man and taken; NoMove if not known
	won  int        // the goal is forced within so many moves; never if 0
	lost int        // it is not within so many moves
	work int        // logarithm of the positions looked at to learn it, 0–31
}

// minimumHash is the least size of a table in bytes.
const minimumHash = 1 << 20

func newTable(size int) *table {
	n := uint64(1)
	for n*2*uint64(unsafe.Sizeof(bucket{})) <= uint64(max(size, minimumHash)) {
		n *= 2
	}
	t := &table{buckets: make([]bucket, n), ends: make([]atomic.Uint64, endsSize)}
	t.mask.Store(min(n, firstBuckets) - 1)
	return t
}

// endsSize is the number of dead ends in table.ends.
const endsSize = 1 << 15

// firstBuckets is the size that a table begins with.
const firstBuckets = 1 << 12

// grow doubles the size in use. Entries that belong to the new half move there; another goroutine that
// looks for one in the meantime may miss it, which costs time only.
func (t *table) grow() {
	if !t.growing.CompareAndSwap(false, true) {
		return
	}
	defer t.growing.Store(false)
	size := t.mask.Load() + 1
	if size >= uint64(len(t.buckets)) {
		return
	}
	t.filled.Store(0)
	for i := range t.buckets[:size] {
		from, to := &t.buckets[i], &t.buckets[uint64(i)+size]
		for j := range from {
			data := from[j].data.Load()
			key := from[j].key.Load()
			if (key^data)&size != 0 {
				to[j].key.Store(key)
				to[j].data.Store(data)
				from[j].data.Store(0)
			}
		}
	}
	t.mask.Store(2*size - 1)
}

// Layout of data: move in 15 bits, won and lost in 8 each, work in 5, the position's trace in 28.
const (
	wonShift   = 15
	lostShift  = 23
	workShift  = 31
	traceShift = 36
)

func pack(f fact, trace uint32) uint64 {
	m := uint64(f.move.From()&63) | uint64(f.move.To()&63)<<6 | uint64(f.move.Promotion()&7)<<12
	return m | uint64(f.won)<<wonShift | uint64(f.lost)<<lostShift | uint64(f.work)<<workShift | uint64(trace)<<traceShift
}

func unpack(data uint64) fact {
	return fact{
		move: rules.NewMove(rules.Square(data&63), rules.Square(data>>6&63), rules.NoKind, rules.NoKind, rules.Kind(data>>12&7), rules.Plain),
		won:  int(data >> wonShift & 255), lost: int(data >> lostShift & 255), work: int(data >> workShift & 31),
	}
}

// traceBits is the part of a trace that an entry holds.
const traceBits = 1<<28 - 1

// find returns what is known about a position under a salted key.
func (t *table) find(p *allin.Position, salt uint64) (fact, bool) {
	key := p.Key() ^ salt
	b := &t.buckets[key&t.mask.Load()]
	trace := p.Trace() & traceBits
	for i := range b {
		data := b[i].data.Load()
		if b[i].key.Load()^data == key && uint32(data>>traceShift) == trace {
			return unpack(data), true
		}
	}
	return fact{}, false
}

// learn stores a fact, in the place of what cost least.
func (t *table) learn(p *allin.Position, salt uint64, f fact) {
	key := p.Key() ^ salt
	mask := t.mask.Load()
	b := &t.buckets[key&mask]
	trace := p.Trace() & traceBits
	worst, least := &b[0], 1<<30
	for i := range b {
		e := &b[i]
		data := e.data.Load()
		if data == 0 {
			if least > -1 {
				worst, least = e, -1
			}
			continue
		}
		if e.key.Load()^data == key && uint32(data>>traceShift) == trace {
			old := unpack(data)
			f = merge(old, f)
			worst = e
			break
		}
		if work := int(data >> workShift & 31); work < least {
			worst, least = e, work
		}
	}
	if least == -1 && t.filled.Add(1) > int64(mask) {
		t.grow()
		b = &t.buckets[key&t.mask.Load()]
		worst = &b[0]
	}
	data := pack(f, trace)
	worst.key.Store(key ^ data)
	worst.data.Store(data)
}

// merge keeps the better of two facts that both hold. Only what wins for the
// attacker and what refutes him has a move, so that the other facts keep the one that is known.
func merge(old, f fact) fact {
	if better := f.won != 0 && old.won != 0 && old.won < f.won || f.won == 0 && old.lost > f.lost; f.move == rules.NoMove ||
		better && old.move != rules.NoMove {
		f.move = old.move
	}
	if old.won != 0 && (f.won == 0 || old.won < f.won) {
		f.won = old.won
	}
	f.lost = max(f.lost, old.lost)
	f.work = max(f.work, old.work)
	return f
}

// same reports whether a legal move is the one that a fact names.
func same(m, known rules.Move) bool { return (m^known)&0x0f00ffff == 0 }

// clear forgets everything.
func (t *table) clear() {
	clear(t.buckets[:t.mask.Load()+1])
	t.mask.Store(min(uint64(len(t.buckets)), firstBuckets) - 1)
	t.filled.Store(0)
	t.bound.Store(false)
	clear(t.ends)
}

// hopeless reports whether it is known that the position with a key, freed of what A6 and A15 forbid, is a dead end
// where so many plies are left; 0 asks whether a single move reaches the goal.
func (t *table) hopeless(key uint64, plies int) bool {
	key += uint64(plies) * plySalt
	return t.ends[key&uint64(len(t.ends)-1)].Load() == key
}

// despair notes a dead end.
func (t *table) despair(key uint64, plies int) {
	key += uint64(plies) * plySalt
	t.ends[key&uint64(len(t.ends)-1)].Store(key)
}

const plySalt = 0xff51afd7ed558ccd

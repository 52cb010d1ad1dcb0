package sqlite

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
)

// An index knows where in the journal the events of each table are. It may be
// behind what another program has written, never ahead of what is stored.
type index struct {
	mu     sync.Mutex
	known  int64 // the last row that is in it; none above is
	floor  int64 // the first row that may hold events
	events int
	tails  map[string]*tail
}

// A tail is what the journal has of a table: its newest events, without a gap.
type tail struct {
	last  int64 // number of the last event
	spans []span
}

// A span is events of one table that follow one another in a row.
type span struct {
	row      int64
	first    int64 // number of the first
	from, to uint32
}

func newIndex() *index { return &index{tails: map[string]*tail{}} }

// last returns the number of a table's last event in the journal, 0 if it has none there.
func (x *index) last(id string) int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	if t := x.tails[id]; t != nil {
		return t.last
	}
	return 0
}

// of returns a table's spans and the last row that was looked through for them.
func (x *index) of(id string) ([]span, int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if t := x.tails[id]; t != nil {
		return slices.Clone(t.spans), x.known
	}
	return nil, x.known
}

// read returns the last row that is in the index.
func (x *index) read() int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.known
}

// size returns how many events the journal has.
func (x *index) size() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.events
}

// add notes the events of the next row.
func (x *index) add(row int64, text []byte) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known = row
	if x.events == 0 {
		x.floor = row
		if len(text) == 0 {
			x.floor++
		}
	}
	var t *tail
	var id []byte
	return entries(text, func(at int, e entry) error {
		if t == nil || !bytes.Equal(id, e.table) {
			id = e.table
			if t = x.tails[string(id)]; t == nil {
				t = &tail{}
				x.tails[string(id)] = t
			}
		}
		if t.last != 0 && t.last+1 != e.seq {
			return fmt.Errorf("row %d of the journal has event %d of table %s after event %d", row, e.seq, id, t.last)
		}
		x.events++
		if n := len(t.spans); n > 0 && t.spans[n-1].row == row && int(t.spans[n-1].to) == at {
			t.spans[n-1].to = uint32(at + e.size)
		} else {
			t.spans = append(t.spans, span{row: row, first: e.seq, from: uint32(at), to: uint32(at + e.size)})
		}
		t.last = e.seq
		return nil
	})
}

// folded notes that the rows up to one have been emptied, which held so many events of these tables.
func (x *index) folded(upTo int64, events int, ids []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.floor = upTo + 1
	x.events -= events
	for _, id := range ids {
		x.drop(id)
	}
}

// drop forgets a table's spans in rows that are empty. x.mu is held.
func (x *index) drop(id string) {
	t := x.tails[id]
	if t == nil {
		return
	}
	i := slices.IndexFunc(t.spans, func(s span) bool { return s.row >= x.floor })
	if i < 0 {
		delete(x.tails, id)
		return
	}
	if t.spans = t.spans[i:]; 2*len(t.spans) < cap(t.spans) {
		t.spans = slices.Clone(t.spans)
	}
}

// clear forgets everything, to be read anew.
func (x *index) clear() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known, x.floor, x.events, x.tails = 0, 0, 0, map[string]*tail{}
}

package search_test

import (
	"sync"
	"testing"

	"pgregory.net/rapid"

	"melee/engine/search"
	"melee/rules"
)

var bounds = []search.Bound{search.Upper, search.Lower, search.Exact}

func drawEntry(t *rapid.T) search.Entry {
	return search.Entry{
		Move:  rules.Move(rapid.Uint32().Draw(t, "move")),
		Score: search.Score(rapid.Int32Range(-int32(search.Beyond), int32(search.Beyond)).Draw(t, "score")),
		Depth: rapid.IntRange(-1, 254).Draw(t, "depth"),
		Bound: rapid.SampledFrom(bounds).Draw(t, "bound"),
	}
}

func TestTheTableGivesBackWhatItWasGiven(t *testing.T) {
	table := search.NewTable(1)
	rapid.Check(t, func(t *rapid.T) {
		table.Clear()
		key, e := rapid.Uint64().Draw(t, "key"), drawEntry(t)
		table.Store(key, e)
		if got, ok := table.Probe(key); !ok || got != e {
			t.Fatalf("got %+v, %v, want %+v", got, ok, e)
		}
		if got, ok := table.Probe(key ^ 1<<63); ok {
			t.Fatalf("another position has %+v", got)
		}
	})
}

func TestAKnownMoveOutlivesAnEntryWithoutOne(t *testing.T) {
	table := search.NewTable(1)
	table.Store(7, search.Entry{Move: 99, Depth: 1, Bound: search.Lower})
	table.Store(7, search.Entry{Score: 5, Depth: 3, Bound: search.Upper})
	if e, _ := table.Probe(7); e.Move != 99 || e.Depth != 3 {
		t.Errorf("got %+v", e)
	}
}

func TestDeepEntriesOfThisSearchStayLongest(t *testing.T) {
	table := search.NewTable(1)
	const step = 1 << 40 // keys that share a bucket
	for i := range uint64(4) {
		table.Store(i*step, search.Entry{Move: 1, Depth: 10 + int(i), Bound: search.Exact})
	}
	table.Store(9*step, search.Entry{Move: 1, Depth: 2, Bound: search.Exact})
	if _, ok := table.Probe(0); ok {
		t.Error("the shallowest of a full bucket was kept")
	}
	if _, ok := table.Probe(3 * step); !ok {
		t.Error("the deepest of a full bucket was thrown out")
	}
	for range 4 {
		table.Next()
	}
	for i := range uint64(4) {
		table.Store((20+i)*step, search.Entry{Move: 1, Depth: 1, Bound: search.Exact})
	}
	if _, ok := table.Probe(3 * step); ok {
		t.Error("an entry of an old search outlived four of the new one")
	}
	if full := table.Hashfull(); full < 0 || full > 1000 {
		t.Errorf("%d thousandths are in use", full)
	}
}

// Several searches write and read the same places; what is read is always something that was written.
func TestTornEntriesAreNotRecognised(t *testing.T) {
	table := search.NewTable(1)
	var threads sync.WaitGroup
	for n := range uint64(4) {
		threads.Go(func() {
			for i := range uint64(20_000) {
				key := i * n % 64 << 40
				table.Store(key, search.Entry{Move: rules.Move(key>>40 + 1), Score: search.Score(key >> 40), Depth: int(i % 50), Bound: search.Exact})
				if e, ok := table.Probe(key); ok && (e.Move != rules.Move(key>>40+1) || e.Score != search.Score(key>>40)) {
					t.Errorf("key %d has %+v", key, e)
				}
			}
		})
	}
	threads.Wait()
}

func TestATableKeepsToItsMemory(t *testing.T) {
	for _, mb := range []int{-1, 0, 1, 3} {
		search.NewTable(mb).Store(1, search.Entry{Bound: search.Exact})
	}
}

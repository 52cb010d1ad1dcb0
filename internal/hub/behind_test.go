package hub_test

import (
	"testing"

	"melee/internal/table"
)

// Of two programs over one store each hears of what the other has done at the
// latest when it would refuse a move because of it.
func TestAMoveIsNotRefusedForWhatAnotherProgramHasPlayed(t *testing.T) {
	inTime(t, func(w *world) {
		other := &world{T: w.T, store: w.store}
		other.start()
		defer other.Close()
		id := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{person("anne"), person("bert")}})
		anne := w.visit(id, "anne")
		other.visit(id, "bert")
		w.must(id, move("anne", w.some(id), "1"))
		other.must(id, move("bert", "e7e5", "2"))
		w.must(id, move("anne", "d2d4", "3")) // this one believes that it is Bert's turn
		other.must(id, move("bert", "d7d5", "4"))
		if n := len(anne.events); n < 3 {
			t.Errorf("anne has heard of %d events", n)
		}
	})
}

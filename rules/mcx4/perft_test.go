package mcx4_test

import (
	"fmt"
	"testing"

	"melee/rules"
	"melee/rules/mcx4"
)

// naivePerft counts by playing whole games, which test for every end.
func naivePerft(t *testing.T, g rules.Game, depth int) uint64 {
	if g.Status() == rules.Choosing {
		do(t, g, rules.Action{Act: rules.Survive})
	}
	if depth == 0 {
		return 1
	}
	nodes := uint64(0)
	for _, m := range g.Moves(nil) {
		next := g.Clone()
		do(t, next, rules.Action{Act: rules.MakeMove, Move: m})
		nodes += naivePerft(t, next, depth-1)
	}
	return nodes
}

// TestPerftM18 counts so deep that positions recur for the third time.
func TestPerftM18(t *testing.T) {
	for _, c := range []struct {
		name, start, play string
		depth             int
	}{
		{"repetition from the start", "k4/p4/P4/4p/4P/4K wq - - 0 1 -", "", 10},
		{"repetition of what was played", "k4/p4/P4/4p/4P/4K wq - - 0 1 -", "e1d1 a6b6 d1e1 b6a6", 7},
		{"100 plies", "k4/p4/P4/4p/4P/4K wq - - 93 50 -", "", 7},
		{"M21 a King who has resigned", "k3q~/p4/P4/4p/4P/2Q~1K wq - - 0 1 -", "c1d1 resign:wk", 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, c.start, nil)
			play(t, g, c.play)
			if got, want := g.Perft(c.depth), naivePerft(t, g.Clone(), c.depth); got != want || want == 0 {
				t.Errorf("perft %d = %d, want %d", c.depth, got, want)
			}
		})
	}
	g := newGame(t, "", nil)
	play(t, g, "draw")
	if g.Perft(0) != 1 || g.Perft(1) != 0 {
		t.Errorf("perft of an ended game = %d, %d, want 1, 0", g.Perft(0), g.Perft(1))
	}
}

// TestNoAllocations guards what a search does at every node.
func TestNoAllocations(t *testing.T) {
	p := mustParse(t, "1n~1b2b1r/1r~2kn3/5p1pn/p~2pP1p1p/1P~3p2P/3B5/3N~2PPN/R~2N1KB1R wq - d6 0 13 -")
	moves := make([]rules.Move, 0, 128)
	keys := uint64(0)
	if n := testing.AllocsPerRun(20, func() {
		moves = p.Moves(moves[:0])
		for _, m := range moves {
			next := p
			next.Apply(m)
			count, turn := next.Count()
			keys += next.Key() + uint64(count) + uint64(turn.Seat)
		}
	}); n != 0 {
		t.Errorf("%v allocations a node, want none", n)
	}
}

func ExamplePosition_Generate() {
	p, err := mcx4.ParsePosition("k4r3/9/9/9/9/9/9/2Q~2K3 wq - - 0 1 -", false)
	if err != nil {
		panic(err)
	}
	moves, turn := p.Generate(nil)
	for _, m := range moves {
		fmt.Print(m.Text(p.Geometry()), " ")
	}
	fmt.Printf("by %s, M%d\n", mcx4.Variant.SeatName(turn.Seat), turn.Rule)
	// Output: f1e1 f1g1 f1e2 f1g2 by wk, M8
}

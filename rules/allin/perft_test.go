package allin_test

import (
	"testing"

	"melee/rules"
	"melee/rules/allin"
)

func TestPerftOfTheStart(t *testing.T) {
	p := allin.Start(allin.NoReturn)
	for depth, want := range []uint64{1, 40, 1682, 74659, 3486961} {
		if got := p.Perft(depth); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
}

// Ordinary chess has the counts that chess programs agree on.
func TestPerftOfOrdinaryChess(t *testing.T) {
	for text, want := range map[string][]uint64{
		allin.StartText: {1, 20, 400, 8902, 197281},
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": {1, 48, 2039, 97862},
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1":                            {1, 14, 191, 2812, 43238},
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1":     {1, 6, 264, 9467, 422333},
	} {
		p := read(t, allin.OwnMen, text)
		for depth, nodes := range want {
			if got := p.Perft(depth); got != nodes {
				t.Errorf("perft(%d) of %s = %d, want %d", depth, text, got, nodes)
			}
		}
	}
}

// Perft stops where a game does: repetition (A10) comes early where moves may be
// undone, and a position may begin close to A11 or to bare kings (A12).
func TestA10A11A12PerftStopsWithTheGame(t *testing.T) {
	for _, c := range []struct {
		variant *rules.Variant
		start   string
		depth   int
	}{
		{allin.FreeForAll, "7k/7P/6PK/6PP/8/8/8/8 w - - 0 1", 7},
		{allin.AllIn, "7k/7P/6PK/6PP/8/8/8/8 w - - 0 1", 7},
		{allin.HalfIn, "8/8/8/8/p7/2k5/P7/K7 b - - 0 1", 6},
		{allin.MainlyIn, "8/8/8/8/p7/2k5/P7/K7 w - - 0 1", 5},
		{allin.FreeForAll, "8/8/8/8/p7/2k5/P7/K7 w - - 97 60", 5},
		{allin.FreeForAll, "8/8/8/8/8/8/1p6/K1k5 w - - 0 1", 4},
	} {
		t.Run(c.variant.Name+" "+c.start, func(t *testing.T) {
			t.Parallel()
			g, err := c.variant.New(c.variant, nil, c.start)
			if err != nil {
				t.Fatal(err)
			}
			for depth := 1; depth <= c.depth; depth++ {
				if got, want := g.Perft(depth), countGames(t, g, depth); got != want {
					t.Errorf("perft(%d) = %d, want %d", depth, got, want)
				}
			}
		})
	}
}

// Perft in the middle of a game knows the game's past (A10).
func TestA10PerftKnowsThePast(t *testing.T) {
	g, err := allin.FreeForAll.New(allin.FreeForAll, nil, "7k/7P/6PK/6P1/8/7p/8/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{"h6g5", "g5h6", "h6g5"} {
		a, err := rules.ParseAction(g, token)
		if err != nil {
			continue
		}
		if _, err := g.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	for depth := 1; depth <= 4; depth++ {
		if got, want := g.Perft(depth), countGames(t, g, depth); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
}

// countGames counts what perft counts by playing games.
func countGames(t *testing.T, g rules.Game, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	nodes := uint64(0)
	for _, m := range g.Moves(nil) {
		next := g.Clone()
		if _, err := next.Do(rules.Action{Act: rules.MakeMove, Move: m}); err != nil {
			t.Fatalf("%s in %s: %v", m.Text(allin.Board), g.Text(), err)
		}
		nodes += countGames(t, next, depth-1)
	}
	return nodes
}

// The hot path asks for no memory.
func TestMovesNeedNoMemory(t *testing.T) {
	p := read(t, allin.NoReturn, benchPositions[1].text)
	room := make([]rules.Move, 0, 256)
	if n := testing.AllocsPerRun(100, func() {
		for _, m := range p.Moves(room) {
			child := p
			child.Apply(m)
			if child.Count() == 0 && child.InCheck() || !p.IsLegal(m) {
				t.Error("no move mates here, and every one is legal")
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

package duel_test

import (
	"testing"

	"pgregory.net/rapid"

	"melee/engine/duel"
	"melee/engine/search"
	"melee/rules"
)

// game carries a tree through the interface; the search takes it back out.
type game struct {
	rules.Game
	root tree
}

func searcher(o search.Options, tuning duel.Tuning) search.Searcher {
	return duel.New(o, tuning, func(g rules.Game) duel.Start[tree, trees] {
		root := g.(game).root
		return duel.Start[tree, trees]{Position: root, Past: []uint64{trees{}.Key(&root)}}
	})
}

func drawTree(t *rapid.T) tree {
	root := tree{
		number: rapid.Uint64().Draw(t, "number"),
		left:   int8(rapid.IntRange(1, 7).Draw(t, "depth")),
		side:   int8(rapid.IntRange(0, 1).Draw(t, "side")),
		odd:    rapid.Bool().Draw(t, "odd"),
	}
	root.number |= 1<<40 | 1<<32 | 1<<24 // the game goes on at the root, without a choice
	return root
}

// Without forward pruning the search finds what looking at everything finds,
// however many threads share the table, and its line leads there.
func TestTheSearchFindsTheExactValue(t *testing.T) {
	for _, threads := range []int{1, 3} {
		rapid.Check(t, func(t *rapid.T) {
			root := drawTree(t)
			s := searcher(search.Options{Threads: threads, HashMB: 1}, duel.Tuning{})
			r := s.Search(t.Context(), game{root: root}, search.Limits{Depth: int(root.left)}, nil)
			best, want := r.Best(), value(&root, 0)
			if best.Score != want {
				t.Fatalf("%+v: %d, want %d", root, best.Score, want)
			}
			if best.Depth < int(root.left) {
				return // a mate was found before
			}
			end, sign := root, search.Score(1)
			for _, a := range best.PV {
				m := a.Move
				if a.Act == rules.Survive {
					m = duel.Survive
				}
				trees{}.Apply(&end, m)
			}
			if end.side != root.side {
				sign = -1
			}
			if _, mate := want.MateIn(); !mate && end.left == 0 && sign*value(&end, 0) != want {
				t.Fatalf("%+v: the line ends at %d, want %d", root, sign*value(&end, 0), want)
			}
		})
	}
}

func TestMultiPVRanksTheMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := drawTree(t)
		s := searcher(search.Options{HashMB: 1}, duel.Tuning{})
		r := s.Search(t.Context(), game{root: root}, search.Limits{Depth: int(root.left), MultiPV: 4}, nil)
		moves, _ := trees{}.Moves(&root, nil)
		if len(r.Lines) != len(moves) {
			t.Fatalf("%d lines for %d moves", len(r.Lines), len(moves))
		}
		for i, line := range r.Lines {
			next := root
			trees{}.Apply(&next, line.PV[0].Move)
			if want := -value(&next, 1); line.Score != want || line.MultiPV != i+1 {
				t.Fatalf("line %d has %d, want %d", line.MultiPV, line.Score, want)
			}
			if i > 0 && line.Score > r.Lines[i-1].Score {
				t.Fatalf("line %d is better than the one before", i+1)
			}
		}
	})
}

func TestOnlyTheMovesAskedForAreConsidered(t *testing.T) {
	root := tree{number: 1<<40 | 1<<32 | 1<<24 | 3<<8, left: 4}
	moves, _ := trees{}.Moves(&root, nil)
	for _, m := range moves {
		s := searcher(search.Options{HashMB: 1}, duel.Tuning{})
		r := s.Search(t.Context(), game{root: root}, search.Limits{Depth: 4, Only: []rules.Move{m}}, nil)
		if r.Action.Move != m {
			t.Errorf("asked for %v, got %v", m, r.Action.Move)
		}
	}
}

// One thread at fixed nodes depends on nothing but what it is given.
func TestEqualSearchesAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := drawTree(t)
		limits := search.Limits{Nodes: rapid.Uint64Range(1, 500).Draw(t, "nodes"), Slips: search.Slips{Overlook: 60, Whim: 40, Seed: 5}}
		s := searcher(search.Options{HashMB: 1}, duel.Tuning{NullMove: true, StandMargin: 90, Reduction: 100})
		a := s.Search(t.Context(), game{root: root}, limits, nil)
		s.Forget()
		b := s.Search(t.Context(), game{root: root}, limits, nil)
		if a.Action != b.Action || a.Nodes != b.Nodes || a.Best().Score != b.Best().Score {
			t.Fatalf("first %+v, then %+v", a, b)
		}
		if a.Nodes > limits.Nodes {
			t.Fatalf("%d nodes, allowed are %d", a.Nodes, limits.Nodes)
		}
	})
}

package engine_test

import (
	"context"
	"testing"

	"melee/arena"
	"melee/engine"
	"melee/engine/search"
	"melee/rules"
	"melee/rules/catalog"
)

func newGame(t testing.TB, variant, start string) rules.Game {
	t.Helper()
	v, err := catalog.Find(variant)
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.New(v, nil, start)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestEveryVariantHasASearchLevelsAndWeights(t *testing.T) {
	for _, v := range catalog.All() {
		if engine.New(v, engine.Options{HashMB: 1}) == nil {
			t.Errorf("%s has no search", v.Name)
		}
		for n := 1; n <= engine.MaxLevel; n++ {
			if l := engine.LevelOf(v, n); l.Nodes == 0 && l.Depth == 0 {
				t.Errorf("level %d of %s has no end", n, v.Name)
			}
		}
		if len(engine.SubjectOf(v).Weights) == 0 {
			t.Errorf("%s has no weights", v.Name)
		}
	}
	if engine.LevelOf(catalog.All()[0], 99) != engine.LevelOf(catalog.All()[0], engine.MaxLevel) {
		t.Error("a level beyond the last is not the last")
	}
}

// Whatever the options, a weak CPU's games are legal from beginning to end.
func TestCPUsPlayWholeGames(t *testing.T) {
	for _, c := range []struct {
		variant string
		options rules.Options
	}{
		{"all-in", nil}, {"all-in", rules.Options{"return": "allowed", "ep_identity": "nominal"}},
		{"half-in", nil}, {"mainly-in", nil}, {"free-for-all", nil},
		{"mcx4", nil}, {"mcx4", rules.Options{"play": "double", "lone_queen": "royal"}},
		{"four-player", nil}, {"four-player-teams", nil},
	} {
		t.Run(c.variant, func(t *testing.T) {
			t.Parallel()
			v, err := catalog.Find(c.variant)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(2) {
				g, err := v.New(v, c.options, "")
				if err != nil {
					t.Fatal(err)
				}
				for ply := uint64(0); g.Outcome() == nil && ply < 120; ply++ {
					a := engine.CPU{Level: 1 + int(ply%2)}.Choose(t.Context(), g, seed<<32|ply)
					if _, err := g.Do(a); err != nil {
						t.Fatalf("ply %d: %v in %s", ply, err, g.Text())
					}
				}
			}
		})
	}
}

func TestAnEndedContextStillGivesALegalMove(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, v := range catalog.All() {
		g := newGame(t, v.Name, "")
		if _, err := g.Do(engine.CPU{Level: engine.MaxLevel}.Choose(ended, g, 1)); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
}

func TestEqualSeedsChooseAlike(t *testing.T) {
	for _, v := range catalog.All() {
		g := newGame(t, v.Name, "")
		seen := map[rules.Action]bool{}
		for seed := range uint64(6) {
			a, b := engine.CPU{Level: 2}.Choose(t.Context(), g, seed), engine.CPU{Level: 2}.Choose(t.Context(), g, seed)
			if a != b {
				t.Errorf("%s, seed %d: %v and %v", v.Name, seed, a, b)
			}
			seen[a] = true
		}
		if len(seen) < 2 {
			t.Errorf("%s: every seed opens alike", v.Name)
		}
	}
}

// A strong level sees a mate in one and takes what is free, whatever the seed.
func TestStrongLevelsSeeWhatIsPlain(t *testing.T) {
	for _, c := range []struct{ name, variant, start, want string }{
		{"a mate", "all-in", "6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1", "g1h1"},
		{"a mate", "mcx4", "1k7/8R/7R~1/9/9/9/9/8K wq - - 0 1 -", "h6h8"},
		{"a free man", "all-in", "7k/6pp/8/3q4/8/2N5/6PP/7K w - - 0 1", "c3d5"},
		{"a free man", "mcx4", "8k/9/9/3r5/9/2N~6/9/K8 wq - - 0 1 -", "c3d5"},
		{"a free man", "four-player", "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/14/14/5,gQ,8/bK,13/5,rR,8/13,gK/14/x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,3,x,x,x", "f6f8"},
	} {
		t.Run(c.name+" in "+c.variant, func(t *testing.T) {
			for seed := range uint64(2) {
				g := newGame(t, c.variant, c.start)
				if got := (engine.CPU{Level: 9}).Choose(t.Context(), g, seed).Move.Text(g.Geometry()); got != c.want {
					t.Errorf("seed %d: %s, want %s", seed, got, c.want)
				}
			}
		})
	}
}

// meet plays games of two entrants, a and b, and returns a's score from 0 to 1.
func meet(t *testing.T, variant string, games int, a, b func() arena.Player) float64 {
	t.Helper()
	v, err := catalog.Find(variant)
	if err != nil {
		t.Fatal(err)
	}
	open := func(p func() arena.Player) func() (arena.Player, error) {
		return func() (arena.Player, error) { return p(), nil }
	}
	lineups, err := arena.Lineups(v, 2)
	if err != nil {
		t.Fatal(err)
	}
	m := arena.Match{
		Variant: v, Entrants: []arena.Entrant{{Name: "a", Open: open(a)}, {Name: "b", Open: open(b)}},
		Lineups: lineups, RandomPlies: 2, Games: games, MaxPlies: 160, Concurrency: 2, Seed: 1,
	}
	var played []arena.Game
	err = m.Run(t.Context(), nil, func(g arena.Game) bool {
		played = append(played, g)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return arena.Compare(played, "a", "b").Score
}

func atLevel(t *testing.T, variant string, n int) func() arena.Player {
	v, err := catalog.Find(variant)
	if err != nil {
		t.Fatal(err)
	}
	l := engine.LevelOf(v, n)
	return func() arena.Player {
		return arena.Searcher(engine.New(v, search.Options{HashMB: l.HashMB}), l.Limits(0))
	}
}

func careful() arena.Player { return arena.Paranoid(2) }

// Who takes what is free and looks at the replies to his moves beats the lowest
// level, and the levels above it are stronger. (docs/strength.md has the matches of all.)
func TestTheLowestLevelIsForBeginners(t *testing.T) {
	for _, variant := range []string{"all-in", "mcx4"} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			if score := meet(t, variant, 12, atLevel(t, variant, 1), careful); score > 0.25 {
				t.Errorf("level 1 scores %.2f against a beginner", score)
			}
			if score := meet(t, variant, 12, atLevel(t, variant, 3), atLevel(t, variant, 1)); score < 0.7 {
				t.Errorf("level 3 scores %.2f against level 1", score)
			}
		})
	}
}

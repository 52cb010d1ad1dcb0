package engine_test

import (
	"context"
	"testing"
	"time"

	"melee/engine"
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

var player = engine.Player{Captures: 2}

func TestItSeesAMateInOne(t *testing.T) {
	for _, c := range []struct{ variant, start, reason string }{
		{"all-in", "6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1", "checkmate"},
		{"mcx4", "1k7/8R/7R~1/9/9/9/9/8K wq - - 0 1 -", "mate"},
		{"four-player", "R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-x,x,x,yK,7,x,x,x/x,x,x,7,rR,x,x,x/x,x,x,8,x,x,x/3,rR,10/14/14/dbK,13/14/14/13,dgK/14/x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,3,x,x,x", "eliminations"},
	} {
		t.Run(c.variant, func(t *testing.T) {
			for seed := range uint64(8) {
				g := newGame(t, c.variant, c.start)
				a := player.Choose(t.Context(), g.Clone(), seed)
				if _, err := g.Do(a); err != nil {
					t.Fatal(err)
				}
				if o := g.Outcome(); o == nil || string(o.Reason) != c.reason {
					t.Errorf("seed %d: %s does not mate; %s", seed, a.Move.Text(g.Geometry()), g.Text())
				}
			}
		})
	}
}

func TestItTakesAFreeMan(t *testing.T) {
	for _, c := range []struct{ variant, start, want string }{
		{"all-in", "7k/6pp/8/3q4/8/2N5/6PP/7K w - - 0 1", "c3d5"},
		{"mcx4", "8k/9/9/3r5/9/2N~6/9/K8 wq - - 0 1 -", "c3d5"},
		{"four-player", "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/14/14/5,gQ,8/bK,13/5,rR,8/13,gK/14/x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,3,x,x,x", "f6f8"},
	} {
		t.Run(c.variant, func(t *testing.T) {
			for seed := range uint64(8) {
				g := newGame(t, c.variant, c.start)
				if got := player.Choose(t.Context(), g, seed).Move.Text(g.Geometry()); got != c.want {
					t.Errorf("seed %d: got %s, want %s", seed, got, c.want)
				}
			}
		})
	}
}

func TestWholeGamesAgainstItselfAreLegal(t *testing.T) {
	for _, v := range catalog.All() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			g := newGame(t, v.Name, "")
			for ply := uint64(0); g.Outcome() == nil && ply < 150; ply++ {
				// An ended context asks for the first move that comes to mind: the
				// worst case for legality, and quick.
				ctx, cancel := context.WithCancel(t.Context())
				if ply%8 != 0 {
					cancel()
				}
				a := player.Choose(ctx, g.Clone(), ply)
				cancel()
				if _, err := g.Do(a); err != nil {
					t.Fatalf("ply %d: %v in %s", ply, err, g.Text())
				}
			}
		})
	}
}

func TestEqualSeedsPlayAlike(t *testing.T) {
	g := newGame(t, "mcx4", "")
	seen := map[rules.Move]bool{}
	for seed := range uint64(16) {
		a, b := player.Choose(t.Context(), g.Clone(), seed), player.Choose(t.Context(), g.Clone(), seed)
		if a != b {
			t.Errorf("seed %d: %v and %v", seed, a, b)
		}
		seen[a.Move] = true
	}
	if len(seen) < 2 {
		t.Error("every seed opens alike")
	}
}

func BenchmarkChoose(b *testing.B) {
	for _, v := range catalog.All() {
		b.Run(v.Name, func(b *testing.B) {
			g := newGame(b, v.Name, "")
			for b.Loop() {
				ctx, cancel := context.WithTimeout(b.Context(), 10*time.Second)
				player.Choose(ctx, g.Clone(), 1)
				cancel()
			}
		})
	}
}

package catalog_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"melee/rules"
	"melee/rules/catalog"
)

// Whatever is legal in some position is within reach of the man who does it.
func TestReachHoldsEveryLegalMove(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		of := rapid.SampledFrom(catalog.All()).Draw(r, "variant")
		start, err := of.New(of, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		g := start.Clone()
		for n := rapid.IntRange(1, 80).Draw(r, "plies"); n > 0 && g.Outcome() == nil; n-- {
			a := rules.Action{Act: rules.Survive}
			if g.Status() == rules.Playing {
				moves := g.Moves(nil)
				for _, m := range moves {
					holds(r, start, g, m)
				}
				a = rules.Action{Act: rules.MakeMove, Move: rapid.SampledFrom(moves).Draw(r, "move")}
			}
			if _, err := g.Do(a); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func holds(r *rapid.T, start, g rules.Game, m rules.Move) {
	man := g.At(m.From())
	within := slices.ContainsFunc(rules.Reach(nil, start, man, m.From()), func(one rules.Move) bool {
		return one.To() == m.To() && (one.Promotion() == m.Promotion() || one.Promotion() == rules.NoKind && len(start.Variant().Seats) > 2)
	})
	if !within {
		r.Fatalf("%s: %s of seat %d is not within reach", start.Variant().Name, m.Text(g.Geometry()), man.Seat())
	}
}

func TestReach(t *testing.T) {
	for name, c := range map[string]struct {
		variant, from string
		man           rules.Man
		want          []string
	}{
		"a knight at the edge":                 {"all-in", "a1", rules.NewMan(0, rules.Knight), []string{"a1b3", "a1c2"}},
		"a pawn on its first square":           {"all-in", "e7", rules.NewMan(1, rules.Pawn), []string{"e7d6", "e7e5", "e7e6", "e7f6"}},
		"A3 a pawn that promotes":              {"all-in", "a7", rules.NewMan(0, rules.Pawn), []string{"a7a8b", "a7a8n", "a7a8q", "a7a8r", "a7b8b", "a7b8n", "a7b8q", "a7b8r"}},
		"A8 a king at home":                    {"all-in", "e1", rules.NewMan(0, rules.King), []string{"e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"}},
		"a king abroad":                        {"all-in", "a1", rules.NewMan(0, rules.King), []string{"a1a2", "a1b1", "a1b2"}},
		"F5 blue's pawns march along the rank": {"four-player", "b7", rules.NewMan(1, rules.Pawn), []string{"b7c6", "b7c7", "b7c8", "b7d7"}},
		"F1 nothing leads into a cut corner":   {"four-player", "a4", rules.NewMan(1, rules.Knight), []string{"a4b6", "a4c5"}},
	} {
		t.Run(name, func(t *testing.T) {
			of, err := catalog.Find(c.variant)
			if err != nil {
				t.Fatal(err)
			}
			start, err := of.New(of, nil, "")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range rules.Reach(nil, start, c.man, start.Geometry().Square(c.from)) {
				got = append(got, m.Text(start.Geometry()))
			}
			if slices.Sort(got); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

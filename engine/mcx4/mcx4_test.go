package mcx4_test

import (
	"testing"

	"melee/engine/mcx4"
	"melee/engine/search"
	"melee/rules"
	rulesmcx4 "melee/rules/mcx4"
)

func game(t testing.TB, play, start string) rules.Game {
	t.Helper()
	g, err := rulesmcx4.Variant.New(rulesmcx4.Variant, rules.Options{"play": play}, start)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func best(t testing.TB, g rules.Game, depth int) search.Result {
	t.Helper()
	return mcx4.New(search.Options{HashMB: 1}).Search(t.Context(), g, search.Limits{Depth: depth}, nil)
}

func TestItPlaysByTheSlots(t *testing.T) {
	for _, c := range []struct {
		name, start string
		depth       int
		want        string
		mate        int // 0 where none is expected
	}{
		{"M13 mate in one", "1k7/8R/7R~1/9/9/9/9/8K wq - - 0 1 -", 3, "h6h8", 1},
		{"M16 the lone queen's last man but one is taken", "q~7k/9/9/9/9/9/9/N~1Q~6 bq - - 0 1 -", 2, "a8a1", 1},
		{"M14 the Queen plays on", "4k3R/1q~r~5R/9/9/9/9/9/8K bq - - 0 1 choice", 2, "survive", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, "double", c.start)
			r := best(t, g, c.depth)
			if got := r.Action.Text(g.Variant(), g.Geometry()); got != c.want {
				t.Errorf("%s, want %s; score %d", got, c.want, r.Best().Score)
			}
			line := r.Best()
			if moves, _ := line.Score.MateIn(); c.mate != 0 && moves != c.mate {
				t.Errorf("score %d, want mate in %d", line.Score, c.mate)
			}
		})
	}
}

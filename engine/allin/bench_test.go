package allin_test

import (
	"testing"

	"melee/engine/allin"
	"melee/engine/search"
	rulesallin "melee/rules/allin"
)

// BenchmarkSearch measures positions a second, from the start and from the middle of a game.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct{ name, start string }{
		{"start", ""},
		{"middle", "r1bqkb1r/pp3ppp/2n2n2/3pp3/8/2NPPN2/PPQ2PPP/R1B1KB1R w KQkq - 0 8 -"},
	} {
		b.Run(c.name, func(b *testing.B) {
			g, err := rulesallin.AllIn.New(rulesallin.AllIn, nil, c.start)
			if err != nil {
				b.Fatal(err)
			}
			s := allin.New(search.Options{})
			nodes := uint64(0)
			for b.Loop() {
				s.Forget()
				nodes += s.Search(b.Context(), g, search.Limits{Nodes: 200_000}, nil).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

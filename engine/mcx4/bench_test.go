package mcx4_test

import (
	"testing"

	"melee/engine/mcx4"
	"melee/engine/search"
	rulesmcx4 "melee/rules/mcx4"
)

// BenchmarkSearch measures positions a second, from the start and from the middle of a game.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct{ name, start string }{
		{"start", ""},
		{"middle", "r~2q~bnk1r/p~p~p~1pp2p/2n~3n2/3p3p1/2P~3p2/2N~P3N1/P~P~1Q~2PPP/R~3BNKBR wk Kk - 0 9 -"},
	} {
		b.Run(c.name, func(b *testing.B) {
			g, err := rulesmcx4.Variant.New(rulesmcx4.Variant, nil, c.start)
			if err != nil {
				b.Fatal(err)
			}
			s := mcx4.New(search.Options{})
			nodes := uint64(0)
			for b.Loop() {
				s.Forget()
				nodes += s.Search(b.Context(), g, search.Limits{Nodes: 200_000}, nil).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

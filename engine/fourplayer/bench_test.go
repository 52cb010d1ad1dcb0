package fourplayer_test

import (
	"testing"

	"melee/engine/fourplayer"
	"melee/engine/search"
	"melee/rules"
	rulesfourplayer "melee/rules/fourplayer"
)

// BenchmarkSearch measures positions a second, from the starting array.
func BenchmarkSearch(b *testing.B) {
	for _, v := range []*rules.Variant{rulesfourplayer.Teams, rulesfourplayer.Variant} {
		b.Run(v.Name, func(b *testing.B) {
			g, err := v.New(v, nil, "")
			if err != nil {
				b.Fatal(err)
			}
			s := fourplayer.New(search.Options{})
			nodes := uint64(0)
			for b.Loop() {
				s.Forget()
				nodes += s.Search(b.Context(), g, search.Limits{Nodes: 500_000}, nil).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

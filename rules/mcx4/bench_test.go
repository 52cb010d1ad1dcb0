package mcx4_test

import (
	"strconv"
	"testing"

	"melee/rules"
	"melee/rules/mcx4"
)

func mustParse(t testing.TB, text string) mcx4.Position {
	t.Helper()
	p, err := mcx4.ParsePosition(text, false)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func BenchmarkPerft(b *testing.B) {
	for _, depth := range []int{6, 7} {
		b.Run("start "+strconv.Itoa(depth), func(b *testing.B) {
			start := mustParse(b, mcx4.StartText)
			b.ReportAllocs()
			nodes := uint64(0)
			for b.Loop() {
				nodes += start.Perft(depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

var benchPositions = map[string]string{
	"start":   mcx4.StartText,
	"middle":  "r~n~4bnr/2bp1p1k1/p~8/Q~1n1p3P/p~2p~5/N~2R~1P3/4PBP2/3B1K2R wk K - 0 13 -",
	"abandon": "4N~4/1p~7/p~r4k2/3pK4/4q~4/9/2Q~2P3/9 wq - - 90 40 -",
	"lone":    "2kr~q~4/4Q~4/P~8/r~8/5P3/9/3P3p1/R~2n~5 wk - - 70 40 -",
}

func BenchmarkPerftMiddle(b *testing.B) {
	for name, text := range benchPositions {
		b.Run(name+" 4", func(b *testing.B) {
			start := mustParse(b, text)
			b.ReportAllocs()
			nodes := uint64(0)
			for b.Loop() {
				nodes += start.Perft(4)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

func BenchmarkGenerate(b *testing.B) {
	for name, text := range benchPositions {
		b.Run(name, func(b *testing.B) {
			p := mustParse(b, text)
			moves := make([]rules.Move, 0, 128)
			b.ReportAllocs()
			for b.Loop() {
				moves = p.Moves(moves[:0])
			}
		})
	}
}

// BenchmarkApply copies a position and plays one of its moves.
func BenchmarkApply(b *testing.B) {
	for name, text := range benchPositions {
		b.Run(name, func(b *testing.B) {
			p := mustParse(b, text)
			moves := p.Moves(nil)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				next := p
				next.Apply(moves[i%len(moves)])
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		mustParse(b, benchPositions["middle"])
	}
}

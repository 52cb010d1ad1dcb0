package fourplayer

import (
	"strconv"
	"testing"
)

// TestF3StartPerft checks the counts that others have published for the arrays of F3.
func TestF3StartPerft(t *testing.T) {
	for _, c := range []struct {
		name  string
		terms Terms
		nodes []uint64
	}{
		{"modern", Terms{}, []uint64{20, 395, 7800, 152050, 3452310}},
		{"classic", Terms{Classic: true}, []uint64{20, 399, 7960, 158402, 3730168}},
	} {
		p := Start(c.terms)
		for i, want := range c.nodes {
			if got := p.Perft(i+1, nil); got != want {
				t.Errorf("%s perft(%d) = %d, want %d", c.name, i+1, got, want)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for depth := 4; depth <= 6; depth++ {
		b.Run(strconv.Itoa(depth), func(b *testing.B) {
			p := Start(Terms{})
			b.ReportAllocs()
			nodes := uint64(0)
			for b.Loop() {
				nodes += p.Perft(depth, nil)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

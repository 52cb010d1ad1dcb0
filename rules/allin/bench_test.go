package allin_test

import (
	"testing"

	"melee/rules"
	"melee/rules/allin"
)

// benchPositions are the start, a middlegame with everything in it, and one with the king in check.
var benchPositions = []struct{ name, text string }{
	{"start", allin.StartText},
	{"middle", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
	{"check", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"},
}

func read(t testing.TB, code allin.Code, text string) allin.Position {
	t.Helper()
	p, faults := allin.Read(code, text)
	if faults != nil {
		t.Fatalf("%s: %v", text, faults)
	}
	return p
}

func BenchmarkPerft(b *testing.B) {
	p := allin.Start(allin.NoReturn)
	for _, c := range []struct {
		name  string
		depth int
		want  uint64
	}{{"4", 4, 3486961}, {"5", 5, 170668750}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if got := p.Perft(c.depth); got != c.want {
					b.Fatalf("perft(%d) = %d, want %d", c.depth, got, c.want)
				}
			}
			b.ReportMetric(float64(c.want)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

func BenchmarkCount(b *testing.B) {
	for _, c := range benchPositions {
		b.Run(c.name, func(b *testing.B) {
			p := read(b, allin.NoReturn, c.text)
			b.ReportAllocs()
			for range b.N {
				if p.Count() == 0 {
					b.Fatal("no move")
				}
			}
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	for _, c := range benchPositions {
		b.Run(c.name, func(b *testing.B) {
			p := read(b, allin.NoReturn, c.text)
			room := make([]rules.Move, 0, 256)
			b.ReportAllocs()
			for range b.N {
				if len(p.Moves(room)) == 0 {
					b.Fatal("no move")
				}
			}
		})
	}
}

func BenchmarkApply(b *testing.B) {
	for _, c := range benchPositions {
		b.Run(c.name, func(b *testing.B) {
			p := read(b, allin.NoReturn, c.text)
			moves := p.Moves(nil)
			b.ReportAllocs()
			i := 0
			for range b.N {
				child := p
				child.Apply(moves[i])
				if child.Turn() == p.Turn() {
					b.Fatal("the turn has not passed")
				}
				if i++; i == len(moves) {
					i = 0
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		read(b, allin.NoReturn, benchPositions[1].text)
	}
}

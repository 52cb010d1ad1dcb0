package fourplayer

import (
	"strconv"
	"testing"

	"melee/rules"
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

// middleGame is a position from a game, with men of all kinds on open lines.
const middleGame = "R-0,0,0,0-1,0,0,0-1,0,0,0-16,11,3,2-1-{'quiet':(0,0,0,1),'ply':64}-x,x,x,1,yN,yB,yK,yQ,bB,2,x,x,x/x,x,x,3,yP,yN,yR,2,x,x,x/x,x,x,5,bQ,2,x,x,x/bR,3,yP,yP,1,yP,5,gR/bN,bP,4,rB,2,gP,2,gP,gN/bB,3,bP,8,gB/2,bP,7,gP,gK,2/bK,1,bP,7,gP,3/1,bP,7,gB,1,rP,2/bN,12,gN/3,yR,3,rP,1,gP,2,gP,gR/x,x,x,2,rN,5,x,x,x/x,x,x,rP,1,rP,rQ,1,rP,2,x,x,x/x,x,x,rR,3,rK,rB,rN,rR,x,x,x"

func benchmarkPosition(b *testing.B) Position {
	b.Helper()
	s, err := ParseSetup(middleGame)
	if err != nil {
		b.Fatal(err)
	}
	p, err := New(&s, Terms{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	return p
}

func BenchmarkMoves(b *testing.B) {
	p := benchmarkPosition(b)
	moves := make([]rules.Move, 0, 256)
	for b.Loop() {
		moves = p.Moves(moves[:0])
	}
	b.ReportMetric(float64(len(moves)), "moves")
}

func BenchmarkApply(b *testing.B) {
	p := benchmarkPosition(b)
	moves := p.Moves(nil)
	past := rules.History{}
	for i := 0; b.Loop(); i++ {
		next := p
		next.Apply(moves[i%len(moves)], &past)
		past.Truncate(0)
	}
}

func BenchmarkMiddlePerft(b *testing.B) {
	p := benchmarkPosition(b)
	nodes := uint64(0)
	for b.Loop() {
		nodes += p.Perft(3, nil)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
}

func BenchmarkParseSetup(b *testing.B) {
	b.SetBytes(int64(len(middleGame)))
	for b.Loop() {
		if _, err := ParseSetup(middleGame); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkText(b *testing.B) {
	p := benchmarkPosition(b)
	for b.Loop() {
		p.Text()
	}
}

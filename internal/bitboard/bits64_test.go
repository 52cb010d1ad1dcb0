package bitboard

import (
	"math/rand/v2"
	"testing"
)

// The gathered look-ups must agree with walking the lines square by square.
func TestSlidersWalkTheirLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		occ := Bits64(random.Uint64() & random.Uint64())
		s := random.IntN(64)
		var bishop, rook Bits64
		for _, l := range []leap{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}} {
			bishop |= ray64(s, l, occ)
		}
		for _, l := range []leap{{1, 0}, {0, -1}, {-1, 0}, {0, 1}} {
			rook |= ray64(s, l, occ)
		}
		if got := Bishop64(uint8(s), occ); got != bishop {
			t.Fatalf("bishop on %d, %#x occupied: %#x, want %#x", s, occ, got, bishop)
		}
		if got := Rook64(uint8(s), occ); got != rook {
			t.Fatalf("rook on %d, %#x occupied: %#x, want %#x", s, occ, got, rook)
		}
	}
}

func TestLinesOfTwoSquares(t *testing.T) {
	const a1, c1, h8, d4, b3, e5 = 0, 2, 63, 27, 17, 36
	for _, c := range []struct {
		a, b          uint8
		between, line Bits64
	}{
		{a1, c1, One64(1), Rank164},
		{h8, d4, One64(45) | One64(54) | One64(e5), 0x8040201008040201},
		{d4, e5, 0, 0x8040201008040201},
		{b3, a1, 0, 0},
		{d4, d4, 0, 0},
	} {
		if got := Between64(c.a, c.b); got != c.between {
			t.Errorf("between %d and %d: %#x, want %#x", c.a, c.b, got, c.between)
		}
		if got := Line64(c.a, c.b); got != c.line {
			t.Errorf("line through %d and %d: %#x, want %#x", c.a, c.b, got, c.line)
		}
	}
}

func TestLeaps(t *testing.T) {
	const a1, e4, h2 = 0, 28, 15
	for _, c := range []struct {
		name      string
		got, want Bits64
	}{
		{"knight a1", Knight64[a1], One64(10) | One64(17)},
		{"king a1", King64[a1], One64(1) | One64(8) | One64(9)},
		{"pawn up e4", Pawn64[0][e4], One64(35) | One64(37)},
		{"pawn down h2", Pawn64[1][h2], One64(6)},
	} {
		if c.got != c.want {
			t.Errorf("%s attacks %#x, want %#x", c.name, c.got, c.want)
		}
	}
	if n := Knight64[e4].Count(); n != 8 {
		t.Errorf("a knight on e4 attacks %d squares, want 8", n)
	}
}

func BenchmarkQueen64(b *testing.B) {
	var sum Bits64
	occ := Bits64(0xffff00000810ffff)
	for i := range b.N {
		s := uint8(i) & 63
		sum += Bishop64(s, occ) | Rook64(s, occ)
	}
	if sum == 1 {
		b.Fatal("not reached: the sum keeps the work from being optimised away")
	}
}

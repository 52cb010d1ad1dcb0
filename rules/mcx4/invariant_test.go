package mcx4

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"melee/rules"
)

// TestInvariants plays random games and recomputes after every ply what is kept incrementally.
func TestInvariants(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	moves := make([]rules.Move, 0, 128)
	plies := 0
	for plies < 6000 {
		p, err := ParsePosition(StartText, plies%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		for {
			var turn Turn
			moves, turn = p.Generate(moves[:0])
			checkInvariants(t, &p, turn)
			if t.Failed() {
				return
			}
			if turn.State == Choice {
				p.Survive()
				continue
			}
			if turn.State != Open {
				break
			}
			if n := r.IntN(400); n < 2 && p.divided(n) {
				p.ResignQueen(rules.Side(n))
				continue
			}
			p.Apply(moves[r.IntN(len(moves))])
			plies++
		}
	}
}

func checkInvariants(t *testing.T, p *Position, turn Turn) {
	t.Helper()
	text := p.Text()
	if got := p.freshKey(); got != p.key {
		t.Errorf("%s: key %x, computed afresh %x", text, p.key, got)
	}
	fresh, err := ParsePosition(strings.Replace(text, "choice", "-", 1), p.royal)
	if err != nil {
		t.Fatalf("%s is refused: %v", text, err)
	}
	if p.enPassant != rules.NoSquare && fresh.enPassant == rules.NoSquare {
		fresh.enPassant = p.enPassant // a right without a legal capture is not written
	}
	fresh.last = p.last
	if fresh != *p {
		t.Errorf("%s: read again it differs:\n%+v\n%+v", text, fresh, *p)
	}
	if fresh.Text() != text {
		t.Errorf("%s: written again as %s", text, fresh.Text())
	}
	if again := fresh.Turn(); again != turn {
		t.Errorf("%s: turn %v, read again %v", text, turn, again)
	}
}

// TestKeysDiffer checks that everything that counts for repetition (M18) tells keys apart, and nothing else.
func TestKeysDiffer(t *testing.T) {
	base := "k1q~6/9/9/1Pp~5r/9/9/9/3Q~1K2R wk - - 0 1 -"
	keys := map[uint64]string{}
	for _, text := range []string{
		base,
		"k1q~6/9/9/1Pp~5r/9/9/9/3Q~1K2R wk K - 0 1 -",
		"k1q~6/9/9/1Pp~5r/9/9/9/3Q~1K2R wk - c6 0 1 -",
		"k1q~6/9/9/1Pp~5r/9/9/9/3Q~1K2R bk - - 0 1 -",
		"k1q~6/9/9/1Pp5r/9/9/9/3Q~1K2R wk - - 0 1 -",
		"k1q6/9/9/1Pp~5r/9/9/9/3Q~1K2R wk - - 0 1 -",
	} {
		p, err := ParsePosition(text, false)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := keys[p.Key()]; ok {
			t.Errorf("%s has the key of %s", text, other)
		}
		keys[p.Key()] = text
	}
	p, err := ParsePosition("k1q~6/9/9/1Pp~5r/9/9/9/3Q~1K2R wk - - 55 77 -", true)
	if err != nil {
		t.Fatal(err)
	}
	if keys[p.Key()] != base {
		t.Error("counters and options change the key")
	}
}

func TestZobristNumbersDiffer(t *testing.T) {
	all := slices.Concat(zobrist.enPassant[:], zobrist.slots[:], zobrist.castling[:])
	for i := range zobrist.men {
		all = append(all, zobrist.men[i][:]...)
	}
	slices.Sort(all)
	if n := len(slices.Compact(all)); n != 24*maxSquares+maxSquares+8 {
		t.Errorf("only %d numbers are distinct", n)
	}
}

func TestPositionIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(Position{}); size > 1024 {
		t.Errorf("a Position has %d bytes, want at most 1024", size)
	}
}

package allin

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"melee/rules"
	"melee/rules/allin"
)

// drawPosition plays random moves.
func drawPosition(t *rapid.T) allin.Position {
	code := rapid.SampledFrom([]allin.Code{allin.NoReturn, allin.FreeReturn, allin.OpponentsMen, allin.NoSecondMove}).Draw(t, "code")
	p := allin.Start(code)
	for range rapid.IntRange(0, 120).Draw(t, "plies") {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		p.Apply(rapid.SampledFrom(moves).Draw(t, "move"))
	}
	return p
}

// mirrored returns the position with colours and ranks exchanged.
func mirrored(t *rapid.T, p *allin.Position) allin.Position {
	fields := strings.Fields(p.Text())
	rows := strings.Split(fields[0], "/")
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	swap := func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}
	turn := "w"
	if fields[1] == "w" {
		turn = "b"
	}
	text := strings.Map(swap, strings.Join(rows, "/")) + " " + turn + " - - " + fields[4] + " " + fields[5]
	m, err := allin.Read(p.Code(), text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

// What White has in a position Black has in its mirror image.
func TestColoursAreValuedAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		m := mirrored(t, &p)
		a, b := look(&p), look(&m)
		for i := range a {
			if a[i] != -b[i] {
				t.Fatalf("%s: feature %d is %d, in the mirror %d", p.Text(), i, a[i], b[i])
			}
		}
		w := weightsOf(p.Code())
		if w.evaluate(&p) != w.evaluate(&m) {
			t.Fatalf("%s: %d, in the mirror %d", p.Text(), w.evaluate(&p), w.evaluate(&m))
		}
	})
}

// Quiescence looks at moves of the rules only, and at none that plainly loses men.
func TestNoisyMovesAreLegalAndOurs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		moves, _ := game{}.Noisy(&p, nil)
		for _, m := range moves {
			if !p.IsLegal(m) {
				t.Fatalf("%s: %s is not legal", p.Text(), m.Text(allin.Board))
			}
			mine := p.Side(p.Turn()).Has(uint8(m.From()))
			if !mine && m.Taken() != rules.NoKind {
				t.Fatalf("%s: %s takes a man of the mover's own", p.Text(), m.Text(allin.Board))
			}
		}
	})
}

func TestExchanges(t *testing.T) {
	for _, c := range []struct {
		name, start, move string
		want              int
	}{
		{"a free pawn", "7k/8/8/3p4/8/8/8/3Q3K w - - 0 1", "d1d5", 100},
		{"a covered pawn", "7k/8/4p3/3p4/8/8/8/3Q3K w - - 0 1", "d1d5", 100 - 850},
		{"rooks behind each other", "7k/3r4/8/3p4/8/8/3R4/3R3K w - - 0 1", "d2d5", 100},
		{"one rook fewer", "3r3k/3r4/8/3p4/8/8/3R4/3R3K w - - 0 1", "d2d5", 100 - 450},
		{"the king takes what is not covered", "8/8/4k3/3p4/8/8/8/3Q3K w - - 0 1", "d1d5", 100 - 850},
		{"the king may not take what is covered", "8/8/4k3/3p4/8/8/3R4/3R3K w - - 0 1", "d2d5", 100},
		{"the opponent's man takes ours (A2)", "7k/8/8/3r4/8/8/7K/3Q4 w - - 0 1", "d5d1", -850},
		{"a promotion", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q", 750},
		{"the opponent's pawn becomes a knight (A3)", "7k/8/8/8/8/8/p7/7K w - - 0 1", "a2a1n", 450 - 300},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := allin.Read(allin.NoReturn, c.start)
			if err != nil {
				t.Fatal(err)
			}
			m := rules.FindMove(p.Moves(nil), allin.Board, c.move)
			if m == rules.NoMove {
				t.Fatalf("%s is not legal", c.move)
			}
			if got, _ := (game{}).Gain(&p, m); int(got) != c.want {
				t.Errorf("%s wins %d, want %d", c.move, got, c.want)
			}
		})
	}
}

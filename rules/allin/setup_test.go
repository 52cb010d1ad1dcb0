package allin_test

import (
	"strings"
	"testing"

	"melee/rules"
	"melee/rules/allin"
	"melee/rules/internal/vectortest"
)

func TestFaultsOfTexts(t *testing.T) {
	for _, c := range []struct {
		name string
		code allin.Code
		text string
		want []string // each fault begins so, in this order
	}{
		{"fields", allin.NoReturn, "4k3/8/8/8/8/8/8/4K3 w - -", []string{"text: has 4 fields, want 6 or 7"}},
		{"too long", allin.NoReturn, strings.Repeat("8/", 200), []string{"text: a position has at most 200 characters"}},
		{"no king", allin.NoReturn, "8/8/8/8/8/8/8/8 w - - 0 1",
			[]string{"placement: there is no king of white", "placement: there is no king of black"}},
		{"two kings", allin.NoReturn, "4k2k/8/8/8/8/8/8/4K3 w - - 0 1", []string{"placement h8: a second king of black; one stands on e8"}},
		{"unknown letter", allin.NoReturn, "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", []string{"placement d5: 'x' is no man"}},
		{"row width", allin.NoReturn, "4k3/9/7/8ppp/8/8/8/4K3 w - - 0 1",
			[]string{"placement a7: '9' is no man", "placement row 7: is 1 squares wide, want 8", "placement row 6: is 7 squares wide, want 8",
				"placement row 5: is 11 squares wide, want 8"}},
		{"too few rows", allin.NoReturn, "4k3/8/8/8/8/8/4K3 w - - 0 1", []string{"placement: has 7 rows, want 8"}},
		{"too many rows", allin.NoReturn, "4k3/8/8/8/8/8/4K3/8/8 w - - 0 1", []string{"placement: has 9 rows, want 8"}},
		{"A3 pawns on the outer ranks", allin.NoReturn, "P3k3/8/8/8/8/8/8/4K2p w - - 0 1",
			[]string{"placement a8: a pawn cannot stand", "placement h1: a pawn cannot stand"}},
		{"A5 king attacked", allin.NoReturn, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
			[]string{"placement e8: the king of black stands attacked though it is white's turn"}},
		{"A5 kings side by side", allin.OpponentsMen, "8/8/8/4k3/4K3/8/8/8 b - - 0 1", []string{"placement e4: the king of white stands attacked"}},
		{"side to move", allin.NoReturn, "4k3/8/8/8/8/8/8/4K3 W - - 0 1", []string{"side to move 'W': must be w or b"}},
		{"A8 castling", allin.NoReturn, "4k3/8/8/8/8/8/8/4K2R w KQk - 0 1",
			[]string{"castling Q: the right needs the king of white on e1 and its rook on a1", "castling k: the right needs the king of black"}},
		{"castling letters", allin.NoReturn, "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", []string{"castling 'KK': must be - or letters of KQkq, each once"}},
		{"A7 no pawn", allin.NoReturn, "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", []string{"en passant d6: there is no pawn of black on d5"}},
		{"A7 wrong rank", allin.NoReturn, "4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", []string{"en passant d5: a pawn passes only squares of the third or sixth rank"}},
		{"A7 way not free", allin.NoReturn, "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", []string{"en passant d6: a man stands on d7"}},
		{"A7 no square", allin.NoReturn, "4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", []string{"en passant 'd9': must be a square or -"}},
		{"counters", allin.NoReturn, "4k3/8/8/8/8/8/8/4K3 w - - -1 0",
			[]string{"plies since progress '-1': must be a whole number from 0 to 9999", "move number '0': must be a whole number from 1"}},
		{"A6 forbidden move not legal", allin.NoReturn, "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1 d6d5", []string{"forbidden move d6d5: would not be a legal move"}},
		{"A6 forbidden move of a pawn", allin.NoReturn, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 e2e3", []string{"forbidden move e2e3: would not be a legal move"}},
		{"A6 forbidden capture", allin.NoReturn, "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1 e1e2", []string{"forbidden move e1e2: would not be a legal move"}},
		{"A6 forbidden nonsense", allin.NoReturn, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 e1e", []string{"forbidden move 'e1e': must be a move"}},
		{"A6 forbidden in free-for-all", allin.FreeReturn, "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1 d6e4", []string{"forbidden move d6e4: must be -"}},
		{"A14 forbidden in half-in", allin.OpponentsMen, "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1 d6", []string{"forbidden move d6: must be -"}},
		{"A6 a square in all-in", allin.NoReturn, "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1 d6", []string{"forbidden move d6: must be a move"}},
		{"A15 a move in mainly-in", allin.NoSecondMove, "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1 d6e4", []string{"barred man d6e4: must be a square or -"}},
		{"A15 no man", allin.NoSecondMove, "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1 d5", []string{"barred man d5: there is no man"}},
		{"all at once", allin.NoReturn, "P3k2k/8/8/3z4/8/8/8/7 x KX e4 a 0 e9",
			[]string{"placement d5: 'z'", "placement row 1: is 7", "side to move 'x'", "castling 'KX'", "plies since progress 'a'",
				"move number '0'", "forbidden move 'e9'", "placement a8: a pawn", "placement h8: a second king"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, faults := allin.Read(c.code, c.text)
			if len(faults) != len(c.want) {
				t.Fatalf("%d faults, want %d: %v", len(faults), len(c.want), faults)
			}
			for i, want := range c.want {
				if got := faults[i].String(); !strings.HasPrefix(got, want) {
					t.Errorf("fault %d: %s\nwant     %s…", i, got, want)
				}
			}
		})
	}
}

func TestTextsAreReadTolerantly(t *testing.T) {
	const want = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 -"
	for _, text := range []string{
		want,
		"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
		"  4k3/8/8/8/8/8/8/R3K2R  w QK - 0 1 ",
		"4k3/44/1111112/8/8/8/8/R3K2R w KQ - 0 1 -",
	} {
		p := read(t, allin.NoReturn, text)
		if p.Text() != want {
			t.Errorf("%q is written %s, want %s", text, p.Text(), want)
		}
	}
}

// A set-up made by hand is judged as one that was read.
func TestSetupByHand(t *testing.T) {
	s := allin.NewSetup()
	s.Men[4], s.Men[60] = rules.NewMan(allin.White, rules.King), rules.NewMan(allin.Black, rules.King)
	s.Men[7] = rules.NewMan(allin.White, rules.Rook)
	s.AssumeCastling()
	p, err := allin.New(allin.NoReturn, s)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Text(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1 -"; got != want {
		t.Errorf("position %s, want %s", got, want)
	}
	s.Men[0] = rules.NewMan(2, rules.Rook)
	s.Men[1] = rules.NewMan(allin.White, rules.Queen) | rules.Promoted
	s.Turn, s.Castling, s.Quiet, s.Number, s.EnPassant = 2, 31, -1, 0, 200
	if _, err = allin.New(allin.NoReturn, s); err == nil {
		t.Fatal("nonsense is accepted")
	}
	for _, want := range []string{"side to move", "castling: ", "plies since progress -1", "move number 0", "placement a1", "placement b1", "en passant -"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\ndoes not speak of %s", err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range []string{"edge.jsonl", "perft.jsonl"} {
		for _, text := range vectortest.Texts(f, vectors+file, "all-in", "half-in", "mainly-in", "free-for-all") {
			for code := range uint8(8) {
				f.Add(code, text)
			}
		}
	}
	f.Fuzz(func(t *testing.T, code uint8, text string) {
		p, faults := allin.Read(allin.Code(code&7), text)
		if faults != nil {
			if faults.Error() == "" {
				t.Error("refused without a word")
			}
			return
		}
		if p.Checked(p.Turn() ^ 1) {
			t.Errorf("%q: the king of the side not to move is attacked", text)
		}
		again, faults := allin.Read(p.Code(), p.Text())
		if faults != nil || again != p {
			t.Errorf("%q is written %s, which comes back as %s (%v)", text, p.Text(), again.Text(), faults)
		}
		moves := p.Moves(nil)
		if p.Count() != len(moves) {
			t.Errorf("%q: %d moves are counted, %d listed", text, p.Count(), len(moves))
		}
		for _, m := range moves {
			child := p
			child.Apply(m)
			if child.Checked(p.Turn()) || child.Key() != child.FreshKey() {
				t.Errorf("%q: %s leaves a wrong position", text, m.Text(allin.Board))
			}
		}
	})
}

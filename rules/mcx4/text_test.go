package mcx4_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"melee/rules"
	"melee/rules/mcx4"
)

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		name, text string
		faults     []string // how each begins, in order
	}{
		{"empty", "", []string{"placement: a position text has seven fields", "placement row 1: is empty"}},
		{"too long", strings.Repeat("k", 401), []string{"placement: a position text has at most 400"}},
		{"six fields", "k8/9/9/9/9/9/9/5K3 wq - - 0 1", []string{"placement: a position text has seven fields"}},
		{"M14 no king", "9/9/9/9/9/9/2q~p5/Q~R~7 wq - - 0 1 -", []string{"placement: no king is on the board"}},
		{"no man of a camp", "k8/9/9/9/9/9/9/9 wq - - 0 1 -", []string{"placement: White has no man"}},
		{"more than one king", "k7k/9/9/9/9/9/9/5K3 bk - - 0 1 -", []string{"placement a8: one of more than one king of Black", "placement i8: one"}},
		{"two heads of a clan", "3k5/9/9/9/9/9/9/Q~Q~3K3 wq - - 0 1 -", []string{"placement a1: one of more than one queen", "placement b1: one"}},
		{"M3 a king of the Queen's clan", "k~8/9/9/9/9/9/9/5K3 wq - - 0 1 -", []string{"placement a8: a king cannot belong"}},
		{"M22 a pawn on a last rank", "k1P6/9/9/9/9/9/9/p4K3 wq - - 0 1 -", []string{"placement a1: a pawn cannot", "placement c8: a pawn cannot"}},
		{"M14 a King's man without his king", "k8/9/9/9/9/9/P8/Q~4N3 wq - - 0 1 -", []string{"placement f1: White has no king, so"}},
		{"M10 the king of the camp not to play", "k7Q~/9/9/9/9/9/9/5K3 wq - - 0 1 -", []string{"placement a8: the king of the camp not to play stands attacked"}},
		{"unknown letter", "k8/9/9/4x4/9/9/9/5K3 wq - - 0 1 -", []string{"placement row 5: 'x' is no man"}},
		{"stray mark", "k8/~9/9/9/9/9/9/5K3 wq - - 0 1 -", []string{"placement row 7: ~ must follow a man"}},
		{"double mark", "k8/Q~~8/9/9/9/9/9/5K3 wq - - 0 1 -", []string{"placement row 7: ~ must follow a man"}},
		{"row too short", "k8/9/8/9/9/9/9/5K3 wq - - 0 1 -", []string{"placement row 6: has 8 squares where other rows have 9"}},
		{"M2 too wide", "k12/13/13/K12 wq - - 0 1 -", []string{"placement row 3: '13' is no run", "placement row 2: '13' is no run",
			"placement row 4: a board has at most 12 files, this row has 13", "placement row 3: has 1", "placement row 2: has 1", "placement row 1: a board"}},
		{"M2 too high", "k/1/1/1/1/1/1/1/1/1/1/1/K wq - - 0 1 -", []string{"placement: a board has at most 12 ranks"}},
		{"zero run", "k8/09/9/9/9/9/9/5K3 wq - - 0 1 -", []string{"placement row 7: '09' is no run", "placement row 7: has 1"}},
		{"slot", "k8/9/9/9/9/9/9/5K3 w - - 0 1 -", []string{"slot 'w': must be"}},
		{"castling letters", "k8/9/9/9/9/9/9/5K2R wk Q - 0 1 -", []string{"castling 'Q': must be"}},
		{"castling twice", "k8/9/9/9/9/9/9/5K2R wk KK - 0 1 -", []string{"castling 'KK': must be"}},
		{"M23 no rook at home", "k8/9/9/9/9/9/9/5K3 wk K - 0 1 -", []string{"castling i1: the King's rook of White"}},
		{"M23 the Queen's rook", "k8/9/9/9/9/9/9/5K2R~ wk K - 0 1 -", []string{"castling i1: the King's rook of White"}},
		{"M2 one square between", "k8/9/9/9/9/9/9/6K1R wk K - 0 1 -", []string{"castling: the king of White must stand"}},
		{"M23 king not on his first rank", "8r/5k3/9/9/9/9/9/5K3 wk k - 0 1 -", []string{"castling: the king of Black must stand"}},
		{"no square", "k8/9/9/9/9/9/9/5K3 wk - j3 0 1 -", []string{"en passant 'j3': must be a square"}},
		{"M24 wrong rank", "k8/9/9/9/9/9/9/5K3 wk - e3 0 1 -", []string{"en passant e3: a pawn of Black passes over rank 6"}},
		{"M24 without its pawn", "k8/9/9/9/9/9/9/5K3 wk - e6 0 1 -", []string{"en passant e5: the pawn of Black"}},
		{"M24 not empty", "k8/4n4/4n4/4p4/9/9/9/5K3 wk - e6 0 1 -", []string{"en passant e6: must be empty", "en passant e7: must be empty"}},
		{"M18 plies", "k8/9/9/9/9/9/9/5K3 wk - - -1 1 -", []string{"progress '-1': must be"}},
		{"turn", "k8/9/9/9/9/9/9/5K3 wk - - 0 0 -", []string{"turn '0': must be"}},
		{"counters too large", "k8/9/9/9/9/9/9/5K3 wk - - 10000 99999999999999999999 -", []string{"progress '10000'", "turn '9999"}},
		{"state", "k8/9/9/9/9/9/9/5K3 wk - - 0 1 survive", []string{"state 'survive': must be - or choice"}},
		{"M14 no Queen to choose", "k8/9/9/9/9/9/9/5K3 wk - - 0 1 choice", []string{"state choice: only the living Queen"}},
		{"M14 not the first mate", "r~8/q~8/9/9/9/9/9/Q~4K3 wk - - 0 1 choice", []string{"state choice: only the living Queen"}},
		{"all at once", "k8/9/9/9/9/9/P8/P4K2r x K e6 q 0 z", []string{"placement a1: a pawn", "slot 'x'", "castling i1", "progress 'q'", "turn '0'", "state 'z'"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := mcx4.ParsePosition(c.text, false)
			var faults rules.Faults
			if !errors.As(err, &faults) {
				t.Fatalf("error %v, want faults", err)
			}
			same := len(faults) == len(c.faults)
			for i := 0; same && i < len(faults); i++ {
				same = strings.HasPrefix(faults[i].String(), c.faults[i])
			}
			if !same {
				t.Errorf("faults:\n%s\nwant:\n%s", strings.ReplaceAll(err.Error(), "; ", "\n"), strings.Join(c.faults, "\n"))
			}
		})
	}
}

func TestParseReads(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"M24 a right that allows no capture is dropped", "k8/9/9/4p4/9/9/9/5K3 wk - e6 0 1 -", "k8/9/9/4p4/9/9/9/5K3 wk - - 0 1 -"},
		{"M14 a mate opens the choice", "R7k/7pp/9/9/3q~5/9/9/1K7 bk - - 0 1 -", "R7k/7pp/9/9/3q~5/9/9/1K7 bk - - 0 1 choice"},
		{"M21 a choice without a mate: the King has resigned", "7k1/7pp/9/9/3q~5/9/9/1K7 bk - - 0 1 choice", ""},
		{"M14 the other king may stand attacked after a survival", "k8/9/9/9/9/9/8P/Q~8 wk - - 0 1 -", ""},
		{"M2 the largest board", "k11/12/12/12/12/12/12/12/12/12/12/11K wq - - 0 1 -", ""},
		{"M2 one file", "k/1/K wq - - 0 1 -", ""},
		{"M18 plies beyond the end", "k8/8p/9/9/9/9/9/5K3 wk - - 9999 9999 -", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := mcx4.ParsePosition(c.text, false)
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			if want == "" {
				want = c.text
			}
			if got := p.Text(); got != want {
				t.Errorf("written %s\nwant    %s", got, want)
			}
		})
	}
}

// TestNewListsFaults checks a setup that no text can say.
func TestNewListsFaults(t *testing.T) {
	s, err := mcx4.ParseSetup(mcx4.StartText)
	if err != nil {
		t.Fatal(err)
	}
	s.Slot, s.Quiet, s.Turn = 9, -1, 0
	s.Men[30] = rules.NewMan(1, rules.Rook) | rules.Grey
	_, err = mcx4.New(s, false)
	var faults rules.Faults
	if !errors.As(err, &faults) {
		t.Fatalf("error %v, want faults", err)
	}
	var got []string
	for _, f := range faults {
		got = append(got, f.Field+" "+f.Where)
	}
	if want := []string{"placement d4", "slot ", "progress -1", "turn 0"}; !slices.Equal(got, want) {
		t.Errorf("faults at %q, want %q: %v", got, want, err)
	}
	s.Geometry.Files = 13
	if _, err := mcx4.New(s, false); err == nil || !strings.Contains(err.Error(), "1 to 12 files") {
		t.Errorf("13 files: error %v", err)
	}
}

func TestOptionsRefused(t *testing.T) {
	for _, options := range []rules.Options{{"play": "triple"}, {"lone_queen": ""}, {"return": "allowed"}} {
		if g, err := mcx4.Variant.New(mcx4.Variant, options, ""); err == nil {
			t.Errorf("%v is accepted: %s", options, g.Text())
		}
	}
}

// FuzzParse checks that no text panics, and that what is read is written so that it reads as the same.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		mcx4.StartText,
		"1k10/12/12/12/12/12/12/12/12/12/12/Q~10K wq - - 0 1 -",
		"9/2P6/2R5Q~/9/3N~P~4/4p~2k1/3q~p~4/4K4 wq - - 0 40 choice",
		"9/1Q~7/5P3/1p~2r2pP/9/6k2/7b1/1r7 wq - h6 0 43 -",
		"r~2bnkb1r/3n~p1p2/p~5n1p/1p~p2p3/B6P1/1P~P~3N1B/3PPP2P/R~N~2NK2R wk Kk - 0 8 -",
		"k8/9/9/4p4/9/9/9/5K3 wk - e6 0 1 -", "k/1/K wq - - 0 1 -", "é/9 x", "10/~",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, royal := range []bool{false, true} {
			p, err := mcx4.ParsePosition(text, royal)
			if err != nil {
				continue
			}
			written := p.Text()
			again, err := mcx4.ParsePosition(written, royal)
			if err != nil {
				t.Fatalf("%q is written as %q, which is refused: %v", text, written, err)
			}
			if again.Text() != written || again.Key() != p.Key() || again.Turn() != p.Turn() {
				t.Fatalf("%q is written as %q, which reads as %q", text, written, again.Text())
			}
			for i, m := range p.Moves(nil) {
				if next := p; i < 8 {
					next.Apply(m)
					next.Turn()
				}
			}
		}
	})
}

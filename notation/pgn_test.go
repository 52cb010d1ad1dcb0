package notation

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"melee/rules/catalog"
)

// TestPGNIsRead reads moves and checks them as tokens, with what is said about them.
func TestPGNIsRead(t *testing.T) {
	const allIn = "[Variant \"All-in\"]\n"
	for _, c := range []struct{ name, text, want string }{
		{"moves", allIn + "\n1. e4 Nf6 *", `"e2e4","g8f6"`},
		{"numbers without spaces", allIn + "\n1.e4 1...Nf6 2.d4", `"e2e4","g8f6","d2d4"`},
		{"a byte order mark", "\ufeff" + allIn + "\n1. e4", `"e2e4"`},
		{"line ends of another system", strings.ReplaceAll(allIn+"\n1. e4\nNf6\n", "\n", "\r\n"), `"e2e4","g8f6"`},
		{"no empty line after the tags", allIn + "1. e4", `"e2e4"`},
		{"an escaped line", "% [Event \"no tag\"]\n" + allIn + "\n1. e4\n% 1... d5\nNf6", `"e2e4","g8f6"`},
		{"a comment to the end of the line", allIn + "\n1. e4 ; not {here\nNf6", `{"move":"e2e4","comments":["not {here"]},"g8f6"`},
		{"a comment over lines", allIn + "\n1. e4 {one\ntwo}", `{"move":"e2e4","comments":["one two"]}`},
		{"a tag in a comment", allIn + "\n1. e4 {\n[Event \"none\"]\n}", `{"move":"e2e4","comments":["[Event \"none\"]"]}`},
		{"glyphs", allIn + "\n1. e4!? $10 Nf6 ?!", `{"move":"e2e4","nags":[5,10]},{"move":"g8f6","nags":[6]}`},
		{"variations", allIn + "\n1. e4 (1. d4 (1. c4) d7d5) (1. Nf3) Nf6", `{"move":"e2e4","variations":[[{"move":"d2d4","variations":[["c2c4"]]},"d7d5"],["g1f3"]]},"g8f6"`},
		{"an empty variation", allIn + "\n1. e4 () Nf6", `"e2e4","g8f6"`},
		{"a comment after a variation", allIn + "\n1. e4 (1. d4) {x} Nf6", `{"move":"e2e4","variations":[["d2d4"]]},{"move":"g8f6","before":["x"]}`},
		{"a clock", allIn + "\n1. e4 {[%clk 1:02:03.5] x}", `{"move":"e2e4","comments":["x"],"clock":3723500}`},
		{"a clock that is none", allIn + "\n1. e4 {[%clk 1:02]}", `{"move":"e2e4","comments":["[%clk 1:02]"]}`},
		{"a promotion in brackets", allIn + "[FEN \"8/P7/8/3k4/8/8/8/4K3 w - - 0 1\"]\n\n1. a8(N)", `"a7a8n"`},
		{"resignation", allIn + "\n1. e4 0-1", `"e2e4","resign:white"`},
		{"a result told by the tag only", allIn + "[Result \"0-1\"]\n\n1. e4", `"e2e4","resign:white"`},
		{"time", allIn + "[Termination \"Time forfeit\"]\n\n1. e4 1-0", `"e2e4","time:black"`},
		{"time, told twice", allIn + "[Termination \"time forfeit\"]\n[Termination \"by a second\"]\n\n1. e4 1-0", `"e2e4","time:black"`},
		{"an agreed draw", allIn + "\n1. e4 1/2-1/2", `"e2e4","draw"`},
		{"a result that the moves lead to", allIn + "[FEN \"6bk/8/6PK/8/8/8/8/8 w - - 0 1\"]\n\n1. g7# 1-0", `"g6g7"`},
		{"a word for a choice", allIn + "\n1. e4 resign:black 1-0", `"e2e4","resign:black"`},
		{"M21 a camp that has lost", "[Variant \"MCX4\"]\n\n1. a3 0-1", `"a2a3","resign:wq","resign:wk"`},
		{"M14 a survival", "[Variant \"mcx4\"]\n[FEN \"1k7/9/9/3Q~5/9/9/7PP/r7K wk - - 0 1 -\"]\n\n1... survive Qe6", `"survive","d5e6"`},
		{"M14 a mate that is declined by the result", "[Variant \"MCX4\"]\n[FEN \"1k7/9/9/3Q~5/9/9/7PP/r7K wk - - 0 1 -\"]\n\n0-1", `"resign:wq"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			records, faults := readAll(t, PGN, c.text)
			if len(records) != 1 || len(faults) > 0 {
				t.Fatalf("%d games, faults %q", len(records), faults)
			}
			out, err := Append(nil, JSON, records[0])
			if err != nil {
				t.Fatal(err)
			}
			_, moves, _ := strings.Cut(string(out), `"moves":[`)
			moves, _, _ = strings.Cut(moves, `],"result"`)
			if moves != c.want {
				t.Errorf("got  %s\nwant %s", moves, c.want)
			}
			roundTrip(t, PGN, records)
		})
	}
}

func TestPGNIsSplit(t *testing.T) {
	const text = "[Variant \"All-in\"]\n\n1. e4 *\n1. d4 {no variant is told} 1-0\n\n[Variant \"Half-in\"]\n[Event \"no moves\"]\n\n[Variant \"Half-in\"]\n\n1. e5\n[Variant \"MCX4\"]\n1. a3\n"
	records, faults := readAll(t, PGN, text)
	var names []string
	for _, r := range records {
		names = append(names, r.Variant.Name)
	}
	if got := strings.Join(names, " "); got != "all-in half-in half-in mcx4" {
		t.Errorf("games: %s", got)
	}
	if len(faults) != 1 || !strings.Contains(faults[0], "game 2, line 4, column 1: the tag Variant is missing") {
		t.Errorf("faults: %q", faults)
	}
}

// TestPGNCampsNameTheirClans checks who plays MCX4 where a file knows only camps (M20).
func TestPGNCampsNameTheirClans(t *testing.T) {
	records, faults := readAll(t, PGN, "[Variant \"MCX4\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n[BlackKing \"Cleo\"]\n\n1. a3\n")
	if len(records) != 1 {
		t.Fatal(faults)
	}
	for seat, want := range []string{"Ada", "", "Ada", "Cleo"} {
		if got := records[0].Players[seat].Name; got != want {
			t.Errorf("seat %d: %q, want %q", seat, got, want)
		}
	}
}

// TestPGNFitsTheLine checks the export format's width.
func TestPGNFitsTheLine(t *testing.T) {
	for _, v := range catalog.All() {
		if formatOf(v) != PGN {
			continue
		}
		r := randomRecord(t, v, nil, rand.New(rand.NewPCG(5, 6)), 200)
		text, err := Append(nil, PGN, r)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if utf8.RuneCountInString(line) > maxFormatted+1 && !strings.HasPrefix(line, "[") {
				t.Errorf("%s: %q is too long", v.Name, line)
			}
		}
	}
}

func TestWritersRefuseOtherGames(t *testing.T) {
	for _, v := range catalog.All() {
		other := PGN4
		if formatOf(v) == PGN4 {
			other = PGN
		}
		r, err := NewRecord(v, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		var unfit *FormatError
		if _, err := Append(nil, other, r); !errors.As(err, &unfit) || unfit.Format != other {
			t.Errorf("%s as %s: %v", v.Name, other, err)
		}
	}
}

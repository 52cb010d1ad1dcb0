package diagram

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"melee/rules"
)

func TestParseArrows(t *testing.T) {
	sq := cross14.Square
	for _, c := range []struct {
		text string
		want []Arrow
	}{
		{"", nil},
		{"d2d4", []Arrow{{sq("d2"), sq("d4"), rules.NoSeat, false}}},
		{"d2d4,n11a11:green,a4h14", []Arrow{{sq("d2"), sq("d4"), rules.NoSeat, false}, {sq("n11"), sq("a11"), 3, false}, {sq("a4"), sq("h14"), rules.NoSeat, false}}},
		{"e4d6:forbidden:red", []Arrow{{sq("e4"), sq("d6"), 0, true}}},
	} {
		got, err := ParseArrows(cross14, hues, c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", c.text, diff)
		}
	}
}

func TestParseMarks(t *testing.T) {
	sq := square8.Square
	got, err := ParseMarks(square8, twoSeats, "e4,d5:dot,g1:tint:black,a8:white:cross,h1:ring")
	if err != nil {
		t.Fatal(err)
	}
	want := []Mark{{sq("e4"), Ring, rules.NoSeat}, {sq("d5"), Dot, rules.NoSeat}, {sq("g1"), Tint, 1}, {sq("a8"), Cross, 0}, {sq("h1"), Ring, rules.NoSeat}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestParseErrors(t *testing.T) {
	arrows := func(text string) error { _, err := ParseArrows(cross14, hues, text); return err }
	marks := func(text string) error { _, err := ParseMarks(cross14, hues, text); return err }
	for _, c := range []struct {
		name  string
		parse func(string) error
		text  string
		want  string
	}{
		{"arrow with one square", arrows, "e4", "arrows 'e4': must start with two squares of this board, such as 'd1k14'"},
		{"arrow from a cut corner", arrows, "a1e4", "arrows 'a1e4': must start with two squares"},
		{"arrow off the board", arrows, "e4e15", "arrows 'e4e15': must start with two squares"},
		{"arrow to its own square", arrows, "e4e4", "arrows 'e4e4': must lead to another square"},
		{"arrow with a promotion", arrows, "e7e8q", "arrows 'e7e8q': must start with two squares"},
		{"arrow with an unknown word", arrows, "e4e5:bold", "arrows 'e4e5:bold': 'bold' must be forbidden or one seat of red, blue, yellow, green"},
		{"arrow with two seats", arrows, "e4e5:red:blue", "'blue' must be forbidden or one seat"},
		{"arrow forbidden twice", arrows, "e4e5:forbidden:forbidden", "'forbidden' must be forbidden or one seat of red, blue, yellow, green, each once"},
		{"empty arrow", arrows, "e4e5,,e6e7", "arrows '': must start with two squares"},
		{"arrow with blanks", arrows, "e4e5, e6e7", "arrows ' e6e7': must start with two squares"},
		{"all faults at once", arrows, "x,e4e4", "arrows 'x': must start with two squares of this board, such as 'd1k14'; arrows 'e4e4': must lead"},
		{"too many arrows", arrows, strings.Repeat("e4e5,", maxItems) + "e4e5", "arrows: must be at most 64, not 65"},
		{"too long a text", arrows, strings.Repeat("e", maxText+1), "arrows: must have at most 2048 characters"},
		{"a long item is clipped", arrows, strings.Repeat("é", 100), "arrows '" + strings.Repeat("é", 20) + "…': must start"},
		{"mark in a cut corner", marks, "c3", "marks 'c3': must start with a square of this board, such as 'd1'"},
		{"mark on two squares", marks, "e4e5", "marks 'e4e5': must start with a square"},
		{"mark with an unknown shape", marks, "e4:star", "marks 'e4:star': 'star' must be one of ring, dot, cross, tint or one seat of red"},
		{"mark with two shapes", marks, "e4:dot:ring", "'ring' must be one of"},
		{"mark with two seats", marks, "e4:red:red", "'red' must be one of"},
		{"mark of a seat of another game", marks, "e4:white", "'white' must be one of"},
		{"empty mark", marks, ",", "marks '': must start with a square of this board, such as 'd1'; marks ''"},
		{"too many marks", marks, strings.Repeat("e4,", maxItems) + "e4", "marks: must be at most 64, not 65"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.parse(c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q: error %v, want %q", c.text, err, c.want)
			}
		})
	}
}

// FuzzParse holds that whatever is read can be drawn, and that nothing panics.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "e2e4", "e2e4,d7d5:black", "e4:dot:white", "g1:tint", "a1:", "::,", "n14a1:forbidden"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := startAllIn()
		var err error
		if b.Arrows, err = ParseArrows(b.Geometry, b.Seats, text); err != nil && !hasFault(err, "arrows") {
			t.Errorf("ParseArrows(%q) = %v, want faults", text, err)
		}
		if b.Marks, err = ParseMarks(b.Geometry, b.Seats, text); err != nil && !hasFault(err, "marks") {
			t.Errorf("ParseMarks(%q) = %v, want faults", text, err)
		}
		if err := b.check(Options{}); err != nil {
			t.Errorf("%q is read and cannot be drawn: %v", text, err)
		}
	})
}

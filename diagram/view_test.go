package diagram

import (
	"strings"
	"testing"

	"melee/rules"
)

// TestOrientation holds which corner of the board each seat sees at its lower left.
func TestOrientation(t *testing.T) {
	for _, c := range []struct {
		board  func() Board
		bottom rules.Seat
		left   string // the square in the lowest row, furthest left
		right  string
	}{
		{startAllIn, 0, "a1", "h1"},
		{startAllIn, 1, "h8", "a8"},
		{startMCX4, 0, "a1", "i1"},
		{startMCX4, 1, "i8", "a8"},
		{startMCX4, 2, "a1", "i1"},
		{startMCX4, 3, "i8", "a8"},
		{startFourPlayer, 0, "d1", "k1"},
		{startFourPlayer, 1, "a11", "a4"},
		{startFourPlayer, 2, "k14", "d14"},
		{startFourPlayer, 3, "n4", "n11"},
	} {
		b := c.board()
		b.Bottom = c.bottom
		v := b.view()
		t.Run(b.Seats[c.bottom], func(t *testing.T) {
			bottom := float64((v.rows() - 1) * unit)
			left, right := v.corner(b.Geometry.Square(c.left)), v.corner(b.Geometry.Square(c.right))
			edge := float64(b.Geometry.Corner * unit)
			if left != (point{edge, bottom}) {
				t.Errorf("%s is at %v, want the lower left", c.left, left)
			}
			if want := (point{float64((v.cols()-1)*unit) - edge, bottom}); right != want {
				t.Errorf("%s is at %v, want the lower right %v", c.right, right, want)
			}
		})
	}
}

// TestTurningKeepsShapes: turned, a board of 9 by 8 squares would be 8 wide;
// every square has a cell of its own.
func TestTurningKeepsShapes(t *testing.T) {
	for turn := range 4 {
		v := view{nine8, turn}
		seen := map[[2]int]bool{}
		for s := range nine8.Squares() {
			col, row := v.cell(nine8.File(rules.Square(s)), nine8.Rank(rules.Square(s)))
			if !v.has(col, row) {
				t.Errorf("turn %d: %s is outside", turn, nine8.Name(rules.Square(s)))
			}
			seen[[2]int{col, row}] = true
		}
		if len(seen) != nine8.Squares() {
			t.Errorf("turn %d: %d cells for %d squares", turn, len(seen), nine8.Squares())
		}
	}
}

// TestEveryFileAndRankIsNamedOnce, from every seat.
func TestEveryFileAndRankIsNamedOnce(t *testing.T) {
	for turn := range 4 {
		counts := map[string]int{}
		for _, l := range (view{cross14, turn}).edgeLabels(16) {
			counts[l.text]++
		}
		for _, name := range strings.Fields("a b c d e f g h i j k l m n 1 2 3 4 5 6 7 8 9 10 11 12 13 14") {
			if counts[name] != 1 {
				t.Errorf("turn %d: %s is written %d times", turn, name, counts[name])
			}
			delete(counts, name)
		}
		if len(counts) > 0 {
			t.Errorf("turn %d: also writes %v", turn, counts)
		}
	}
}

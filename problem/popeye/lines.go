package popeye

import (
	"strconv"
	"strings"

	"melee/problem"
)

// lineText writes a solution of help or series play: "  1...Bd1-c2   2.Ke3-f4 Bc2-e4 #".
// Moves are numbered by those of the side that begins; where a half move stands before, by the other's.
func (t teller) lineText(plies []problem.Ply, half bool) string {
	if len(plies) == 0 {
		return ""
	}
	counts := plies[0].Before.Turn()
	if half {
		counts ^= 1
	}
	var parts []string
	number := 0
	for i, ply := range plies {
		text := t.move(&ply.Before, ply.Move, i == len(plies)-1)
		switch {
		case ply.Before.Turn() == counts:
			number++
			text = "  " + strconv.Itoa(number) + "." + text
		case i == 0:
			number++
			text = "  1..." + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// begunHalf reports whether lines of a stipulation begin with the second half of a move.
func begunHalf(s problem.Stipulation, set bool) bool {
	half := s.Halves%2 != 0
	if set && (s.Play == problem.Help || s.Play == problem.HelpSelf || s.Play == problem.HelpReflex) {
		return !half
	}
	return half || set && s.Play == problem.SeriesHelp
}

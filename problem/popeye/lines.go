package popeye

import (
	"slices"
	"strconv"
	"strings"

	"melee/problem"
	"melee/rules"
)

// lineText writes a solution of help or series play: "  1...Bd1-c2   2.Ke3-f4 Bc2-e4 #".
// Moves are numbered by those of the side that begins; where a half move stands before, by the other's.
// What one side plays alone before ("2->h#3") is numbered by itself if the other side goes on for more than one move.
func (t teller) lineText(s problem.Stipulation, plies []problem.Ply, half bool) string {
	if len(plies) == 0 {
		return ""
	}
	if s.Intro > 0 && s.Halves%2 == 0 && s.Halves > 2 {
		return t.afterIntro(plies)
	}
	counts := plies[0].Before.Turn()
	if half && s.Intro == 0 {
		counts ^= 1
	}
	return t.numbered(plies, counts, true)
}

// numbered writes plies of which those of one side are counted; the last one may reach the goal.
func (t teller) numbered(plies []problem.Ply, counts rules.Seat, ends bool) string {
	var parts []string
	number := 0
	for i, ply := range plies {
		text := t.move(&ply.Before, ply.Move, ends && i == len(plies)-1)
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

// afterIntro writes a solution that begins with moves that one side plays alone.
func (t teller) afterIntro(plies []problem.Ply) string {
	first := plies[0].Before.Turn()
	alone := slices.IndexFunc(plies, func(p problem.Ply) bool { return p.Before.Turn() != first })
	if alone < 0 {
		return t.numbered(plies, first, true)
	}
	return t.numbered(plies[:alone], first, false) + " " + t.numbered(plies[alone:], first^1, true)
}

// begunHalf reports whether lines of a stipulation begin with the second half of a move.
func begunHalf(s problem.Stipulation, set bool) bool {
	half := s.Halves%2 != 0
	if set && (s.Play == problem.Help || s.Play == problem.HelpSelf || s.Play == problem.HelpReflex) {
		return !half
	}
	return half || set && s.Play == problem.SeriesHelp
}

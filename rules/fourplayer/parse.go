package fourplayer

import (
	"strings"

	"melee/rules"
)

// maxText bounds the length of a position text, which is less than 1000 without unknown keys.
const maxText = 8192

// ParseSetup reads FEN4 (notation.md): the corners written as x or as part of
// the numbers, spaces and line breaks after the header and after rows, grey men
// with and without their colour, any keys in the options object. It says
// nothing of whether the position is possible; the error is [rules.Faults] with
// everything that is no FEN4.
func ParseSetup(text string) (Setup, error) {
	r := reader{setup: Setup{Passed: noPassed}}
	r.read(text)
	return r.setup, r.faults.Err()
}

// A reader collects what a text says and what is wrong with it.
type reader struct {
	setup  Setup
	faults rules.Faults
}

func (r *reader) read(text string) {
	if len(text) > maxText {
		r.faults.Add("text", "", "a position has at most "+rules.CountText(maxText)+" characters")
		return
	}
	last := strings.LastIndexByte(text, '-')
	if last < 0 {
		r.faults.Add("text", "", "a position begins with turn, eliminated seats, short castling, long castling, points and plies since progress, separated by '-'")
		return
	}
	header, board := text[:last], text[last+1:]
	var fields [6]string
	for i := range fields {
		field, rest, found := strings.Cut(header, "-")
		if i < len(fields)-1 && !found {
			r.faults.Add("text", "", "only "+rules.CountText(i+1)+" of the 6 fields before the placement are there")
			return
		}
		fields[i], header = strings.TrimSpace(field), rest
	}
	r.turn(fields[0])
	r.setup.Out = r.flags("eliminated", fields[1])
	for side, name := range [2]string{"short castling", "long castling"} {
		for seat, may := range r.flags(name, fields[2+side]) {
			r.setup.Castles[seat][side] = may
		}
	}
	r.setup.Points = r.counts("points", fields[4], maxCount)
	clock, ok := rules.ParseCount(fields[5], maxCount)
	if !ok {
		r.faults.Add("clock", quoted(fields[5]), "must be a number of plies from 0 to "+rules.CountText(maxCount))
	}
	r.setup.Clock = clock
	if object := strings.TrimSpace(header); object != "" {
		r.object(object)
	}
	r.board(board)
}

func (r *reader) turn(field string) {
	i := -1
	if len(field) == 1 {
		i = strings.IndexByte(turnLetters, field[0]&^32)
	}
	if i < 0 {
		r.faults.Add("turn", quoted(field), "must be R, B, Y or G")
		return
	}
	r.setup.Turn = rules.Seat(i)
}

// four returns the comma-separated parts of a field with one for every seat.
func (r *reader) four(field, text string) ([4]string, bool) {
	parts := strings.Split(text, ",")
	if len(parts) != 4 {
		r.faults.Add(field, quoted(text), "must be four values separated by commas, for red, blue, yellow, green")
		return [4]string{}, false
	}
	var four [4]string
	for i, part := range parts {
		four[i] = strings.TrimSpace(part)
	}
	return four, true
}

func (r *reader) flags(field, text string) (flags [4]bool) {
	parts, ok := r.four(field, text)
	if !ok {
		return flags
	}
	for seat, part := range parts {
		if part != "0" && part != "1" {
			r.faults.Add(field, quoted(part), "must be 0 or 1 for "+seatNames[seat])
		}
		flags[seat] = part == "1"
	}
	return flags
}

func (r *reader) counts(field, text string, most int) (counts [4]int) {
	parts, ok := r.four(field, text)
	if !ok {
		return counts
	}
	for seat, part := range parts {
		n, ok := rules.ParseCount(part, most)
		if !ok {
			r.faults.Add(field, quoted(part), "must be a whole number from 0 to "+rules.CountText(most)+" for "+seatNames[seat])
			continue
		}
		counts[seat] = n
	}
	return counts
}

func (r *reader) board(text string) {
	rows := strings.Split(text, "/")
	if len(rows) != Board.Ranks {
		r.faults.Add("placement", "", "has "+rules.CountText(len(rows))+" rows, must have 14 separated by '/'")
		return
	}
	for i, row := range rows {
		r.row(Board.Ranks-1-i, row)
	}
}

func (r *reader) row(rank int, text string) {
	where := "row " + rules.CountText(rank+1)
	file := 0
	for cell := range strings.SplitSeq(text, ",") {
		cell = strings.TrimSpace(cell)
		width := r.cell(rank, file, cell, where)
		if width == 0 {
			return
		}
		file += width
		if file > Board.Files {
			break
		}
	}
	if file != Board.Files {
		r.faults.Add("placement", where, "must be 14 cells wide")
	}
}

// cell reads one cell or one run of empty cells and returns its width, 0 if it is not understood.
func (r *reader) cell(rank, file int, text, where string) int {
	if text == "x" || text == "X" {
		if file < Board.Files && Board.At(file, rank) != rules.NoSquare {
			r.faults.Add("placement", Board.Name(Board.At(file, rank)), "is a square of this board, not a wall")
		}
		return 1
	}
	if n, ok := rules.ParseCount(text, Board.Files); ok && n > 0 {
		return n
	}
	man := parseMan(text)
	if man == 0 {
		r.faults.Add("placement", where, quoted(text)+" must be a man such as rK or drK, a number of empty cells from 1 to 14, or x")
		return 0
	}
	if file < Board.Files {
		if square := Board.At(file, rank); square != rules.NoSquare {
			r.setup.Men[square] = man
		} else {
			r.faults.Add("placement", where, quoted(text)+" stands in a cut corner, file "+string(rune('a'+file)))
		}
	}
	return 1
}

// parseMan reads a man such as "rK", "rD", "drK" or "dK", 0 if it is none.
func parseMan(text string) rules.Man {
	man := rules.Man(0)
	rest, grey := strings.CutPrefix(text, "d")
	if grey {
		man |= rules.Grey
	}
	if len(rest) == 1 && grey {
		man |= anonymous
	} else if len(rest) == 2 {
		seat := strings.IndexByte(seatLetters, rest[0])
		if seat < 0 {
			return 0
		}
		man |= rules.NewMan(rules.Seat(seat), rules.NoKind)
		rest = rest[1:]
	} else {
		return 0
	}
	if rest[0] == promotedName {
		return man | rules.Promoted | rules.Man(rules.Queen)
	}
	if rest[0] < 'A' || rest[0] > 'Z' {
		return 0
	}
	kind := rules.KindOf(rest[0])
	if kind == rules.NoKind {
		return 0
	}
	return man | rules.Man(kind)
}

// quoted returns text in quotation marks, cut to what an error needs.
func quoted(text string) string {
	if len(text) > 40 {
		text = text[:40] + "…"
	}
	return "'" + text + "'"
}

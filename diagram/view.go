package diagram

import "melee/rules"

// homeTurns is by how many quarter turns, counted clockwise from the bottom,
// a seat sits away from the first one's side.
var homeTurns = map[string]int{"black": 2, "bq": 2, "bk": 2, "blue": 1, "yellow": 2, "green": 3}

// A view lays the squares of a board out as they are seen from one seat.
type view struct {
	g    rules.Geometry
	turn int
}

func (b *Board) view() view { return view{b.Geometry, homeTurns[b.Seats[b.Bottom]]} }

// cols returns how many squares lie side by side, rows how many one above another.
func (v view) cols() int {
	if v.turn%2 == 1 {
		return v.g.Ranks
	}
	return v.g.Files
}

func (v view) rows() int {
	if v.turn%2 == 1 {
		return v.g.Files
	}
	return v.g.Ranks
}

// cell returns the column from the left and the row from the top of a file and rank.
func (v view) cell(file, rank int) (col, row int) {
	switch v.turn {
	case 1: // the left side at the bottom
		return v.g.Ranks - 1 - rank, v.g.Files - 1 - file
	case 2:
		return v.g.Files - 1 - file, rank
	case 3:
		return rank, file
	}
	return file, v.g.Ranks - 1 - rank
}

// corner returns the upper left corner of a square in units from the board's.
func (v view) corner(s rules.Square) point {
	col, row := v.cell(v.g.File(s), v.g.Rank(s))
	return point{float64(col * unit), float64(row * unit)}
}

// centre returns the middle of a square in units from the board's corner.
func (v view) centre(s rules.Square) point { return v.corner(s).add(point{unit / 2, unit / 2}) }

// outline returns the edge of the whole board.
func (v view) outline() path {
	w, h, c := float64(v.cols()*unit), float64(v.rows()*unit), float64(v.g.Corner*unit)
	if c == 0 {
		return box(0, 0, w, h)
	}
	return polygon(point{c, 0}, point{w - c, 0}, point{w - c, c}, point{w, c}, point{w, h - c}, point{w - c, h - c},
		point{w - c, h}, point{c, h}, point{c, h - c}, point{0, h - c}, point{0, c}, point{c, c})
}

// edgeLabels returns the coordinates: every file under its lowest square and
// every rank left of its leftmost, as the view shows them, in letters of the given size.
func (v view) edgeLabels(size float64) (labels []label) {
	for s := range v.g.Squares() {
		file, rank := v.g.File(rules.Square(s)), v.g.Rank(rules.Square(s))
		if !v.g.Has(rules.Square(s)) {
			continue
		}
		col, row := v.cell(file, rank)
		c := v.centre(rules.Square(s))
		letter, number := string(rune('a'+file)), rules.CountText(rank+1)
		if v.turn%2 == 1 {
			letter, number = number, letter
		}
		if !v.has(col, row+1) {
			labels = append(labels, label{c.add(point{0, unit/2 + 0.6*size}), letter})
		}
		if !v.has(col-1, row) {
			// A figure is about 0.56 wide; this sets numbers flush right.
			labels = append(labels, label{c.add(point{-unit/2 - size*(0.25+0.28*float64(len(number))), 0}), number})
		}
	}
	return labels
}

// has reports whether a cell of the view is a square; turning leaves the shape as it is.
func (v view) has(col, row int) bool {
	return rules.Geometry{Files: v.cols(), Ranks: v.rows(), Corner: v.g.Corner}.At(col, row) != rules.NoSquare
}

// A label is a short text around a point.
type label struct {
	at   point
	text string
}

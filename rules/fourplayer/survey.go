package fourplayer

import (
	"math/bits"

	"melee/internal/bitboard"
	"melee/rules"
)

// A Survey is what knights, bishops, rooks and queens look at, all seats at once.
type Survey struct {
	// Reach is how many cells the men of a seat look along, by kind from the knight to the queen; the
	// cell that ends a line is not among them, own men on knights' cells neither.
	Reach [4][4]int32
	// Press is by how much a seat's men bear on a king and the cells about it, by the king's
	// seat and theirs: the sum of the units of each man for each of these cells he attacks.
	Press [4][4]int32
	// Bearing is how many men that is; a queen who does so in straight lines and diagonals counts twice.
	Bearing [4][4]int32
}

// kingLines tell for every line which kings stand on it or beside it, seats bit by bit.
type kingLines struct {
	rows, columns [16]uint8
	diags, antis  [32]uint8
}

func (p *Position) kingLines() (l kingLines) {
	for seat, king := range p.kings {
		if king == 0 || p.active>>seat&1 == 0 {
			continue
		}
		bit := uint8(1) << seat
		row, column := king>>4, king&15
		diag, anti := row+15-column, row+column
		for d := range cell(3) {
			l.rows[(row+d-1)&15] |= bit
			l.columns[(column+d-1)&15] |= bit
		}
		for d := range cell(5) {
			l.diags[(diag+d-2)&31] |= bit
			l.antis[(anti+d-2)&31] |= bit
		}
	}
	return l
}

// Survey fills v; units are what a man counts for each cell about a king, by kind.
func (p *Position) Survey(units *[8]int32, v *Survey) {
	*v = Survey{}
	lines := p.kingLines()
	for seat := range p.own {
		own := p.own[seat].Wide()
		p.surveyKnights(seat, own, units[rules.Knight], v)
		straight, diagonal := own.And(p.straight.Wide()).Words(), own.And(p.diagonal.Wide()).Words()
		for i := range 4 {
			for word := straight[i]; word != 0; word &= word - 1 {
				p.surveyStraight(seat, cell(i<<6|bits.TrailingZeros64(word)), &lines, units, v)
			}
			for word := diagonal[i]; word != 0; word &= word - 1 {
				p.surveyDiagonal(seat, cell(i<<6|bits.TrailingZeros64(word)), &lines, units, v)
			}
		}
	}
}

func (p *Position) surveyKnights(seat int, own bitboard.Wide, unit int32, v *Survey) {
	for i, word := range own.And(p.knights.Wide()).Words() {
		for ; word != 0; word &= word - 1 {
			c := uint8(i<<6 | bits.TrailingZeros64(word))
			v.Reach[seat][0] += int32(tables.knight[c].Wide().Without(own).Count())
			for k, king := range p.kings {
				if n := int32(knightZones[king][c]); n != 0 && p.active>>k&1 != 0 {
					v.Press[k][seat] += n * unit
					v.Bearing[k][seat]++
				}
			}
		}
	}
}

// knightZones holds, by king and knight, how many cells of the king and about him the knight attacks.
var knightZones = newKnightZones()

func newKnightZones() *[256][256]uint8 {
	t := new([256][256]uint8)
	for king := range t {
		if tables.square[king] == rules.NoSquare {
			continue
		}
		zone := tables.king[king]
		zone.Set(uint8(king))
		for c := range t[king] {
			t[king][c] = uint8(tables.knight[c].Wide().And(zone.Wide()).Count())
		}
	}
	return t
}

// reachIndex returns the place of a kind in Survey.Reach.
func reachIndex(kind rules.Kind) int { return int(kind-rules.Knight) & 3 }

func (p *Position) surveyStraight(seat int, c cell, lines *kingLines, units *[8]int32, v *Survey) {
	row, column := c>>4, c&15
	rank, file := p.rankWord(c), p.fileWord(c)
	east, west := above(rank, column), below(rank, column)
	north, south := above(file, row), below(file, row)
	kind := p.men[c].Kind()
	v.Reach[seat][reachIndex(kind)] += int32(east-west+north-south) - 4
	for kings := lines.rows[row]; kings != 0; kings &= kings - 1 {
		k := bits.TrailingZeros8(kings) & 3
		v.press(k, seat, overlap(west, east, column, p.kings[k]&15), units[kind&7])
	}
	for kings := lines.columns[column]; kings != 0; kings &= kings - 1 {
		k := bits.TrailingZeros8(kings) & 3
		v.press(k, seat, overlap(south, north, row, p.kings[k]>>4), units[kind&7])
	}
}

// overlap returns how many of the cells from low to high, the man's own left out, lie within one of a king's.
func overlap(low, high, own, king cell) int32 {
	from, to := int32(max(low, king-1)), int32(min(high, king+1))
	n := max(to-from+1, 0)
	if n > 0 && int32(own) >= from && int32(own) <= to {
		n--
	}
	return n
}

func (v *Survey) press(king, seat int, n, unit int32) {
	if n > 0 {
		v.Press[king][seat] += n * unit
		v.Bearing[king][seat]++
	}
}

func (p *Position) surveyDiagonal(seat int, c cell, lines *kingLines, units *[8]int32, v *Survey) {
	row, column := c>>4, c&15
	diag, anti := p.diagWord(c), p.antiWord(c)
	ne, sw := above(diag, column), below(diag, column)
	se, nw := above(anti, column), below(anti, column)
	kind := p.men[c].Kind()
	v.Reach[seat][reachIndex(kind)] += int32(ne-sw+se-nw) - 4
	for kings := lines.diags[(row+15-column)&31]; kings != 0; kings &= kings - 1 {
		k := bits.TrailingZeros8(kings) & 3
		king := p.kings[k]
		v.press(k, seat, crossing(sw, ne, column, king&15, king>>4+column-row), units[kind&7])
	}
	for kings := lines.antis[(row+column)&31]; kings != 0; kings &= kings - 1 {
		k := bits.TrailingZeros8(kings) & 3
		king := p.kings[k]
		v.press(k, seat, crossing(nw, se, column, king&15, row+column-king>>4), units[kind&7])
	}
}

// crossing returns how many cells of a diagonal, in columns from low to high, the man's own left out, lie
// about a king; a and b are the columns where the diagonal crosses the king's column and his row.
func crossing(low, high, own, a, b cell) int32 {
	from := max(int32(low), int32(a)-1, int32(int8(b))-1)
	to := min(int32(high), int32(a)+1, int32(int8(b))+1)
	n := max(to-from+1, 0)
	if n > 0 && int32(own) >= from && int32(own) <= to {
		n--
	}
	return n
}

package fourplayer

import (
	"math/bits"
	"sync"

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
	// Bearing is how many lines of men that is: a queen may do so in several.
	Bearing [4][4]int32
}

// A Surveyor makes surveys. It may be used by several goroutines at once.
type Surveyor struct {
	units [8]int32 // by kind
	zones *kingZones
}

// NewSurveyor returns a surveyor to whom men count so much for each cell about a king, by kind.
func NewSurveyor(units [8]int32) *Surveyor { return &Surveyor{units, zonesOfKings()} }

// kingZones tell how the cells of a king and about him lie, walls among them.
type kingZones struct {
	// lines holds, by the king's and a man's cell, which of those lie on the man's lines, as lanes.
	lines [256][256]lanes
	// leaps holds, by king, from where a knight attacks one of them, and counts how many.
	leaps  [256]bitboard.Bits256
	counts [256][256]uint8
}

// Lanes are four sets of 16 bits: of columns on a man's rank, rows on his file, columns on both of his diagonals.
type lanes uint64

// Where each lane begins.
const (
	rankLane = 16 * iota
	fileLane
	diagLane
	antiLane
	// evenLanes is the first of the two lanes that are straight, and of the two that are not.
	evenLanes = 0xffff<<rankLane | 0xffff<<diagLane
)

var zonesOfKings = sync.OnceValue(func() *kingZones {
	t := new(kingZones)
	for king := range t.lines {
		if tables.square[king] == rules.NoSquare {
			continue
		}
		for row := -1; row <= 1; row++ {
			for column := -1; column <= 1; column++ {
				t.add(cell(king), king>>4+row, king&15+column)
			}
		}
	}
	return t
})

// add adds a cell that is a king's or about him.
func (t *kingZones) add(king cell, row, column int) {
	for c := range t.lines[king] {
		l, r, f := &t.lines[king][c], c>>4, c&15
		switch {
		case r == row && f == column:
		case r == row:
			*l |= 1 << (rankLane + column)
		case f == column:
			*l |= 1 << (fileLane + row)
		case r-f == row-column:
			*l |= 1 << (diagLane + column)
		case r+f == row+column:
			*l |= 1 << (antiLane + column)
		}
	}
	for _, step := range knightSteps {
		to := cell(row<<4|column) + step
		if tables.square[to] != rules.NoSquare && tables.arena.Has(uint8(row<<4|column)) {
			t.leaps[king].Set(uint8(to))
			t.counts[king][to]++
		}
	}
}

// A surveying is a survey under way.
type surveying struct {
	*Survey
	p     *Position
	zones [4]*[256]lanes // by king; of none where he does not count
}

// Survey fills v with what the men of a position look at.
func (s *Surveyor) Survey(p *Position, v *Survey) {
	*v = Survey{}
	w := surveying{Survey: v, p: p}
	for k, king := range p.kings {
		if p.active>>k&1 == 0 {
			king = 0
		}
		w.zones[k] = &s.zones.lines[king]
		if king != 0 {
			w.knights(k, s.zones.leaps[king].Wide().And(p.knights.Wide()).Words(), &s.zones.counts[king], s.units[rules.Knight])
		}
	}
	for i := range 4 {
		for word := p.knights[i]; word != 0; word &= word - 1 {
			c := cell(i<<6 | bits.TrailingZeros64(word))
			seat := p.men[c].Seat() & 3
			v.Reach[seat][0] += int32(tables.knight[c].Wide().Without(p.own[seat].Wide()).Count())
		}
		for word := p.straight[i]; word != 0; word &= word - 1 {
			w.straight(cell(i<<6|bits.TrailingZeros64(word)), &s.units)
		}
		for word := p.diagonal[i]; word != 0; word &= word - 1 {
			w.diagonal(cell(i<<6|bits.TrailingZeros64(word)), &s.units)
		}
	}
}

// knights notes the knights who attack the cells about a king.
func (w *surveying) knights(king int, set bitboard.Bits256, counts *[256]uint8, unit int32) {
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			c := i<<6 | bits.TrailingZeros64(word)
			seat := w.p.men[c&255].Seat() & 3
			w.Press[king][seat] += int32(counts[c&255]) * unit
			w.Bearing[king][seat]++
		}
	}
}

// span returns the cells of a line from low to high.
func span(low, high cell) lanes { return 2<<(high&15) - 1<<(low&15) }

// press notes which cells about kings a man attacks; seen are those he looks along, his own included.
func (w *surveying) press(c cell, seen lanes, seat rules.Seat, unit int32) {
	for k, zone := range &w.zones {
		cells := uint64(zone[c] & seen)
		if cells == 0 {
			continue
		}
		w.Press[k][seat] += int32(bits.OnesCount64(cells)) * unit
		if cells&evenLanes != 0 {
			w.Bearing[k][seat]++
		}
		if cells&^evenLanes != 0 {
			w.Bearing[k][seat]++
		}
	}
}

func (w *surveying) straight(c cell, units *[8]int32) {
	row, column := c>>4, c&15
	seat, kind := w.p.men[c].Seat()&3, w.p.men[c].Kind()&7
	rank, file := w.p.rankWord(c), w.p.fileWord(c)
	east, west := above(rank, column), below(rank, column)
	north, south := above(file, row), below(file, row)
	w.press(c, span(west, east)<<rankLane|span(south, north)<<fileLane, seat, units[kind])
	w.Reach[seat][(kind-rules.Knight)&3] += int32(east-west+north-south) - 4
}

func (w *surveying) diagonal(c cell, units *[8]int32) {
	column := c & 15
	seat, kind := w.p.men[c].Seat()&3, w.p.men[c].Kind()&7
	diag, anti := w.p.diagWord(c), w.p.antiWord(c)
	ne, sw := above(diag, column), below(diag, column)
	se, nw := above(anti, column), below(anti, column)
	w.press(c, span(sw, ne)<<diagLane|span(nw, se)<<antiLane, seat, units[kind])
	w.Reach[seat][(kind-rules.Knight)&3] += int32(ne-sw+se-nw) - 4
}

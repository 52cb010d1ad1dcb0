package fourplayer

import (
	"math/bits"

	"melee/rules"
)

// Exchange returns what a capture wins when the seats of two sides go on
// capturing on its square in turn, each with its least man and as long as it
// pays. ours holds the mover's side, seats bit by bit; all other active seats are the
// other side. worth says by man what his loss counts.
//
// Which seat's turn it is within a side, pins and checks are left out.
func (p *Position) Exchange(m rules.Move, ours uint8, worth *[256]int32) int32 {
	var gains [32]int32
	from, to := tables.cell[m.From()], tables.cell[m.To()]
	e := exchange{p: p, to: to}
	if m.Special() == rules.EnPassant {
		gains[0] = worth[p.men[p.passedPawn(to)]]
	} else if owners[p.men[to]] != 0 {
		gains[0] = worth[p.men[to]]
	}
	e.begin()
	e.remove(from)
	standing := worth[p.men[from]]
	sides := [2]uint8{ours, ^ours & p.active}
	n := 0
	for n < len(gains)-1 {
		seats := sides[(n+1)&1]
		c, man := e.least(seats, worth)
		if c == 0 {
			break
		}
		if man.Kind() == rules.King {
			if other, _ := e.least(sides[n&1], worth); other != 0 {
				break // a king does not capture a man who is covered
			}
		}
		n++
		gains[n] = standing - gains[n-1]
		if max(gains[n], -gains[n-1]) < 0 {
			break // neither side goes on
		}
		standing = worth[man]
		e.remove(c)
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// An exchange is the men around a cell who can still capture there.
type exchange struct {
	p     *Position
	to    cell
	first [16]cell // by heading: the nearest man that way who has not captured yet
	able  uint16   // by heading: whether he captures on the cell
	leaps [8]cell  // knights
	count int
}

// begin finds the men who look at the cell.
func (e *exchange) begin() {
	p, c := e.p, e.to
	row, column := c>>4, c&15
	rank, file, diag, anti := p.rankWord(c), p.fileWord(c), p.diagWord(c), p.antiWord(c)
	e.first = [16]cell{
		east: c + after(rank, column), west: c - before(rank, column),
		north: c + 16*after(file, row), south: c - 16*before(file, row),
		northEast: c + 17*after(diag, column), southWest: c - 17*before(diag, column),
		northWest: c + 15*before(anti, column), southEast: c - 15*after(anti, column),
	}
	for h := east; h <= southEast; h++ {
		if e.reaches(e.first[h], h) {
			e.able |= 1 << h
		}
	}
	for i, word := range tables.knight[e.to].Wide().And(e.p.knights.Wide()).Words() {
		for ; word != 0; word &= word - 1 {
			e.leaps[e.count] = cell(i<<6 | bits.TrailingZeros64(word))
			e.count++
		}
	}
}

// remove takes a man out who has captured; one behind him may now.
func (e *exchange) remove(c cell) {
	h := heading(tables.bearing[e.to][c] & headingOf)
	if h == onKnight {
		for i, leap := range e.leaps[:e.count] {
			if leap == c {
				e.count--
				e.leaps[i] = e.leaps[e.count]
				return
			}
		}
		return
	}
	if h != nowhere && e.first[h] == c {
		e.first[h] = e.p.blocker(c, h)
		e.able &^= 1 << h
		if e.reaches(e.first[h], h) {
			e.able |= 1 << h
		}
	}
}

// least returns the man of least worth of the given seats who can capture, cell 0 if there is none.
func (e *exchange) least(seats uint8, worth *[256]int32) (best cell, who rules.Man) {
	least := int32(1<<31 - 1)
	for _, c := range e.leaps[:e.count] {
		if man := e.p.men[c]; owners[man]&seats != 0 && worth[man] < least {
			best, who, least = c, man, worth[man]
		}
	}
	for set := e.able; set != 0; set &= set - 1 {
		c := e.first[bits.TrailingZeros16(set)&15]
		if man := e.p.men[c]; owners[man]&seats != 0 && worth[man] < least {
			best, who, least = c, man, worth[man]
		}
	}
	return best, who
}

// reaches reports whether the man on a cell, from where nothing stands between, captures on the exchange's.
func (e *exchange) reaches(c cell, h heading) bool {
	man := e.p.men[c]
	if h <= south && sliding[man]&15 != 0 || h > south && sliding[man]>>4 != 0 {
		return true
	}
	switch {
	case owners[man] == 0:
		return false
	case man.Kind() == rules.Pawn:
		way := &pawnWays[man.Seat()&3]
		return c+way.captures[0] == e.to || c+way.captures[1] == e.to
	case man.Kind() == rules.King:
		return tables.bearing[e.to][c]&isAdjacent != 0
	}
	return false
}

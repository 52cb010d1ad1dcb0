package fourplayer

import (
	"math/bits"

	"melee/internal/bitboard"
	"melee/rules"
)

// The words of the four lines through a cell: a bit for every blocked cell,
// walls at both ends.

func (p *Position) rankWord(c cell) uint32 { return uint32(uint16(p.blocked[c>>6] >> (c & 48))) }
func (p *Position) fileWord(c cell) uint32 { return uint32(p.files[c&15]) }
func (p *Position) diagWord(c cell) uint32 { return uint32(p.diags[(c>>4+15-c&15)&31]) }
func (p *Position) antiWord(c cell) uint32 { return uint32(p.antis[(c>>4+c&15)&31]) }

// after returns how many steps above bit i the next set bit of a line is.
func after(word uint32, i cell) cell {
	return cell(bits.TrailingZeros32(word>>((i+1)&31))) + 1
}

// before returns how many steps below bit i the next set bit of a line is.
func before(word uint32, i cell) cell {
	return cell(bits.LeadingZeros32(word<<((32-i)&31))) + 1
}

// blocker returns the first blocked cell from c in a direction.
func (p *Position) blocker(c cell, h heading) cell {
	row, column := c>>4, c&15
	switch h {
	case east:
		return c + after(p.rankWord(c), column)
	case west:
		return c - before(p.rankWord(c), column)
	case north:
		return c + 16*after(p.fileWord(c), row)
	case south:
		return c - 16*before(p.fileWord(c), row)
	case northEast:
		return c + 17*after(p.diagWord(c), column)
	case southWest:
		return c - 17*before(p.diagWord(c), column)
	case northWest:
		return c + 15*before(p.antiWord(c), column)
	case southEast:
		return c - 15*after(p.antiWord(c), column)
	}
	panic("fourplayer: no such heading")
}

// sliding holds by man what it attacks from afar: the bit of its seat, in the low
// half if it moves straight, in the high half if diagonally.
var sliding = newSliding()

// guarding holds by man, for the four diagonal neighbours of the cell it
// attacks, the bit of its seat if it is a pawn that captures from there. The
// neighbours are those to the south-west, south-east, north-west, north-east of the cell attacked.
var guarding = newGuarding()

var guardSteps = [4]cell{239, 241, 15, 17}

func newSliding() (s [256]uint8) {
	for m := range s {
		kind := rules.Man(m).Kind()
		if kind == rules.Rook || kind == rules.Queen {
			s[m] = owners[m]
		}
		if kind == rules.Bishop || kind == rules.Queen {
			s[m] |= owners[m] << 4
		}
	}
	return s
}

func newGuarding() (g [4][256]uint8) {
	for n, step := range guardSteps {
		for m := range g[n] {
			man := rules.Man(m)
			if man.Kind() != rules.Pawn {
				continue
			}
			for _, capture := range pawnWays[man.Seat()&3].captures {
				if step+capture == 0 {
					g[n][m] = owners[m]
				}
			}
		}
	}
	return g
}

// attackers returns the seats, bit by bit, that attack a cell with a man that is not grey.
func (p *Position) attackers(c cell) uint8 {
	row, column := c>>4, c&15
	rank, file, diag, anti := p.rankWord(c), p.fileWord(c), p.diagWord(c), p.antiWord(c)
	seats := (sliding[p.men[c+after(rank, column)]] |
		sliding[p.men[c-before(rank, column)]] |
		sliding[p.men[c+16*after(file, row)]] |
		sliding[p.men[c-16*before(file, row)]]) & 15
	seats |= (sliding[p.men[c+17*after(diag, column)]] |
		sliding[p.men[c-17*before(diag, column)]] |
		sliding[p.men[c-15*after(anti, column)]] |
		sliding[p.men[c+15*before(anti, column)]]) >> 4
	seats |= guarding[0][p.men[c+239]] | guarding[1][p.men[c+241]] | guarding[2][p.men[c+15]] | guarding[3][p.men[c+17]]
	seats |= p.kingsNear(c)
	knights := tables.knight[c].Wide().And(p.knights.Wide())
	if !knights.Empty() {
		for seat := range p.own {
			if !knights.And(p.own[seat].Wide()).Empty() {
				seats |= 1 << seat
			}
		}
	}
	return seats
}

// kingsNear returns the seats whose kings stand next to a cell.
func (p *Position) kingsNear(c cell) uint8 {
	b := &tables.bearing[c]
	return b[p.kings[0]]>>4 | b[p.kings[1]]>>4<<1 | b[p.kings[2]]>>4<<2 | b[p.kings[3]]>>4<<3
}

// opponents returns the seats whose men may attack a seat's king and be captured by it.
func (p *Position) opponents(seat rules.Seat) uint8 {
	if p.terms.Teams {
		return 0b1010 >> (seat & 1)
	}
	return 15 &^ (1 << (seat & 3))
}

// friends returns the cells whose men a seat can neither capture nor be attacked by.
func (p *Position) friends(seat rules.Seat) bitboard.Wide {
	own := p.own[seat&3].Wide()
	if p.terms.Teams {
		return own.Or(p.own[(seat+2)&3].Wide())
	}
	return own
}

// attackersOf returns the opponents that attack the king of a seat.
func (p *Position) attackersOf(seat rules.Seat) uint8 {
	return p.attackers(p.kings[seat&3]) & p.opponents(seat)
}

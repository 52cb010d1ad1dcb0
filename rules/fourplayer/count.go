package fourplayer

import (
	"math/bits"

	"melee/internal/bitboard"
	"melee/rules"
)

// CountMoves returns the number of legal moves of the seat on turn. It counts
// most of them without looking at each, and is several times as fast as Moves.
func (p *Position) CountMoves() int {
	if p.end != ongoing {
		return 0
	}
	seat := p.turn & 3
	if p.Attackers(seat) != 0 || p.canTakeKing(seat) {
		return p.countOneByOne(seat)
	}
	return p.countAtEase(seat)
}

func (p *Position) countOneByOne(seat rules.Seat) int {
	var room [128]rules.Move
	return len(p.movesOf(seat, room[:0]))
}

// prey holds 1 if a seat may capture a man, else 0: for the individual game and
// for Teams, by seat and man.
var prey = newPrey()

func newPrey() (y [2][4][256]uint8) {
	for m := range 256 {
		kind := rules.Man(m).Kind()
		if kind == rules.NoKind || kind > rules.King {
			continue
		}
		for seat := range 4 {
			team := uint8(0b0101) << (seat & 1)
			if owners[m]>>seat&1 == 0 {
				y[0][seat][m] = 1
			}
			if owners[m]&team == 0 {
				y[1][seat][m] = 1
			}
		}
	}
	return y
}

func (p *Position) prey(seat rules.Seat) *[256]uint8 { return &prey[p.terms.variantIndex()][seat&3] }

// countAtEase counts the moves of a seat that is not in check and has no king to capture.
func (p *Position) countAtEase(seat rules.Seat) int {
	seat &= 3
	own := p.own[seat].Wide()
	n, pinned := p.countPinned(seat)
	free := own.Without(pinned.Wide())
	n += p.countPawns(seat, free.And(p.pawns.Wide()))
	n += countKnights(free.And(p.knights.Wide()).Words(), p.friends(seat))
	y := p.prey(seat)
	straight, diagonal := free.And(p.straight.Wide()).Words(), free.And(p.diagonal.Wide()).Words()
	for i := range 4 {
		for word := straight[i]; word != 0; word &= word - 1 {
			n += p.countStraight(cell(i<<6|bits.TrailingZeros64(word)), y)
		}
		for word := diagonal[i]; word != 0; word &= word - 1 {
			n += p.countDiagonal(cell(i<<6|bits.TrailingZeros64(word)), y)
		}
	}
	return n + p.countKing(seat)
}

// countStraight counts the moves along rank and file of a man that is not pinned.
func (p *Position) countStraight(c cell, y *[256]uint8) int {
	row, column := c>>4, c&15
	rank, file := p.rankWord(c), p.fileWord(c)
	east, west := above(rank, column), below(rank, column)
	north, south := above(file, row), below(file, row)
	captures := y[p.men[c&240|east]] + y[p.men[c&240|west]] + y[p.men[north<<4|column]] + y[p.men[south<<4|column]]
	return int(east-west+north-south) - 4 + int(captures)
}

// countDiagonal counts the moves along both diagonals of a man that is not pinned.
func (p *Position) countDiagonal(c cell, y *[256]uint8) int {
	column := c & 15
	diag, anti := p.diagWord(c), p.antiWord(c)
	ne, sw := above(diag, column)-column, column-below(diag, column)
	se, nw := above(anti, column)-column, column-below(anti, column)
	captures := y[p.men[c+17*ne]] + y[p.men[c-17*sw]] + y[p.men[c-15*se]] + y[p.men[c+15*nw]]
	return int(ne+sw+se+nw) - 4 + int(captures)
}

// above returns the next set bit of a line above bit i.
func above(word uint32, i cell) cell {
	return cell(bits.TrailingZeros32(word & (0xfffffffe << (i & 15))))
}

// below returns the next set bit of a line below bit i.
func below(word uint32, i cell) cell { return cell(bits.Len32(word&(1<<(i&15)-1))) - 1 }

func countKnights(knights bitboard.Bits256, friends bitboard.Wide) int {
	n := 0
	for i, word := range knights {
		for ; word != 0; word &= word - 1 {
			n += tables.knight[uint8(i<<6|bits.TrailingZeros64(word))].Wide().Without(friends).Count()
		}
	}
	return n
}

// countPinned returns the men that shield their king and the number of moves
// they have all the same; en-passant captures are not among them.
func (p *Position) countPinned(seat rules.Seat) (n int, pinned bitboard.Bits256) {
	king := p.kings[seat&3]
	own := &p.own[seat&3]
	foes := p.opponents(seat)
	far := p.farOff(king).Without(own.Wide())
	if far.Empty() {
		return 0, pinned
	}
	for i, word := range far.Words() {
		for ; word != 0; word &= word - 1 {
			pinner := cell(i<<6 | bits.TrailingZeros64(word))
			h := heading(tables.bearing[king][pinner] & headingOf)
			man := p.onlyBetween(king, pinner, h)
			if own.Has(uint8(man)) && owners[p.men[pinner]]&foes != 0 {
				pinned.Set(uint8(man))
				n += p.countOnLine(seat, king, man, pinner, h)
			}
		}
	}
	return n, pinned
}

// onlyBetween returns the cell of the only man between two cells in a line, the
// second lying in the given direction from the first; 0 if there are none or several.
func (p *Position) onlyBetween(a, b cell, h heading) cell {
	var word uint32
	i, k := a&15, b&15
	switch (h - 1) >> 1 {
	case 0:
		word = p.rankWord(a)
	case 1:
		i, k = a>>4, b>>4
		word = p.fileWord(a)
	case 2:
		word = p.diagWord(a)
	default:
		word = p.antiWord(a)
	}
	low, high := min(i, k), max(i, k)
	word &= 1<<high - 2<<low
	if word == 0 || word&(word-1) != 0 {
		return 0
	}
	distance := cell(bits.TrailingZeros32(word)) - low
	if low == k {
		distance = high - low - distance
	}
	return a + steps[h&15]*distance
}

// countOnLine counts the moves of a pinned man that stay between king and pinner or capture him.
func (p *Position) countOnLine(seat rules.Seat, king, c, pinner cell, h heading) int {
	man := p.men[c]
	switch man.Kind() {
	case rules.Pawn:
		way := &pawnWays[seat&3]
		if c+way.captures[0] == pinner || c+way.captures[1] == pinner {
			return p.ways(seat, pinner)
		}
		if forward := way.forward; forward != steps[h] && forward != steps[h.opposite()] || p.men[c+forward] != 0 {
			return 0
		}
		if way.start.Has(uint8(c)) && p.men[c+2*way.forward] == 0 {
			return 2
		}
		return p.ways(seat, c+way.forward)
	case rules.Knight:
		return 0
	}
	reach := sliding[man]
	if h <= south && reach&15 == 0 || h > south && reach>>4 == 0 {
		return 0
	}
	rows, columns := int(king>>4)-int(pinner>>4), int(king&15)-int(pinner&15)
	return max(rows, -rows, columns, -columns) - 1
}

// ways returns in how many ways a pawn can arrive on a cell: in Teams the promotion is chosen (F27).
func (p *Position) ways(seat rules.Seat, c cell) int {
	if p.terms.Teams && p.terms.promotes(seat, c) {
		return 4
	}
	return 1
}

// countPawns counts the moves of pawns that are not pinned, and every en-passant capture of the seat.
func (p *Position) countPawns(seat rules.Seat, pawns bitboard.Wide) int {
	way := &pawnWays[seat&3]
	blocked := p.blocked.Wide()
	targets := blocked.And(tables.arena.Wide()).Without(p.friends(seat))
	passed := way.passed.Wide()
	var ahead, twice, left, right bitboard.Wide
	switch seat & 3 {
	case 0:
		ahead = pawns.Up(16).Without(blocked)
		twice, left, right = ahead.And(passed).Up(16), pawns.Up(17), pawns.Up(15)
	case 1:
		ahead = pawns.Up(1).Without(blocked)
		twice, left, right = ahead.And(passed).Up(1), pawns.Up(17), pawns.Down(15)
	case 2:
		ahead = pawns.Down(16).Without(blocked)
		twice, left, right = ahead.And(passed).Down(16), pawns.Down(17), pawns.Down(15)
	default:
		ahead = pawns.Down(1).Without(blocked)
		twice, left, right = ahead.And(passed).Down(1), pawns.Down(17), pawns.Up(15)
	}
	left, right = left.And(targets), right.And(targets)
	n := ahead.Or(twice.Without(blocked)).Count() + left.Count() + right.Count()
	if p.terms.Teams {
		lines := p.terms.promotionCells(seat)
		n += 3 * (ahead.And(lines).Count() + left.And(lines).Count() + right.And(lines).Count())
	}
	if p.passed != [4]cell{} {
		n += p.countEnPassant(seat)
	}
	return n
}

func (p *Position) countEnPassant(seat rules.Seat) int {
	n := 0
	foes := p.opponents(seat)
	for owner, passed := range p.passed {
		if passed == 0 || foes>>owner&1 == 0 {
			continue
		}
		for _, step := range pawnWays[seat&3].captures {
			from := passed - step
			if p.men[from] == rules.NewMan(seat, rules.Pawn) && p.safeAfter(seat, from, passed, rules.EnPassant) {
				n += p.ways(seat, passed)
			}
		}
	}
	return n
}

func (p *Position) countKing(seat rules.Seat) int {
	n := 0
	king := p.kings[seat&3]
	foes := p.opponents(seat)
	for i, word := range tables.king[king].Wide().Without(p.friends(seat)).Words() {
		for ; word != 0; word &= word - 1 {
			if p.attackers(cell(i<<6|bits.TrailingZeros64(word)))&foes == 0 {
				n++
			}
		}
	}
	if p.castling>>(seat&3)&0x11 != 0 {
		for side := range 2 {
			if p.mayCastleNow(seat, side) {
				n++
			}
		}
	}
	return n
}

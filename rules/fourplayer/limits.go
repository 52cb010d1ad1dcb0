package fourplayer

import (
	"math/bits"

	"melee/internal/bitboard"
	"melee/rules"
)

// Limits are what keeps a seat from moving as its men go: checks, pins, and,
// the other way, kings that it may capture.
type limits struct {
	seat     rules.Seat
	king     cell
	foes     uint8            // seats whose men attack the king and can be captured
	friends  bitboard.Wide    // cells the seat cannot capture on
	checks   int              // how many men attack the king
	block    bitboard.Bits256 // with one check: the cells that end it
	pinned   bitboard.Bits256 // own men that shield the king
	shadow   bitboard.Bits256 // cells behind the king, as seen from far attackers
	regicide bool             // an opponent's king can be captured (F8a)
}

// limit finds the limits of a seat.
func (p *Position) limit(seat rules.Seat) (l limits) {
	l.seat = seat & 3
	l.king = p.kings[l.seat]
	l.foes = p.opponents(seat)
	l.friends = p.friends(seat)
	l.regicide = p.canTakeKing(seat)
	own := &p.own[l.seat]
	for i, word := range p.farOff(l.king).Without(l.friends).Words() {
		for ; word != 0; word &= word - 1 {
			from := cell(i<<6 | bits.TrailingZeros64(word))
			h := heading(tables.bearing[l.king][from] & headingOf)
			first := p.blocker(l.king, h)
			if first == from {
				l.addCheck(from, h)
			} else if own.Has(uint8(first)) && p.blocker(first, h) == from {
				l.pinned.Set(uint8(first))
			}
		}
	}
	if p.Attackers(seat) != 0 {
		p.nearChecks(&l)
	}
	return l
}

// farOff returns the men who would attack a cell from afar if nothing stood between.
func (p *Position) farOff(c cell) bitboard.Wide {
	return tables.cross[c].Wide().And(p.straight.Wide()).Or(tables.saltire[c].Wide().And(p.diagonal.Wide()))
}

// addCheck notes an attack from afar.
func (l *limits) addCheck(from cell, h heading) {
	l.checks++
	for at := l.king; at != from; {
		at += steps[h]
		l.block.Set(uint8(at))
	}
	l.shadow.Set(uint8(l.king + steps[h.opposite()]))
}

// nearChecks finds the knights, pawns and kings that attack the king.
func (p *Position) nearChecks(l *limits) {
	for _, step := range knightSteps {
		from := l.king + step
		if man := p.men[from]; man.Kind() == rules.Knight && owners[man]&l.foes != 0 {
			l.checks++
			l.block.Set(uint8(from))
		}
	}
	for n, step := range guardSteps {
		if from := l.king + step; guarding[n][p.men[from]]&l.foes != 0 {
			l.checks++
			l.block.Set(uint8(from))
		}
	}
	for seat, from := range p.kings {
		if l.foes>>seat&1 != 0 && tables.bearing[l.king][from]&isAdjacent != 0 {
			l.checks++
			l.block.Set(uint8(from))
		}
	}
}

// canTakeKing reports whether a man of the seat attacks the king of an active opponent (F8a).
func (p *Position) canTakeKing(seat rules.Seat) bool {
	return p.attacked&(0x1111<<(seat&3)) != 0
}

// keepSafe keeps of the moves from start on those that leave the king safe (F8).
// None is a king's move or captures en passant.
func (p *Position) keepSafe(l *limits, moves []rules.Move, start int) []rules.Move {
	kept := start
	for _, m := range moves[start:] {
		if p.isSafe(l, tables.cell[m.From()], tables.cell[m.To()]) {
			moves[kept] = m
			kept++
		}
	}
	return moves[:kept]
}

func (p *Position) isSafe(l *limits, from, to cell) bool {
	if l.regicide && p.isLiveKing(to) {
		return p.safeAfter(l.seat, from, to, rules.Plain)
	}
	if l.checks > 1 || l.checks == 1 && !l.block.Has(uint8(to)) {
		return false
	}
	if !l.pinned.Has(uint8(from)) {
		return true
	}
	b := &tables.bearing[l.king]
	return (b[from]^b[to])&headingOf == 0
}

func (p *Position) isLiveKing(c cell) bool {
	man := p.men[c]
	return man.Kind() == rules.King && owners[man] != 0
}

// safeAfter reports whether the seat's king is safe once the men have moved,
// and once the men of a captured king have turned grey (F8a).
func (p *Position) safeAfter(seat rules.Seat, from, to cell, special rules.Special) bool {
	after := *p
	foes := p.opponents(seat)
	if special == rules.EnPassant {
		after.lift(p.passedPawn(to))
	} else if after.men[to] != 0 {
		if taken := after.lift(to); taken.Kind() == rules.King {
			foes &^= owners[taken]
		}
	}
	after.shift(from, to, after.men[from])
	return after.attackers(after.kings[seat&3])&foes == 0
}

// passedPawn returns where the pawn stands that has passed over a cell (F7).
func (p *Position) passedPawn(passed cell) cell {
	for owner, c := range p.passed {
		if c == passed {
			return c + pawnWays[owner].forward
		}
	}
	panic("fourplayer: no pawn has passed there")
}

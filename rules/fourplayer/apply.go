package fourplayer

import (
	"math/bits"

	"melee/rules"
)

// Apply plays m, which must come from Moves of this very position, and
// everything that follows from it in the order of F26: points, eliminations,
// the end of the game, the next turn.
//
// past holds the keys of the positions before; the new one is added. It may be
// nil where repetitions are of no concern.
func (p *Position) Apply(m rules.Move, past *rules.History) {
	p.play(m, nil)
	p.advance()
	p.judge(past, nil)
}

// play carries out the move itself and steps (1) and (2) of F26.
func (p *Position) play(m rules.Move, l *log) {
	seat := p.turn & 3
	from, to := tables.cell[m.From()], tables.cell[m.To()]
	before := p.attacked
	if lost := p.castling & (castleLost[p.terms.array()][from] | castleLost[p.terms.array()][to]); lost != 0 {
		p.loseCastling(lost)
	}
	captured := p.capture(seat, to, m.Special(), l)
	man := p.moveMan(seat, from, to, m)
	if p.passed != [4]cell{} {
		p.lapse(to)
	}
	if m.Special() == rules.Double && !p.terms.NoEnPassant {
		p.passed[seat] = from + pawnWays[seat].forward
	}
	p.ply++
	if m.IsProgress() {
		p.clock, p.reach, p.quiet = 0, 0, [4]uint16{}
	} else {
		p.clock++
		p.reach++
		p.quiet[seat]++
	}
	p.updateAttacks(seat, from, to, man, m.Special())
	if captured != rules.NoSeat {
		p.dethrone(captured, seat, to, l)
	}
	if p.attacked != 0 && !p.terms.Teams {
		p.rewardChecks(seat, before, man, to, l)
		p.findMates(seat, l)
	}
}

// moveMan moves the man himself, and the rook in castling, and returns him as he arrives.
func (p *Position) moveMan(seat rules.Seat, from, to cell, m rules.Move) rules.Man {
	man := p.men[from]
	if m.Promotion() != rules.NoKind {
		p.lift(from)
		man = rules.NewMan(seat, m.Promotion())
		if !p.terms.Teams {
			man |= rules.Promoted
		}
		p.put(to, man)
		return man
	}
	p.shift(from, to, man)
	if m.Special() == rules.Castle {
		for side := range 2 {
			if c := &castles[p.terms.array()][seat][side]; c.kingTo() == to {
				p.shift(c.rook, c.rookTo(), p.men[c.rook])
			}
		}
	}
	return man
}

// dethrone does what follows from the capture of a king: its player is
// eliminated (F8a), or, if he has resigned, gone for good (F14); in Teams his team has lost (F27).
func (p *Position) dethrone(loser, by rules.Seat, at cell, l *log) {
	switch {
	case p.terms.Teams:
		p.attacked = p.allAttackers()
		p.end, p.loser = endMate, loser
	case p.Active(loser):
		p.eliminate(loser)
		l.elimination(loser, by, at, "F8a")
	default:
		p.standing &^= 1 << loser
	}
}

// capture takes the man who is captured off the board and pays for him (F9). It
// returns his seat if he is a king that is not grey (F8a, F14), else NoSeat.
func (p *Position) capture(seat rules.Seat, to cell, special rules.Special, l *log) rules.Seat {
	at := to
	if special == rules.EnPassant {
		at = p.passedPawn(to)
	}
	if p.men[at] == 0 {
		return rules.NoSeat
	}
	man := p.lift(at)
	if owners[man] == 0 {
		return rules.NoSeat
	}
	points, rule, king := worth[man.Kind()&7], "F9", rules.NoSeat
	if man.IsPromoted() {
		points = promotedPoints
	}
	if man.Kind() == rules.King {
		king = man.Seat()
		rule = "F8a"
		if !p.Active(king) {
			rule = "F14"
		}
	}
	p.pay(seat, points, at, rule, l)
	return king
}

// pay gives points to a seat, but not in Teams (F27) nor to a walking king (F14).
func (p *Position) pay(seat rules.Seat, points int32, at cell, rule string, l *log) {
	if p.terms.Teams || !p.Active(seat) {
		return
	}
	p.points[seat&3] += points
	l.gain(seat, points, at, rule)
}

// lapse ends the rights whose square has been occupied or whose pawn has been
// captured, now that a man stands on to (F7).
func (p *Position) lapse(to cell) {
	for owner, passed := range p.passed {
		if passed == 0 {
			continue
		}
		pawn := passed + pawnWays[owner].forward
		if passed == to || p.men[pawn] != rules.NewMan(rules.Seat(owner), rules.Pawn) {
			p.passed[owner] = 0
		}
	}
}

func (p *Position) loseCastling(lost uint8) {
	p.key ^= zobrist.castling[p.castling] ^ zobrist.castling[p.castling&^lost]
	p.castling &^= lost
}

// eliminate turns a player's men grey; his rights and his attacks go (F13).
func (p *Position) eliminate(seat rules.Seat) {
	seat &= 3
	p.key ^= zobrist.out[p.active&15] ^ zobrist.out[p.active&^(1<<seat)&15]
	p.active &^= 1 << seat
	p.loseCastling(p.castling & (0x11 << seat))
	p.passed[seat] = 0
	each(p.own[seat], func(c cell) {
		man := p.men[c]
		p.enlist(c, man)
		p.key ^= manKey(man, c) ^ manKey(man|rules.Grey, c)
		p.men[c] = man | rules.Grey
	})
	p.count[seat], p.kings[seat] = 0, 0
	p.standing &^= 1 << seat
	p.attacked &^= 15<<(4*seat) | 0x1111<<seat
	p.reach = 0
}

// updateAttacks brings up to date who attacks which king, after a man of the
// seat has moved.
func (p *Position) updateAttacks(seat rules.Seat, from, to cell, man rules.Man, special rules.Special) {
	for i := range 4 {
		other := rules.Seat(i)
		king := p.kings[i&3]
		shift := 4 * other
		old := p.attacked >> shift & 15
		if king == 0 || other == seat {
			p.attacked &^= 15 << shift
			continue
		}
		b := &tables.bearing[king]
		switch {
		case old != 0 || special >= rules.EnPassant:
			p.attacked = p.attacked&^(15<<shift) | uint16(p.attackersOf(other))<<shift
		case b[from]|b[to] != 0:
			p.attacked |= uint16(p.newAttackers(king, from, to, man)&p.opponents(other)) << shift
		}
	}
}

// newAttackers returns the seats that attack a king because a man has moved:
// his own, or those whose line has been opened.
func (p *Position) newAttackers(king, from, to cell, man rules.Man) uint8 {
	b := &tables.bearing[king]
	seats := uint8(0)
	if h := heading(b[from] & headingOf); h-1 < southEast {
		seats = p.slider(king, h)
	}
	switch kind := man.Kind(); kind {
	case rules.Knight:
		if b[to] == onKnight {
			seats |= owners[man]
		}
	case rules.Pawn:
		way := &pawnWays[man.Seat()&3]
		if to+way.captures[0] == king || to+way.captures[1] == king {
			seats |= owners[man]
		}
	case rules.King:
		if b[to]&isAdjacent != 0 {
			seats |= owners[man]
		}
	default:
		if h := heading(b[to] & headingOf); h-1 < southEast {
			seats |= p.slider(king, h)
		}
	}
	return seats
}

// slider returns the seat, as a bit, whose man attacks a cell from afar in a direction.
func (p *Position) slider(c cell, h heading) uint8 {
	s := sliding[p.men[p.blocker(c, h)]]
	if h > south {
		return s >> 4
	}
	return s & 15
}

// rewardChecks pays for kings of active opponents that the seat's men attack and did not before (F11).
func (p *Position) rewardChecks(seat rules.Seat, before uint16, man rules.Man, at cell, l *log) {
	now := p.attacked &^ before & (0x1111 << seat)
	if now&(now-1) == 0 {
		return
	}
	for other := range 4 {
		if p.active>>other&1 == 0 {
			now &^= 15 << (4 * other)
		}
	}
	kings := bits.OnesCount16(now)
	if kings < 2 {
		return
	}
	row := 0
	if man.Kind() == rules.Queen {
		row = 1
	}
	points := multiCheckPoints[row][kings&3]
	p.pay(seat, points, at, "F11", l)
}

// findMates eliminates the opponents, walking kings included, who are in check and could not move (F12, F14).
func (p *Position) findMates(mover rules.Seat, l *log) {
	for i := range rules.Seat(3) {
		seat := (mover + 1 + i) & 3
		if p.attacked>>(4*seat)&15 == 0 || p.canMove(seat) {
			continue
		}
		king := p.kings[seat]
		p.pay(mover, matePoints, king, "F10", l)
		if p.Active(seat) {
			l.elimination(seat, mover, king, "F12")
		}
		p.eliminate(seat)
	}
}

package fourplayer

import (
	"math/bits"

	"melee/rules"
)

// movers returns the seats that have turns: active ones and walking kings (F14).
func (p *Position) movers() uint8 {
	if p.terms.Resigned == WalkingKing {
		return p.active | p.standing
	}
	return p.active
}

// advance gives the turn to the next seat that has turns.
func (p *Position) advance() {
	movers := p.movers()
	next := (p.turn + 1) & 3
	for movers>>next&1 == 0 && next != p.turn {
		next = (next + 1) & 3
	}
	p.key ^= zobrist.turn[p.turn&3] ^ zobrist.turn[next]
	p.turn = next
}

// judge carries out steps (3) to (6) of F26 for the seat on turn, until somebody can move or the game is over.
func (p *Position) judge(past *rules.History, l *log) {
	for !p.ends(past, l) {
		p.passed[p.turn&3] = 0
		if p.canMove(p.turn) {
			return
		}
		p.strand(l)
	}
}

// strand eliminates the seat on turn, which has no legal move: stalemate pays
// it, mate nobody (F15, F16). In Teams it ends the game (F27).
func (p *Position) strand(l *log) {
	seat := p.turn & 3
	king := p.kings[seat]
	checked := p.Checked(seat)
	switch {
	case p.terms.Teams && checked:
		p.end, p.loser = endMate, seat
		return
	case p.terms.Teams:
		p.end = endStalemate
		return
	case !p.Active(seat):
		if !checked {
			p.payStalemateOfWalker(king, l)
		}
	case checked:
		l.elimination(seat, rules.NoSeat, king, "F16")
	default:
		if !p.terms.NoStalemate {
			p.pay(seat, stalematePoints, king, "F15", l)
		}
		l.elimination(seat, rules.NoSeat, king, "F15")
	}
	p.eliminate(seat)
	p.advance()
}

// payStalemateOfWalker gives every active player 10 for a walking king without
// a move, as the servers do that have such kings (F14).
func (p *Position) payStalemateOfWalker(king cell, l *log) {
	if p.terms.NoStalemate {
		return
	}
	for seat := range rules.Seat(4) {
		p.pay(seat, drawPoints, king, "F14", l)
	}
}

// ends carries out steps (3) to (5) of F26: it notes the position in past and
// reports whether the game is over.
func (p *Position) ends(past *rules.History, l *log) bool {
	if p.end != ongoing {
		return true
	}
	key := uint64(0)
	if past != nil {
		key = p.Key()
		past.Push(key)
	}
	switch players := bits.OnesCount8(p.active); {
	case players < 2:
		p.end = endEliminations
		p.payStanding(l)
	case players == 2 && !p.terms.Claim && p.lead() >= leadToEnd:
		p.end = endLead
	case p.terms.MoveLimit != 0 && p.ply >= p.terms.MoveLimit:
		p.end = endMoveLimit
	case past != nil && p.repeats(past, key):
		p.draw(endRepetition, "F18", l)
	case p.quiet[p.turn&3] >= quietLimit && p.allQuiet() || p.standing != 0 && p.allQuiet():
		p.draw(endNoProgress, "F18", l)
	case p.count[0]|p.count[1]|p.count[2]|p.count[3] == 1:
		p.draw(endBareKings, "F19", l)
	default:
		return false
	}
	for !p.Active(p.turn) {
		p.advance()
	}
	return true
}

// repeats reports whether the position, already in past, has occurred three times.
func (p *Position) repeats(past *rules.History, key uint64) bool {
	return int(p.reach) >= 4*bits.OnesCount8(p.movers()) && past.Count(key, int(p.reach)+1) >= 3
}

// lead returns by how much the points of two active players differ.
func (p *Position) lead() int32 {
	first, last := p.lastTwo()
	return max(p.points[first]-p.points[last], p.points[last]-p.points[first])
}

// lastTwo returns the first and the last active seat.
func (p *Position) lastTwo() (first, last rules.Seat) {
	return rules.Seat(bits.TrailingZeros8(p.active) & 3), rules.Seat((bits.Len8(p.active) - 1) & 3)
}

// allQuiet reports whether every active player has made 50 moves since the last progress (F18).
func (p *Position) allQuiet() bool {
	for seat, quiet := range p.quiet {
		if p.active>>seat&1 != 0 && quiet < quietLimit {
			return false
		}
	}
	return true
}

// draw ends the game with points for every active player (F18), and as much
// again for every resigned king still standing, as servers with such kings pay.
func (p *Position) draw(end ending, rule string, l *log) {
	p.end = end
	points := drawPoints * int32(1+bits.OnesCount8(p.standing))
	for seat := range rules.Seat(4) {
		p.pay(seat, points, 0, rule, l)
	}
}

// payStanding gives the last active player 20 for every resigned king still
// standing, the last to resign included (F14).
func (p *Position) payStanding(l *log) {
	_, last := p.lastTwo()
	for seat := range rules.Seat(4) {
		if p.Standing(seat) {
			p.pay(last, standingPoints, p.kingOf(seat), "F14", l)
		}
	}
}

// kingOf finds the king of a seat that is active, still or walking.
func (p *Position) kingOf(seat rules.Seat) (king cell) {
	each(p.own[seat&3], func(c cell) {
		if p.men[c].Kind() == rules.King {
			king = c
		}
	})
	return king
}

// Leave eliminates an active seat that resigns (F14) or, with flag, has run out
// of time (F22), whoever's turn it is. It does nothing when the game is over or the seat is out.
func (p *Position) Leave(seat rules.Seat, flag bool, past *rules.History) {
	p.leave(seat, flag, past, nil)
}

func (p *Position) leave(seat rules.Seat, flag bool, past *rules.History, l *log) {
	if p.end != ongoing || !p.Active(seat) {
		return
	}
	if p.terms.Teams {
		p.end, p.loser = endResignation, seat
		if flag {
			p.end = endTimeOut
		}
		return
	}
	king := p.kings[seat&3]
	rule := "F14"
	if flag {
		rule = "F22"
	}
	p.retire(seat & 3)
	l.elimination(seat, rules.NoSeat, king, rule)
	if p.movers()>>(p.turn&3)&1 == 0 {
		p.advance()
	}
	p.judge(past, l)
}

// retire eliminates a seat, whose king may remain (F14).
func (p *Position) retire(seat rules.Seat) {
	king := p.kings[seat]
	p.eliminate(seat)
	if p.terms.Resigned == GreyKing {
		return
	}
	p.lift(king)
	p.put(king, rules.NewMan(seat, rules.King))
	p.standing |= 1 << seat
	if p.terms.Resigned == StillKing {
		p.kings[seat] = 0
	}
	p.attacked = p.allAttackers()
}

// MayClaim reports whether a seat may end the game by claiming its lead (F17).
// Every resigned king still standing is worth 20 to the other player and raises the lead that is needed.
func (p *Position) MayClaim(seat rules.Seat) bool {
	if !p.terms.Claim || p.end != ongoing || !p.Active(seat) || bits.OnesCount8(p.active) != 2 {
		return false
	}
	first, last := p.lastTwo()
	other := first + last - seat
	needed := leadToEnd + standingPoints*int32(bits.OnesCount8(p.standing))
	return p.points[seat&3]-p.points[other&3] >= needed
}

// Claim ends the game by the claim of a seat, for which MayClaim must hold; the
// other active player receives 20, and 20 for every resigned king still standing (F17, F14).
func (p *Position) Claim(seat rules.Seat) { p.claim(seat, nil) }

func (p *Position) claim(seat rules.Seat, l *log) {
	first, last := p.lastTwo()
	other := first + last - seat
	p.end = endLead
	p.pay(other, claimPoints, 0, "F17", l)
	for king := range rules.Seat(4) {
		if p.Standing(king) {
			p.pay(other, standingPoints, p.kingOf(king), "F14", l)
		}
	}
}

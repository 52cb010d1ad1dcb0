package fourplayer

import (
	"math/bits"

	"melee/rules"
)

// advance gives the turn to the next active seat.
func (p *Position) advance() {
	next := (p.turn + 1) & 3
	for p.active>>next&1 == 0 && next != p.turn {
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

// strand eliminates the seat on turn, which has no legal move: stalemate pays it, mate nobody (F15, F16).
func (p *Position) strand(l *log) {
	seat := p.turn & 3
	king := p.kings[seat]
	rule := "F16"
	if !p.Checked(seat) {
		rule = "F15"
		if !p.terms.NoStalemate {
			p.points[seat] += stalematePoints
			l.gain(seat, stalematePoints, king, rule)
		}
	}
	p.eliminate(seat)
	l.elimination(seat, rules.NoSeat, king, rule)
	p.advance()
}

// ends carries out steps (3) to (5) of F26: it notes the position in past and
// reports whether the game is over.
func (p *Position) ends(past *rules.History, l *log) bool {
	key := uint64(0)
	if past != nil {
		key = p.Key()
		past.Push(key)
	}
	switch players := bits.OnesCount8(p.active); {
	case players < 2:
		p.end = endEliminations
	case players == 2 && p.lead() >= leadToEnd:
		p.end = endLead
	case p.terms.MoveLimit != 0 && p.ply >= p.terms.MoveLimit:
		p.end = endMoveLimit
	case past != nil && int(p.reach) >= 4*players && past.Count(key, int(p.reach)+1) >= 3:
		p.draw(endRepetition, "F18", l)
	case p.quiet[p.turn&3] >= quietLimit && p.allQuiet():
		p.draw(endNoProgress, "F18", l)
	case p.count[0]|p.count[1]|p.count[2]|p.count[3] == 1:
		p.draw(endBareKings, "F19", l)
	}
	return p.end != ongoing
}

// lead returns by how much the points of two active players differ.
func (p *Position) lead() int32 {
	first := bits.TrailingZeros8(p.active) & 3
	last := (bits.Len8(p.active) - 1) & 3
	return max(p.points[first]-p.points[last], p.points[last]-p.points[first])
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

// draw ends the game with points for every active player (F18).
func (p *Position) draw(end ending, rule string, l *log) {
	p.end = end
	for seat := range p.points {
		if p.active>>seat&1 != 0 {
			p.points[seat] += drawPoints
			l.gain(rules.Seat(seat), drawPoints, 0, rule)
		}
	}
}

// Leave eliminates an active seat that resigns or has run out of time (F14,
// F22), whoever's turn it is. It does nothing when the game is over.
func (p *Position) Leave(seat rules.Seat, past *rules.History) { p.leave(seat, past, "F14", nil) }

func (p *Position) leave(seat rules.Seat, past *rules.History, rule string, l *log) {
	if p.end != ongoing || !p.Active(seat) {
		return
	}
	king := p.kings[seat&3]
	p.eliminate(seat)
	l.elimination(seat, rules.NoSeat, king, rule)
	if p.turn == seat {
		p.advance()
	}
	p.judge(past, l)
}

// Ranking returns the places from first to last by points, each with the seats
// that share it in order of turns (F17).
func (p *Position) Ranking() [][]rules.Seat {
	var places [][]rules.Seat
	placed := uint8(0)
	for placed != 15 {
		best := int32(-1 << 31)
		for seat, points := range p.points {
			if placed>>seat&1 == 0 {
				best = max(best, points)
			}
		}
		var place []rules.Seat
		for seat, points := range p.points {
			if placed>>seat&1 == 0 && points == best {
				place = append(place, rules.Seat(seat))
				placed |= 1 << seat
			}
		}
		places = append(places, place)
	}
	return places
}

// A log collects what an action brings about; a nil log does not.
type log struct{ effects []rules.Effect }

func (l *log) gain(seat rules.Seat, points int32, at cell, rule string) {
	if l != nil {
		l.effects = append(l.effects, rules.Effect{Kind: rules.Gain, Seat: seat, By: rules.NoSeat, Points: int(points), Square: tables.square[at], Rule: rule})
	}
}

func (l *log) elimination(seat, by rules.Seat, at cell, rule string) {
	if l != nil {
		l.effects = append(l.effects, rules.Effect{Kind: rules.Elimination, Seat: seat, By: by, Square: tables.square[at], Rule: rule})
	}
}

// Drawn reports whether the game has ended in what the rules call a draw (F18, F19).
func (p *Position) Drawn() bool { return p.end >= endRepetition }

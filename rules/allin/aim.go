package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// An aim is the question which moves give check to the opponent's king.
type aim struct {
	king rules.Square
	ours Set
	// from holds by kind from where one of our men attacks the king; a pawn's are those of his steps that promote nothing.
	from [8]Set
	// openers are the men of both colours that alone stand between one of our sliders and the king.
	openers Set

	// What follows is for mates only.
	mating bool // checks that cannot mate are of no interest
	strays bool // the opponent may move the man who has just checked
	steps  bool // the opponent may move his king
	flees  bool // he may even if we have just moved the king
	reach  Set  // what our men attack
	seen   Set  // what our sliders attack
	theirs Set
}

func (a *aim) at(p *Position) {
	us, occ := p.turn&1, p.Occupied()
	a.king, a.ours = p.kings[us^1], p.Side(us)
	k := uint8(a.king) & 63
	a.from[rules.Pawn] = bitboard.Pawn64[us^1][k]
	a.from[rules.Knight] = bitboard.Knight64[k]
	a.from[rules.Bishop] = bitboard.Bishop64(k, occ)
	a.from[rules.Rook] = bitboard.Rook64(k, occ)
	a.from[rules.Queen] = a.from[rules.Bishop] | a.from[rules.Rook]
	snipers := a.ours & (bitboard.Diagonals64(k)&p.diagonals() | bitboard.Straights64(k)&p.straights())
	for ; snipers != 0; snipers &= snipers - 1 {
		if between := bitboard.Between64(k, snipers.First()) & occ; !between.Many() {
			a.openers |= between
		}
	}
}

// opened returns where a man must go to open a line to the king.
func (a *aim) opened(from uint8) Set {
	if !a.openers.Has(from) {
		return 0
	}
	return ^bitboard.Line64(uint8(a.king)&63, from)
}

// checking returns which of a man's arrivals give check; he is no pawn.
func (a *aim) checking(p *Position, from uint8, kind rules.Kind, to Set) Set {
	if from == uint8(a.king) {
		return a.exposing(p, to)
	}
	hits := a.opened(from)
	if a.ours.Has(from) {
		direct := to & a.from[kind]
		if a.mating && direct != 0 && hits == 0 {
			return a.lasting(p, from, kind, direct)
		}
		hits |= direct
	}
	return to & hits
}

// exposing returns which steps bring the opponent's king himself under attack.
func (a *aim) exposing(p *Position, to Set) (hits Set) {
	occ := p.Occupied() &^ bitboard.One64(uint8(a.king))
	for ; to != 0; to &= to - 1 {
		s := to.First()
		checkers := p.attackers(rules.Square(s), p.turn, a.ours&^bitboard.One64(s), occ)
		if checkers != 0 && !(a.mating && (a.walksAway(p, s, checkers, occ) || a.flees && a.flightsFrom(s, checkers) != 0)) {
			hits |= bitboard.One64(s)
		}
	}
	return hits
}

// checkingPawns does the same for pawns that have all come the same way and do not promote.
func (a *aim) checkingPawns(to Set, step int) Set {
	var from, hits Set
	if step > 0 {
		from = to >> step
		hits = a.from[rules.Pawn] & (a.ours << step)
	} else {
		from = to << -step
		hits = a.from[rules.Pawn] & (a.ours >> -step)
	}
	for rest := from & a.openers; rest != 0; rest &= rest - 1 {
		s := rest.First()
		hits |= bitboard.One64(uint8(int(s)+step)) & a.opened(s)
	}
	return to & hits
}

// checkingPromotion tells whether a pawn that becomes a man of a kind gives check.
func (a *aim) checkingPromotion(from, to rules.Square, kind rules.Kind, occ Set) bool {
	return a.opened(uint8(from)).Has(uint8(to)) ||
		a.ours.Has(uint8(from)) && attacks(kind, to, occ&^bitboard.One64(uint8(from))).Has(uint8(a.king))
}

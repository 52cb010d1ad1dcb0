package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// MayMate reports whether the side to move may have a move that mates. It never
// says no where there is one, and looks neither at whether moves are legal nor at most ways out of a
// check, so that it is several times faster than looking for the move.
//
// In all-in nearly every check is met by making the checking man walk away.
func (p *Position) MayMate() bool {
	if p.rights != 0 || p.takeable {
		return true
	}
	var a aim
	a.at(p)
	game := p.code.game()
	a.mating = game != OwnMen && game != NoSecondMove
	if a.openers != 0 && a.mayOpen(p, game) {
		return true
	}
	occ := p.Occupied()
	pawns := a.ours & p.Men(rules.Pawn)
	if game != OpponentsMen {
		if a.mayCheckByPawn(p, pawns, occ) {
			return true
		}
	}
	reach := pawnReach(p.turn&1, pawns) | bitboard.King64[p.kings[p.turn&1]&63]
	for rest := a.ours &^ (pawns | bitboard.One64(uint8(p.kings[p.turn&1]))); rest != 0; rest &= rest - 1 {
		s := rest.First()
		kind := p.kind(rules.Square(s))
		to := attacks(kind, rules.Square(s), occ)
		reach |= to
		if direct := to & a.from[kind] &^ a.ours; direct != 0 && game != OpponentsMen {
			if !a.mating || a.openers.Has(s) || a.lasting(p, s, kind, direct) != 0 {
				return true
			}
		}
	}
	if game == OwnMen {
		return false
	}
	k := uint8(a.king) & 63
	steps := bitboard.King64[k] & reach &^ p.Side(p.turn^1) &^ bitboard.King64[p.kings[p.turn&1]&63]
	steps &^= bitboard.One64(uint8(p.kings[p.turn&1]))
	a.mating = true
	return steps != 0 && a.exposing(p, steps) != 0
}

// mayOpen reports whether a man who steps off the line between one of our
// sliders and the king may mate so.
func (a *aim) mayOpen(p *Position, game Code) bool {
	if game == OwnMen || a.openers.Many() {
		return true
	}
	o := a.openers.First()
	k := uint8(a.king) & 63
	occ := p.Occupied() &^ a.openers
	checkers := p.attackers(a.king, p.turn, a.ours&^a.openers, occ)
	if checkers.Many() || checkers == 0 {
		return true
	}
	if a.ours.Has(o) {
		kind := p.kind(rules.Square(o))
		if kind == rules.Pawn || kind != rules.King && attacks(kind, rules.Square(o), p.Occupied())&a.from[kind] != 0 {
			return true // perhaps with a second check
		}
	}
	z := checkers.First()
	kind := p.kind(rules.Square(z))
	steps := attacks(kind, rules.Square(z), occ) & bitboard.King64[z&63] &^ (a.ours | bitboard.Line64(k, z))
	switch kind {
	case rules.Bishop:
		steps &^= bitboard.Diagonals64(k)
	case rules.Rook:
		steps &^= bitboard.Straights64(k)
	case rules.Queen:
		steps &^= bitboard.Diagonals64(k) | bitboard.Straights64(k)
	}
	// One of the steps may be closed by the man who opens the line.
	return !steps.Many() || p.attackers(a.king, p.turn, a.ours&^(a.openers|checkers), occ&^checkers) != 0
}

// mayCheckByPawn reports whether one of our pawns may give check from where he arrives.
func (a *aim) mayCheckByPawn(p *Position, pawns, occ Set) bool {
	k := uint8(a.king) & 63
	theirs := occ &^ a.ours
	var to Set
	if p.turn == White {
		one := pawns << 8 &^ occ
		to = one | one<<8&^occ&(bitboard.Rank164<<24)
	} else {
		one := pawns >> 8 &^ occ
		to = one | one>>8&^occ&(bitboard.Rank164<<32)
	}
	to |= pawnReach(p.turn&1, pawns) & theirs
	return to&a.from[rules.Pawn]&^lastRanks != 0 ||
		to&lastRanks&(bitboard.Diagonals64(k)|bitboard.Straights64(k)|bitboard.Knight64[k]) != 0
}

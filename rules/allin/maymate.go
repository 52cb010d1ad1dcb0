package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// MayMate reports whether the side to move may have a move that mates. It never
// says no where there is one, and looks neither at whether moves are legal nor at most ways out of a
// check, so that it is several times faster than looking for the move.
func (p *Position) MayMate() bool {
	if p.rights != 0 || p.takeable {
		return true
	}
	var a aim
	a.atMates(p)
	occ := p.Occupied()
	for rest := a.openers; rest != 0; rest &= rest - 1 {
		if a.mayOpen(p, rest.First(), occ) {
			return true
		}
	}
	pawns := a.ours & p.Men(rules.Pawn)
	game := p.code.game()
	if game != OpponentsMen {
		if a.mayCheckByPawn(p, pawns, occ) {
			return true
		}
		for rest := a.ours &^ (pawns | a.openers | bitboard.One64(uint8(p.kings[p.turn&1]))); rest != 0; rest &= rest - 1 {
			s := rest.First()
			kind := p.kind(rules.Square(s))
			direct := attacks(kind, rules.Square(s), occ) & a.from[kind] &^ a.ours
			if direct != 0 && a.lasting(p, s, kind, direct) != 0 {
				return true
			}
		}
	}
	return game != OwnMen && a.exposing(p, a.exposures(p)) != 0
}

// exposures returns the steps of the opponent's king to where our men may attack him, our own king not in touch.
func (a *aim) exposures(p *Position) Set {
	king := uint8(p.kings[p.turn&1]) & 63
	return bitboard.King64[a.king&63] & a.reach &^ (a.theirs | bitboard.King64[king] | bitboard.One64(king))
}

// mayOpen reports whether the man on o, who stands alone between one of our
// sliders and the king, may mate by stepping off the line.
func (a *aim) mayOpen(p *Position, o uint8, occ Set) bool {
	one := bitboard.One64(o)
	checkers := p.attackers(a.king, p.turn, a.ours&^one, occ&^one)
	if checkers.Many() || checkers == 0 {
		return true
	}
	z := checkers.First()
	if a.flightsBehind(p, o, z, occ).Many() {
		return false // he can close only one of them
	}
	if a.mayCheckToo(p, o, occ) || p.code.game() == OwnMen {
		return true
	}
	return !a.stepsOff(p, z, occ&^one).Many() || p.attackers(a.king, p.turn, a.ours&^(one|checkers), occ&^(one|checkers)) != 0
}

// mayCheckToo reports whether a man who opens a line may himself give check where he arrives.
func (a *aim) mayCheckToo(p *Position, o uint8, occ Set) bool {
	if !a.ours.Has(o) {
		return false
	}
	kind := p.kind(rules.Square(o))
	return kind == rules.Pawn || kind != rules.King && attacks(kind, rules.Square(o), occ)&a.from[kind] != 0
}

// stepsOff returns the first steps by which a slider who checks the king leaves every line to him.
func (a *aim) stepsOff(p *Position, z uint8, occ Set) Set {
	kind := p.kind(rules.Square(z))
	return attacks(kind, rules.Square(z), occ) & bitboard.King64[z&63] &^ (a.ours | inLine(kind, uint8(a.king)))
}

// mayCheckByPawn reports whether one of our pawns may give check from where he arrives.
func (a *aim) mayCheckByPawn(p *Position, pawns, occ Set) bool {
	k := uint8(a.king) & 63
	var to Set
	if p.turn == White {
		one := pawns << 8 &^ occ
		to = one | one<<8&^occ&(bitboard.Rank164<<24)
	} else {
		one := pawns >> 8 &^ occ
		to = one | one>>8&^occ&(bitboard.Rank164<<32)
	}
	to |= pawnReach(p.turn&1, pawns) & a.theirs
	return to&a.from[rules.Pawn]&^lastRanks != 0 ||
		to&lastRanks&(bitboard.Diagonals64(k)|bitboard.Straights64(k)|bitboard.Knight64[k]) != 0
}

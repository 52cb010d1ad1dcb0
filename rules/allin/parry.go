package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// In all-in most checks are met by making the checking man walk away, the others by a step of the
// king. What follows sees at a glance that one of both is possible.

// atMates is at for the question which moves mate.
func (a *aim) atMates(p *Position) {
	a.at(p)
	game := p.code.game()
	a.mating = true
	a.strays = game != OwnMen && game != NoSecondMove
	a.steps = game != OpponentsMen
	a.flees = game == NoReturn || game == FreeReturn
	a.theirs = p.Side(p.turn&1 ^ 1)
	occ := p.Occupied()
	for rest := a.ours & (p.diagonals() | p.straights()); rest != 0; rest &= rest - 1 {
		s := rest.First()
		a.seen |= attacks(p.kind(rules.Square(s)), rules.Square(s), occ)
	}
	a.reach = a.seen | pawnReach(p.turn&1, a.ours&p.Men(rules.Pawn)) | bitboard.King64[p.kings[p.turn&1]&63]
	for rest := a.ours & p.Men(rules.Knight); rest != 0; rest &= rest - 1 {
		a.reach |= bitboard.Knight64[rest.First()&63]
	}
}

// lasting leaves out the arrivals of one of our men who opens no line and is no pawn, from
// which he could be made to walk away, or the king step aside.
func (a *aim) lasting(p *Position, from uint8, kind rules.Kind, to Set) (lasting Set) {
	k := uint8(a.king) & 63
	occ := p.Occupied() &^ bitboard.One64(from)
	stay := a.staysOn(from, kind, k)
	flights := a.flights(from)
	for ; to != 0; to &= to - 1 {
		s := to.First()
		one := bitboard.One64(s)
		if a.strays && !a.screened(from, s, occ) && attacks(kind, rules.Square(s), occ)&^stay != 0 {
			continue
		}
		if flights != 0 && flights&^(one|attacks(kind, rules.Square(s), occ&^bitboard.One64(k))) != 0 {
			continue
		}
		lasting |= one
	}
	return lasting
}

// staysOn returns where a man of ours, who has gone from a square to give check, would still give
// check or may not go: not back either, which A6 may forbid.
func (a *aim) staysOn(from uint8, kind rules.Kind, k uint8) Set {
	return a.ours | bitboard.One64(from) | bitboard.One64(k) | inLine(kind, k)
}

// screened reports whether a man taken on s may have screened the king from another behind.
func (a *aim) screened(from, s uint8, occ Set) bool {
	return a.openers.Has(s) || occ.Has(s) && bitboard.Line64(uint8(a.king), s).Has(from)
}

// flights returns where the king could step after a check by a man who comes from a square, but for what that man covers then.
func (a *aim) flights(from uint8) Set {
	k := uint8(a.king) & 63
	if !a.steps || a.seen.Has(from) {
		return 0
	}
	return bitboard.King64[k] &^ (a.theirs | a.reach)
}

// flightsBehind returns where the king could step if the man on o, who is not ours, opens the line of z.
func (a *aim) flightsBehind(p *Position, o, z uint8, occ Set) Set {
	if !a.steps || a.ours.Has(o) {
		return 0
	}
	if p.attackers(rules.Square(o), p.turn, a.ours&(p.diagonals()|p.straights()), occ).Many() {
		return 0 // he opens another line too
	}
	k := uint8(a.king) & 63
	return bitboard.King64[k] &^ (a.theirs | a.reach | bitboard.Line64(k, z))
}

// flightsFrom returns where the king could step on from s, where we have put him; not back, which A6 may forbid.
func (a *aim) flightsFrom(s uint8, checkers Set) Set {
	flights := bitboard.King64[s&63] &^ (a.theirs | a.reach | bitboard.One64(uint8(a.king)))
	for ; checkers != 0; checkers &= checkers - 1 {
		flights &^= bitboard.Line64(s, checkers.First())
	}
	return flights
}

// walksAway reports whether the one man who attacks the king on s could simply walk away.
func (a *aim) walksAway(p *Position, s uint8, checkers, occ Set) bool {
	z := checkers.First()
	kind := p.kind(rules.Square(z))
	if checkers.Many() || kind == rules.Pawn || kind == rules.King {
		return false
	}
	one := bitboard.One64(s)
	ours := a.ours &^ one
	occ |= one
	return attacks(kind, rules.Square(z), occ)&^(ours|one|inLine(kind, s)) != 0 &&
		p.attackers(rules.Square(s), p.turn, ours&^checkers, occ&^checkers) == 0
}

// inLine returns from where a man of a kind would attack a square if nothing stood between.
func inLine(kind rules.Kind, s uint8) Set {
	switch kind {
	case rules.Knight:
		return bitboard.Knight64[s&63]
	case rules.Bishop:
		return bitboard.Diagonals64(s)
	case rules.Rook:
		return bitboard.Straights64(s)
	}
	return bitboard.Diagonals64(s) | bitboard.Straights64(s)
}

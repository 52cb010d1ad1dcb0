package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// Stuck reports whether the side to move has no legal move, faster than Count.
func (p *Position) Stuck() bool {
	w := walk{p: p, wanted: everywhere, wantedByPawns: everywhere, hasty: true}
	w.all(nil)
	return w.count == 0
}

// Mated reports whether the side to move is checkmated (A9), faster than InCheck and Stuck.
func (p *Position) Mated() bool {
	w := walk{p: p, wanted: everywhere, wantedByPawns: everywhere, hasty: true}
	w.look()
	if w.checkers == 0 {
		return false
	}
	// A checking man who can walk away is by far the most common answer.
	if !w.checkers.Many() && w.leaves(w.checkers.First()) {
		return false
	}
	w.rest(nil)
	return w.count == 0
}

// leaves reports whether a checking man can move without being a pawn.
func (w *walk) leaves(s uint8) bool {
	kind := w.p.kind(rules.Square(s))
	if kind == rules.Pawn {
		return false // left to the whole walk
	}
	to := attacks(kind, rules.Square(s), w.occ) &^ (w.theirs | bitboard.One64(uint8(w.king)))
	switch kind {
	case rules.Knight:
		to &^= bitboard.Knight64[w.king&63]
	case rules.Bishop:
		to &^= w.nearDiagonal
	case rules.Rook:
		to &^= w.nearStraight
	case rules.Queen:
		to &^= w.nearDiagonal | w.nearStraight
	}
	return to&w.restriction(s) != 0
}

// Checks appends the legal moves after which the opponent's king stands
// attacked to dst, in no promised order.
func (p *Position) Checks(dst []rules.Move) []rules.Move {
	w := walk{p: p, wanted: everywhere, wantedByPawns: everywhere, listing: true}
	var a aim
	w.aim = &a
	a.at(p)
	return w.all(dst)
}

// An aim is the question which moves give check to the opponent's king.
type aim struct {
	king rules.Square
	ours Set
	// from holds by kind from where one of our men attacks the king; a pawn's are those of his steps that promote nothing.
	from [8]Set
	// openers are the men of both colours that alone stand between one of our sliders and the king.
	openers Set
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
		hits |= a.from[kind]
	}
	return to & hits
}

// exposing returns which steps bring the opponent's king himself under attack.
func (a *aim) exposing(p *Position, to Set) (hits Set) {
	occ := p.Occupied() &^ bitboard.One64(uint8(a.king))
	for ; to != 0; to &= to - 1 {
		s := to.First()
		if p.attackers(rules.Square(s), p.turn, a.ours&^bitboard.One64(s), occ) != 0 {
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

// checks tells whether a move gives check, by playing it.
func (p *Position) checks(m rules.Move) bool {
	after := *p
	after.Apply(m)
	return after.InCheck()
}

// Unbound returns the position without what A6 or A15 forbid at the next ply.
func (p *Position) Unbound() Position {
	q := *p
	q.setBack(rules.NoSquare, rules.NoSquare)
	q.key ^= keys.barred[q.barred]
	q.barred = rules.NoSquare
	return q
}

// Trace returns a number that depends on the men alone and not on the key's
// random numbers: with both, two positions are hardly ever taken for one.
func (p *Position) Trace() uint32 {
	h := uint64(p.planes[0])*0x9e3779b97f4a7c15 ^ uint64(p.planes[1])*0xc2b2ae3d27d4eb4f
	h ^= uint64(p.planes[2])*0x165667b19e3779f9 ^ uint64(p.black)*0xd6e8feb86659fd93
	return uint32((h ^ h>>29) >> 16)
}

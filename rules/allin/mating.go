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

// MateCandidates appends checks among which are all that mate to dst: those
// whose checking man could simply walk away are left out, as far as that is seen at a glance.
func (p *Position) MateCandidates(dst []rules.Move) []rules.Move {
	w := walk{p: p, wanted: everywhere, wantedByPawns: everywhere, listing: true}
	var a aim
	w.aim = &a
	a.atMates(p)
	return w.all(dst)
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

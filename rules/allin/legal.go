package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// IsLegal reports whether m is one of the moves that Moves gives; m may be any
// number, such as a move kept from another position.
func (p *Position) IsLegal(m rules.Move) bool {
	from, to := m.From(), m.To()
	if from > 63 || to > 63 || m != p.described(from, to, m.Promotion()) {
		return false
	}
	one := bitboard.One64(uint8(to))
	w := walk{p: p, wanted: one, wantedByPawns: one, still: ^bitboard.One64(uint8(from))}
	w.all(nil)
	if w.count == 0 || m.Promotion() == rules.NoKind {
		return w.count > 0
	}
	// Of the four promotions of an opponent's pawn only some may leave the king unattacked.
	return p.colour(from) == p.turn || !attacks(m.Promotion(), to, w.occ&^bitboard.One64(uint8(from))).Has(uint8(w.king))
}

// described returns the move from one square to another as Moves would give it
// if it is legal, NoMove where the promotion does not fit.
func (p *Position) described(from, to rules.Square, promotion rules.Kind) rules.Move {
	kind, taken, special := p.kind(from), p.kind(to), rules.Plain
	promotes := kind == rules.Pawn && lastRanks.Has(uint8(to))
	if promotes != (rules.Knight <= promotion && promotion <= rules.Queen) || !promotes && promotion != rules.NoKind {
		return rules.NoMove
	}
	step := int(to) - int(from)
	switch {
	case kind == rules.Pawn && (step == 16 || step == -16):
		special = rules.Double
	case kind == rules.Pawn && to == p.passed:
		taken, special = rules.Pawn, rules.EnPassant
	case kind == rules.King && (step == 2 || step == -2):
		special = rules.Castle
	}
	return rules.NewMove(from, to, kind, taken, promotion, special)
}

// refusal says why m, which is not legal, cannot be played.
func (p *Position) refusal(m rules.Move) error {
	if m.From() > 63 || m.To() > 63 || m.Promotion() > rules.King {
		return rules.Refusal("that is no move of this board")
	}
	text := m.Text(Board)
	if back, ok := p.Forbidden(); ok && back == m {
		return rules.Refusal(text + " would undo the last ply (A6)")
	}
	if m.From() <= 63 && m.From() == p.barred {
		return rules.Refusal("the man on " + Board.Name(p.barred) + " has just moved and may not move again (A15)")
	}
	return rules.Refusal(text + " is not a legal move in this position")
}

// Move returns the legal move from one square to another, with the given promotion if a
// pawn promotes; it reports false if there is none.
func (p *Position) Move(from, to rules.Square, promotion rules.Kind) (rules.Move, bool) {
	if from > 63 || to > 63 {
		return rules.NoMove, false
	}
	m := p.described(from, to, promotion)
	return m, p.IsLegal(m)
}

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
	man := bitboard.One64(uint8(from))
	w := walk{p: p, wanted: one, wantedByPawns: one}
	if from == p.kings[p.turn&1] {
		w.still = ^man // his steps depend on what all the others attack
	} else {
		w.one = man
	}
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

// Try plays the move from one square to another, with the given promotion if a
// pawn promotes, and returns the position after it; it reports false if there is no such legal move. It is
// for moves that were found elsewhere, and faster than IsLegal.
func (p *Position) Try(from, to rules.Square, promotion rules.Kind) (after Position, m rules.Move, legal bool) {
	if from > 63 || to > 63 {
		return after, m, false
	}
	if m = p.described(from, to, promotion); m == rules.NoMove {
		return after, m, false
	}
	if m.Special() == rules.EnPassant || m.Special() == rules.Castle {
		if !p.IsLegal(m) {
			return after, m, false
		}
	} else if !p.goes(m) || from == p.barred || from == p.backFrom && to == p.backTo {
		return after, m, false
	}
	after = *p
	after.Apply(m)
	return after, m, !after.Checked(p.turn)
}

// goes reports whether a man of the side that may move him can go the way of m, which is
// neither castling nor a capture in passing; the own king may be left attacked.
func (p *Position) goes(m rules.Move) bool {
	from, to, occ := m.From(), m.To(), p.Occupied()
	s, one := uint8(from), bitboard.One64(uint8(to))
	colour := p.colour(from)
	game := p.code.game()
	if game == OpponentsMen && colour == p.turn || game == OwnMen && colour != p.turn || m.Taken() == rules.King {
		return false
	}
	switch m.Kind() {
	case rules.NoKind:
		return false
	case rules.Pawn:
		if m.Taken() != rules.NoKind {
			return bitboard.Pawn64[colour][s].Has(uint8(to)) && p.colour(to) != colour
		}
		step := 8 - 16*int(colour)
		over := rules.Square(int(from) + step)
		if m.Special() == rules.Double {
			home := rules.Square(1 + 5*colour)
			return int(to) == int(from)+2*step && from>>3 == home && occ&(one|bitboard.One64(uint8(over))) == 0
		}
		return to == over && occ&one == 0
	}
	return attacks(m.Kind(), from, occ)&one != 0 && (m.Taken() == rules.NoKind || p.colour(to) != colour)
}

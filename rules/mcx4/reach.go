package mcx4

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// Occupied returns the squares that hold a man.
func (p *Position) Occupied() bitboard.Trio { return p.occupied() }

// Reach returns the squares that a man who is no pawn attacks from a square
// when the squares of men are occupied.
func (p *Position) Reach(kind rules.Kind, s rules.Square, men bitboard.Trio) bitboard.Trio {
	b := p.board()
	switch kind {
	case rules.Knight:
		return b.knight[s]
	case rules.Bishop:
		return b.bishopReach(s, men)
	case rules.Rook:
		return b.rookReach(s, men)
	case rules.Queen:
		return b.bishopReach(s, men).Or(b.rookReach(s, men))
	case rules.King:
		return b.king[s]
	}
	return set{}
}

// PawnReach returns the squares that pawns of a camp attack.
func (p *Position) PawnReach(camp rules.Side, pawns bitboard.Trio) bitboard.Trio {
	b := p.board()
	left, right := pawns.And(b.notFirst), pawns.And(b.notLast)
	if camp&1 == white {
		return left.Up(b.files - 1).Or(right.Up(b.files + 1))
	}
	return left.Down(b.files + 1).Or(right.Down(b.files - 1))
}

// Attackers returns the men of a camp that attack a square when the squares of
// men are occupied. Men that are not in men attack as well.
func (p *Position) Attackers(s rules.Square, camp rules.Side, men bitboard.Trio) bitboard.Trio {
	b, t := p.board(), p.threats(int(camp&1)^1)
	found := b.pawn[t.camp][s].And(t.pawns).Or(b.knight[s].And(t.knights)).Or(b.king[s].And(t.king))
	far := b.straight[s].And(t.straight).Or(b.diagonal[s].And(t.diagonal))
	for ; !far.Empty(); far = far.Rest() {
		if from := far.First(); b.between(s, rules.Square(from)).And(men).Empty() {
			found = found.Or(bitboard.Single(from))
		}
	}
	return found
}

// Ended tells whether the position has ended by its men and counters alone: a
// lone Queen's camp that has lost (M16, M17), or a draw by 100 plies or bare kings (M18).
// Mate, stalemate and choice, which need a look at the moves, are Open to it.
func (p *Position) Ended() State {
	if p.kings[white] == rules.NoSquare || p.kings[black] == rules.NoSquare {
		if state := p.loneEnd(); state != Open {
			return state
		}
	} else if p.men[white]+p.men[black] == 2 {
		return BareKings
	}
	if p.quiet >= noProgressPlies {
		if state := p.Turn().State; state == NoProgress {
			return state
		}
	}
	return Open
}

// Pass gives the slot on without a move, for null-move search. The camp to play
// must not be in check.
func (p *Position) Pass() {
	p.enPassant = rules.NoSquare
	p.quiet++
	p.nextSlot()
	p.look()
}

package mcx4

import (
	"melee/rules"
)

// Apply plays m, which must come from Moves of this very position. The next
// slot begins; a king whom the move abandons (M9b) leaves the board with his
// men as by [Position.Survive].
func (p *Position) Apply(m rules.Move) {
	camp := campOf(p.slot)
	from, to := m.From(), m.To()
	queens := p.clan.Has(uint8(from))
	p.last[camp] = p.moverOf(camp, queens)
	risk := p.last[camp] == queenOf(camp) && p.InCheck() && p.maySurvive(camp)
	p.quiet++
	p.enPassant = rules.NoSquare
	if m.IsProgress() {
		p.quiet = 0
		p.take(m, camp)
	}
	p.carry(m.Kind(), camp, queens, from, to)
	switch {
	case m.Kind() == rules.King:
		p.kings[camp] = to
		if m.Special() == rules.Castle {
			p.carry(rules.Rook, camp, false, p.board().corner[camp], from+1)
		}
	case m.Promotion() != rules.NoKind:
		p.flip(rules.Pawn, camp, queens, to)
		p.flip(rules.Rook, camp, true, to)
	case m.Special() == rules.Double:
		p.allowPassing(camp, (from+to)/2)
	}
	if p.castling != 0 {
		p.dropCastling(from, to)
	}
	if risk && p.Checked(rules.Side(camp)) {
		p.leave(camp)
	}
	p.nextSlot()
	p.look()
}

// moverOf returns the clan that plays a man of the camp.
func (p *Position) moverOf(camp int, queens bool) rules.Seat {
	switch {
	case !p.divided(camp):
		return p.soleSeat(camp)
	case queens:
		return queenOf(camp)
	}
	return kingOf(camp)
}

// Survive carries out the Queen's choice to play on after the mate of her king
// (M14); the [Turn] must be a Choice. The slot is then hers.
func (p *Position) Survive() {
	p.leave(campOf(p.slot))
	p.look()
}

// ResignQueen hands the men of a living Queen to her King (M21): their marks are cleared.
func (p *Position) ResignQueen(camp rules.Side) {
	c := int(camp & 1)
	for x := p.camps[c].Trio().And(p.clan.Trio()); !x.Empty(); x = x.Rest() {
		s := rules.Square(x.First())
		kind := p.kindAt(s)
		p.clan.Flip(uint8(s))
		p.key ^= zobrist.men[manNumber(c, true, kind)][s] ^ zobrist.men[manNumber(c, false, kind)][s]
	}
	p.living &^= 1 << queenOf(c)
}

// ResignKing lets a King on the board be mated when the next slot of his camp
// begins, at once if it has begun (M21).
func (p *Position) ResignKing(camp rules.Side) { p.forsaken |= 1 << (camp & 1) }

// take removes the man that m captures, if any.
func (p *Position) take(m rules.Move, camp int) {
	taken := m.Taken()
	if taken == rules.NoKind {
		return
	}
	s := m.To()
	if m.Special() == rules.EnPassant {
		s = p.victim(s)
	}
	them := camp ^ 1
	queens := p.clan.Has(uint8(s))
	p.flip(taken, them, queens, s)
	p.men[them]--
	if queens && taken == rules.Queen {
		p.living &^= 1 << queenOf(them)
	}
}

// flip puts a man on an empty square or removes him.
func (p *Position) flip(kind rules.Kind, camp int, queens bool, s rules.Square) {
	i := uint8(s)
	p.kinds[kind-rules.Pawn].Flip(i)
	p.camps[camp].Flip(i)
	if queens {
		p.clan.Flip(i)
	}
	p.key ^= zobrist.men[manNumber(camp, queens, kind)][s]
}

// carry moves a man to an empty square.
func (p *Position) carry(kind rules.Kind, camp int, queens bool, from, to rules.Square) {
	p.flip(kind, camp, queens, from)
	p.flip(kind, camp, queens, to)
}

// allowPassing notes the right to take on the square if an enemy pawn stands ready.
func (p *Position) allowPassing(camp int, s rules.Square) {
	takers := p.board().pawn[camp][s].And(p.of(rules.Pawn)).And(p.camps[camp^1].Trio())
	if !takers.Empty() {
		p.enPassant = s
	}
}

// dropCastling ends the rights whose king or rook has moved or been taken (M23).
func (p *Position) dropCastling(from, to rules.Square) {
	kept := p.castling
	for camp := range 2 {
		corner := p.board().corner[camp]
		if to == p.kings[camp] || from == corner || to == corner {
			kept &^= 1 << camp
		}
	}
	p.key ^= zobrist.castling[p.castling] ^ zobrist.castling[kept]
	p.castling = kept
}

// leave takes the king and all men of his clan but its pawns off the board (M14). It is progress (M18).
func (p *Position) leave(camp int) {
	going := p.camps[camp].Trio().Without(p.clan.Trio()).Without(p.of(rules.Pawn))
	for x := going; !x.Empty(); x = x.Rest() {
		s := rules.Square(x.First())
		p.flip(p.kindAt(s), camp, false, s)
		p.men[camp]--
	}
	p.kings[camp] = rules.NoSquare
	p.living &^= 1 << kingOf(camp)
	p.forsaken &^= 1 << camp
	p.quiet = 0
	kept := p.castling &^ (1 << camp)
	p.key ^= zobrist.castling[p.castling] ^ zobrist.castling[kept]
	p.castling = kept
}

// nextSlot passes on to the next slot (M5).
func (p *Position) nextSlot() {
	next := (p.slot + 1) & 3
	p.key ^= zobrist.slots[p.slot] ^ zobrist.slots[next]
	p.slot = next
	if next == WhiteQueen {
		p.turn++
	}
}

// put adds a man to a position under construction.
func (p *Position) put(man rules.Man, s rules.Square) {
	camp := campOf(man.Seat())
	p.flip(man.Kind(), camp, man.Seat() < 2, s)
	p.men[camp]++
	switch man.Kind() {
	case rules.King:
		p.kings[camp] = s
		p.living |= 1 << kingOf(camp)
	case rules.Queen:
		if man.Seat() < 2 {
			p.living |= 1 << queenOf(camp)
		}
	}
}

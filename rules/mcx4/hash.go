package mcx4

import "melee/rules"

// zobrist holds the numbers that are added up to a position's key: what counts
// for repetition (M18) and nothing else.
var zobrist = newNumbers()

type numbers struct {
	men       [24][maxSquares]uint64 // by manNumber
	enPassant [maxSquares]uint64
	slots     [4]uint64
	castling  [4]uint64
}

func newNumbers() *numbers {
	z := new(numbers)
	for i := range z.men {
		rules.Keys(0x4d435834+uint64(i)<<32, z.men[i][:])
	}
	rules.Keys(0x6570+uint64(24)<<32, z.enPassant[:])
	rules.Keys(0x736c+uint64(25)<<32, z.slots[:])
	rules.Keys(0x6361+uint64(26)<<32, z.castling[:])
	return z
}

// manNumber numbers the sorts of men: camp, clan, kind.
func manNumber(camp int, queens bool, kind rules.Kind) int {
	n := camp*12 + int(kind-rules.Pawn)
	if queens {
		n += 6
	}
	return n
}

// Key returns the position's Zobrist key: men with their clans, slot, castling
// and, where a legal capture exists, the en-passant right (M18). It is kept
// incrementally; only a standing right needs a look at the moves.
func (p *Position) Key() uint64 {
	if s := p.EnPassant(); s != rules.NoSquare {
		return p.key ^ zobrist.enPassant[s]
	}
	return p.key
}

// freshKey computes key from nothing.
func (p *Position) freshKey() uint64 {
	key := zobrist.slots[p.slot] ^ zobrist.castling[p.castling]
	for s := range rules.Square(p.board().geometry.Squares()) {
		if man := p.At(s); man != 0 {
			camp := campOf(man.Seat())
			key ^= zobrist.men[manNumber(camp, man.Seat() < 2, man.Kind())][s]
		}
	}
	return key
}

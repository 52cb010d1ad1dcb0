package fourplayer

import "melee/rules"

// zobrist holds the keys of everything that makes two positions the same (F18).
var zobrist = newZobrist()

type zobristKeys struct {
	men      [64][256]uint64 // by grey, seat and kind; a promoted queen has kind 7
	turn     [4]uint64
	out      [16]uint64 // by set of active seats
	castling [256]uint64
	passed   [256]uint64
}

func newZobrist() *zobristKeys {
	z := &zobristKeys{}
	for i := range z.men {
		rules.Keys(uint64(i)<<32|0x4d656c, z.men[i][:])
	}
	rules.Keys(0x7475726e, z.turn[:])
	rules.Keys(0x6f7574, z.out[:])
	rules.Keys(0x63617374, z.castling[:])
	rules.Keys(0x70617373, z.passed[:])
	return z
}

func manKey(man rules.Man, c cell) uint64 {
	i := man & 31
	if man.IsPromoted() {
		i |= 7
	}
	return zobrist.men[i|man&rules.Grey>>1][c]
}

// Key returns the Zobrist key of what counts for repetition: men, grey men,
// promoted queens, whose turn it is, castling rights, and the en-passant rights
// by which the seat on turn has a legal capture (F18).
func (p *Position) Key() uint64 {
	key := p.key
	if p.passed != [4]cell{} {
		key ^= p.passedKey()
	}
	return key
}

// MenKey returns a key of men, active seats and castling rights, whose turn it is left out.
func (p *Position) MenKey() uint64 { return p.key ^ zobrist.turn[p.turn&3] }

func (p *Position) passedKey() uint64 {
	key := uint64(0)
	for seat, passed := range p.passed {
		if passed != 0 && p.mayTakePassed(p.turn, rules.Seat(seat)) {
			key ^= zobrist.passed[passed]
		}
	}
	return key
}

// stateKey returns the part of the key that tells turn, active seats and castling rights.
func (p *Position) stateKey() uint64 {
	return zobrist.turn[p.turn&3] ^ zobrist.out[p.active&15] ^ zobrist.castling[p.castling]
}

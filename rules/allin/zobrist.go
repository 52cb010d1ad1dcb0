package allin

import "melee/rules"

// keys are the numbers whose exclusive or is a position's key. Those of
// NoSquare are zero, so that an absent right needs no test.
var keys = makeKeys()

type keyTables struct {
	men                              [1024]uint64 // by colour, kind and square
	rights                           [16]uint64
	passed, backFrom, backTo, barred [256]uint64
	turn                             uint64 // Black is to move
	code                             [16]uint64
}

func makeKeys() *keyTables {
	var flat [1024 + 16 + 4*64 + 1 + 16]uint64
	rules.Keys(0xa111, flat[:])
	k := new(keyTables)
	rest := flat[copy(k.men[:], flat[:1024]):]
	rest = rest[copy(k.rights[:], rest[:16]):]
	for _, table := range []*[256]uint64{&k.passed, &k.backFrom, &k.backTo, &k.barred} {
		rest = rest[copy(table[:64], rest[:64]):]
	}
	k.turn = rest[0]
	copy(k.code[:], rest[1:])
	return k
}

func manKey(colour rules.Seat, kind rules.Kind, s rules.Square) uint64 {
	return keys.men[(uint(colour)<<9|uint(kind)<<6|uint(s))&1023]
}

// freshKey computes the key from everything that counts.
func (p *Position) freshKey() uint64 {
	k := keys.code[p.code&15] ^ keys.rights[p.rights&15] ^ keys.passed[p.passed] ^
		keys.backFrom[p.backFrom] ^ keys.backTo[p.backTo] ^ keys.barred[p.barred]
	for rest := p.Occupied(); rest != 0; rest &= rest - 1 {
		s := rules.Square(rest.First())
		k ^= manKey(p.colour(s), p.kind(s), s)
	}
	if p.turn == Black {
		k ^= keys.turn
	}
	return k
}

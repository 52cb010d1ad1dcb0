package bitboard

import "math/bits"

// Bits256 is a set of up to 256 squares as it is kept in memory.
type Bits256 [4]uint64

// Has reports whether square i is in the set.
func (b *Bits256) Has(i uint8) bool { return b[i>>6]>>(i&63)&1 != 0 }

// Set adds square i.
func (b *Bits256) Set(i uint8) { b[i>>6] |= 1 << (i & 63) }

// Flip adds square i if it is missing and takes it out if it is there.
func (b *Bits256) Flip(i uint8) { b[i>>6] ^= 1 << (i & 63) }

// Wide returns the set as four words that the compiler can keep in registers.
func (b *Bits256) Wide() Wide { return Wide{b[0], b[1], b[2], b[3]} }

// Wide is a Bits256 for computing: A holds squares 0–63, D squares 192–255.
type Wide struct{ A, B, C, D uint64 }

// Words returns the set as it is kept in memory.
func (w Wide) Words() Bits256 { return Bits256{w.A, w.B, w.C, w.D} }

// And returns the squares in both sets.
func (w Wide) And(o Wide) Wide { return Wide{w.A & o.A, w.B & o.B, w.C & o.C, w.D & o.D} }

// Or returns the squares in either set.
func (w Wide) Or(o Wide) Wide { return Wide{w.A | o.A, w.B | o.B, w.C | o.C, w.D | o.D} }

// Without returns the squares of w that are not in o.
func (w Wide) Without(o Wide) Wide {
	return Wide{w.A &^ o.A, w.B &^ o.B, w.C &^ o.C, w.D &^ o.D}
}

// Empty reports whether the set has no square.
func (w Wide) Empty() bool { return w.A|w.B|w.C|w.D == 0 }

// Count returns the number of squares in the set.
func (w Wide) Count() int {
	return bits.OnesCount64(w.A) + bits.OnesCount64(w.B) + bits.OnesCount64(w.C) + bits.OnesCount64(w.D)
}

// Up returns the set with every square moved n numbers up, 0 < n < 64.
func (w Wide) Up(n uint) Wide {
	return Wide{
		w.A << (n & 63),
		w.B<<(n&63) | w.A>>((64-n)&63),
		w.C<<(n&63) | w.B>>((64-n)&63),
		w.D<<(n&63) | w.C>>((64-n)&63),
	}
}

// Down returns the set with every square moved n numbers down, 0 < n < 64.
func (w Wide) Down(n uint) Wide {
	return Wide{
		w.A>>(n&63) | w.B<<((64-n)&63),
		w.B>>(n&63) | w.C<<((64-n)&63),
		w.C>>(n&63) | w.D<<((64-n)&63),
		w.D >> (n & 63),
	}
}

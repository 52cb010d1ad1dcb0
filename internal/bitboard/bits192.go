package bitboard

import "math/bits"

// Bits192 is a set of up to 192 squares as it is kept in memory.
type Bits192 [3]uint64

// Has reports whether square i is in the set.
func (b *Bits192) Has(i uint8) bool { return b[i>>6]>>(i&63)&1 != 0 }

// Flip adds square i if it is missing and takes it out if it is there.
func (b *Bits192) Flip(i uint8) { b[i>>6] ^= 1 << (i & 63) }

// Trio returns the set as three words that the compiler can keep in registers.
func (b *Bits192) Trio() Trio { return Trio{b[0], b[1], b[2]} }

// Put makes the set equal to t.
func (b *Bits192) Put(t Trio) { b[0], b[1], b[2] = t.A, t.B, t.C }

// Trio is a Bits192 for computing: A holds squares 0–63, C squares 128–191.
type Trio struct{ A, B, C uint64 }

// Single returns the set of square i alone.
func Single(i uint8) Trio {
	var b Bits192
	b[i>>6] = 1 << (i & 63)
	return b.Trio()
}

// And returns the squares in both sets.
func (t Trio) And(o Trio) Trio { return Trio{t.A & o.A, t.B & o.B, t.C & o.C} }

// Or returns the squares in either set.
func (t Trio) Or(o Trio) Trio { return Trio{t.A | o.A, t.B | o.B, t.C | o.C} }

// Xor returns the squares in one of the sets but not in both.
func (t Trio) Xor(o Trio) Trio { return Trio{t.A ^ o.A, t.B ^ o.B, t.C ^ o.C} }

// Without returns the squares of t that are not in o.
func (t Trio) Without(o Trio) Trio { return Trio{t.A &^ o.A, t.B &^ o.B, t.C &^ o.C} }

// Empty reports whether the set has no square.
func (t Trio) Empty() bool { return t.A|t.B|t.C == 0 }

// Count returns the number of squares in the set.
func (t Trio) Count() int {
	return bits.OnesCount64(t.A) + bits.OnesCount64(t.B) + bits.OnesCount64(t.C)
}

// First returns the lowest square of a set that has one.
func (t Trio) First() uint8 {
	if t.A != 0 {
		return uint8(bits.TrailingZeros64(t.A))
	}
	if t.B != 0 {
		return uint8(64 + bits.TrailingZeros64(t.B))
	}
	return uint8(128 + bits.TrailingZeros64(t.C))
}

// Rest returns the set without its lowest square.
func (t Trio) Rest() Trio {
	if t.A != 0 {
		t.A &= t.A - 1
		return t
	}
	if t.B != 0 {
		t.B &= t.B - 1
		return t
	}
	t.C &= t.C - 1
	return t
}

// Up returns the set with every square moved n numbers up, 0 < n < 64.
func (t Trio) Up(n uint) Trio {
	return Trio{
		t.A << (n & 63),
		t.B<<(n&63) | t.A>>((64-n)&63),
		t.C<<(n&63) | t.B>>((64-n)&63),
	}
}

// Down returns the set with every square moved n numbers down, 0 < n < 64.
func (t Trio) Down(n uint) Trio {
	return Trio{
		t.A>>(n&63) | t.B<<((64-n)&63),
		t.B>>(n&63) | t.C<<((64-n)&63),
		t.C >> (n & 63),
	}
}

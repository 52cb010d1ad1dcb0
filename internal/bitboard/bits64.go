// Package bitboard has sets of squares of small boards, one bit a square, and
// the squares that men attack on them.
package bitboard

import "math/bits"

// A Bits64 is a set of squares of an 8×8 board. Bit s is the square numbered s,
// rank by rank from a1: rank × 8 + file.
type Bits64 uint64

// Sets of whole files and ranks.
const (
	FileA64 Bits64 = 0x0101010101010101
	FileH64        = FileA64 << 7
	Rank164 Bits64 = 0xff
	Rank864        = Rank164 << 56
	All64          = ^Bits64(0)
)

// One64 returns the set of one square, 0–63.
func One64(s uint8) Bits64 { return 1 << (s & 63) }

// Has reports whether s is in the set.
func (b Bits64) Has(s uint8) bool { return b>>(s&63)&1 != 0 }

// Count returns the number of squares.
func (b Bits64) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of a set that is not empty.
func (b Bits64) First() uint8 { return uint8(bits.TrailingZeros64(uint64(b))) }

// Many reports whether the set has more than one square.
func (b Bits64) Many() bool { return b&(b-1) != 0 }

// Knight64, King64 and Pawn64 hold the squares attacked from each square;
// Pawn64 has the pawn that moves up the board first, then the one that moves down.
var (
	Knight64 = leaps64([]leap{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
	King64   = leaps64([]leap{{1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}})
	Pawn64   = [2][64]Bits64{leaps64([]leap{{-1, 1}, {1, 1}}), leaps64([]leap{{-1, -1}, {1, -1}})}
)

// Bishop64 returns the squares a bishop on s attacks when the squares of occ
// are occupied; the first occupied square of each line is attacked too.
//
// A diagonal has at most one square in each file, so one multiplication
// gathers what is occupied on it in the top rank.
func Bishop64(s uint8, occ Bits64) Bits64 {
	l := &lines64[s&63]
	row := &rows64[s&7]
	return row[(l.rising&occ)*(FileA64<<1)>>58]&l.rising | row[(l.falling&occ)*(FileA64<<1)>>58]&l.falling
}

// Rook64 returns the squares a rook on s attacks, as [Bishop64] does.
func Rook64(s uint8, occ Bits64) Bits64 {
	file, rank := s&7, s&56
	along := rows64[file][occ>>(rank+1)&63] & (Rank164 << rank)
	return along | columns64[s>>3&7][(occ>>file&FileA64)*gatherFile>>58]<<file
}

// Diagonals64 returns the squares a bishop on s attacks on an empty board.
func Diagonals64(s uint8) Bits64 { return lines64[s&63].rising | lines64[s&63].falling }

// Straights64 returns the squares a rook on s attacks on an empty board.
func Straights64(s uint8) Bits64 { return lines64[s&63].straight }

// Between64 returns the squares strictly between two squares of one rank, file or
// diagonal, none for others.
func Between64(a, b uint8) Bits64 { return pairs64[a&63][b&63].between }

// Line64 returns the whole rank, file or diagonal through two squares, both
// included; none if there is none.
func Line64(a, b uint8) Bits64 { return pairs64[a&63][b&63].line }

// gatherFile brings squares 2 to 7 of the a-file to the six top bits: rank r goes to bit 57+r.
const gatherFile Bits64 = 1<<50 | 1<<43 | 1<<36 | 1<<29 | 1<<22 | 1<<15

type leap struct{ file, rank int }

type line64 struct{ rising, falling, straight Bits64 }

type pair64 struct{ between, line Bits64 }

var (
	// rows64 holds by file and by the occupied squares of the six inner files what is attacked along a
	// rank, written on every rank; columns64 the same up and down the a-file, by rank.
	rows64, columns64 = sweeps64()
	lines64           = makeLines64()
	pairs64           = makePairs64()
)

// leaps64 returns the squares each square reaches by the given leaps.
func leaps64(leaps []leap) (t [64]Bits64) {
	for s := range t {
		for _, l := range leaps {
			if file, rank := s&7+l.file, s>>3+l.rank; 0 <= file && file < 8 && 0 <= rank && rank < 8 {
				t[s] |= One64(uint8(rank*8 + file))
			}
		}
	}
	return t
}

// ray64 returns the squares from s (not included) to the edge or the first of occ (included).
func ray64(s int, l leap, occ Bits64) (set Bits64) {
	file, rank := s&7+l.file, s>>3+l.rank
	for 0 <= file && file < 8 && 0 <= rank && rank < 8 {
		set |= One64(uint8(rank*8 + file))
		if occ.Has(uint8(rank*8 + file)) {
			break
		}
		file, rank = file+l.file, rank+l.rank
	}
	return set
}

func sweeps64() (rows, columns [8][64]Bits64) {
	for at := range 8 {
		for inner := range 64 {
			occ := Bits64(inner) << 1
			rows[at][inner] = (ray64(at, leap{1, 0}, occ) | ray64(at, leap{-1, 0}, occ)) * FileA64
			var stood Bits64
			for i := range 6 {
				stood |= Bits64(inner>>i&1) << (8 * (i + 1))
			}
			columns[at][inner] = ray64(at*8, leap{0, 1}, stood) | ray64(at*8, leap{0, -1}, stood)
		}
	}
	return rows, columns
}

func makeLines64() (t [64]line64) {
	for s := range t {
		t[s] = line64{
			rising:  ray64(s, leap{1, 1}, 0) | ray64(s, leap{-1, -1}, 0),
			falling: ray64(s, leap{1, -1}, 0) | ray64(s, leap{-1, 1}, 0),
			straight: ray64(s, leap{1, 0}, 0) | ray64(s, leap{-1, 0}, 0) |
				ray64(s, leap{0, 1}, 0) | ray64(s, leap{0, -1}, 0),
		}
	}
	return t
}

func makePairs64() *[64][64]pair64 {
	t := new([64][64]pair64)
	for a := range 64 {
		for _, l := range []leap{{1, 0}, {0, 1}, {1, 1}, {1, -1}, {-1, 0}, {0, -1}, {-1, -1}, {-1, 1}} {
			whole := ray64(a, l, 0) | ray64(a, leap{-l.file, -l.rank}, 0) | One64(uint8(a))
			for rest := ray64(a, l, 0); rest != 0; rest &= rest - 1 {
				b := rest.First()
				t[a][b] = pair64{ray64(a, l, One64(b)) &^ One64(b), whole}
			}
		}
	}
	return t
}

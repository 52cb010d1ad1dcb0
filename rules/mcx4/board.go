package mcx4

import (
	"math/bits"
	"sync"

	"melee/internal/bitboard"
	"melee/rules"
)

// maxSide is the largest number of files or ranks (M2), maxSquares that of squares.
const (
	maxSide    = 12
	maxSquares = maxSide * maxSide
)

type set = bitboard.Trio

// The directions, the four in which squares are numbered upwards first; d ^ 4 is the opposite of d.
const (
	north = iota
	east
	northEast
	northWest
	south
	west
	southWest
	southEast
	directions
)

var (
	fileStep = [directions]int{0, 1, 1, -1, 0, -1, -1, 1}
	rankStep = [directions]int{1, 0, 1, 1, -1, 0, -1, -1}
)

// A board holds all that depends on the size of the board alone. There is one
// for each size, shared by all positions.
type board struct {
	geometry rules.Geometry
	all      set
	notFirst set // all squares but those of the first file
	notLast  set
	lastRank [2]set // by camp: where its pawns are promoted
	doubled  [2]set // by camp: where one step from its second rank leads
	corner   [2]rules.Square
	files    uint

	ray [maxSquares][directions]set
	// direction is one more than the direction in which the second square is seen from the first, 0 if none.
	direction    [maxSquares][maxSquares]uint8
	straight     [maxSquares]set // what a rook would reach on the empty board
	diagonal     [maxSquares]set
	nearStraight [maxSquares]set // what a rook and a king have in common
	nearDiagonal [maxSquares]set
	knight       [maxSquares]set
	king         [maxSquares]set
	pawn         [2][maxSquares]set // by camp: what a pawn of it would attack
}

// A size is a board's index in boards: positions hold no pointer, so that they
// can be copied freely and stay on the stack.
type size uint8

var (
	boards     [maxSide * maxSide]*board
	boardsOnce [maxSide * maxSide]sync.Once
)

// sizeOf returns the size for files and ranks from 1 to maxSide, whose board is then ready.
func sizeOf(files, ranks int) size {
	n := (files-1)*maxSide + ranks - 1
	boardsOnce[n].Do(func() { boards[n] = newBoard(files, ranks) })
	return size(n)
}

func newBoard(files, ranks int) *board {
	b := &board{geometry: rules.Geometry{Files: files, Ranks: ranks}, files: uint(files)}
	for s := range rules.Square(files * ranks) {
		b.addSquare(s)
	}
	b.corner = [2]rules.Square{b.geometry.At(files-1, 0), b.geometry.At(files-1, ranks-1)}
	for file := range files {
		b.lastRank[white] = b.lastRank[white].Or(b.at(file, ranks-1))
		b.lastRank[black] = b.lastRank[black].Or(b.at(file, 0))
		b.doubled[white] = b.doubled[white].Or(b.at(file, 2))
		b.doubled[black] = b.doubled[black].Or(b.at(file, ranks-3))
	}
	return b
}

// at returns the square as a set, empty where the board has none.
func (b *board) at(file, rank int) set {
	s := b.geometry.At(file, rank)
	if s == rules.NoSquare {
		return set{}
	}
	return bitboard.Single(uint8(s))
}

func (b *board) addSquare(s rules.Square) {
	g := b.geometry
	file, rank := g.File(s), g.Rank(s)
	own := bitboard.Single(uint8(s))
	b.all = b.all.Or(own)
	if file != 0 {
		b.notFirst = b.notFirst.Or(own)
	}
	if file != g.Files-1 {
		b.notLast = b.notLast.Or(own)
	}
	for d := range directions {
		for n := 1; ; n++ {
			to := g.At(file+n*fileStep[d], rank+n*rankStep[d])
			if to == rules.NoSquare {
				break
			}
			b.ray[s][d] = b.ray[s][d].Or(bitboard.Single(uint8(to)))
			b.direction[s][to] = uint8(d + 1)
		}
		b.king[s] = b.king[s].Or(b.at(file+fileStep[d], rank+rankStep[d]))
		if fileStep[d] == 0 || rankStep[d] == 0 {
			b.straight[s] = b.straight[s].Or(b.ray[s][d])
		} else {
			b.diagonal[s] = b.diagonal[s].Or(b.ray[s][d])
		}
	}
	b.nearStraight[s] = b.king[s].And(b.straight[s])
	b.nearDiagonal[s] = b.king[s].And(b.diagonal[s])
	for _, leap := range [...][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
		b.knight[s] = b.knight[s].Or(b.at(file+leap[0], rank+leap[1]))
	}
	b.pawn[white][s] = b.at(file-1, rank+1).Or(b.at(file+1, rank+1))
	b.pawn[black][s] = b.at(file-1, rank-1).Or(b.at(file+1, rank-1))
}

// between returns the squares strictly between two squares of a line, none if they share no line.
func (b *board) between(from, to rules.Square) set {
	d := b.direction[from][to]
	if d == 0 {
		return set{}
	}
	reach := b.ray[from][d-1].Xor(b.ray[to][d-1])
	return reach.Without(bitboard.Single(uint8(to)))
}

// upward returns what a slider sees in a direction in which numbers grow, up to the first man.
func (b *board) upward(s rules.Square, d int, men set) set {
	ray := b.ray[s][d]
	if x := ray.A & men.A; x != 0 {
		return ray.Xor(b.ray[bits.TrailingZeros64(x)][d])
	}
	if x := ray.B & men.B; x != 0 {
		return ray.Xor(b.ray[64+bits.TrailingZeros64(x)][d])
	}
	if x := ray.C & men.C; x != 0 {
		return ray.Xor(b.ray[128+bits.TrailingZeros64(x)][d])
	}
	return ray
}

// downward is upward for directions in which numbers shrink.
func (b *board) downward(s rules.Square, d int, men set) set {
	ray := b.ray[s][d]
	if x := ray.C & men.C; x != 0 {
		return ray.Xor(b.ray[128+63-bits.LeadingZeros64(x)][d])
	}
	if x := ray.B & men.B; x != 0 {
		return ray.Xor(b.ray[64+63-bits.LeadingZeros64(x)][d])
	}
	if x := ray.A & men.A; x != 0 {
		return ray.Xor(b.ray[63-bits.LeadingZeros64(x)][d])
	}
	return ray
}

func (b *board) rookReach(s rules.Square, men set) set {
	return b.upward(s, north, men).Or(b.upward(s, east, men)).
		Or(b.downward(s, south, men)).Or(b.downward(s, west, men))
}

func (b *board) bishopReach(s rules.Square, men set) set {
	return b.upward(s, northEast, men).Or(b.upward(s, northWest, men)).
		Or(b.downward(s, southWest, men)).Or(b.downward(s, southEast, men))
}

// Package allin plays all-in chess (a player moves men of either colour, rules
// A1–A13) and its relatives half-in (A14), mainly-in (A15) and free-for-all.
//
// A [Setup] is what a text can say; [New] makes a [Position] of it or lists its
// faults. A Position is always playable: the king of the side not to move is
// never attacked (A4, A5). It is a small value: search and solver copy it and
// call [Position.Apply] on the copy. A [Game] adds the past and the end.
package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// Board is the board of all games of the family.
var Board = rules.Geometry{Files: 8, Ranks: 8}

// A Set is a set of squares: bit s is square s.
type Set = bitboard.Bits64

// The seats, which are the colours too; a colour's men may be played by both.
const (
	White rules.Seat = 0
	Black rules.Seat = 1
)

// A Code is the rules by which the family's games differ. Nominal may be added
// to NoReturn and FreeReturn.
type Code uint8

// The codes.
const (
	NoReturn     Code = iota // all-in: no ply may be undone by the next (A6)
	FreeReturn               // free-for-all: A6 does not hold
	OpponentsMen             // half-in: only the opponent's men are moved (A14)
	NoSecondMove             // mainly-in: the man just moved may not move again (A15)

	// OwnMen is ordinary chess, for problems: only the player's own men are moved.
	OwnMen Code = 8

	// Nominal counts a double step beside an enemy pawn as a right even where no
	// capture is legal (A6, option ep_identity).
	Nominal Code = 4
)

func (c Code) game() Code { return c &^ Nominal }

// Castling is a set of castling rights (A8).
type Castling uint8

// The castling rights, in the order a text writes them.
const (
	WhiteShort Castling = 1 << iota
	WhiteLong
	BlackShort
	BlackLong
)

// A Position is a position that can be played on, with everything the rules
// ask for except earlier positions (A10). Two positions of the same Code that
// differ only in their counters (Quiet, Number) have equal keys.
// It is comparable and has 56 bytes.
type Position struct {
	// Kinds in binary: square s holds the [rules.Kind] whose bit i is bit s of planes[i].
	planes [3]Set
	black  Set
	key    uint64

	number uint32
	quiet  uint16
	kings  [2]rules.Square
	turn   rules.Seat
	code   Code
	rights Castling
	// passed is the square a pawn has just passed in a double step: where a capture in passing is legal;
	// under Nominal also where a pawn only stands beside it.
	passed   rules.Square
	takeable bool // some capture in passing is legal
	// backFrom and backTo are the move A6 forbids, which would otherwise be legal; barred is the square of the
	// man A15 forbids to move.
	backFrom, backTo rules.Square
	barred           rules.Square
}

// Start returns the starting position.
func Start(code Code) Position {
	p, faults := Read(code, StartText)
	if faults != nil {
		panic("allin: the starting position has faults: " + faults.Error())
	}
	return p
}

// Code returns the rules the position is played by.
func (p *Position) Code() Code { return p.code }

// Turn returns the side to move.
func (p *Position) Turn() rules.Seat { return p.turn }

// Quiet returns the plies since the last capture or pawn move (A11).
func (p *Position) Quiet() int { return int(p.quiet) }

// Number returns the number of the move, counted from 1; it goes up after Black's plies.
func (p *Position) Number() int { return int(p.number) }

// Key returns the Zobrist key: men, side to move, castling rights, right to
// capture in passing as A6 counts it, forbidden move and barred man, as A10 compares them.
func (p *Position) Key() uint64 { return p.key }

// Rights returns the castling rights.
func (p *Position) Rights() Castling { return p.rights }

// King returns the square of a colour's king.
func (p *Position) King(colour rules.Seat) rules.Square { return p.kings[colour&1] }

// EnPassant returns the square on which a pawn can now be captured in passing,
// NoSquare if no such capture is legal (A7).
func (p *Position) EnPassant() rules.Square {
	if !p.takeable {
		return rules.NoSquare
	}
	return p.passed
}

// Forbidden returns the move that would be legal if A6 did not forbid it.
func (p *Position) Forbidden() (rules.Move, bool) {
	if p.backFrom == rules.NoSquare {
		return rules.NoMove, false
	}
	return rules.NewMove(p.backFrom, p.backTo, p.kind(p.backFrom), rules.NoKind, rules.NoKind, rules.Plain), true
}

// Barred returns the square of the man that A15 forbids to move, NoSquare if none.
func (p *Position) Barred() rules.Square { return p.barred }

// Occupied returns the squares that hold a man.
func (p *Position) Occupied() Set { return p.planes[0] | p.planes[1] | p.planes[2] }

// Side returns the squares that hold a colour's men.
func (p *Position) Side(colour rules.Seat) Set {
	if colour == Black {
		return p.black
	}
	return p.Occupied() &^ p.black
}

// Men returns the squares that hold men of a kind, of both colours.
func (p *Position) Men(kind rules.Kind) Set {
	a, b, c := p.planes[0], p.planes[1], p.planes[2]
	switch kind {
	case rules.Pawn:
		return a &^ b &^ c
	case rules.Knight:
		return b &^ a &^ c
	case rules.Bishop:
		return a & b
	case rules.Rook:
		return c &^ a &^ b
	case rules.Queen:
		return a & c
	case rules.King:
		return b & c
	}
	return 0
}

// diagonals returns the men that move like a bishop, straights those that move like a rook.
func (p *Position) diagonals() Set { return p.planes[0] & (p.planes[1] | p.planes[2]) }
func (p *Position) straights() Set { return p.planes[2] &^ p.planes[1] }

// kind returns the kind of the man on s, NoKind if s is empty.
func (p *Position) kind(s rules.Square) rules.Kind {
	i := s & 63
	return rules.Kind(p.planes[0]>>i&1 | p.planes[1]>>i&1<<1 | p.planes[2]>>i&1<<2)
}

// colour returns the colour of the man on s, White if s is empty.
func (p *Position) colour(s rules.Square) rules.Seat { return rules.Seat(p.black >> (s & 63) & 1) }

// At returns the man on a square, 0 if it is empty or not on the board.
func (p *Position) At(s rules.Square) rules.Man {
	if s > 63 {
		return 0
	}
	kind := p.kind(s)
	if kind == rules.NoKind {
		return 0
	}
	return rules.NewMan(p.colour(s), kind)
}

// Attackers returns the men of one colour that attack a square, when the
// squares of occ are occupied. Men that are not in occ attack as well.
func (p *Position) Attackers(s rules.Square, by rules.Seat, occ Set) Set {
	return p.attackers(s, by, p.Side(by), occ)
}

// attackers is Attackers for only those of a colour's men that are in men.
func (p *Position) attackers(s rules.Square, by rules.Seat, men, occ Set) Set {
	i := uint8(s) & 63
	return men & (bitboard.Pawn64[by&1^1][i]&p.Men(rules.Pawn) |
		bitboard.Knight64[i]&p.Men(rules.Knight) |
		bitboard.King64[i]&p.Men(rules.King) |
		bitboard.Bishop64(i, occ)&p.diagonals() |
		bitboard.Rook64(i, occ)&p.straights())
}

// Checked reports whether a colour's king stands attacked. That of the side not to move never does.
func (p *Position) Checked(colour rules.Seat) bool {
	return p.Attackers(p.King(colour), colour&1^1, p.Occupied()) != 0
}

// InCheck reports whether the king of the side to move stands attacked.
func (p *Position) InCheck() bool { return p.Checked(p.turn) }

// BareKings reports whether only the two kings are left (A12).
func (p *Position) BareKings() bool { return p.Occupied().Count() == 2 }

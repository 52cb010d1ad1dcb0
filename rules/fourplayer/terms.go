package fourplayer

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// Terms are the options of a game that change what happens on the board. The
// zero value is the default of every option of the individual game.
type Terms struct {
	MoveLimit    uint32 // F20: plies after which the game ends, 0 for none
	Classic      bool   // F3: the classic array, which says where castling's homes are
	NoStalemate  bool   // F15: stalemate gives no points
	NoEnPassant  bool   // F7 does not apply, as on servers before 2020
	Claim        bool   // F17: a lead ends the game only when it is claimed
	Resigned     ResignedKing
	Teams        bool // F27
	FarPromotion bool // F27: pawns promote on the 11th line, not the 8th
}

// ResignedKing says what becomes of the king of a player who resigns or runs out of time (F14).
type ResignedKing uint8

// The values of the option resigned_king.
const (
	GreyKing    ResignedKing = iota // it turns grey like his other men
	StillKing                       // it stays, attacks nothing, and can be captured for 20
	WalkingKing                     // it goes on making king moves on its turns
)

// array returns the array of F3 that says where castling's homes are.
func (t *Terms) array() int {
	if t.Classic {
		return classic
	}
	return modern
}

// promotionLine returns on which line, from the owner's side, pawns promote (F5, F27).
func (t *Terms) promotionLine() int {
	if t.FarPromotion {
		return 11
	}
	return 8
}

// promotionCells returns the cells where pawns of a seat are promoted.
func (t *Terms) promotionCells(seat rules.Seat) bitboard.Wide {
	if t.FarPromotion {
		return promotionLines[1][seat&3].Wide()
	}
	return promotionLines[0][seat&3].Wide()
}

// promotes reports whether a pawn of the seat that arrives on a cell is promoted.
func (t *Terms) promotes(seat rules.Seat, c cell) bool {
	return line(seat, c) == t.promotionLine()
}

// mayStand reports whether a man of an eliminated seat may be without grey (F14).
func (t *Terms) mayStand(man rules.Man) bool {
	return t.Resigned != GreyKing && man.Kind() == rules.King
}

// variantIndex is 1 for Teams, 0 for the individual game.
func (t *Terms) variantIndex() int {
	if t.Teams {
		return 1
	}
	return 0
}

// Points of F9, by kind; a king's are those of a mate (F8a, F14).
var worth = [8]int32{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 5, rules.Rook: 5, rules.Queen: 9, rules.King: matePoints}

const (
	matePoints      = 20 // F10, F8a
	promotedPoints  = 1  // F5
	stalematePoints = 20 // F15
	drawPoints      = 10 // F18
	leadToEnd       = 21 // F17
	standingPoints  = 20 // F14: for a resigned king still standing at the end
	claimPoints     = 20 // F17: to the player against whom a lead is claimed
	quietLimit      = 50 // F18
)

// multiCheckPoints of F11, by number of kings; the second row is for a queen.
var multiCheckPoints = [2][4]int32{{0, 0, 5, 20}, {0, 0, 1, 5}}

package fourplayer

import "melee/rules"

// Terms are the options of a game that change what happens on the board. The
// zero value is the default of every option.
type Terms struct {
	MoveLimit   uint32 // F20: plies after which the game ends, 0 for none
	Classic     bool   // F3: the classic array, which says where castling's homes are
	NoStalemate bool   // F15: stalemate gives no points
}

// array returns the array of F3 that says where castling's homes are.
func (t *Terms) array() int {
	if t.Classic {
		return classic
	}
	return modern
}

// Points of F9, by kind, and those of the other rules.
var worth = [8]int32{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 5, rules.Rook: 5, rules.Queen: 9, rules.King: matePoints}

const (
	matePoints      = 20 // F10, F8a
	promotedPoints  = 1  // F5
	stalematePoints = 20 // F15
	drawPoints      = 10 // F18
	leadToEnd       = 21 // F17
	quietLimit      = 50 // F18
)

// multiCheckPoints of F11, by number of kings; the second row is for a queen.
var multiCheckPoints = [2][4]int32{{0, 0, 5, 20}, {0, 0, 1, 5}}

// promotionLine returns on which line, from the owner's side, pawns promote (F5).
func (t *Terms) promotionLine() int { return 8 }

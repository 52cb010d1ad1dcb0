package fourplayer

import (
	"math/bits"

	"melee/internal/bitboard"
	"melee/rules"
)

// A Position is everything the rules say of one moment of a game: the men,
// whose turn it is, points, rights, counters, and whether the game is over. It is
// a value: copy it to keep it, compare it with ==. It is always playable;
// [New] and [Start] make the first one, Apply the next ones.
//
// The past, which only repetition asks for (F18), is kept beside it in a [rules.History].
type Position struct {
	men     [256]rules.Man   // by cell; walls included
	blocked bitboard.Bits256 // men and walls
	files   [16]uint16       // blocked, column by column: bit = row
	diags   [32]uint16       // blocked, by row−column+15: bit = column
	antis   [32]uint16       // blocked, by row+column: bit = column

	own      [4]bitboard.Bits256 // the men that are not grey, by seat
	pawns    bitboard.Bits256    // grey men are in none of these four
	knights  bitboard.Bits256
	straight bitboard.Bits256 // rooks and queens
	diagonal bitboard.Bits256 // bishops and queens

	key      uint64
	points   [4]int32
	ply      uint32
	clock    uint32     // plies since progress
	quiet    [4]uint16  // each player's own moves since progress (F18)
	reach    uint16     // how many of the last positions this one could repeat
	attacked uint16     // four bits a seat, from red in the lowest: which seats attack its king
	count    [4]uint8   // men that are not grey, by seat
	kings    [4]cell    // 0 where the seat has no king that is not grey
	passed   [4]cell    // F7: the square a seat's pawn has passed over, 0 without the right
	castling uint8      // bit seat: short; bit 4+seat: long
	active   uint8      // bit seat
	standing uint8      // F14: eliminated seats whose king still counts
	loser    rules.Seat // F27: whose team has lost
	turn     rules.Seat
	end      ending

	terms Terms
}

// An ending is why a game is over, in one byte.
type ending uint8

const (
	ongoing ending = iota
	endEliminations
	endLead
	endMoveLimit
	endMate
	endResignation
	endTimeOut
	endStalemate // from here on a draw
	endRepetition
	endNoProgress
	endBareKings
)

var reasons = [...]rules.Reason{
	endEliminations: rules.Eliminations,
	endLead:         rules.Lead,
	endMoveLimit:    rules.MoveLimit,
	endMate:         rules.Mate,
	endResignation:  rules.Resignation,
	endTimeOut:      rules.TimeOut,
	endStalemate:    rules.Stalemate,
	endRepetition:   rules.Repetition,
	endNoProgress:   rules.NoProgress,
	endBareKings:    rules.BareKings,
}

// Terms returns the options the position is played by.
func (p *Position) Terms() Terms { return p.terms }

// Turn returns the seat on turn; when the game is over, the one whose turn would come (F26a).
func (p *Position) Turn() rules.Seat { return p.turn }

// Over reports whether the game has ended.
func (p *Position) Over() bool { return p.end != ongoing }

// Reason returns why the game has ended, "" while it goes on.
func (p *Position) Reason() rules.Reason { return reasons[p.end] }

// Points returns a seat's points (F9).
func (p *Position) Points(seat rules.Seat) int { return int(p.points[seat&3]) }

// Active reports whether a seat has not been eliminated (F13).
func (p *Position) Active(seat rules.Seat) bool { return p.active>>(seat&3)&1 != 0 }

// At returns the man on a square, 0 on an empty or missing one.
func (p *Position) At(s rules.Square) rules.Man {
	c := tables.cell[s]
	if c == 0 {
		return 0
	}
	return p.men[c] &^ anonymous
}

// King returns the square of a seat's king, NoSquare if it has none, a grey one or a still one (F14).
func (p *Position) King(seat rules.Seat) rules.Square { return tables.square[p.kings[seat&3]] }

// Standing reports whether a seat is eliminated but its king is still or walking (F14).
func (p *Position) Standing(seat rules.Seat) bool { return p.standing>>(seat&3)&1 != 0 }

// Walking reports whether it is the turn of a walking king (F14). One of its
// moves, as Moves lists them, is to be played at random.
func (p *Position) Walking() bool { return p.end == ongoing && !p.Active(p.turn) }

// Men returns how many men of a seat are not grey.
func (p *Position) Men(seat rules.Seat) int { return int(p.count[seat&3]) }

// Attackers returns the seats, bit by bit, whose men attack the king of an active seat.
func (p *Position) Attackers(seat rules.Seat) uint8 {
	return uint8(p.attacked >> (4 * (seat & 3)) & 15)
}

// Checked reports whether the king of an active seat stands attacked by a man of an active opponent.
func (p *Position) Checked(seat rules.Seat) bool { return p.Attackers(seat) != 0 }

// Ply returns the number of plies played.
func (p *Position) Ply() int { return int(p.ply) }

// Clock returns the number of plies since the last capture or pawn move.
func (p *Position) Clock() int { return int(p.clock) }

// Quiet returns how many moves a seat has made since the last capture or pawn move (F18).
func (p *Position) Quiet(seat rules.Seat) int { return int(p.quiet[seat&3]) }

// MayCastle reports whether a seat still has the right to castle to the short or the long side (F6).
func (p *Position) MayCastle(seat rules.Seat, long bool) bool {
	bit := seat & 3
	if long {
		bit += 4
	}
	return p.castling>>bit&1 != 0
}

// Passed returns the square a seat's pawn has passed over and may still be captured on (F7), or NoSquare.
func (p *Position) Passed(seat rules.Seat) rules.Square { return tables.square[p.passed[seat&3]] }

// anonymous marks a grey man whose colour the text did not tell.
const anonymous rules.Man = 1 << 7

// owners holds by man the bit of the seat that may move it; 0 for grey men, walls and empty squares.
var owners = newOwners()

func newOwners() (o [256]uint8) {
	for m := range o {
		man := rules.Man(m)
		if k := man.Kind(); k != rules.NoKind && k <= rules.King && !man.IsGrey() && man&anonymous == 0 {
			o[m] = 1 << man.Seat()
		}
	}
	return o
}

// toggle marks a cell blocked if it was free, and free if it was blocked.
func (p *Position) toggle(c cell) {
	row, column := c>>4, c&15
	p.blocked.Flip(uint8(c))
	p.files[column] ^= 1 << row
	p.diags[(row+15-column)&31] ^= 1 << column
	p.antis[(row+column)&31] ^= 1 << column
}

// enlist adds a man that is not grey to the sets of his seat and kind, or takes him out.
func (p *Position) enlist(c cell, man rules.Man) {
	i := uint8(c)
	p.own[man.Seat()&3].Flip(i)
	switch man.Kind() {
	case rules.Pawn:
		p.pawns.Flip(i)
	case rules.Knight:
		p.knights.Flip(i)
	case rules.Bishop:
		p.diagonal.Flip(i)
	case rules.Rook:
		p.straight.Flip(i)
	case rules.Queen:
		p.diagonal.Flip(i)
		p.straight.Flip(i)
	}
}

// put places a man on a free cell.
func (p *Position) put(c cell, man rules.Man) {
	p.men[c] = man
	p.toggle(c)
	p.key ^= manKey(man, c)
	if owners[man] != 0 {
		p.enlist(c, man)
		p.count[man.Seat()&3]++
		if man.Kind() == rules.King {
			p.kings[man.Seat()&3] = c
		}
	}
}

// lift takes the man off a cell.
func (p *Position) lift(c cell) rules.Man {
	man := p.men[c]
	p.men[c] = 0
	p.toggle(c)
	p.key ^= manKey(man, c)
	if owners[man] != 0 {
		p.enlist(c, man)
		p.count[man.Seat()&3]--
		if man.Kind() == rules.King {
			p.kings[man.Seat()&3] = 0
		}
	}
	return man
}

// shift moves a man to a free cell.
func (p *Position) shift(from, to cell, man rules.Man) {
	p.men[from], p.men[to] = 0, man
	p.toggle(from)
	p.toggle(to)
	p.key ^= manKey(man, from) ^ manKey(man, to)
	p.enlist(from, man)
	p.enlist(to, man)
	if man.Kind() == rules.King {
		p.kings[man.Seat()&3] = to
	}
}

// each calls do for every cell of a set.
func each(set bitboard.Bits256, do func(cell)) {
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			do(cell(i<<6 | bits.TrailingZeros64(word)))
		}
	}
}

// Package mcx4 implements MCX4: two camps of two clans each on a board of up to
// 12 × 12 squares; a Queen may play on after the mate of her King.
//
// Rule numbers (M1–M24) are those of the rules page. A [Setup] is what a text
// can say, a [Position] is always playable, a [Game] adds the past and the end.
package mcx4

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// The seats in order of slots (M5): a seat's camp is its number modulo 2.
const (
	WhiteQueen rules.Seat = iota
	BlackQueen
	WhiteKing
	BlackKing
)

// The camps, as [rules.Side] numbers them.
const (
	white = 0
	black = 1
)

// A Position is a position of MCX4 with everything its future depends on but the
// repetition of positions (M18). It comes from [New] and is always playable.
//
// It is a plain value: copy it, then [Position.Apply] a move to the copy. Two
// positions are equal (==) if they agree in all of that, counters and credits included.
type Position struct {
	kinds [6]bitboard.Bits192 // by kind, from the pawn on
	camps [2]bitboard.Bits192
	clan  bitboard.Bits192 // the men of both Queen's clans
	// checkers are the men that attack the king of the camp to play, pinned those of his camp that shield him.
	checkers bitboard.Bits192
	pinned   bitboard.Bits192

	key       uint64
	quiet     uint16 // plies since progress
	turn      uint16
	slot      rules.Seat
	enPassant rules.Square // the square passed over by the last ply, if a pawn stands ready to take there
	kings     [2]rules.Square
	men       [2]uint8
	last      [2]rules.Seat // by camp: the clan that made its last move (M13)
	living    uint8         // a bit for each seat whose clan lives: head on the board, Queen not resigned
	castling  uint8         // a bit for each camp
	forsaken  uint8         // a bit for each camp whose King has resigned and is not yet mated (M21)
	royal     bool          // option lone_queen (M17)
	size      size
}

func (p *Position) board() *board { return boards[p.size] }

func campOf(seat rules.Seat) int        { return int(seat & 1) }
func queenOf(camp int) rules.Seat       { return rules.Seat(camp) }
func kingOf(camp int) rules.Seat        { return rules.Seat(camp + 2) }
func allyOf(seat rules.Seat) rules.Seat { return seat ^ 2 }

// Geometry returns the shape of the board.
func (p *Position) Geometry() rules.Geometry { return p.board().geometry }

// Slot returns the slot to be played (M5).
func (p *Position) Slot() rules.Seat { return p.slot }

// Quiet returns the number of plies since the last progress (M18).
func (p *Position) Quiet() int { return int(p.quiet) }

// TurnNumber returns the number of the turn of four slots, from 1.
func (p *Position) TurnNumber() int { return int(p.turn) }

// Men returns how many men the camp has (M16).
func (p *Position) Men(camp rules.Side) int { return int(p.men[camp&1]) }

// King returns the square of the camp's king, NoSquare if he has left the board (M14).
func (p *Position) King(camp rules.Side) rules.Square { return p.kings[camp&1] }

// Lives reports whether the clan of the seat still has its head (M6). The clan
// of a captured lone queen has none, though its seat plays on (M17).
func (p *Position) Lives(seat rules.Seat) bool { return seat < 4 && p.living>>seat&1 != 0 }

// Alone reports whether the camp has survived the mate of its king (M14).
func (p *Position) Alone(camp rules.Side) bool { return p.kings[camp&1] == rules.NoSquare }

// InCheck reports whether the king of the camp to play stands attacked.
func (p *Position) InCheck() bool { return p.checkers != bitboard.Bits192{} }

// Set returns the squares of all men of a kind.
func (p *Position) Set(kind rules.Kind) bitboard.Trio {
	if kind == rules.NoKind || kind > rules.King {
		return set{}
	}
	return p.of(kind)
}

// Camp returns the squares of all men of a camp.
func (p *Position) Camp(camp rules.Side) bitboard.Trio { return p.camps[camp&1].Trio() }

// QueensMen returns the squares of the men of both Queen's clans, also when those have disappeared.
func (p *Position) QueensMen() bitboard.Trio { return p.clan.Trio() }

// At returns the man on a square, 0 if it is empty. Its seat is that of the
// clan whose mark it bears, even if that clan has disappeared.
func (p *Position) At(s rules.Square) rules.Man {
	if int(s) >= p.board().geometry.Squares() {
		return 0
	}
	camp := white
	if !p.camps[white].Has(uint8(s)) {
		camp = black
		if !p.camps[black].Has(uint8(s)) {
			return 0
		}
	}
	if p.clan.Has(uint8(s)) {
		return rules.NewMan(queenOf(camp), p.kindAt(s))
	}
	return rules.NewMan(kingOf(camp), p.kindAt(s))
}

// Checked reports whether the camp's king stands attacked.
func (p *Position) Checked(camp rules.Side) bool {
	king := p.kings[camp&1]
	return king != rules.NoSquare && p.Attacked(king, camp^1)
}

// Attacked reports whether men of the camp attack a square, as if an enemy
// stood there; pinned men attack too.
func (p *Position) Attacked(s rules.Square, camp rules.Side) bool {
	threats := p.threats(int(camp&1) ^ 1)
	return threats.hit(s, p.occupied())
}

// Credit returns the clan that is credited if the other camp is mated or gives up
// now: that of the camp's last move or, before it has moved, of its preceding slot (M13, M19).
func (p *Position) Credit(camp rules.Side) rules.Seat {
	c := int(camp & 1)
	if p.last[c] != rules.NoSeat {
		return p.last[c]
	}
	if !p.divided(c) {
		return p.soleSeat(c)
	}
	before := (p.slot + 3) & 3
	if campOf(before) != c {
		before = (p.slot + 2) & 3
	}
	return before
}

// divided reports whether both clans of the camp live, so that each plays its own men.
func (p *Position) divided(camp int) bool { return p.living>>camp&5 == 5 }

// soleSeat returns the seat that plays all men of a camp that is not divided
// (M6): the King's while he is on the board, then the Queen's for good (M17).
func (p *Position) soleSeat(camp int) rules.Seat {
	if p.kings[camp] == rules.NoSquare {
		return queenOf(camp)
	}
	return kingOf(camp)
}

func (p *Position) of(kind rules.Kind) set { return p.kinds[kind-rules.Pawn].Trio() }

func (p *Position) occupied() set { return p.camps[white].Trio().Or(p.camps[black].Trio()) }

// kindAt returns the kind of the man on a square that has one.
func (p *Position) kindAt(s rules.Square) rules.Kind {
	w, bit := s>>6&3, uint64(1)<<(s&63)
	for k := range p.kinds {
		if w < 3 && p.kinds[k][w]&bit != 0 {
			return rules.Pawn + rules.Kind(k)
		}
	}
	return rules.NoKind
}

// threats are the men that can attack a camp's king, by how they move.
type threats struct {
	board    *board
	camp     int // the camp attacked
	pawns    set
	knights  set
	straight set // rooks and queens
	diagonal set // bishops and queens
	king     set
}

func (p *Position) threats(camp int) threats {
	them := p.camps[camp^1].Trio()
	queens := p.of(rules.Queen)
	return threats{
		board:    p.board(),
		camp:     camp,
		pawns:    p.of(rules.Pawn).And(them),
		knights:  p.of(rules.Knight).And(them),
		straight: p.of(rules.Rook).Or(queens).And(them),
		diagonal: p.of(rules.Bishop).Or(queens).And(them),
		king:     p.of(rules.King).And(them),
	}
}

// hit reports whether a square is attacked when the given squares are occupied.
func (t *threats) hit(s rules.Square, men set) bool {
	b := t.board
	near := b.pawn[t.camp][s].And(t.pawns).Or(b.knight[s].And(t.knights)).Or(b.king[s].And(t.king))
	if !near.Empty() {
		return true
	}
	far := b.straight[s].And(t.straight).Or(b.diagonal[s].And(t.diagonal))
	for ; !far.Empty(); far = far.Rest() {
		if b.between(s, rules.Square(far.First())).And(men).Empty() {
			return true
		}
	}
	return false
}

// look finds the checkers and pinned men of the camp to play.
func (p *Position) look() {
	camp := campOf(p.slot)
	king := p.kings[camp]
	if king == rules.NoSquare {
		p.checkers, p.pinned = bitboard.Bits192{}, bitboard.Bits192{}
		return
	}
	t := p.threats(camp)
	b := p.board()
	checkers := b.pawn[camp][king].And(t.pawns).Or(b.knight[king].And(t.knights))
	us, men := p.camps[camp].Trio(), p.occupied()
	var pinned set
	far := b.straight[king].And(t.straight).Or(b.diagonal[king].And(t.diagonal))
	for ; !far.Empty(); far = far.Rest() {
		s := rules.Square(far.First())
		shield := b.between(king, s).And(men)
		switch {
		case shield.Empty():
			checkers = checkers.Or(bitboard.Single(uint8(s)))
		case shield.Rest().Empty():
			pinned = pinned.Or(shield.And(us))
		}
	}
	p.checkers.Put(checkers)
	p.pinned.Put(pinned)
}

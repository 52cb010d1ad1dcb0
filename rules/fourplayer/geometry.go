package fourplayer

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// Board is the cross of F1: 14×14 without its four 3×3 corners.
var Board = rules.Geometry{Files: 14, Ranks: 14, Corner: 3}

// A cell is a square inside this package: 16 × row + column, where the board
// has a rim of walls one cell wide, so that every step of a man off the board,
// computed modulo 256, ends on a wall. a1 would be 17, n14 is 238.
type cell uint8

// wall is the man on the rim and on the cut corners: it can neither be
// captured nor passed. No man has its kind.
const wall rules.Man = 7

// A heading is a direction in which men move; odd ones and their successors are opposite.
type heading uint8

// The headings, as red sees the board.
const (
	nowhere heading = iota
	east
	west
	north
	south
	northEast
	southWest
	northWest
	southEast
)

// opposite returns the heading the other way.
func (h heading) opposite() heading { return (h - 1) ^ 1 + 1 }

// steps holds what is added to a cell to move on by one, by heading.
var steps = [16]cell{east: 1, west: 255, north: 16, south: 240, northEast: 17, southWest: 239, northWest: 15, southEast: 241}

var knightSteps = [8]cell{33, 31, 18, 14, 256 - 33, 256 - 31, 256 - 18, 256 - 14}

// What bearing says of two cells.
const (
	onKnight   = 9  // a knight's move apart
	headingOf  = 15 // mask: heading from the first to the second, or onKnight, or 0
	isAdjacent = 16 // one king's move apart
)

// tables are the facts about the empty board.
var tables = newTables()

type boardTables struct {
	square   [256]rules.Square // by cell, NoSquare for walls
	cell     [256]cell         // by square, 0 for a square the board does not have
	arena    bitboard.Bits256  // the cells that are squares
	knight   [256]bitboard.Bits256
	king     [256]bitboard.Bits256
	beside   [256]bitboard.Bits256 // the steps of a king in straight lines
	slanting [256]bitboard.Bits256 // and the diagonal ones
	cross    [256]bitboard.Bits256 // the cells in straight lines from here, on the board
	saltire  [256]bitboard.Bits256 // the cells in diagonal lines from here
	bearing  [256][256]uint8
}

func newTables() *boardTables {
	t := &boardTables{}
	for i := range t.square {
		t.square[i] = rules.NoSquare
	}
	for file := range Board.Files {
		for rank := range Board.Ranks {
			if s := Board.At(file, rank); s != rules.NoSquare {
				c := cell((rank+1)*16 + file + 1)
				t.square[c], t.cell[s] = s, c
				t.arena.Set(uint8(c))
			}
		}
	}
	for i := range 256 {
		if c := cell(i); t.square[c] != rules.NoSquare {
			t.fill(c)
		}
	}
	return t
}

func (t *boardTables) fill(from cell) {
	for _, step := range knightSteps {
		if to := from + step; t.square[to] != rules.NoSquare {
			t.knight[from].Set(uint8(to))
			t.bearing[from][to] = onKnight
		}
	}
	for h := east; h <= southEast; h++ {
		adjacent := uint8(isAdjacent)
		for to := from + steps[h]; t.square[to] != rules.NoSquare; to += steps[h] {
			t.bearing[from][to] = uint8(h) | adjacent
			if adjacent != 0 {
				t.king[from].Set(uint8(to))
			}
			if adjacent != 0 && h <= south {
				t.beside[from].Set(uint8(to))
			} else if adjacent != 0 {
				t.slanting[from].Set(uint8(to))
			}
			if h <= south {
				t.cross[from].Set(uint8(to))
			} else {
				t.saltire[from].Set(uint8(to))
			}
			adjacent = 0
		}
	}
}

// A pawnWay is how the pawns of one seat go (F4, F5).
type pawnWay struct {
	forward  cell
	captures [2]cell
	start    bitboard.Bits256 // the line they start on
	passed   bitboard.Bits256 // the line in front of it
}

var pawnWays = [4]pawnWay{
	newPawnWay(north, northEast, northWest),
	newPawnWay(east, northEast, southEast),
	newPawnWay(south, southEast, southWest),
	newPawnWay(west, northWest, southWest),
}

func newPawnWay(forward, left, right heading) pawnWay {
	w := pawnWay{forward: steps[forward], captures: [2]cell{steps[left], steps[right]}}
	for i := range 256 {
		c := cell(i)
		if tables.square[c] == rules.NoSquare {
			continue
		}
		switch advance(forward, c) {
		case 2:
			w.start.Set(uint8(c))
		case 3:
			w.passed.Set(uint8(c))
		}
	}
	return w
}

// advance returns which line a cell stands on for a player whose pawns go forward, his first being 1.
func advance(forward heading, c cell) int {
	row, column := int(c>>4), int(c&15)
	switch forward {
	case north:
		return row
	case east:
		return column
	case south:
		return 15 - row
	}
	return 15 - column
}

// forwards holds the heading of each seat's pawns.
var forwards = [4]heading{north, east, south, west}

// line returns which line of a seat a cell stands on, his first being 1.
func line(seat rules.Seat, c cell) int { return advance(forwards[seat&3], c) }

// promotionLines holds, for the 8th and the 11th line, the cells where a seat's pawns promote.
var promotionLines = [2][4]bitboard.Bits256{newPromotionLines(8), newPromotionLines(11)}

func newPromotionLines(n int) (lines [4]bitboard.Bits256) {
	for seat := range lines {
		for i := range 256 {
			if c := cell(i); tables.square[c] != rules.NoSquare && line(rules.Seat(seat), c) == n {
				lines[seat].Set(uint8(c))
			}
		}
	}
	return lines
}

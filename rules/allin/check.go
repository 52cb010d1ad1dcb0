package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// colourNames are the names of the seats and sides.
var colourNames = []string{"white", "black"}

// New makes a position of a set-up. The error is rules.Faults: every reason
// why it cannot be played. A right to capture en passant that allows no legal
// capture is dropped.
func New(code Code, s Setup) (Position, error) {
	p, faults := check(code, &s, nil)
	return p, faults.Err()
}

// check makes a position of a set-up whose text had the given faults, or adds
// what else is wrong. Questions whose answer would only follow from an earlier fault are not asked.
func check(code Code, s *Setup, faults rules.Faults) (Position, rules.Faults) {
	legible := len(faults) == 0
	s.checkCounters(legible, &faults)
	s.checkMen(legible, &faults)
	if legible {
		s.checkCastling(&faults)
		s.checkEnPassant(&faults)
	}
	s.checkForbidden(code, legible, &faults)
	if len(faults) > 0 {
		return Position{}, faults
	}
	p := s.place(code)
	if p.Checked(p.turn ^ 1) {
		faults.Add("placement", Board.Name(p.King(p.turn^1)), "the king of "+colourNames[p.turn^1]+
			" stands attacked though it is "+colourNames[p.turn]+"'s turn (A5)")
	}
	if s.EnPassant != rules.NoSquare {
		p.passed = s.EnPassant
		if p.takeable = p.canTakeInPassing(); !p.takeable {
			p.passed = rules.NoSquare
		}
	}
	if code.game() == NoReturn && s.From != rules.NoSquare {
		if move := p.returning(s.From, s.To); !p.IsLegal(move) {
			faults.Add("forbidden move", Board.Name(s.From)+Board.Name(s.To), "would not be a legal move that undoes a ply (A6)")
		}
		p.backFrom, p.backTo = s.From, s.To
	}
	if len(faults) > 0 {
		return Position{}, faults
	}
	p.key = p.freshKey()
	return p, nil
}

// returning returns the plain move from one square to another.
func (p *Position) returning(from, to rules.Square) rules.Move {
	kind := p.kind(from)
	if kind == rules.Pawn {
		return rules.NoMove // pawns never come back
	}
	return rules.NewMove(from, to, kind, rules.NoKind, rules.NoKind, rules.Plain)
}

// place puts the men of a set-up without faults on a board.
func (s *Setup) place(code Code) Position {
	p := Position{
		turn: s.Turn, code: code, rights: s.Castling,
		quiet: uint16(s.Quiet), number: uint32(s.Number),
		passed: rules.NoSquare, backFrom: rules.NoSquare, backTo: rules.NoSquare, barred: rules.NoSquare,
	}
	for i, man := range s.Men {
		if man == 0 {
			continue
		}
		one := bitboard.One64(uint8(i))
		p.flip(one, man.Kind())
		if man.Seat() == Black {
			p.black |= one
		}
		if man.Kind() == rules.King {
			p.kings[man.Seat()] = rules.Square(i)
		}
	}
	if code.game() == NoSecondMove {
		p.barred = s.From
	}
	return p
}

// checkCounters judges what a text cannot get wrong without being illegible.
func (s *Setup) checkCounters(legible bool, faults *rules.Faults) {
	if !legible {
		return
	}
	if s.Turn > Black {
		faults.Add("side to move", "", "must be white or black")
	}
	if s.Castling > 15 {
		faults.Add("castling", "", "there are four rights")
	}
	if s.Quiet < 0 || s.Quiet > maxQuiet {
		faults.Add("plies since progress", rules.CountText(s.Quiet), "must be from 0 to "+rules.CountText(maxQuiet))
	}
	if s.Number < 1 || s.Number > maxNumber {
		faults.Add("move number", rules.CountText(s.Number), "must be from 1 to "+rules.CountText(maxNumber))
	}
}

// checkMen judges the men; a king may be missing only because his row was illegible.
func (s *Setup) checkMen(legible bool, faults *rules.Faults) {
	kings := [2]rules.Square{rules.NoSquare, rules.NoSquare}
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			at := Board.At(file, rank)
			man := s.Men[at]
			switch {
			case man == 0:
			case man.Seat() > Black || man.Kind() == rules.NoKind || man.Kind() > rules.King || man.IsGrey() || man.IsPromoted():
				faults.Add("placement", Board.Name(at), "no such man in this game")
			case man.Kind() == rules.Pawn && (rank == 0 || rank == 7):
				faults.Add("placement", Board.Name(at), "a pawn cannot stand on the first or last rank")
			case man.Kind() == rules.King && kings[man.Seat()] != rules.NoSquare:
				faults.Add("placement", Board.Name(at), "a second king of "+colourNames[man.Seat()]+"; one stands on "+Board.Name(kings[man.Seat()]))
			case man.Kind() == rules.King:
				kings[man.Seat()] = at
			}
		}
	}
	for colour, king := range kings {
		if king == rules.NoSquare && legible {
			faults.Add("placement", "", "there is no king of "+colourNames[colour])
		}
	}
}

func (s *Setup) checkCastling(faults *rules.Faults) {
	for i, c := range castlings {
		if s.Castling&c.right != 0 && !s.atHome(c.king, c.rook, c.colour) {
			faults.Add("castling", castlingLetters[i:i+1], "the right needs the king of "+colourNames[c.colour]+" on "+
				Board.Name(c.king)+" and its rook on "+Board.Name(c.rook)+" (A8)")
		}
	}
}

// checkEnPassant judges whether a pawn can just have passed the square (A7).
func (s *Setup) checkEnPassant(faults *rules.Faults) {
	over := s.EnPassant
	if over == rules.NoSquare {
		return
	}
	colour, from, to := Black, over+8, over-8
	switch Board.Rank(over) {
	case 5:
	case 2:
		colour, from, to = White, over-8, over+8
	default:
		faults.Add("en passant", Board.Name(over), "a pawn passes only squares of the third or sixth rank")
		return
	}
	if s.Men[to] != rules.NewMan(colour, rules.Pawn) {
		faults.Add("en passant", Board.Name(over), "there is no pawn of "+colourNames[colour]+" on "+Board.Name(to)+" (A7)")
	}
	for _, empty := range [...]rules.Square{over, from} {
		if s.Men[empty] != 0 {
			faults.Add("en passant", Board.Name(over), "a man stands on "+Board.Name(empty)+", which the pawn has just left or passed")
		}
	}
}

// checkForbidden judges whether the seventh field is one of the game's.
func (s *Setup) checkForbidden(code Code, legible bool, faults *rules.Faults) {
	if s.From == rules.NoSquare {
		return
	}
	where := Board.Name(s.From)
	if s.To != rules.NoSquare {
		where += Board.Name(s.To)
	}
	switch code.game() {
	case NoReturn:
		if s.To == rules.NoSquare {
			faults.Add("forbidden move", where, "must be a move such as e4d6, or -")
		}
	case NoSecondMove:
		if s.To != rules.NoSquare {
			faults.Add("barred man", where, "must be a square or -")
		} else if legible && (s.From > 63 || s.Men[s.From] == 0) {
			faults.Add("barred man", where, "there is no man (A15)")
		}
	default:
		faults.Add("forbidden move", where, "must be - where every move may be undone")
	}
}

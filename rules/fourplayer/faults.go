package fourplayer

import "melee/rules"

// maxMen is how many men a seat begins with (F3); it never gets more.
const maxMen = 16

// faults returns everything that makes a set-up impossible, in the order of the text's fields.
func (s *Setup) faults(terms Terms) rules.Faults {
	var fs rules.Faults
	if s.Turn > 3 {
		fs.Add("turn", rules.CountText(int(s.Turn)), "must be a seat from 0 to 3")
	} else if s.Out[s.Turn] && !s.walks(terms, s.Turn) {
		fs.Add("turn", seatNames[s.Turn], "is eliminated and cannot be on turn")
	}
	if s.Out == [4]bool{true, true, true, true} {
		fs.Add("eliminated", "", "one seat at least must still be in the game")
	}
	if terms.Teams && s.Out != [4]bool{} {
		fs.Add("eliminated", "", "nobody can be eliminated while a game of Teams goes on")
	}
	s.checkCastling(terms, &fs)
	s.checkPassed(&fs)
	s.checkNumbers(&fs)
	s.checkMen(terms, &fs)
	return fs
}

// walks reports whether an eliminated seat has a walking king (F14).
func (s *Setup) walks(terms Terms, seat rules.Seat) bool {
	if terms.Resigned != WalkingKing {
		return false
	}
	for _, man := range s.Men {
		if man == rules.NewMan(seat, rules.King) {
			return true
		}
	}
	return false
}

func (s *Setup) checkCastling(terms Terms, fs *rules.Faults) {
	for side, field := range [2]string{"short castling", "long castling"} {
		for seat := range rules.Seat(4) {
			if !s.Castles[seat][side] {
				continue
			}
			c := &castles[terms.array()][seat][side]
			for _, need := range [2]struct {
				at   cell
				kind rules.Kind
				name string
			}{{c.king, rules.King, "king"}, {c.rook, rules.Rook, "rook"}} {
				square := tables.square[need.at]
				if s.Men[square] != rules.NewMan(seat, need.kind) {
					fs.Add(field, Board.Name(square), seatNames[seat]+" needs the "+need.name+" at home there")
				}
			}
		}
	}
}

func (s *Setup) checkPassed(fs *rules.Faults) {
	for seat, square := range s.Passed {
		if square == rules.NoSquare {
			continue
		}
		name := seatNames[seat]
		if !Board.Has(square) || !pawnWays[seat].passed.Has(uint8(tables.cell[square])) {
			fs.Add("enPassant", Board.Name(square), "is not a square that a pawn of "+name+" passes over in a double step")
			continue
		}
		if s.Men[square] != 0 {
			fs.Add("enPassant", Board.Name(square), "must be empty")
		}
		pawn := tables.square[tables.cell[square]+pawnWays[seat].forward]
		if s.Men[pawn] != rules.NewMan(rules.Seat(seat), rules.Pawn) {
			fs.Add("enPassant", Board.Name(pawn), "must have the pawn of "+name+" that made the double step")
		}
	}
}

// maxCount bounds every number in a position text.
const maxCount = 1_000_000

func (s *Setup) checkNumbers(fs *rules.Faults) {
	check := func(field, where string, n, low, high int) {
		if n < low || n > high {
			fs.Add(field, where, "must be from "+rules.CountText(low)+" to "+rules.CountText(high))
		}
	}
	for seat, name := range seatNames {
		check("points", name, s.Points[seat], 0, maxCount)
		check("quiet", name, s.Quiet[seat], 0, maxQuiet)
	}
	check("clock", "", s.Clock, 0, maxCount)
	check("ply", "", s.Ply, 0, maxCount)
}

// maxQuiet leaves room to count on in 16 bits.
const maxQuiet = 30_000

func (s *Setup) checkMen(terms Terms, fs *rules.Faults) {
	var kings, men [4]int
	for i, man := range s.Men {
		if man == 0 {
			continue
		}
		square := rules.Square(i)
		name := Board.Name(square)
		seat := man.Seat() & 3
		switch {
		case !Board.Has(square):
			fs.Add("placement", name, "a man stands in a cut corner")
			continue
		case man.Kind() == rules.NoKind || man.Kind() > rules.King || man.IsPromoted() && man.Kind() != rules.Queen:
			fs.Add("placement", name, "is no man of this game")
			continue
		case man&anonymous != 0 && !man.IsGrey():
			fs.Add("placement", name, "only a grey man may be without a colour")
		case man&anonymous != 0:
			continue
		case !man.IsGrey() && s.Out[seat] && !terms.mayStand(man):
			fs.Add("placement", name, "a man of "+seatNames[seat]+", who is eliminated, must be grey")
		}
		men[seat]++
		if man.Kind() == rules.Pawn {
			checkPawn(seat, tables.cell[square], name, terms, fs)
		}
		if man.Kind() == rules.King && !man.IsGrey() {
			if kings[seat]++; kings[seat] > 1 {
				fs.Add("placement", name, "a second king of "+seatNames[seat])
			}
		}
	}
	for seat, name := range seatNames {
		if !s.Out[seat] && kings[seat] == 0 {
			fs.Add("placement", "", name+" has no king")
		}
		if men[seat] > maxMen {
			fs.Add("placement", "", name+" has "+rules.CountText(men[seat])+" men, at most 16 are possible")
		}
	}
}

func checkPawn(seat rules.Seat, c cell, name string, terms Terms, fs *rules.Faults) {
	if n := line(seat, c); n < 2 {
		fs.Add("placement", name, "a pawn of "+seatNames[seat]+" behind its starting line")
	} else if n >= terms.promotionLine() {
		fs.Add("placement", name, "a pawn of "+seatNames[seat]+" on or past the line where it promotes")
	}
}

package mcx4

import (
	"slices"

	"melee/rules"
)

// A Setup is what a position text can say, possible or not. [New] makes a Position of it.
type Setup struct {
	Geometry  rules.Geometry        // up to 12 × 12, no corners cut out
	Men       [maxSquares]rules.Man // by square; seats 0 and 1 are the Queens'
	Slot      rules.Seat            // M5
	Castling  [2]bool               // by camp
	EnPassant rules.Square          // the square passed over, NoSquare if none
	Quiet     int                   // plies since progress
	Turn      int                   // from 1
	Choice    bool                  // the Queen of the camp to play must say whether she survives
}

// maxCount bounds the counters of a position text.
const maxCount = 9999

// The fields of a position text, as faults name them, in its order.
var fields = [...]string{"placement", "slot", "castling", "en passant", "progress", "turn", "state"}

// New returns the position of a setup. The error is [rules.Faults] with every
// fault. With royal, the capture of a lone queen loses (M17).
func New(s Setup, royal bool) (Position, error) {
	if faults := s.faults(); len(faults) > 0 {
		return Position{}, faults
	}
	return s.position(royal), nil
}

// position builds the position of a setup without faults.
func (s *Setup) position(royal bool) Position {
	p := s.placed()
	p.royal = royal
	p.quiet, p.turn = uint16(s.Quiet), uint16(s.Turn)
	for camp, may := range s.Castling {
		if may {
			p.castling |= 1 << camp
		}
	}
	p.key ^= zobrist.slots[p.slot] ^ zobrist.castling[p.castling]
	if s.EnPassant != rules.NoSquare {
		p.allowPassing(campOf(p.slot)^1, s.EnPassant)
	}
	p.look()
	if s.Choice && p.Turn().State != Choice {
		p.forsaken = 1 << campOf(p.slot)
	}
	return p
}

// placed returns a position with the men and the slot of the setup only.
func (s *Setup) placed() Position {
	p := Position{
		size:      sizeOf(s.Geometry.Files, s.Geometry.Ranks),
		slot:      s.Slot,
		enPassant: rules.NoSquare,
		kings:     [2]rules.Square{rules.NoSquare, rules.NoSquare},
		last:      [2]rules.Seat{rules.NoSeat, rules.NoSeat},
	}
	for i := range s.Geometry.Squares() {
		if s.Men[i] != 0 {
			p.put(s.Men[i], rules.Square(i))
		}
	}
	return p
}

func (s *Setup) faults() rules.Faults {
	var faults rules.Faults
	g := s.Geometry
	if g.Files < 1 || g.Files > maxSide || g.Ranks < 1 || g.Ranks > maxSide || g.Corner != 0 {
		faults.Add("placement", "", "the board must be a full rectangle of 1 to 12 files and ranks")
		return faults
	}
	if s.Slot > BlackKing {
		faults.Add("slot", "", "must be wq, bq, wk or bk")
	}
	if s.Quiet < 0 || s.Quiet > maxCount {
		faults.Add("progress", rules.CountText(s.Quiet), "must be a whole number from 0 to 9999")
	}
	if s.Turn < 1 || s.Turn > maxCount {
		faults.Add("turn", rules.CountText(s.Turn), "must be a whole number from 1 to 9999")
	}
	s.checkBoard(&faults)
	sortFaults(faults)
	return faults
}

func sortFaults(faults rules.Faults) {
	slices.SortStableFunc(faults, func(a, b rules.Fault) int {
		return slices.Index(fields[:], a.Field) - slices.Index(fields[:], b.Field)
	})
}

var campNames = [2]string{"White", "Black"}

// checkBoard adds the faults of the men and of what depends on them. A slot that is none is passed over.
func (s *Setup) checkBoard(faults *rules.Faults) {
	s.checkMen(faults)
	kings, queens, sizes := [2]int{}, [2]int{}, [2]int{}
	for _, man := range s.Men[:s.Geometry.Squares()] {
		if man == 0 {
			continue
		}
		camp := campOf(man.Seat())
		sizes[camp]++
		switch {
		case man.Kind() == rules.King:
			kings[camp]++
		case man.Kind() == rules.Queen && man.Seat() < 2:
			queens[camp]++
		}
	}
	if kings[white]+kings[black] == 0 {
		faults.Add("placement", "", "no king is on the board; at most one camp can have survived its mate")
	}
	for camp := range 2 {
		if sizes[camp] == 0 {
			faults.Add("placement", "", campNames[camp]+" has no man; a camp has a king or has survived his mate")
		}
		if kings[camp] > 1 {
			s.nameAll(faults, rules.NewMan(kingOf(camp), rules.King), "one of more than one king of "+campNames[camp])
		}
		if queens[camp] > 1 {
			s.nameAll(faults, rules.NewMan(queenOf(camp), rules.Queen), "one of more than one queen at the head of a clan of "+campNames[camp])
		}
		if kings[camp] == 0 && sizes[camp] > 0 {
			s.checkLone(faults, camp)
		}
		if s.Castling[camp] {
			s.checkCastling(faults, camp)
		}
	}
	if s.Slot > BlackKing {
		return
	}
	s.checkEnPassant(faults)
	if kings[white] == 1 && kings[black] == 1 {
		resting := campOf(s.Slot) ^ 1
		if p := s.placed(); p.Checked(rules.Side(resting)) {
			faults.Add("placement", s.Geometry.Name(p.kings[resting]), "the king of the camp not to play stands attacked")
		}
	}
	camp := campOf(s.Slot)
	if s.Choice && (kings[camp] == 0 || queens[camp] == 0 || kings[camp^1] == 0) {
		faults.Add("state", "choice", "only the living Queen of a camp with a king can choose, at the first mate of the game")
	}
}

// checkMen tests the men one by one.
func (s *Setup) checkMen(faults *rules.Faults) {
	g := s.Geometry
	for i, man := range s.Men[:g.Squares()] {
		square := rules.Square(i)
		rank := g.Rank(square)
		switch {
		case man == 0:
		case man.Kind() < rules.Pawn || man.Kind() > rules.King || man.IsGrey() || man.IsPromoted():
			faults.Add("placement", g.Name(square), "no man of this game")
		case man.Kind() == rules.King && man.Seat() < 2:
			faults.Add("placement", g.Name(square), "a king cannot belong to the Queen's clan")
		case man.Kind() == rules.Pawn && (rank == 0 || rank == g.Ranks-1):
			faults.Add("placement", g.Name(square), "a pawn cannot stand on the first or last rank")
		}
	}
}

// checkLone tests a camp that has survived: of the King's clan only pawns stay (M14).
func (s *Setup) checkLone(faults *rules.Faults, camp int) {
	for i, man := range s.Men[:s.Geometry.Squares()] {
		if man != 0 && man.Seat() == kingOf(camp) && man.Kind() != rules.Pawn {
			faults.Add("placement", s.Geometry.Name(rules.Square(i)),
				campNames[camp]+" has no king, so his clan can have only pawns left; the Queen's men are marked ~")
		}
	}
}

func (s *Setup) nameAll(faults *rules.Faults, man rules.Man, why string) {
	for i, m := range s.Men[:s.Geometry.Squares()] {
		if m == man {
			faults.Add("placement", s.Geometry.Name(rules.Square(i)), why)
		}
	}
}

// checkCastling tests a right: king on his first rank, his own rook in the right-hand corner, two squares between (M2, M23).
func (s *Setup) checkCastling(faults *rules.Faults, camp int) {
	g := s.Geometry
	rank := camp * (g.Ranks - 1)
	corner := g.At(g.Files-1, rank)
	if s.Men[corner] != rules.NewMan(kingOf(camp), rules.Rook) {
		faults.Add("castling", g.Name(corner), "the King's rook of "+campNames[camp]+" must stand here to castle")
	}
	for file := range g.Files - 3 {
		if s.Men[g.At(file, rank)] == rules.NewMan(kingOf(camp), rules.King) {
			return
		}
	}
	faults.Add("castling", "", "the king of "+campNames[camp]+
		" must stand on his first rank with at least two squares between him and the right-hand corner")
}

// checkEnPassant tests that a pawn can just have passed over the square (M24).
func (s *Setup) checkEnPassant(faults *rules.Faults) {
	if s.EnPassant == rules.NoSquare {
		return
	}
	g := s.Geometry
	camp := campOf(s.Slot) ^ 1
	rank, up := 2, 1
	if camp == black {
		rank, up = g.Ranks-3, -1
	}
	if !g.Has(s.EnPassant) || g.Rank(s.EnPassant) != rank {
		faults.Add("en passant", g.Name(s.EnPassant), "a pawn of "+campNames[camp]+" passes over rank "+rules.CountText(rank+1))
		return
	}
	file := g.File(s.EnPassant)
	if s.Men[s.EnPassant] != 0 {
		faults.Add("en passant", g.Name(s.EnPassant), "must be empty")
	}
	if origin := g.At(file, rank-up); s.Men[origin] != 0 {
		faults.Add("en passant", g.Name(origin), "must be empty: the pawn has just left it")
	}
	landing := g.At(file, rank+up)
	if landing == rules.NoSquare || s.Men[landing].Kind() != rules.Pawn || campOf(s.Men[landing].Seat()) != camp {
		faults.Add("en passant", g.Name(landing), "the pawn of "+campNames[camp]+" that can be taken must stand here")
	}
}

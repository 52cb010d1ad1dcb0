package fourplayer

import (
	"melee/rules"
)

// A Setup is anything a position text can say, possible or not. [New] makes a
// Position of it if it is possible.
type Setup struct {
	Men     [196]rules.Man // by rules.Square
	Turn    rules.Seat
	Out     [4]bool // eliminated seats
	Castles [4][2]bool
	Points  [4]int
	Clock   int             // plies since the last capture or pawn move
	Passed  [4]rules.Square // F7: what each seat's pawn has passed over, NoSquare without the right
	Quiet   [4]int          // each player's own moves since the last capture or pawn move (F18)
	Ply     int
	// Extra holds the unknown keys of the options object as they were written, separated by commas.
	Extra string
}

// Short and Long are the indices of Setup.Castles.
const (
	Short = 0
	Long  = 1
)

// StartSetup returns the array of F3 with all rights.
func StartSetup(terms Terms) Setup {
	s := Setup{Passed: noPassed}
	for seat := range rules.Seat(4) {
		s.Castles[seat] = [2]bool{true, true}
		for i, kind := range backRank(terms.array(), seat) {
			s.Men[tables.square[startCell(seat, i, 1)]] = rules.NewMan(seat, kind)
			s.Men[tables.square[startCell(seat, i, 2)]] = rules.NewMan(seat, rules.Pawn)
		}
	}
	return s
}

var noPassed = [4]rules.Square{rules.NoSquare, rules.NoSquare, rules.NoSquare, rules.NoSquare}

// startCell returns the i-th cell from the left, as its player sees it, of a seat's first or second line.
func startCell(seat rules.Seat, i, line int) cell {
	low, high := cell(4+i), cell(11-i)
	near, far := cell(line), cell(15-line)
	switch seat & 3 {
	case 0:
		return near*16 + low
	case 1:
		return high*16 + near
	case 2:
		return far*16 + high
	}
	return low*16 + far
}

// GreyOut does what a lenient reader does: it turns the men of eliminated seats
// grey, but for the kings that stay as they are by the option resigned_king
// (F14), and takes the seats' castling and en-passant rights away (F13).
func (s *Setup) GreyOut(terms Terms) {
	for i, man := range s.Men {
		if man != 0 && !man.IsGrey() && s.Out[man.Seat()&3] && !terms.mayStand(man) {
			s.Men[i] |= rules.Grey
		}
	}
	for seat, out := range s.Out {
		if out {
			s.Castles[seat] = [2]bool{}
			s.Passed[seat] = rules.NoSquare
		}
	}
}

// Recognise sets the array of the terms by where the kings of blue and green
// that may castle stand (F6).
func (s *Setup) Recognise(terms *Terms) {
	for seat := 1; seat < 4; seat += 2 {
		if s.Castles[seat] == [2]bool{} {
			continue
		}
		home := castles[classic][seat][0].king
		terms.Classic = s.Men[tables.square[home]] == rules.NewMan(rules.Seat(seat), rules.King)
		return
	}
}

// New makes a playable position of a set-up, judged as if a ply had just led to
// it (F26 (3)–(6)), so that it may be over at once. Its key is added to past
// unless that is nil. The error is [rules.Faults] and tells everything that is impossible.
func New(s *Setup, terms Terms, past *rules.History) (Position, error) {
	p, faults := build(s, terms)
	if len(faults) > 0 {
		return Position{}, faults
	}
	p.judge(past, nil)
	return p, nil
}

// Start returns the first position of a game (F3).
func Start(terms Terms) Position {
	s := StartSetup(terms)
	p, err := New(&s, terms, nil)
	if err != nil {
		panic(err)
	}
	return p
}

func build(s *Setup, terms Terms) (Position, rules.Faults) {
	if faults := s.faults(terms); len(faults) > 0 {
		return Position{}, faults
	}
	p := empty(terms)
	p.turn = s.Turn
	p.clock, p.ply = uint32(s.Clock), uint32(s.Ply)
	for square, man := range s.Men {
		if man != 0 {
			p.put(tables.cell[square], man)
		}
	}
	for seat := range 4 {
		p.points[seat], p.quiet[seat] = int32(s.Points[seat]), uint16(s.Quiet[seat])
		if !s.Out[seat] {
			p.active |= 1 << seat
		}
		for side, may := range s.Castles[seat] {
			if may {
				p.castling |= 1 << (4*side + seat)
			}
		}
		if s.Passed[seat] != rules.NoSquare && !terms.NoEnPassant {
			p.passed[seat] = tables.cell[s.Passed[seat]]
		}
	}
	for seat := range rules.Seat(4) {
		if s.Out[seat] && p.count[seat] > 0 {
			p.standing |= 1 << seat
			if terms.Resigned == StillKing {
				p.kings[seat] = 0
			}
		}
	}
	p.key ^= p.stateKey()
	p.attacked = p.allAttackers()
	return p, nil
}

// empty returns a board with nothing but walls.
func empty(terms Terms) Position {
	p := Position{terms: terms}
	for i := range 256 {
		if c := cell(i); tables.square[c] == rules.NoSquare {
			p.men[c] = wall
			p.toggle(c)
		}
	}
	return p
}

// allAttackers finds anew who attacks which king.
func (p *Position) allAttackers() uint16 {
	attacked := uint16(0)
	for seat := range rules.Seat(4) {
		if p.kings[seat] != 0 {
			attacked |= uint16(p.attackersOf(seat)) << (4 * seat)
		}
	}
	return attacked
}

// Setup returns what a text tells of the position, without extra keys.
func (p *Position) Setup() Setup {
	s := Setup{Turn: p.turn, Clock: int(p.clock), Ply: int(p.ply), Passed: noPassed}
	for square := range s.Men {
		if c := tables.cell[square]; c != 0 {
			s.Men[square] = p.men[c]
		}
	}
	for seat := range rules.Seat(4) {
		s.Out[seat] = !p.Active(seat)
		s.Points[seat], s.Quiet[seat] = p.Points(seat), p.Quiet(seat)
		s.Castles[seat] = [2]bool{p.MayCastle(seat, false), p.MayCastle(seat, true)}
		s.Passed[seat] = p.Passed(seat)
	}
	return s
}

package allin_test

import (
	"slices"

	"melee/rules"
	"melee/rules/allin"
)

// A slow is a position that follows the rule page word by word: every move of
// both colours' men is tried out on a board of 64 men, and A6 compares whole positions.
type slow struct {
	men    [64]rules.Man
	turn   rules.Seat
	rights [4]bool // KQkq
	passed rules.Square
	game   allin.Code
	before *slow // the position before the previous ply
	moved  rules.Square
}

type slowMove struct {
	from, to  rules.Square
	promotion rules.Kind
}

func (m slowMove) text() string {
	return rules.NewMove(m.from, m.to, rules.Pawn, rules.NoKind, m.promotion, rules.Plain).Text(allin.Board)
}

func newSlow(p *allin.Position) *slow {
	s := &slow{turn: p.Turn(), passed: p.EnPassant(), game: p.Code(), moved: p.Barred()}
	for i := range s.men {
		s.men[i] = p.At(rules.Square(i))
	}
	for i := range s.rights {
		s.rights[i] = p.Rights()>>i&1 != 0
	}
	return s
}

// forward is the direction of a colour's pawns (A3).
func forward(colour rules.Seat) int { return 1 - 2*int(colour) }

func relative(s rules.Square, file, rank int) rules.Square {
	return allin.Board.At(allin.Board.File(s)+file, allin.Board.Rank(s)+rank)
}

var (
	diagonalSteps = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	straightSteps = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	allSteps      = append(slices.Clone(diagonalSteps), straightSteps...)
	knightSteps   = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// hits returns the squares a man attacks.
func (s *slow) hits(at rules.Square) (hit []rules.Square) {
	steps, far := allSteps, 7
	switch s.men[at].Kind() {
	case rules.Pawn:
		up := forward(s.men[at].Seat())
		steps, far = [][2]int{{-1, up}, {1, up}}, 1
	case rules.Knight:
		steps, far = knightSteps, 1
	case rules.Bishop:
		steps = diagonalSteps
	case rules.Rook:
		steps = straightSteps
	case rules.King:
		far = 1
	}
	for _, step := range steps {
		to := at
		for range far {
			if to = relative(to, step[0], step[1]); to == rules.NoSquare {
				break
			}
			hit = append(hit, to)
			if s.men[to] != 0 {
				break
			}
		}
	}
	return hit
}

func (s *slow) attacked(at rules.Square, by rules.Seat) bool {
	for i, man := range s.men {
		if man != 0 && man.Seat() == by && slices.Contains(s.hits(rules.Square(i)), at) {
			return true
		}
	}
	return false
}

func (s *slow) checked(colour rules.Seat) bool {
	return s.attacked(rules.Square(slices.Index(s.men[:], rules.NewMan(colour, rules.King))), colour^1)
}

// tries returns what the men of a colour could do if there were no A4 and no A6.
func (s *slow) tries(colour rules.Seat) (moves []slowMove) {
	for i, man := range s.men {
		if man == 0 || man.Seat() != colour {
			continue
		}
		from := rules.Square(i)
		for _, to := range s.hits(from) {
			target := s.men[to]
			free := target == 0 && man.Kind() != rules.Pawn
			foe := target != 0 && target.Seat() != colour && target.Kind() != rules.King
			passing := man.Kind() == rules.Pawn && to == s.passed && target == 0 && s.men[to^8].Seat() != colour
			if free || foe || passing {
				moves = append(moves, s.promoting(from, to)...)
			}
		}
		if man.Kind() == rules.Pawn {
			one := relative(from, 0, forward(colour))
			if s.men[one] == 0 {
				moves = append(moves, s.promoting(from, one)...)
				two := relative(one, 0, forward(colour))
				home := []int{1, 6}[colour]
				if allin.Board.Rank(from) == home && s.men[two] == 0 {
					moves = append(moves, slowMove{from: from, to: two})
				}
			}
		}
	}
	return append(moves, s.castlings(colour)...)
}

func (s *slow) promoting(from, to rules.Square) []slowMove {
	if rank := allin.Board.Rank(to); s.men[from].Kind() != rules.Pawn || rank != 0 && rank != 7 {
		return []slowMove{{from: from, to: to}}
	}
	var moves []slowMove
	for _, k := range []rules.Kind{rules.Queen, rules.Rook, rules.Bishop, rules.Knight} {
		moves = append(moves, slowMove{from, to, k})
	}
	return moves
}

func (s *slow) castlings(colour rules.Seat) (moves []slowMove) {
	king := rules.Square(4 + 56*int(colour))
	for side, empty := range [][]rules.Square{{king + 1, king + 2}, {king - 1, king - 2, king - 3}} {
		if !s.rights[2*int(colour)+side] || s.attacked(king, colour^1) || s.attacked(empty[0], colour^1) {
			continue
		}
		if !slices.ContainsFunc(empty, func(e rules.Square) bool { return s.men[e] != 0 }) {
			moves = append(moves, slowMove{from: king, to: empty[1]})
		}
	}
	return moves
}

// after returns the position after a try.
func (s *slow) after(m slowMove) *slow {
	n := *s
	n.before, n.turn, n.passed, n.moved = s, s.turn^1, rules.NoSquare, m.to
	man := s.men[m.from]
	if man.Kind() == rules.Pawn && m.to == s.passed {
		n.men[m.to^8] = 0
	}
	if step := int(m.to) - int(m.from); man.Kind() == rules.Pawn && (step == 16 || step == -16) {
		n.passed = (m.from + m.to) / 2
	}
	n.men[m.from], n.men[m.to] = 0, man
	if m.promotion != rules.NoKind {
		n.men[m.to] = rules.NewMan(man.Seat(), m.promotion)
	}
	if step := int(m.to) - int(m.from); man.Kind() == rules.King && (step == 2 || step == -2) {
		corner, beside := m.to+1, m.to-1
		if step < 0 {
			corner, beside = m.to-2, m.to+1
		}
		n.men[beside], n.men[corner] = n.men[corner], 0
	}
	for i, squares := range [][2]rules.Square{{4, 7}, {4, 0}, {60, 63}, {60, 56}} {
		for _, sq := range squares {
			if m.from == sq || m.to == sq {
				n.rights[i] = false
			}
		}
	}
	return &n
}

// counted returns the passed square if A6 counts a right there.
func (s *slow) counted() rules.Square {
	if s.passed == rules.NoSquare {
		return rules.NoSquare
	}
	for _, colour := range []rules.Seat{allin.White, allin.Black} {
		for _, m := range s.tries(colour) {
			if s.men[m.from].Kind() != rules.Pawn || m.to != s.passed || allin.Board.File(m.from) == allin.Board.File(m.to) {
				continue
			}
			if s.game&allin.Nominal != 0 || s.mayMove(colour) && !s.after(m).checked(s.turn) {
				return s.passed
			}
		}
	}
	return rules.NoSquare
}

func (s *slow) mayMove(colour rules.Seat) bool {
	switch s.game {
	case allin.OpponentsMen:
		return colour != s.turn
	case allin.OwnMen:
		return colour == s.turn
	}
	return true
}

// recreates reports whether m would bring back the position before the previous ply.
func (s *slow) recreates(m slowMove) bool {
	if s.before == nil {
		return false
	}
	n := s.after(m)
	return n.men == s.before.men && n.rights == s.before.rights && n.counted() == s.before.counted()
}

// legal returns the texts of the legal moves, sorted, and the move that A6 forbids.
func (s *slow) legal() (legal []string, forbidden string) {
	for _, colour := range []rules.Seat{allin.White, allin.Black} {
		if !s.mayMove(colour) {
			continue
		}
		for _, m := range s.tries(colour) {
			if s.game == allin.NoSecondMove && m.from == s.moved || s.after(m).checked(s.turn) {
				continue
			}
			if s.game&^allin.Nominal == allin.NoReturn && s.recreates(m) {
				forbidden = m.text()
				continue
			}
			legal = append(legal, m.text())
		}
	}
	slices.Sort(legal)
	return legal, forbidden
}

func (s *slow) play(text string) *slow {
	for _, colour := range []rules.Seat{allin.White, allin.Black} {
		for _, m := range s.tries(colour) {
			if m.text() == text {
				n := s.after(m)
				n.before.before = nil // not needed any more
				return n
			}
		}
	}
	panic("no such move: " + text)
}

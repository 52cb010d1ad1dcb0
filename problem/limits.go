package problem

import (
	"melee/rules"
	"melee/rules/allin"
)

// within reports whether the options allow an attacking move that leads to q, after which the
// attacker has n moves left.
func (s *search) within(q *allin.Position, n int) bool {
	if n == 0 {
		return true
	}
	if most := s.options.MaxFlights; most != nil && flights(q) > *most {
		return false
	}
	most := s.options.MaxThreat
	if most == nil || q.InCheck() {
		return true
	}
	length := min(n, *most)
	if length == 0 {
		return false
	}
	passed := *q
	passed.Pass()
	return s.attack(&passed, length)
}

// flights counts the squares to which the king of the side to move can step.
func flights(q *allin.Position) int {
	var buffer [maxMoves]rules.Move
	n := 0
	for _, m := range q.Moves(buffer[:0]) {
		if m.From() == q.King(q.Turn()) && m.Special() != rules.Castle {
			n++
		}
	}
	return n
}

// spend takes from the budget what the defences that are not trivial cost (Options.NonTrivial):
// one is free at each move. It returns a defence if the budget does not suffice.
func (s *search) spend(p *allin.Position) rules.Move {
	first := len(s.moves)
	s.moves = p.Moves(s.moves)
	defer func() { s.moves = s.moves[:first] }()
	free := true
	for i := first; i < len(s.moves); i++ {
		m := s.moves[i]
		if !s.refutes(p, m, s.options.NonTrivialLength) {
			continue
		}
		if !free {
			s.budget--
		}
		free = false
		if s.budget < 0 {
			return m
		}
	}
	return rules.NoMove
}

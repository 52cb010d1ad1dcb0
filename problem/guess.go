package problem

import (
	"melee/rules"
	"melee/rules/allin"
)

// Most attacking moves are refuted by what refuted another just before. Such moves are tried before
// the legal moves are even listed.

// guesses are the moves that were tried so.
type guesses struct {
	moves [8]rules.Move
	n     int
}

func (g *guesses) has(m rules.Move) bool {
	for _, tried := range g.moves[:g.n] {
		if tried == m {
			return true
		}
	}
	return false
}

// refuters is how many late refutations are kept for each number of moves to go.
const refuters = 3

// guess tries likely refutations, and returns one that refutes.
func (s *search) guess(p *allin.Position, n int, tried *guesses) rules.Move {
	if n > 1 || s.stip.Play != Direct {
		if known, _ := s.table.find(p, s.salt(n)); known.lost != 0 && s.refutesGuess(p, known.move, n, tried) {
			return tried.moves[tried.n-1]
		}
	}
	for i := range refuters {
		m := s.refuters[n][i]
		if s.refutesGuess(p, m, n, tried) {
			return tried.moves[tried.n-1]
		}
	}
	if n == 1 && s.stip.Play == Direct && s.reacher != rules.NoMove {
		m := s.parries[s.reacher.From()&63][s.reacher.To()&63]
		if s.refutesGuess(p, m, n, tried) {
			return tried.moves[tried.n-1]
		}
	}
	return rules.NoMove
}

// refutesGuess reports whether a move from another position is legal in p, not yet tried, and refutes.
func (s *search) refutesGuess(p *allin.Position, from rules.Move, n int, tried *guesses) bool {
	if from == rules.NoMove {
		return false
	}
	r, m, legal := p.Try(from.From(), from.To(), from.Promotion())
	if !legal || tried.has(m) {
		return false
	}
	tried.moves[tried.n] = m
	tried.n++
	if !s.refutesBy(m, &r, n) {
		return false
	}
	s.remember(m, n)
	return true
}

// remember notes a refutation for other positions with as many moves to go.
func (s *search) remember(m rules.Move, n int) {
	r := &s.refuters[n]
	i := 0
	for i < refuters-1 && !same(m, r[i]) {
		i++
	}
	copy(r[1:i+1], r[:i])
	r[0] = m
	if n == 1 && s.reacher != rules.NoMove {
		s.parries[s.reacher.From()&63][s.reacher.To()&63] = m
	}
	s.refuted[m.From()&63][m.To()&63] += uint32(n * n)
}

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

// refuters is how many late refutations are kept.
const refuters = 3

// guess tries likely refutations, and returns one that refutes.
func (s *search) guess(p *allin.Position, n int, tried *guesses) rules.Move {
	if n > 1 || s.stip.Play != Direct {
		if known, _ := s.table.find(p, s.salt(n)); known.lost != 0 && s.refutesGuess(p, s.attacked, known.move, n, tried) {
			return tried.moves[tried.n-1]
		}
	}
	if n > 1 {
		return rules.NoMove
	}
	against := s.attacked
	if m := s.counters[against.From()&63][against.To()&63]; s.refutesGuess(p, against, m, n, tried) {
		return tried.moves[tried.n-1]
	}
	for i := range refuters {
		m := s.refuters[i]
		if s.refutesGuess(p, against, m, n, tried) {
			return tried.moves[tried.n-1]
		}
	}
	if n == 1 && s.stip.Play == Direct && s.reacher != rules.NoMove {
		m := s.parries[s.reacher.From()&63][s.reacher.To()&63]
		if s.refutesGuess(p, against, m, n, tried) {
			return tried.moves[tried.n-1]
		}
	}
	return rules.NoMove
}

// refutesGuess reports whether a move from another position is legal in p, not yet tried, and refutes the attacking move that led to p.
func (s *search) refutesGuess(p *allin.Position, against, from rules.Move, n int, tried *guesses) bool {
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
	s.remember(against, m, n)
	return true
}

// ready is a defence that refutes most of the moves of a mate in two: no mate follows it,
// and most moves before it change nothing about that.
type ready struct {
	reply     allin.Reply
	calm      allin.Calm
	is, calms bool
}

func (r *ready) refutes(m rules.Move) bool {
	return r.calms && r.calm.Keeps(m) || r.is && !r.reply.LetsMate(m)
}

// set makes a defence ready if no mate follows it, and reports whether it did.
func (r *ready) set(p *allin.Position, d rules.Move) bool {
	if r.reply, r.is = p.Reply(d.From(), d.To(), d.Promotion()); !r.is {
		return false
	}
	if r.calm, r.calms = r.reply.After.Calm(); r.calms {
		r.calm.Hold(&r.reply)
		return true
	}
	r.is = !r.reply.After.MayMate()
	return r.is
}

// A pair is two such defences; the second, by another man, is looked for when the first has failed.
type pair struct {
	first, second ready
	sought        bool
}

// prepare looks for the first.
func (s *search) prepare(p *allin.Position, n int, r *pair) {
	if n != 2 || s.stip.Play != Direct || s.target.goal != Mate || s.stip.Exact || s.limited || p.InCheck() {
		r.sought = true
		return
	}
	s.make(p, &r.first, rules.NoMove)
}

// readily reports whether one of the two refutes m.
func (s *search) readily(p *allin.Position, r *pair, m rules.Move) bool {
	if r.first.refutes(m) {
		return true
	}
	if !r.sought {
		r.sought = true
		if r.first.is {
			s.make(p, &r.second, r.first.reply.Move)
		}
	}
	return r.second.refutes(m)
}

// make makes a defence ready by another man than the given move's, NoMove for any.
func (s *search) make(p *allin.Position, r *ready, not rules.Move) {
	other := func(d rules.Move) bool {
		return d != rules.NoMove && (not == rules.NoMove || d.From() != not.From() && d.To() != not.To() && d.From() != not.To())
	}
	for i, d := range s.readies {
		if other(d) && r.set(p, d) {
			if not == rules.NoMove {
				copy(s.readies[1:i+1], s.readies[:i])
				s.readies[0] = d
			}
			return
		}
	}
	first := len(s.moves)
	passed := *p
	passed.Pass()
	s.moves = passed.Moves(s.moves)
	defer func() { s.moves = s.moves[:first] }()
	for i := first; i < len(s.moves); i++ {
		if d := s.moves[i]; other(d) && r.set(p, d) {
			copy(s.readies[1:], s.readies[:])
			s.readies[0] = d
			return
		}
	}
}

// remember notes what refuted an attacking move for other positions with as many moves to go.
func (s *search) remember(against, m rules.Move, n int) {
	count := &s.refuted[n][m.From()&63][m.To()&63]
	*count++
	if n > 1 {
		return
	}
	s.counters[against.From()&63][against.To()&63] = m
	r := &s.refuters
	i := 0
	for i < refuters-1 && !same(m, r[i]) {
		i++
	}
	// What refuted more often stays in front.
	for i > 0 && *count > s.refuted[n][r[i-1].From()&63][r[i-1].To()&63] {
		r[i] = r[i-1]
		i--
	}
	r[i] = m
	if s.reacher != rules.NoMove {
		s.parries[s.reacher.From()&63][s.reacher.To()&63] = m
	}
}

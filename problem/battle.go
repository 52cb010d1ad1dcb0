package problem

import (
	"melee/rules"
	"melee/rules/allin"
)

// In battle play the attacker forces something and the defender prevents it.
// Direct play: the attacker reaches the goal. Self play: the defender must reach it. Reflex
// play: he must if he can.

// attack reports whether the attacker, who is to move in p, forces the goal within n moves, n > 0.
func (s *search) attack(p *allin.Position, n int) bool {
	if n == 1 && s.stip.Play == Direct {
		return s.reaches(p)
	}
	if s.mustReach() && s.reaches(p) {
		if !s.options.Quodlibet {
			return false
		}
		if n == 1 || !s.stip.Exact {
			return true
		}
	}
	return s.known(p, n, true)
}

// mustReach reports whether it decides the play if the attacker can reach the goal himself.
func (s *search) mustReach() bool {
	return s.stip.Play == Reflex || s.stip.Play != Direct && s.options.Quodlibet
}

// defend reports whether the attacker forces the goal though the defender is to
// move in p; the attacker then has n moves left, n ≥ 0.
func (s *search) defend(p *allin.Position, n int) bool {
	if n == 0 || n == 1 && s.stip.Play == Direct {
		won, _ := s.defendAfresh(p, n)
		return won
	}
	return s.known(p, n, false)
}

// known answers for the attacker or the defender from the table or by a search.
//
// What A6 or A15 forbid depends on the previous ply. So a position is searched
// without that ban, which serves every way to it, and searched with it only if the move
// by which the side to move gets its way is banned. Having more moves never harms a side, unless
// otherwise it has none: then the attacker has failed.
func (s *search) known(p *allin.Position, n int, attacking bool) bool {
	if !bound(p) {
		won, _ := s.asked(p, n, attacking)
		return won
	}
	free := p.Unbound()
	won, m := s.asked(&free, n, attacking)
	if won != attacking {
		return won && !p.Stuck()
	}
	if !banned(p, m) {
		return won
	}
	won, _ = s.asked(p, n, attacking)
	return won
}

// asked answers for a position as it is, and says by which move the side to move gets its way if it does.
func (s *search) asked(p *allin.Position, n int, attacking bool) (bool, rules.Move) {
	salt := s.salt(n)
	known, _ := s.table.find(p, salt)
	// Both are stored one higher, so that zero means that nothing is known.
	if known.won != 0 && known.won <= n+1 {
		return true, known.move
	}
	if known.lost > n {
		return false, known.move
	}
	before := s.count
	var won bool
	var m rules.Move
	if attacking {
		won, m = s.attackAfresh(p, n)
	} else {
		won, m = s.defendAfresh(p, n)
	}
	if s.halted() {
		return won, m
	}
	f := fact{work: effort(s.count - before)}
	if won == attacking {
		f.move = m
	}
	if won {
		f.won = n + 1
	} else {
		f.lost = n + 1
	}
	s.table.learn(p, salt, f)
	return won, m
}

// The numbers that keep apart in the table what is asked about one position.
const (
	exactSalt  = 0x9e3779b97f4a7c15
	budgetSalt = 0xbf58476d1ce4e5b9
)

func (s *search) salt(n int) uint64 {
	salt := uint64(s.budget) * budgetSalt
	if s.stip.Exact {
		salt += uint64(n+1) * exactSalt
	}
	return salt
}

// attackAfresh searches, and returns a move that forces the goal.
func (s *search) attackAfresh(p *allin.Position, n int) (bool, rules.Move) {
	if s.halted() {
		return false, rules.NoMove
	}
	if n > 1 && !s.stip.Exact {
		// What wins sooner wins too, and is found at a small part of the cost.
		if n == 2 && s.stip.Play == Direct {
			if m := s.reacherOf(p); m != rules.NoMove {
				return true, m
			}
		} else if won, m := s.asked(p, n-1, true); won {
			return true, m
		}
	}
	first := len(s.moves)
	s.moves = p.Moves(s.moves)
	defer func() { s.moves = s.moves[:first] }()
	if n > 2 {
		s.sortAttacks(p, s.moves[first:])
	}
	var reply pair
	s.prepare(p, n, &reply)
	for i := first; i < len(s.moves); i++ {
		m := s.moves[i]
		if s.readily(p, &reply, m) {
			continue
		}
		if s.succeeds(p, m, n) {
			return true, m
		}
	}
	return false, rules.NoMove
}

// succeeds reports whether a move of the attacker forces the goal within n moves, itself included.
// If n > 1 it is known that no move reaches it at once, unless the play must be exact.
func (s *search) succeeds(p *allin.Position, m rules.Move, n int) bool {
	s.look()
	q := *p
	q.Apply(m)
	if s.stip.Exact && n > 1 && s.reachesItself(m, &q) {
		return false
	}
	switch s.stip.Play {
	case Direct:
		if n == 1 {
			return s.target.reached(m, &q)
		}
	case Reflex, SemiReflex:
		if s.reaches(&q) {
			return n == 1 || !s.stip.Exact
		}
		if n == 1 {
			return false
		}
	}
	if s.limited && !s.within(&q, n-1) {
		return false
	}
	s.attacked = m
	return s.defend(&q, n-1)
}

// defendAfresh searches, and returns a move that refutes.
func (s *search) defendAfresh(p *allin.Position, n int) (bool, rules.Move) {
	if s.halted() {
		return false, rules.NoMove
	}
	if s.options.NonTrivial != nil && n > s.options.NonTrivialLength {
		before := s.budget
		defer func() { s.budget = before }()
		if m := s.spend(p); m != rules.NoMove {
			return false, m
		}
	}
	var tried guesses
	if n > 0 {
		if m := s.guess(p, n, &tried); m != rules.NoMove {
			return false, m
		}
	}
	first := len(s.moves)
	defer func() { s.moves = s.moves[:first] }()
	checks := 0
	if s.sparing(n) {
		s.moves = p.Checks(s.moves)
		checks = len(s.moves) - first
		sortByReplies(p, s.moves[first:])
		if m := s.refuting(p, s.moves[first:], n, &tried); m != rules.NoMove {
			return false, m
		}
	}
	s.moves = p.Moves(s.moves)
	moves := s.moves[first+checks:]
	if len(moves) == 0 {
		return false, rules.NoMove
	}
	if checks > 0 {
		moves = without(moves, s.moves[first:first+checks])
	}
	if n > 0 {
		s.sortDefences(p, moves, n)
	}
	m := s.refuting(p, moves, n, &tried)
	return m == rules.NoMove, m
}

// refuting returns the first of the moves that refutes, those tried before left out.
func (s *search) refuting(p *allin.Position, moves []rules.Move, n int, tried *guesses) rules.Move {
	against := s.attacked
	for _, m := range moves {
		if tried.has(m) {
			continue
		}
		if s.refutes(p, m, n) {
			if n > 0 {
				s.remember(against, m, n)
			}
			return m
		}
	}
	return rules.NoMove
}

// refutes reports whether a defence leaves the attacker without success; he then has n moves left.
func (s *search) refutes(p *allin.Position, m rules.Move, n int) bool {
	r := *p
	r.Apply(m)
	return s.refutesBy(m, &r, n)
}

// refutesBy is refutes for a defence that has been made and led to r.
func (s *search) refutesBy(m rules.Move, r *allin.Position, n int) bool {
	s.look()
	if s.stip.Play == Self && (n == 0 || !s.stip.Exact) && s.target.reached(m, r) {
		return false
	}
	return n == 0 || !s.attack(r, n)
}

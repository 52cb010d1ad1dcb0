package problem

import (
	"math/bits"
	"sync/atomic"

	"melee/rules"
	"melee/rules/allin"
)

// A query is what all goroutines that work on one task share.
type query struct {
	stip     Stipulation
	options  Options
	target   target
	attacker rules.Seat // who forces the goal, in battle play
	table    *table
	stop     atomic.Bool // the search is to end without a result
	nodes    atomic.Uint64
	grown    atomic.Int64 // nodes of trees
	pruned   atomic.Bool  // trees had to be cut
}

// A search is one goroutine's work: a line of positions, and the moves of all of them in one list.
type search struct {
	*query
	moves   []rules.Move
	count   uint64 // positions looked at
	told    uint64 // of these, how many query.nodes holds
	budget  int    // of Options.NonTrivial
	limited bool   // MaxFlights or MaxThreat are given
	// refuters are moves that refuted lately where one move was left, and counters by an attacking move's squares what refuted it last.
	refuters [refuters]rules.Move
	counters [64][64]rules.Move
	attacked rules.Move // the attacking move that has been made last
	// reacher is the last move that reached the goal at once, and parries by such a move's squares what refuted it last.
	reacher rules.Move
	readies [8]rules.Move // defences that were ready for many moves
	parries [64][64]rules.Move
	// refuted counts by squares how often a move refuted.
	refuted [][64][64]uint32
	// turned makes this goroutine go through defences from the other end, to
	// meet another that works on the same position.
	turned bool
	enough bool // as many lines have been found as are wanted
	// abandoned, if not nil, tells that what is searched has been found out by another goroutine.
	abandoned *atomic.Bool
}

func newSearch(q *query) *search {
	s := &search{query: q, moves: make([]rules.Move, 0, 4096)}
	if q.stip.Play.IsBattle() {
		s.refuted = make([][64][64]uint32, q.stip.Moves()+1)
	}
	s.limited = q.options.MaxFlights != nil || q.options.MaxThreat != nil
	if q.options.NonTrivial != nil {
		s.budget = *q.options.NonTrivial
	}
	return s
}

// halted reports whether the search is to end; what it finds from then on is void.
func (s *search) halted() bool {
	return s.enough || s.stop.Load() || s.abandoned != nil && s.abandoned.Load()
}

// look counts a position, and hands the count on from time to time.
func (s *search) look() {
	if s.count++; s.count-s.told >= 1<<12 {
		s.flush()
	}
}

// flush hands on what look has counted.
func (s *search) flush() {
	s.nodes.Add(s.count - s.told)
	s.told = s.count
}

// effort is the logarithm of a number of positions.
func effort(nodes uint64) int { return min(bits.Len64(nodes), 31) }

// banned reports whether A6 or A15 forbid a move in p that is legal otherwise.
func banned(p *allin.Position, m rules.Move) bool {
	if back, is := p.Forbidden(); is {
		return same(m, back)
	}
	return m.From() == p.Barred()
}

// bound reports whether A6 or A15 forbid anything in p.
func bound(p *allin.Position) bool {
	_, is := p.Forbidden()
	return is || p.Barred() != rules.NoSquare
}

// reaches reports whether the side to move can reach the goal by one move.
func (s *search) reaches(p *allin.Position) bool { return s.reacherOf(p) != rules.NoMove }

// reacherOf returns a move that reaches the goal, NoMove if there is none.
func (s *search) reacherOf(p *allin.Position) rules.Move {
	if s.target.goal == Mate && !p.MayMate() {
		return rules.NoMove
	}
	first := len(s.moves)
	s.moves = s.target.candidates(p, s.moves)
	found := rules.NoMove
	for i := first; i < len(s.moves); i++ {
		if m := s.moves[i]; s.hits(p, m) {
			found, s.reacher = m, m
			break
		}
	}
	s.moves = s.moves[:first]
	return found
}

// hits reports whether a move of p reaches the goal.
func (s *search) hits(p *allin.Position, m rules.Move) bool {
	s.look()
	q := *p
	q.Apply(m)
	return s.target.reached(m, &q)
}

// reaching appends the moves that reach the goal to dst, in the order of their texts.
func (s *search) reaching(p *allin.Position, dst []rules.Move) []rules.Move {
	first := len(dst)
	candidates := s.target.candidates(p, nil)
	for _, m := range candidates {
		if s.hits(p, m) {
			dst = append(dst, m)
		}
	}
	sortMoves(dst[first:])
	return dst
}

package problem

import (
	"melee/rules"
	"melee/rules/allin"
)

// A target is the goal of a stipulation.
type target struct {
	goal   Goal
	square rules.Square
}

// reached reports whether m, a legal move of whoever was to move, has reached the goal in q, the position after it.
func (t target) reached(m rules.Move, q *allin.Position) bool {
	switch t.goal {
	case Mate:
		return q.Mated()
	case Stalemate:
		return !q.InCheck() && q.Stuck()
	case DoubleStalemate:
		if q.InCheck() || !q.Stuck() {
			return false
		}
		mover := *q
		mover.Pass()
		return mover.Stuck()
	case MateOrStalemate:
		return q.Stuck()
	case Capture:
		return m.Taken() != rules.NoKind
	case Check:
		return q.InCheck()
	case Target:
		return m.To() == t.square
	case AnyMove:
		return true
	}
	return false // a double mate would need a king left in check, which A4 forbids
}

// candidates appends the moves among which are all those that reach the goal.
func (t target) candidates(p *allin.Position, dst []rules.Move) []rules.Move {
	switch t.goal {
	case Mate:
		return p.MateCandidates(dst)
	case Stalemate, DoubleStalemate:
		return p.StalemateCandidates(dst)
	case Check:
		return p.Checks(dst)
	case Capture:
		return p.Captures(dst)
	case DoubleMate:
		return dst
	}
	return p.Moves(dst)
}

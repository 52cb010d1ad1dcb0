package allin

import "melee/rules"

// Perft counts the legal sequences of exactly depth moves; p counts as the
// first occurrence of its position, and a game that has ended has no moves (A9–A12).
func (p *Position) Perft(depth int) uint64 {
	return perft(p, &rules.History{}, nil, depth)
}

// perft counts with the keys of the positions before p in history; spare is room for moves.
func perft(p *Position, history *rules.History, spare []rules.Move, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if p.drawn(history) != "" {
		return 0
	}
	if depth == 1 {
		return uint64(p.Count())
	}
	n := history.Len()
	history.Push(p.key)
	first := len(spare)
	spare = p.Moves(spare)
	nodes := uint64(0)
	for _, m := range spare[first:] {
		child := *p
		child.Apply(m)
		nodes += perft(&child, history, spare, depth-1)
	}
	history.Truncate(n)
	return nodes
}

// drawn returns the reason if the game is drawn though there are moves, "" if
// it is not; history has the keys before p.
func (p *Position) drawn(history *rules.History) rules.Reason {
	switch {
	case p.quiet >= 4 && history.Count(p.key, int(p.quiet)) >= 2:
		return rules.Repetition // A10
	case p.quiet >= 100:
		return rules.NoProgress // A11
	case p.BareKings():
		return rules.BareKings // A12
	}
	return ""
}

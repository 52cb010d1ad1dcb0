package allin

import "melee/rules"

// Perft counts the legal sequences of exactly depth moves; p counts as the
// first occurrence of its position, and a game that has ended has no moves (A9–A12).
func (p *Position) Perft(depth int) uint64 {
	return perft(p, &rules.History{}, depth)
}

// perft counts from p; history has the keys of the positions before it and is given back unchanged.
func perft(p *Position, history *rules.History, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	t := tree{line: make([]Position, depth), moves: make([]rules.Move, 0, 64*depth), history: history}
	t.line[0] = *p
	return t.count(0)
}

// A tree is the way to the position that is being counted: one position a ply,
// and the moves of all of them in one list, so that a node needs no memory of its own.
type tree struct {
	line    []Position
	moves   []rules.Move
	history *rules.History
}

func (t *tree) count(ply int) uint64 {
	p := &t.line[ply]
	if p.drawn(t.history) != "" {
		return 0
	}
	if ply == len(t.line)-1 {
		return uint64(p.Count())
	}
	first, earlier := len(t.moves), t.history.Len()
	t.history.Push(p.key)
	t.moves = p.Moves(t.moves)
	nodes := uint64(0)
	for i := first; i < len(t.moves); i++ {
		child := &t.line[ply+1]
		*child = *p
		child.Apply(t.moves[i])
		nodes += t.count(ply + 1)
	}
	t.moves = t.moves[:first]
	t.history.Truncate(earlier)
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

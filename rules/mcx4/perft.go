package mcx4

import "melee/rules"

// firstRepetition is the least number of plies after which a position can
// occur for the third time (M18): each camp moves out and back twice.
const firstRepetition = 8

// Perft counts the legal sequences of exactly depth moves with the position as
// the first of its game; an open choice is answered "survive".
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var past rules.History
	past.Push(p.Key())
	return p.perft(depth, &past, depth <= firstRepetition)
}

// perft counts from a position whose key is the last of past. In a short game
// nothing can recur, and the past is not kept.
func (p *Position) perft(depth int, past *rules.History, short bool) uint64 {
	w := walk{past: past, short: short, moves: make([]rules.Move, 0, 64*(depth+1))}
	w.line = make([]Position, depth+2) // a game has one survival at most
	w.line[0] = *p
	return w.count(0, depth)
}

type walk struct {
	past  *rules.History
	short bool
	line  []Position   // the positions on the way
	moves []rules.Move // of all of them
}

// count counts sequences of at least one move from a position of the line.
func (w *walk) count(at, depth int) uint64 {
	p := &w.line[at]
	if depth == 1 {
		n, turn := p.Count()
		if turn.State == Choice {
			return w.survive(at, depth)
		}
		return uint64(n)
	}
	mark := len(w.moves)
	moves, turn := p.Generate(w.moves)
	if turn.State == Choice {
		return w.survive(at, depth)
	}
	w.moves = moves
	next := &w.line[at+1]
	nodes := uint64(0)
	for _, m := range moves[mark:] {
		*next = *p
		next.Apply(m)
		nodes += w.arrive(at+1, depth-1)
	}
	w.moves = w.moves[:mark]
	return nodes
}

func (w *walk) survive(at, depth int) uint64 {
	w.line[at+1] = w.line[at]
	w.line[at+1].Survive()
	return w.arrive(at+1, depth)
}

// arrive counts from a position that has just arisen.
func (w *walk) arrive(at, depth int) uint64 {
	if w.short {
		return w.count(at, depth)
	}
	p := &w.line[at]
	key := p.Key()
	w.past.Push(key)
	nodes := uint64(0)
	if !repeated(w.past, p, key) {
		nodes = w.count(at, depth)
	} else if p.Turn().State == Choice { // of a King who has resigned; it comes before repetition
		nodes = w.survive(at, depth)
	}
	w.past.Truncate(w.past.Len() - 1)
	return nodes
}

// repeated reports whether the position's key, the last of past, is there for the third time.
// Resignations add up to two keys that are no plies.
func repeated(past *rules.History, p *Position, key uint64) bool {
	return past.Count(key, p.Quiet()+3) >= 3
}

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
	return p.perft(depth, &past)
}

// perft counts from a position whose key is the last of past. While nothing can
// recur for the third time, the past is not kept.
func (p *Position) perft(depth int, past *rules.History) uint64 {
	start := *p
	w := walk{
		past:  past,
		short: min(past.Len(), recent(p))+depth-1 <= firstRepetition,
		line:  []*Position{&start},
		moves: make([]rules.Move, 0, 1024),
	}
	return w.count(0, depth)
}

type walk struct {
	past  *rules.History
	short bool
	line  []*Position  // the positions on the way
	moves []rules.Move // of all of them
}

// count counts sequences of at least one move from a position of the line.
func (w *walk) count(at, depth int) uint64 {
	p := w.line[at]
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
	next := w.next(at)
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
	next := w.next(at)
	*next = *w.line[at]
	next.Survive()
	return w.arrive(at+1, depth)
}

// next returns the place for the position after one of the line.
func (w *walk) next(at int) *Position {
	if at+1 == len(w.line) {
		w.line = append(w.line, new(Position))
	}
	return w.line[at+1]
}

// arrive counts from a position that has just arisen.
func (w *walk) arrive(at, depth int) uint64 {
	if w.short {
		return w.count(at, depth)
	}
	p := w.line[at]
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
func repeated(past *rules.History, p *Position, key uint64) bool {
	return past.Count(key, recent(p)) >= 3
}

// recent returns how many of the last keys can be equal: no position from
// before the last progress recurs. Two resignations may have added keys that are no plies.
func recent(p *Position) int { return p.Quiet() + 3 }

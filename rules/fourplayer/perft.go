package fourplayer

import "melee/rules"

// Perft counts the legal sequences of exactly depth moves. past holds the keys
// of the positions before and of this one, so that repetitions end a sequence
// (F18); nil where they need not be found. It is left as it was.
func (p *Position) Perft(depth int, past *rules.History) uint64 {
	if depth <= 0 {
		return 1
	}
	if past != nil && int(p.reach)+depth < shortestRepetition {
		past = nil
	}
	return p.perft(depth, past)
}

// shortestRepetition is how many plies a position needs to occur three times:
// two players, each moving a man away and back, twice.
const shortestRepetition = 8

func (p *Position) perft(depth int, past *rules.History) uint64 {
	if p.end != ongoing {
		return 0
	}
	if depth == 1 {
		return uint64(p.CountMoves())
	}
	length := 0
	if past != nil {
		length = past.Len()
	}
	var room [128]rules.Move
	total := uint64(0)
	for _, m := range p.Moves(room[:0]) {
		next := *p
		next.Apply(m, past)
		total += next.perft(depth-1, past)
		if past != nil {
			past.Truncate(length)
		}
	}
	return total
}

// CountMoves returns the number of legal moves.
func (p *Position) CountMoves() int {
	var room [128]rules.Move
	return len(p.Moves(room[:0]))
}

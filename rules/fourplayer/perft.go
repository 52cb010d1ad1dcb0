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
	if depth == 1 {
		return uint64(p.CountMoves())
	}
	return p.perft(depth, past)
}

// shortestRepetition is how many plies a position needs to occur three times:
// two players, each moving a man away and back, twice.
const shortestRepetition = 8

// perft counts for depths from 2 on.
func (p *Position) perft(depth int, past *rules.History) uint64 {
	length := 0
	if past != nil {
		length = past.Len()
	}
	var room [128]rules.Move
	var next Position
	total := uint64(0)
	for _, m := range p.Moves(room[:0]) {
		next = *p
		if depth == 2 {
			total += uint64(next.applyAndCount(m, past))
		} else {
			next.Apply(m, past)
			total += next.perft(depth-1, past)
		}
		if past != nil {
			past.Truncate(length)
		}
	}
	return total
}

// applyAndCount plays m and returns the number of moves there are then. The
// count itself tells whether the player on turn is stuck, so that it need not be asked before.
func (p *Position) applyAndCount(m rules.Move, past *rules.History) int {
	p.play(m, nil)
	p.advance()
	if p.ends(past, nil) {
		return 0
	}
	p.passed[p.turn&3] = 0
	if n := p.CountMoves(); n > 0 {
		return n
	}
	p.strand(nil)
	p.judge(past, nil)
	return p.CountMoves()
}

package duel

import (
	"melee/engine/search"
	"melee/rules"
)

// answersUntil is to what depth of quiescence all answers to a check are tried; without an end
// quiet moves that answer a check with a check would go on and on.
const answersUntil = 8

// hope is what a capture may bring beside the man, in hundredths of a pawn.
const hope = 180

// quiesce searches captures and answers to checks until the position is
// quiet: the side to move may also leave it as it stands.
func (t *thread[P, R]) quiesce(at, deep int, alpha, beta search.Score) search.Score {
	here := &t.plies[at]
	t.pv[at].length = 0
	if t.meter.Tick() {
		return 0
	}
	t.selDepth = max(t.selDepth, at)
	if e := t.rules.Over(&here.position); e != Open {
		return t.ended(at, e)
	}
	if here.checked && t.repeats(&here.position) {
		return search.Draw
	}
	if at >= search.MaxPly {
		return t.rules.Evaluate(&here.position, alpha, beta)
	}
	key := t.past[len(t.past)-1]
	var entry search.Entry
	if t.tuning.QuietTable {
		entry, _ = t.table.Probe(key)
	}
	if score := entry.Score.Loaded(at); beta-alpha == 1 && settles(entry, score, alpha, beta) {
		return score
	}
	first := len(t.list.moves)
	best := search.Score(-search.Beyond)
	var moves []rules.Move
	end := Open
	if here.checked && deep < answersUntil {
		moves, end = t.rules.Moves(&here.position, t.list.moves)
	} else {
		here.static = t.rules.Evaluate(&here.position, alpha, beta)
		best = here.static
		if best >= beta {
			return best
		}
		moves, end = t.rules.Noisy(&here.position, t.list.moves)
	}
	t.list.moves = moves
	switch end {
	case Open:
	case Optional:
		best = t.ended(at, Lost)
	default:
		t.list.cut(first)
		return t.ended(at, end)
	}
	t.fill(at, 0, first, entry.Move)
	best, move := t.lively(at, deep, first, max(alpha, best), beta, best)
	t.list.cut(first)
	if t.budget.Stopped() {
		return 0
	}
	if !t.tuning.QuietTable {
		return best
	}
	e := search.Entry{Move: move, Score: best.Stored(at), Depth: 0, Bound: search.Upper}
	if best >= beta {
		e.Bound = search.Lower
	} else if move != rules.NoMove && beta-alpha > 1 {
		e.Bound = search.Exact
	}
	t.table.Store(key, e)
	return best
}

// lively searches the listed moves of a ply of quiescence.
func (t *thread[P, R]) lively(at, deep, first int, alpha, beta, best search.Score) (search.Score, rules.Move) {
	here := &t.plies[at]
	bestMove := rules.NoMove
	width, looked := t.tuning.QuietWidth, 0
	for i := first; i < len(t.list.moves); i++ {
		m, rank := t.pick(at, i)
		if !here.checked {
			if rank < 0 {
				break // the rest loses men
			}
			if gain := t.gain(here, m, rank); here.static+gain+hope <= alpha {
				best = max(best, here.static+gain+hope)
				continue
			}
		}
		if width > 0 && looked >= width && best > -search.MateBound && (!here.checked || rank < rankWinning) {
			break
		}
		looked++
		if at == 1 && i < len(t.list.moves)-1 && t.limits.Slips.Misses(at, m, true) {
			continue
		}
		t.play(at, 0, m)
		var score search.Score
		if t.plies[at+1].flips {
			score = -t.quiesce(at+1, deep+1, -beta, -alpha)
		} else {
			score = t.quiesce(at+1, deep+1, alpha, beta)
		}
		t.leave()
		if t.budget.Stopped() {
			return best, bestMove
		}
		if t.improves(at, m, score, &best, &alpha) {
			bestMove = m
		}
		if alpha >= beta {
			break
		}
	}
	return best, bestMove
}

package duel

import (
	"math"

	"melee/engine/search"
	"melee/rules"
)

// node searches the position of a ply to a depth. The score lies within alpha
// and beta, or is a bound beyond them. After the budget has stopped it means nothing.
func (t *thread[P, R]) node(at, depth int, alpha, beta search.Score) search.Score {
	here := &t.plies[at]
	t.pv[at].length = 0
	if here.checked && at < t.tuning.CheckReach*t.depth {
		depth++
	}
	if depth <= 0 {
		return t.quiesce(at, 0, alpha, beta)
	}
	if t.meter.Tick() {
		return 0
	}
	t.selDepth = max(t.selDepth, at)
	if t.repeats(&here.position) {
		return search.Draw
	}
	if e := t.rules.Over(&here.position); e != Open {
		return t.ended(at, e)
	}
	if at >= search.MaxPly {
		return t.rules.Evaluate(&here.position, alpha, beta)
	}
	// No line from here can be better than mating, or worse than being mated, at once.
	alpha, beta = max(alpha, -search.MateScore+search.Score(at)), min(beta, search.MateScore-search.Score(at+1))
	if alpha >= beta {
		return alpha
	}
	null := beta-alpha == 1
	key := t.past[len(t.past)-1]
	entry, known := t.table.Probe(key)
	if known {
		if score := entry.Score.Loaded(at); null && entry.Depth >= depth && settles(entry, score, alpha, beta) {
			return score
		}
	}
	if score, cut := t.prune(at, depth, alpha, beta, entry); cut || t.budget.Stopped() {
		return score
	}
	if t.tuning.Reduction > 0 && depth >= 4 && entry.Move == rules.NoMove {
		depth-- // without an idea what to try first a deep search is dear
	}
	first := len(t.list.moves)
	moves, end := t.rules.Moves(&here.position, t.list.moves)
	t.list.moves = moves
	if end != Open && end != Optional {
		t.list.cut(first)
		return t.ended(at, end)
	}
	t.fill(at, depth, first, entry.Move)
	best := search.Score(-search.Beyond)
	if end == Optional {
		best = t.ended(at, Lost)
	}
	best, move := t.moves(at, depth, first, alpha, beta, best)
	t.list.cut(first)
	if t.budget.Stopped() {
		return 0
	}
	e := search.Entry{Move: move, Score: best.Stored(at), Depth: depth, Bound: search.Exact}
	switch {
	case best >= beta:
		e.Bound = search.Lower
	case best <= alpha:
		e.Bound = search.Upper
	}
	t.table.Store(key, e)
	return best
}

// prune tries to settle a position without looking at its moves.
func (t *thread[P, R]) prune(at, depth int, alpha, beta search.Score, entry search.Entry) (search.Score, bool) {
	here := &t.plies[at]
	if here.checked {
		return 0, false
	}
	here.static = t.rules.Evaluate(&here.position, alpha, beta)
	if beta-alpha != 1 || beta >= search.MateBound || beta <= -search.MateBound {
		return 0, false
	}
	value := here.static
	if score := entry.Score.Loaded(at); entry.Bound == search.Exact ||
		entry.Bound == search.Lower && score > value || entry.Bound == search.Upper && score < value {
		value = score
	}
	tune := t.tuning
	if tune.StandMargin > 0 && depth <= tune.StandDepth && value-tune.StandMargin*search.Score(depth) >= beta && value < search.MateBound {
		return value, true
	}
	if !tune.NullMove || depth < 3 || value < beta || here.passed || at == 0 || !t.rules.Passable(&here.position) {
		return 0, false
	}
	reduction := 3 + depth/4 + int(min((value-beta)/200, 2))
	left := max(depth-reduction, tune.NullLeast)
	t.pass(at, left)
	score := t.child(at, left, beta-1, beta)
	t.leave()
	if score < beta || t.budget.Stopped() {
		return 0, false
	}
	return min(score, search.MateBound-1), true
}

// moves searches the listed moves of a ply, the most promising first. It
// returns the best score, best as given if nothing is better, and the move that has it.
func (t *thread[P, R]) moves(at, depth, first int, alpha, beta, best search.Score) (search.Score, rules.Move) {
	here := &t.plies[at]
	null := beta-alpha == 1
	bestMove := rules.NoMove
	var tried [64]rules.Move
	quiet, searched, thinned := 0, 0, false
	for i := first; i < len(t.list.moves); i++ {
		if !thinned && searched > 0 && best > -search.MateBound && (null || t.tuning.LateOpen) && t.pointless(here, depth, quiet, alpha, null) {
			thinned = true
			t.thin(at, i)
			if i == len(t.list.moves) {
				break
			}
		}
		m, rank := t.pick(at, i)
		lively := rank >= rankWinning || rank < rankLosing/2
		if at == 1 && (searched > 0 || i < len(t.list.moves)-1) && t.limits.Slips.Misses(at, m, lively) {
			continue
		}
		t.play(at, depth-1, m)
		if thinned && !lively && rank < rankKiller && !t.plies[at+1].alarmed {
			t.leave()
			continue
		}
		score := t.oneMove(at, depth, searched, lively, rank, alpha, beta)
		t.leave()
		if t.budget.Stopped() {
			return best, bestMove
		}
		searched++
		if t.improves(at, m, score, &best, &alpha) {
			bestMove = m
		}
		if alpha >= beta {
			if !lively {
				t.reward(at, depth, m, tried[:min(quiet, len(tried))])
			}
			break
		}
		if !lively {
			if quiet < len(tried) {
				tried[quiet] = m
			}
			quiet++
		}
	}
	return best, bestMove
}

// pointless reports whether quiet moves that give no check are left out from now on: so many have been tried, or so much is missing.
func (t *thread[P, R]) pointless(here *ply[P], depth, quiet int, alpha search.Score, null bool) bool {
	if here.checked {
		return false
	}
	tune := t.tuning
	late := tune.LateMoves + tune.LateGrowth*depth*depth/100
	if !null {
		late *= 2
	}
	if tune.LateMoves > 0 && depth <= tune.LateDepth && quiet >= late {
		return true
	}
	return null && tune.QuietMargin > 0 && depth <= 6 && here.static+tune.QuietMargin*search.Score(depth+1) <= alpha
}

// oneMove searches the position after a move: the first in the whole window,
// the others to show that they are no better, late ones less deep at first.
func (t *thread[P, R]) oneMove(at, depth, searched int, lively bool, rank int32, alpha, beta search.Score) search.Score {
	next := &t.plies[at+1]
	deeper := depth - 1
	if t.plies[at].move == Survive {
		deeper = depth // a choice is no ply
	}
	if searched == 0 {
		return t.child(at, deeper, alpha, beta)
	}
	less := 0
	if t.tuning.Reduction > 0 && depth >= 3 && searched >= 2 && !next.alarmed && (!lively || rank < 0) {
		less = t.reduction(depth, searched, rank, beta-alpha > 1)
		less = max(min(less, deeper-1), 0)
	}
	score := t.child(at, deeper-less, alpha, alpha+1)
	if t.budget.Stopped() {
		return score
	}
	if score > alpha && less > 0 {
		score = t.child(at, deeper, alpha, alpha+1)
	}
	if score > alpha && score < beta {
		score = t.child(at, deeper, alpha, beta)
	}
	return score
}

// reduction returns by how many plies a late move is searched less deep.
func (t *thread[P, R]) reduction(depth, searched int, rank int32, open bool) int {
	r := int(reductions[min(depth, 63)][min(searched, 63)]) * t.tuning.Reduction / 100
	r -= int(min(max(rank, -2*historyTop), 2*historyTop)) * 150 / (2 * historyTop)
	if open {
		r -= 80
	}
	return r / 100
}

// reductions are hundredths of plies by depth and number of moves searched before.
var reductions = func() (t [64][64]int16) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int16(75 + 100*math.Log(float64(d))*math.Log(float64(n))/2.1)
		}
	}
	return t
}()

package duel

import (
	"cmp"
	"slices"

	"melee/engine/search"
	"melee/rules"
)

// A root is a first move and what an iteration has found about it.
type root struct {
	move     rules.Move
	score    search.Score // -search.Beyond where the move is not better than those before it
	previous search.Score
	selDepth int
	pv       []rules.Move
}

// deepest is how many plies the last iteration has when no limit is reached.
const deepest = search.MaxPly - 8

// The window around the score of the iteration before, and from which depth it is used.
const (
	windowFrom = 5
	windowHalf = 30
)

// beginRoots puts the first moves in the order in which any node would try them.
func (t *thread[P, R]) beginRoots(moves []rules.Move) {
	entry, _ := t.table.Probe(t.past[t.rootAt])
	t.list.moves = append(t.list.moves[:0], moves...)
	t.fill(0, 0, 0, entry.Move)
	t.roots = make([]root, len(moves))
	for i := range t.roots {
		m, _ := t.pick(0, i)
		t.roots[i] = root{move: m, score: -search.Beyond, previous: -search.Beyond}
	}
	t.list.cut(0)
}

// iterate searches deeper and deeper until a limit is reached.
func (t *thread[P, R]) iterate() {
	unrest := 0.0
	for t.depth = 1; t.depth <= t.lastDepth(); t.depth++ {
		best := t.roots[0].move
		t.selDepth = 0
		t.iteration()
		if t.budget.Stopped() {
			t.salvage()
			return
		}
		unrest /= 2
		if best != t.roots[0].move {
			unrest++
		}
		if t.settled() || t.budget.Enough(0.7+0.8*unrest) {
			return
		}
	}
}

// help searches for another thread's sake: what it finds is in the table.
func (t *thread[P, R]) help() {
	for t.depth = 1 + t.number&1; t.depth <= t.lastDepth() && !t.budget.Stopped(); t.depth++ {
		t.selDepth = 0
		for i := range t.roots {
			t.roots[i].previous, t.roots[i].score = t.roots[i].score, -search.Beyond
		}
		t.aspire(0)
	}
}

func (t *thread[P, R]) lastDepth() int {
	if d := t.limits.Depth; d > 0 && d < deepest {
		return d
	}
	return deepest
}

// iteration searches all first moves to the present depth, once for every line wanted.
func (t *thread[P, R]) iteration() {
	for i := range t.roots {
		t.roots[i].previous, t.roots[i].score = t.roots[i].score, -search.Beyond
	}
	for n := range min(max(t.limits.MultiPV, 1), len(t.roots)) {
		t.aspire(n)
		if t.budget.Stopped() {
			return
		}
		t.record(n)
		if t.tell != nil {
			t.tell(t.lines[n])
		}
	}
}

// record notes the line of rank n.
func (t *thread[P, R]) record(n int) {
	r := &t.roots[n]
	t.meter.HandIn()
	info := search.Info{
		Depth: t.depth, SelDepth: max(r.selDepth, t.depth), MultiPV: n + 1, Score: r.score, Bound: search.Exact,
		Nodes: t.budget.Nodes(), Hashfull: t.table.Hashfull(), Time: t.budget.Time(), PV: actions(r.pv),
		Values: t.values(r.pv),
	}
	if n < len(t.lines) {
		t.lines[n] = info
	} else {
		t.lines = append(t.lines, info)
	}
}

// values returns what the end of a line is worth to each seat.
func (t *thread[P, R]) values(pv []rules.Move) []search.Score {
	end := t.plies[0].position
	for _, m := range pv {
		t.rules.Apply(&end, m)
	}
	return t.rules.Values(&end)
}

// salvage takes over what the unfinished iteration has found to be better.
func (t *thread[P, R]) salvage() {
	t.order(0)
	if len(t.lines) > 0 && len(t.roots[0].pv) > 0 && t.roots[0].score > -search.Beyond {
		t.record(0)
	}
}

// settled reports whether deeper iterations would only confirm a mate.
func (t *thread[P, R]) settled() bool {
	moves, mate := t.roots[0].score.MateIn()
	if !mate || t.limits.MultiPV > 1 {
		return false
	}
	if t.limits.Mate > 0 && 0 < moves && moves <= t.limits.Mate {
		return true
	}
	return t.depth >= 2*max(moves, -moves)+4
}

// aspire searches the first moves from n on in a narrow window that is opened where the score lies outside.
func (t *thread[P, R]) aspire(n int) {
	alpha, beta := search.Score(-search.Beyond), search.Score(search.Beyond)
	half := search.Score(windowHalf)
	if guess := t.roots[n].previous; t.depth >= windowFrom && guess > -search.MateBound && guess < search.MateBound {
		alpha, beta = guess-half, guess+half
	}
	for {
		score := t.first(n, alpha, beta)
		t.order(n)
		if t.budget.Stopped() {
			return
		}
		half *= 4
		switch {
		case score <= alpha && alpha > -search.Beyond:
			alpha = max(score-half, -search.Beyond)
		case score >= beta && beta < search.Beyond:
			beta = min(score+half, search.Beyond)
		default:
			return
		}
		if half > 1000 {
			alpha, beta = -search.Beyond, search.Beyond
		}
	}
}

// order sorts the first moves from n on by what is known of them.
func (t *thread[P, R]) order(n int) {
	slices.SortStableFunc(t.roots[n:], func(a, b root) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.previous, a.previous))
	})
}

// first searches the first moves from n on.
func (t *thread[P, R]) first(n int, alpha, beta search.Score) search.Score {
	best := search.Score(-search.Beyond)
	for i := n; i < len(t.roots) && alpha < beta; i++ {
		r := &t.roots[i]
		r.score = -search.Beyond
		whim := search.Draw
		if alpha < search.MateBound {
			whim = t.limits.Slips.Misjudged(r.move)
		}
		gain, lively := t.rules.Gain(&t.plies[0].position, r.move)
		t.play(0, t.depth, r.move)
		score := t.oneMove(0, t.depth, i-n, lively && gain >= 0, 0, alpha-whim, beta-whim)
		t.leave()
		if t.budget.Stopped() {
			return best
		}
		if score > -search.MateBound && score < search.MateBound {
			score += whim
		}
		if i == n || score > alpha {
			r.score, r.selDepth = score, t.selDepth
			r.pv = append(append(r.pv[:0], r.move), t.pv[1].moves[:t.pv[1].length]...)
		}
		best, alpha = max(best, score), max(alpha, score)
	}
	return best
}

// action returns what the search has decided on.
func (t *thread[P, R]) action() rules.Action {
	m := t.roots[0].move
	if m != Survive {
		return rules.Action{Act: rules.MakeMove, Move: m}
	}
	t.play(0, 0, m)
	defer t.leave()
	if t.rules.Over(&t.plies[1].position) == Lost {
		return rules.Action{Act: rules.Decline}
	}
	return rules.Action{Act: rules.Survive}
}

// actions returns a line as a game's record has it.
func actions(moves []rules.Move) []rules.Action {
	line := make([]rules.Action, len(moves))
	for i, m := range moves {
		line[i] = rules.Action{Act: rules.MakeMove, Move: m}
		if m == Survive {
			line[i] = rules.Action{Act: rules.Survive}
		}
	}
	return line
}

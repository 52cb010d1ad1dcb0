package duel

import (
	"melee/engine/search"
	"melee/rules"
)

// A thread is one search through the tree; only table and budget are shared.
type thread[P any, R Rules[P]] struct {
	rules  R
	table  *search.Table
	tuning *Tuning
	budget *search.Budget
	meter  *search.Meter
	limits *search.Limits
	number int

	plies    [search.MaxPly + 2]ply[P]
	pv       [search.MaxPly + 2]line
	past     []uint64 // keys of the game and of the line looked at
	rootAt   int      // where that of the root is
	list     moveList
	memory   memory
	depth    int // of the iteration
	selDepth int

	roots []root
	lines []search.Info // the last complete ones
	tell  func(search.Info)
}

// A ply is what is kept of each position of the line looked at.
type ply[P any] struct {
	position P
	static   search.Score // without search; only where there is no check
	checked  bool
	alarmed  bool // by the last move: see Rules.Alarmed
	flips    bool // another side is to move than at the ply before
	passed   bool // it arose by a pass
	move     rules.Move
	sort     int // of move
	killers  [2]rules.Move
}

// A line is the best play found from a ply on.
type line struct {
	length int
	moves  [search.MaxPly + 2]rules.Move
}

// begin readies the thread for a search.
func (t *thread[P, R]) begin(start *Start[P, R], moves []rules.Move, budget *search.Budget, limits *search.Limits) {
	t.rules, t.budget, t.meter, t.limits = start.Rules, budget, budget.Meter(), limits
	t.plies[0] = ply[P]{position: start.Position, checked: start.Rules.Checked(&start.Position)}
	t.past = append(t.past[:0], start.Past...)
	t.rootAt = len(t.past) - 1
	t.lines, t.tell = nil, nil
	t.memory.begin(t.rules.Sorts())
	for i := range t.plies {
		t.plies[i].killers = [2]rules.Move{}
	}
	t.beginRoots(moves)
}

// play makes a move from a ply and enters the position that arises, which will be searched to a depth; leave goes back.
func (t *thread[P, R]) play(at, depth int, m rules.Move) {
	from, to := &t.plies[at], &t.plies[at+1]
	from.move, from.sort = m, t.rules.Sort(&from.position, m)
	to.position = from.position
	t.rules.Apply(&to.position, m)
	t.enter(from, to, depth, false)
}

// pass gives the turn on from a ply.
func (t *thread[P, R]) pass(at, depth int) {
	from, to := &t.plies[at], &t.plies[at+1]
	from.move, from.sort = rules.NoMove, 0
	to.position = from.position
	t.rules.Pass(&to.position)
	t.enter(from, to, depth, true)
}

func (t *thread[P, R]) enter(from, to *ply[P], depth int, passed bool) {
	key := t.rules.Key(&to.position)
	if depth > 0 || t.tuning.QuietTable {
		t.table.Touch(key)
	}
	t.past = append(t.past, key)
	to.passed = passed
	to.flips = t.rules.Side(&to.position) != t.rules.Side(&from.position)
	to.checked = t.rules.Checked(&to.position)
	to.alarmed = to.checked || t.rules.Alarmed(&to.position)
}

func (t *thread[P, R]) leave() { t.past = t.past[:len(t.past)-1] }

// repeats reports whether the newest position has been there before: once in
// the line looked at, or twice in the game, whose third occurrence ends it.
func (t *thread[P, R]) repeats(p *P) bool {
	last := len(t.past) - 1
	key := t.past[last]
	earlier := 0
	for i := last - 1; i >= max(last-t.rules.Recent(p), 0); i-- {
		if t.past[i] != key {
			continue
		}
		if earlier++; i > t.rootAt || earlier == 2 {
			return true
		}
	}
	return false
}

// child searches the position entered after a ply, for the side to move there.
func (t *thread[P, R]) child(at, depth int, alpha, beta search.Score) search.Score {
	if t.plies[at+1].flips {
		return -t.node(at+1, depth, -beta, -alpha)
	}
	return t.node(at+1, depth, alpha, beta)
}

// keep makes m and the best line after it the best line of a ply.
func (t *thread[P, R]) keep(at int, m rules.Move) {
	from, to := &t.pv[at+1], &t.pv[at]
	to.moves[0] = m
	to.length = 1 + copy(to.moves[1:], from.moves[:from.length])
}

// improves notes the score of a ply's move, and keeps its line if it is the best so far and more than alpha.
func (t *thread[P, R]) improves(at int, m rules.Move, score search.Score, best, alpha *search.Score) bool {
	if score <= *best {
		return false
	}
	*best = score
	if score <= *alpha {
		return false
	}
	*alpha = score
	t.keep(at, m)
	return true
}

// ended returns the score of a position that has ended.
func (t *thread[P, R]) ended(at int, e End) search.Score {
	return t.rules.Final(&t.plies[at].position, e).Loaded(at)
}

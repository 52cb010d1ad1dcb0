package problem

import (
	"slices"

	"melee/rules"
	"melee/rules/allin"
)

// lines searches help and series play, ply by ply. Where left plies of the main play remain, this
// one included, a dead end is a position from which no line of that length or a shorter one leads on.
type lines struct {
	*search
	line  Line
	found func(Line) // nil: it is only asked whether there is a line
}

// plies returns the length of the main play, without the ply to which the other side is forced at its end.
func (s Stipulation) plies() int {
	switch s.Play {
	case HelpSelf, HelpReflex:
		return s.Halves - 1
	case Help:
		return s.Halves
	}
	return s.Halves / 2
}

// emit delivers the line that has been played so far.
func (l *lines) emit() bool {
	if l.found != nil {
		l.found(slices.Clone(l.line))
	}
	return true
}

// A step is the part of the play to which a move belongs. It is no function value, since positions
// handed to one would be kept on the heap.
type step uint8

const (
	helpStep    step = iota
	seriesStep       // of the side that plays alone
	introStep        // before "->"
	forcingStep      // the other side must be forced to the goal after it
)

// each goes on with every legal move of p, as long as there is need.
func (l *lines) each(p *allin.Position, on step, left int) bool {
	first := len(l.moves)
	calm, is := l.calm(p, on, left)
	foretells, after := l.foretells(on, left)
	l.moves = p.Moves(l.moves)
	any := false
	for i := first; i < len(l.moves) && !(any && l.found == nil); i++ {
		if is && calm.Keeps(l.moves[i]) || foretells && l.foretold(p, l.moves[i], after) {
			continue
		}
		any = l.play(p, l.moves[i], on, left) || any
	}
	l.moves = l.moves[:first]
	return any
}

// calm returns a proof that no mate follows most moves of p, if the other side is to mate just after them.
func (l *lines) calm(p *allin.Position, on step, left int) (calm allin.Calm, is bool) {
	last := on == helpStep && l.stip.Play == Help && left == 2 || on == seriesStep && l.stip.Play == SeriesHelp && left == 1
	if !last || l.target.goal != Mate || p.InCheck() {
		return calm, false
	}
	passed := *p
	passed.Pass()
	return passed.Calm()
}

// foretells reports whether the position after a move alone decides what follows it, and how many plies are then left,
// 0 where only the goal is to be reached.
func (l *lines) foretells(on step, left int) (is bool, after int) {
	switch {
	case on == helpStep && l.stip.Play == Help:
		if after = left - 1; after == 1 {
			after = 0
		}
		return left > 1 && (left%2 == 0 || l.target.goal <= MateOrStalemate), after
	case on == seriesStep && l.stip.Play == SeriesHelp:
		return left == 1, 0
	}
	return false, 0
}

// foretold reports whether it is known that nothing follows a move of p.
func (l *lines) foretold(p *allin.Position, m rules.Move, after int) bool {
	key, ok := p.KeyAfter(m)
	return ok && l.table.hopeless(key, after)
}

// play goes on with one move.
func (l *lines) play(p *allin.Position, m rules.Move, on step, left int) (any bool) {
	l.look()
	l.line = append(l.line, m)
	switch on {
	case helpStep:
		any = l.help(p, m, left)
	case seriesStep:
		any = l.series(p, m, left)
	case introStep:
		any = l.alone(p, m, left)
	case forcingStep:
		any = l.forcing(p, m)
	}
	l.line = l.line[:len(l.line)-1]
	return any
}

// alone goes on with a move before "->", of which left may be played, this one included.
func (l *lines) alone(p *allin.Position, m rules.Move, left int) bool {
	any := false
	if !l.stip.Exact || left == 1 {
		q, legal := *p, true
		if l.stip.introStays() {
			legal = q.PlayOn(m)
		} else {
			q.Apply(m)
		}
		any = legal && l.from(&q, l.stip.plies())
	}
	if q := *p; left > 1 && q.PlayOn(m) {
		any = l.each(&q, introStep, left-1) || any
	}
	return any
}

// from looks for lines from p, unless it is known that there are none.
//
// What A6 or A15 forbid depends on the previous ply. A dead end that would be one without the ban is
// stored as such, to serve every way to it.
func (l *lines) from(p *allin.Position, left int) bool {
	if l.halted() || l.mustReachItself(left) && l.reaches(p) {
		return false
	}
	if left == 1 && l.endsByItself() {
		return l.goal(p)
	}
	salt := l.salt(left)
	free := p.Unbound()
	if known, _ := l.table.find(&free, salt); known.lost >= left {
		return false
	}
	binds := bound(p)
	if binds && l.table.bound.Load() {
		if known, _ := l.table.find(p, salt); known.lost >= left {
			return false
		}
	}
	before := l.count
	if l.all(p, left) {
		return true
	}
	if l.halted() {
		return false
	}
	dead := &free
	if binds && l.lifted(p, &free, left) {
		dead = p
		l.table.bound.Store(true)
	} else {
		l.table.despair(free.Key(), left)
	}
	l.table.learn(dead, salt, fact{lost: left, work: effort(l.count - before)})
	return false
}

// mustReachItself reports whether the side to move may not go on where it can reach the goal itself.
func (l *lines) mustReachItself(left int) bool {
	return l.stip.Play == HelpReflex && left%2 == 1 || l.stip.Play == SeriesReflex
}

// lifted reports whether a move that is banned in p, but not in free, would lead on. Without an answer it says yes.
func (l *lines) lifted(p, free *allin.Position, left int) bool {
	back, is := p.Forbidden()
	if !is {
		return true
	}
	found := l.found
	l.found = nil
	any := l.play(free, back, l.step(), left)
	l.found = found
	return any || l.halted()
}

// step returns the step of the main play.
func (l *lines) step() step {
	if l.stip.Play.IsSeries() {
		return seriesStep
	}
	return helpStep
}

// all looks for all lines from p.
func (l *lines) all(p *allin.Position, left int) bool {
	return l.each(p, l.step(), left)
}

// endsByItself reports whether the last ply of the main play must reach the goal, so that nothing follows it.
func (l *lines) endsByItself() bool { return l.stip.Play == Help || l.stip.Play == Series }

// goal delivers the lines that reach the goal by the next move.
//
// Many orders of moves lead to one position, and few lead to the goal. What A6 or A15 forbid is lifted, so that
// one answer serves all of them.
func (l *lines) goal(p *allin.Position) bool {
	free := p
	if bound(p) {
		lifted := p.Unbound()
		free = &lifted
	}
	key := free.Key()
	if l.table.hopeless(key, 0) {
		return false
	}
	if l.target.goal == Mate && !free.MayMate() {
		l.table.despair(key, 0)
		return false
	}
	first := len(l.moves)
	l.moves = l.target.candidates(free, l.moves)
	any, hope := false, false
	for i := first; i < len(l.moves) && !(any && l.found == nil); i++ {
		m := l.moves[i]
		if !l.hits(free, m) {
			continue
		}
		hope = true
		if !banned(p, m) {
			l.line = append(l.line, m)
			any = l.emit()
			l.line = l.line[:len(l.line)-1]
		}
	}
	l.moves = l.moves[:first]
	if !hope {
		l.table.despair(key, 0)
	}
	return any
}

// help goes on with a move of help play. Where the number of plies left is odd, the side that plays for the goal moves.
func (l *lines) help(p *allin.Position, m rules.Move, left int) bool {
	q := *p
	q.Apply(m)
	if left%2 == 1 {
		if ended, any := l.ends(m, &q, left); ended {
			return any
		}
	}
	return left > 1 && l.from(&q, left-1)
}

// ends reports whether a move that led to q ends the line, and whether that is a solution.
func (l *lines) ends(m rules.Move, q *allin.Position, left int) (ended, any bool) {
	switch l.stip.Play {
	case Help:
		ended = l.target.reached(m, q)
	case HelpSelf:
		ended = l.forced(q)
	case HelpReflex:
		ended = l.reaches(q)
	}
	if !ended || l.stip.Exact && left > 1 {
		return ended, false
	}
	if l.stip.Play == Help {
		return true, l.emit()
	}
	return true, l.goal(q)
}

// forced reports whether every move of q reaches the goal, and there is one.
func (l *lines) forced(q *allin.Position) bool {
	first := len(l.moves)
	l.moves = q.Moves(l.moves)
	all := len(l.moves) > first
	for i := first; i < len(l.moves) && all; i++ {
		all = l.hits(q, l.moves[i])
	}
	l.moves = l.moves[:first]
	return all
}

// series goes on with a move of the side that plays alone.
func (l *lines) series(p *allin.Position, m rules.Move, left int) bool {
	any := false
	q := *p
	q.Apply(m)
	switch l.stip.Play {
	case Series:
		if l.target.reached(m, &q) && (!l.stip.Exact || left == 1) {
			return l.emit()
		}
	case SeriesSelf, SeriesReflex:
		if ended, any := l.mustEnd(&q, left); ended {
			return any
		}
	case SeriesHelp:
		any = (!l.stip.Exact || left == 1) && l.goal(&q)
	case SeriesHelpSelf:
		any = (!l.stip.Exact || left == 1) && l.each(&q, forcingStep, 1)
	}
	if q := *p; left > 1 && q.PlayOn(m) {
		any = l.from(&q, left-1) || any
	}
	return any
}

// mustEnd reports whether the other side must reach the goal in q, so that the series ends, and whether that is a solution.
func (l *lines) mustEnd(q *allin.Position, left int) (ended, any bool) {
	if l.stip.Play == SeriesSelf {
		ended = l.forced(q)
	} else {
		ended = l.reaches(q)
	}
	if !ended || l.stip.Exact && left > 1 {
		return ended, false
	}
	return true, l.goal(q)
}

// forcing goes on with a move after which the other side must be forced to the goal.
func (l *lines) forcing(p *allin.Position, m rules.Move) bool {
	q := *p
	q.Apply(m)
	return l.forced(&q) && l.goal(&q)
}

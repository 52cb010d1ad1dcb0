package problem_test

import (
	"slices"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// A brute solves by the words of the definitions: it tries everything, remembers nothing and cuts nothing short.
type brute struct {
	problem.Task
}

// A step is a legal move with the position it leads to.
type step struct {
	move  rules.Move
	after allin.Position
}

func steps(p *allin.Position) (all []step) {
	for _, m := range p.Moves(nil) {
		q := *p
		q.Apply(m)
		all = append(all, step{m, q})
	}
	return all
}

func (b *brute) reached(s step) bool {
	stuck, check := s.after.Count() == 0, s.after.InCheck()
	switch b.Stipulation.Goal {
	case problem.Mate:
		return stuck && check
	case problem.Stalemate:
		return stuck && !check
	case problem.MateOrStalemate:
		return stuck
	case problem.DoubleStalemate:
		if !stuck || check {
			return false
		}
		other := s.after
		other.Pass()
		return other.Count() == 0
	case problem.Capture:
		return s.move.Taken() != rules.NoKind
	case problem.Check:
		return check
	case problem.Target:
		return s.move.To() == b.Stipulation.Square
	case problem.AnyMove:
		return true
	}
	return false
}

func (b *brute) canReach(p *allin.Position) bool { return slices.ContainsFunc(steps(p), b.reached) }

// wins reports whether the attacker, to move, solves in n moves.
func (b *brute) wins(p *allin.Position, n int) bool {
	if b.Stipulation.Play == problem.Reflex && !b.Options.Quodlibet && b.canReach(p) {
		return false
	}
	return slices.ContainsFunc(steps(p), func(s step) bool { return b.solves(s, n) })
}

// solves reports whether the attacking move s solves in n moves, itself included.
func (b *brute) solves(s step, n int) bool {
	battle, quodlibet := b.Stipulation.Play, b.Options.Quodlibet
	mayEnd := n == 1 || !b.Stipulation.Exact
	if (battle == problem.Direct || quodlibet) && b.reached(s) {
		return mayEnd
	}
	defences := steps(&s.after)
	switch battle {
	case problem.Direct:
		if n == 1 {
			return false
		}
	case problem.Reflex, problem.SemiReflex:
		if slices.ContainsFunc(defences, b.reached) {
			return mayEnd
		}
		if n == 1 {
			return false
		}
	}
	return len(defences) > 0 && !slices.ContainsFunc(defences, func(d step) bool { return b.refutes(d, n) })
}

// refutes reports whether the defence d refutes an attacking move that had n moves, itself included.
func (b *brute) refutes(d step, n int) bool {
	if b.Stipulation.Play == problem.Self && b.reached(d) && (n == 1 || !b.Stipulation.Exact) {
		return false
	}
	return n == 1 || !b.wins(&d.after, n-1)
}

// keys returns the solving first moves.
func (b *brute) keys(p *allin.Position) (keys []string) {
	if b.Stipulation.Play == problem.Reflex && !b.Options.Quodlibet && b.canReach(p) {
		return nil
	}
	for _, s := range steps(p) {
		if b.solves(s, b.Stipulation.Moves()) {
			keys = append(keys, text(s.move))
		}
	}
	slices.Sort(keys)
	return keys
}

// tries returns the first moves with one refutation, each followed by it.
func (b *brute) tries(p *allin.Position) (tries []string) {
	n := b.Stipulation.Moves()
	if b.Stipulation.Play == problem.Reflex && !b.Options.Quodlibet && b.canReach(p) {
		return nil
	}
	for _, s := range steps(p) {
		if b.solves(s, n) || (b.Stipulation.Play == problem.Direct || b.Options.Quodlibet) && b.reached(s) {
			continue
		}
		if b.Stipulation.Play >= problem.Reflex && slices.ContainsFunc(steps(&s.after), b.reached) {
			continue
		}
		var refutations []string
		for _, d := range steps(&s.after) {
			if b.refutes(d, n) {
				refutations = append(refutations, text(d.move))
			}
		}
		if len(refutations) == 1 {
			tries = append(tries, text(s.move)+" "+refutations[0])
		}
	}
	slices.Sort(tries)
	return tries
}

// lines returns the solutions of help and series play.
func (b *brute) lines(p *allin.Position) [][]string {
	found := map[string][]string{}
	emit := func(line []string) { found[key(line)] = slices.Clone(line) }
	b.play(p, nil, b.Stipulation.Intro, emit)
	var lines [][]string
	for _, line := range found {
		lines = append(lines, line)
	}
	slices.SortFunc(lines, func(a, b []string) int { return slices.Compare(a, b) })
	return lines
}

func key(line []string) (all string) {
	for _, m := range line {
		all += m + " "
	}
	return all
}

// play goes through the moves before "->", then the main play.
func (b *brute) play(p *allin.Position, line []string, intro int, emit func([]string)) {
	if intro == 0 {
		b.main(p, line, emit)
		return
	}
	for _, s := range steps(p) {
		so := append(slices.Clone(line), text(s.move))
		after, legal := s.after, true
		if b.Stipulation.Halves%2 != 0 {
			after = *p
			legal = after.PlayOn(s.move)
		}
		if legal && (intro == 1 || !b.Stipulation.Exact) {
			b.main(&after, so, emit)
		}
		if q := *p; intro > 1 && q.PlayOn(s.move) {
			b.play(&q, so, intro-1, emit)
		}
	}
}

func (b *brute) main(p *allin.Position, line []string, emit func([]string)) {
	switch s := b.Stipulation; s.Play {
	case problem.Help:
		b.help(p, line, s.Halves, emit)
	case problem.HelpSelf, problem.HelpReflex:
		b.help(p, line, s.Halves-1, emit)
	default:
		b.series(p, line, s.Moves(), emit)
	}
}

// forced delivers the lines in which the side to move must reach the goal.
func (b *brute) forced(p *allin.Position, line []string, reflex bool, emit func([]string)) bool {
	all := steps(p)
	hits := slices.DeleteFunc(slices.Clone(all), func(s step) bool { return !b.reached(s) })
	if len(hits) == 0 || !reflex && len(hits) < len(all) {
		return false
	}
	for _, s := range hits {
		emit(append(slices.Clone(line), text(s.move)))
	}
	return true
}

func (b *brute) help(p *allin.Position, line []string, left int, emit func([]string)) {
	solver := left%2 == 1
	if solver && b.Stipulation.Play == problem.HelpReflex && b.canReach(p) {
		return
	}
	for _, s := range steps(p) {
		so := append(slices.Clone(line), text(s.move))
		if solver {
			ends := emit
			if b.Stipulation.Exact && left > 1 {
				ends = func([]string) {}
			}
			ended := false
			switch b.Stipulation.Play {
			case problem.Help:
				if ended = b.reached(s); ended {
					ends(so)
				}
			case problem.HelpSelf:
				ended = b.forced(&s.after, so, false, ends)
			case problem.HelpReflex:
				ended = b.forced(&s.after, so, true, ends)
			}
			if ended {
				continue
			}
		}
		if left > 1 {
			b.help(&s.after, so, left-1, emit)
		}
	}
}

func (b *brute) series(p *allin.Position, line []string, left int, emit func([]string)) {
	if b.Stipulation.Play == problem.SeriesReflex && b.canReach(p) {
		return
	}
	for _, s := range steps(p) {
		so := append(slices.Clone(line), text(s.move))
		ends, ended := emit, false
		if b.Stipulation.Exact && left > 1 {
			ends = func([]string) {}
		}
		switch b.Stipulation.Play {
		case problem.Series:
			if ended = b.reached(s) && (left == 1 || !b.Stipulation.Exact); ended {
				emit(so)
			}
		case problem.SeriesHelp:
			b.forced(&s.after, so, true, ends)
		case problem.SeriesReflex:
			ended = b.forced(&s.after, so, true, ends)
		case problem.SeriesSelf:
			ended = b.forced(&s.after, so, false, ends)
		case problem.SeriesHelpSelf:
			for _, w := range steps(&s.after) {
				b.forced(&w.after, append(slices.Clone(so), text(w.move)), false, ends)
			}
		}
		if ended {
			continue
		}
		if q := *p; left > 1 && q.PlayOn(s.move) {
			b.series(&q, so, left-1, emit)
		}
	}
}

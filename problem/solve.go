package problem

import (
	"context"
	"slices"
	"sync"

	"melee/rules"
	"melee/rules/allin"
)

// Solve solves a task, whose faults are the error if it has any. It reports what
// it finds and what it tries; report may be nil. When ctx ends, what was found until then is
// returned without an error, and not as Complete.
func Solve(ctx context.Context, t Task, limits Limits, report Report) (Solution, error) {
	if faults := t.Check(); len(faults) > 0 {
		return Solution{}, faults
	}
	w := &work{task: t, table: newTable(limits.Hash), threads: max(1, limits.Threads), report: report}
	end := context.AfterFunc(ctx, w.end)
	defer end()
	setup := t.begin()
	solution := w.side(setup, StagePlay)
	if t.Options.Duplex && !w.ended.Load() {
		w.table.clear()
		setup.Turn ^= 1
		other := w.side(setup, StageDuplex)
		solution.Duplex = &other
		solution.Complete = solution.Complete && other.Complete
	}
	return solution, nil
}

// side solves the task for the side that begins in a set-up.
func (w *work) side(setup allin.Setup, stage Stage) Solution {
	p, err := allin.New(w.task.code(), setup)
	if err != nil {
		faults, ok := err.(rules.Faults)
		if !ok {
			panic("problem: allin.New promises faults")
		}
		return Solution{Complete: true, Faults: faults}
	}
	var s Solution
	if w.task.Options.SetPlay {
		s = w.setPlay(setup, stage)
	}
	if w.task.Options.StopOnShort {
		if short, found := w.shortened(p, stage); found {
			short.SetLines, short.SetPlay = s.SetLines, s.SetPlay
			return short
		}
	}
	set := s
	s = w.play(&p, w.task.Stipulation, stage)
	s.SetLines, s.SetPlay, s.Nodes = set.SetLines, set.SetPlay, s.Nodes+set.Nodes
	s.Verdict = w.verdict(&s)
	return s
}

// shortened looks for solutions shorter than asked for, the shortest first.
func (w *work) shortened(p allin.Position, stage Stage) (Solution, bool) {
	stip := w.task.Stipulation
	for halves := 1; halves < stip.Halves; halves++ {
		if (stip.Halves-halves)%2 != 0 {
			continue
		}
		short := stip
		short.Halves = halves
		if short.lengthFault() != "" {
			continue
		}
		if s := w.play(&p, short, stage); len(s.Keys)+len(s.Lines) > 0 || w.ended.Load() {
			s.Verdict = w.verdict(&s)
			return s, true
		}
	}
	return Solution{}, false
}

// play solves a stipulation from p.
func (w *work) play(p *allin.Position, stip Stipulation, stage Stage) Solution {
	q := w.ask(p, stip)
	if stip.Play.IsBattle() {
		return w.battle(q, p, stage)
	}
	return w.lines(q, p, stage)
}

// ask returns the query of a stipulation for the side that begins in p.
func (w *work) ask(p *allin.Position, stip Stipulation) *query {
	q := &query{
		stip: stip, options: w.task.Options, target: target{stip.Goal, stip.Square},
		attacker: p.Turn(), table: w.table,
	}
	if w.task.postKey() {
		q.attacker ^= 1
	}
	w.attach(q)
	return q
}

// lines finds the lines of help and series play.
func (w *work) lines(q *query, p *allin.Position, stage Stage) Solution {
	return w.linesOf(q, p, stage, q.stip.plies())
}

// maxLines bounds the lines of one task, so that they and what is printed of them stay below 50 MB.
const maxLines = 100_000

// mostLines returns how many lines are looked for.
func (q *query) mostLines() int {
	if most := q.options.MaxSolutions; most > 0 {
		return min(most, maxLines)
	}
	return maxLines
}

// linesOf finds the lines that have so many plies of main play at most.
func (w *work) linesOf(q *query, p *allin.Position, stage Stage, plies int) Solution {
	moves := sorted(p)
	found := make([][]Line, len(moves))
	on := helpStep
	if q.stip.Play.IsSeries() {
		on = seriesStep
	}
	left := plies
	if q.stip.Intro > 0 {
		on, left = introStep, q.stip.Intro
	}
	var mutex sync.Mutex
	run := w.run(q, p, moves, stage, func(s *search, i int) func() int {
		l := lines{search: s}
		found[i] = nil
		l.found = func(line Line) {
			if s.enough {
				return
			}
			found[i] = append(found[i], line)
			s.enough = len(found[i]) >= q.mostLines()
			mutex.Lock()
			defer mutex.Unlock()
			w.tell(Progress{Stage: stage, Move: moves[i], Number: i + 1, Total: len(moves), Length: plies, Line: line, Nodes: q.nodes.Load()})
		}
		if q.stip.Intro > 0 || !(l.mustReachItself(left) && l.reaches(p)) {
			l.play(p, moves[i], on, left)
		}
		return func() int { return len(found[i]) }
	})
	s := run.solution(q)
	for i := range moves {
		slices.SortFunc(found[i], compareLines)
		s.Lines = append(s.Lines, found[i]...)
		if most := q.mostLines(); len(s.Lines) > most {
			s.Lines = s.Lines[:most]
			s.Complete, s.Resume = false, i+1
			break
		}
	}
	return s
}

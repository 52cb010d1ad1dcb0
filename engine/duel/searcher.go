package duel

import (
	"context"
	"sync"

	"melee/engine/search"
	"melee/rules"
)

// A Start is a game made ready for the search.
type Start[P any, R Rules[P]] struct {
	Rules    R
	Position P
	// Past holds the keys of the game's positions, the present one last.
	Past []uint64
}

// A Searcher implements [search.Searcher] for one game.
type Searcher[P any, R Rules[P]] struct {
	options search.Options
	tuning  Tuning
	ready   func(rules.Game) Start[P, R]
	table   *search.Table
	threads []*thread[P, R]
}

// New returns a searcher; ready makes a game of its variant ready.
func New[P any, R Rules[P]](o search.Options, tuning Tuning, ready func(rules.Game) Start[P, R]) *Searcher[P, R] {
	if o.HashMB <= 0 {
		o.HashMB = 16
	}
	s := &Searcher[P, R]{options: o, tuning: tuning, ready: ready, table: search.NewTable(o.HashMB)}
	s.threads = make([]*thread[P, R], max(o.Threads, 1))
	for i := range s.threads {
		s.threads[i] = &thread[P, R]{table: s.table, tuning: &s.tuning, number: i}
	}
	return s
}

// Forget empties table and histories.
func (s *Searcher[P, R]) Forget() {
	s.table.Clear()
	for _, t := range s.threads {
		t.memory = memory{}
	}
}

// Search implements [search.Searcher].
func (s *Searcher[P, R]) Search(ctx context.Context, g rules.Game, limits search.Limits, tell func(search.Info)) search.Result {
	start := s.ready(g)
	roots := rootMoves(&start, limits)
	if len(roots) == 0 {
		return search.Result{}
	}
	budget, release := search.NewBudget(ctx, s.options, limits)
	defer release()
	s.table.Next()
	var helpers sync.WaitGroup
	for _, t := range s.threads {
		t.begin(&start, roots, budget, &limits)
	}
	for _, t := range s.threads[1:] {
		helpers.Go(t.help)
	}
	main := s.threads[0]
	main.tell = tell
	main.iterate()
	budget.Stop()
	helpers.Wait()
	for _, t := range s.threads {
		t.meter.HandIn()
	}
	return search.Result{Action: main.action(), Lines: main.lines, Nodes: budget.Nodes()}
}

// rootMoves lists the moves to be considered, those a slip misses left out.
func rootMoves[P any, R Rules[P]](start *Start[P, R], limits search.Limits) []rules.Move {
	moves, _ := start.Rules.Moves(&start.Position, nil)
	kept := moves[:0:0]
	for _, m := range moves {
		if wanted(limits.Only, m) {
			kept = append(kept, m)
		}
	}
	if len(kept) == 0 {
		kept = moves // a wish for moves that are not legal is no wish
	}
	seen := kept[:0:0]
	for _, m := range kept {
		_, lively := start.Rules.Gain(&start.Position, m)
		if !limits.Slips.Misses(0, m, lively) {
			seen = append(seen, m)
		}
	}
	if len(seen) == 0 {
		return kept
	}
	return seen
}

func wanted(only []rules.Move, m rules.Move) bool {
	if len(only) == 0 {
		return true
	}
	for _, o := range only {
		if o == m {
			return true
		}
	}
	return false
}

package problem

import (
	"sync"
	"sync/atomic"

	"melee/rules"
	"melee/rules/allin"
)

// work is the solving of one task by several goroutines.
type work struct {
	task    Task
	table   *table
	threads int
	report  Report
	ended   atomic.Bool // the context has ended

	mutex sync.Mutex
	query *query // of the part in hand
}

// end stops the work in hand.
func (w *work) end() {
	w.ended.Store(true)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.query != nil {
		w.query.stop.Store(true)
	}
}

// attach makes q the query that end stops.
func (w *work) attach(q *query) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.query = q
	q.stop.Store(w.ended.Load())
}

// tell reports progress, one call at a time.
func (w *work) tell(p Progress) {
	if w.report == nil {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.report(p)
}

// A run goes through the first moves of a part of the work, each on a goroutine of its own; goroutines that find no
// more of them help with one that others still search, from its other end.
type run struct {
	*work
	query *query
	stage Stage
	moves []rules.Move
	// job searches the first move with an index. What it returns is called, alone, if the search came to its end, and
	// says how many solutions were found.
	job func(s *search, i int) func() int

	mutex  sync.Mutex
	next   int
	first  int // the first move that is to be searched
	upTo   int // the first that is not
	states []state
	helped []int // how many goroutines search a move
	done   []atomic.Bool
	count  []int // solutions found
}

type state uint8

const (
	waiting state = iota
	begun
	finished
)

// run searches the first moves of p that the options leave.
func (w *work) run(q *query, p *allin.Position, moves []rules.Move, stage Stage, job func(*search, int) func() int) *run {
	n := len(moves)
	r := &run{
		work: w, query: q, stage: stage, moves: moves, job: job, upTo: n,
		states: make([]state, n), helped: make([]int, n), done: make([]atomic.Bool, n), count: make([]int, n),
	}
	if stage != StageSet {
		r.first = min(max(q.options.StartMove-1, 0), n)
		if up := q.options.UpToMove; up > 0 {
			r.upTo = max(r.first, min(up, n))
		}
	}
	r.next = r.first
	var group sync.WaitGroup
	for range w.threads {
		group.Go(func() {
			s := newSearch(q)
			for {
				i, turned := r.take()
				if i < 0 {
					break
				}
				r.search(s, i, turned)
			}
			s.flush()
		})
	}
	group.Wait()
	return r
}

// take returns the next first move to search, −1 if nothing is left; turned if another goroutine searches it already.
func (r *run) take() (i int, turned bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.query.stop.Load() {
		return -1, false
	}
	if r.next < r.upTo {
		i = r.next
		r.next++
		r.states[i] = begun
		r.helped[i]++
		r.tell(Progress{
			Stage: r.stage, Move: r.moves[i], Number: i + 1, Total: len(r.moves), Length: r.query.stip.Moves(),
			Resume: r.resume(), Nodes: r.query.nodes.Load(),
		})
		return i, false
	}
	i = -1
	if !r.query.stip.Play.IsBattle() {
		return i, false // lines would be found twice
	}
	for j := r.first; j < r.upTo; j++ {
		if r.states[j] == begun && (i < 0 || r.helped[j] < r.helped[i]) {
			i = j
		}
	}
	if i >= 0 {
		r.helped[i]++
	}
	return i, true
}

// search searches one first move.
func (r *run) search(s *search, i int, turned bool) {
	s.turned, s.abandoned, s.enough = turned, &r.done[i], false
	keep := r.job(s, i)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.helped[i]--
	if s.enough {
		r.next = r.upTo // later moves are not wanted
	}
	if s.halted() {
		return
	}
	r.done[i].Store(true)
	r.states[i] = finished
	r.count[i] = keep()
	if most := r.query.mostLines(); r.query.options.MaxSolutions > 0 || !r.query.stip.Play.IsBattle() {
		found := 0
		for j := r.first; j < r.upTo && r.states[j] == finished; j++ {
			if found += r.count[j]; found >= most {
				r.query.stop.Store(true)
			}
		}
	}
}

// resume returns the number of the first move to resume with, 0 if all are finished.
func (r *run) resume() int {
	for i := r.first; i < r.upTo; i++ {
		if r.states[i] != finished {
			return i + 1
		}
	}
	return 0
}

// solution returns what is known of a solution when the run is over.
func (r *run) solution(q *query) Solution {
	resume := r.resume()
	return Solution{Complete: resume == 0, Resume: resume, Pruned: q.pruned.Load(), Nodes: q.nodes.Load()}
}

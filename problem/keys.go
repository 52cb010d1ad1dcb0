package problem

import (
	"slices"

	"melee/rules"
	"melee/rules/allin"
)

// battle finds the keys and tries of battle play, with their trees.
func (w *work) battle(q *query, p *allin.Position, stage Stage) Solution {
	if w.task.postKey() {
		return w.afterKey(q, p)
	}
	s := newSearch(q)
	n := q.stip.Moves()
	// In reflex play the attacker may have no choice but to reach the goal himself.
	must := q.stip.Play == Reflex && !q.options.Quodlibet && s.reaches(p)
	moves := sorted(p)
	if must {
		moves = nil
	}
	keys, tries := make([]*Node, len(moves)), make([]*Node, len(moves))
	run := w.run(q, p, moves, stage, func(s *search, i int) func() int {
		key, try := s.first(p, moves[i], n)
		return func() int {
			keys[i], tries[i] = key, try
			if key == nil && try == nil {
				return 0
			}
			w.tell(Progress{
				Stage: stage, Move: moves[i], Number: i + 1, Total: len(moves), Length: n, Key: key, Try: try, Nodes: q.nodes.Load(),
			})
			if key == nil {
				return 0
			}
			return 1
		}
	})
	solution := run.solution(q)
	if most := q.options.MaxSolutions; most > 0 {
		for i, key := range keys {
			if key == nil {
				continue
			}
			if most--; most < 0 {
				// Another goroutine has found one too many.
				clear(keys[i:])
				clear(tries[i:])
				solution.Complete, solution.Resume = false, i+1
				break
			}
		}
	}
	solution.Keys, solution.Tries = present(keys), present(tries)
	return solution
}

// present returns the nodes that are not nil.
func present(nodes []*Node) []*Node {
	return slices.DeleteFunc(nodes, func(n *Node) bool { return n == nil })
}

// first returns a first move's node as a key or as a try, nil if it is neither.
func (s *search) first(p *allin.Position, m rules.Move, n int) (key, try *Node) {
	if s.solves(p, m, n) {
		key = s.attackNode(p, m, n)
		key.Length = n
		for k := 1; k < n && !s.stip.Exact; k++ {
			if s.solves(p, m, k) {
				key.Length = k
				break
			}
		}
		return key, nil
	}
	if !s.options.Tries || s.halted() {
		return nil, nil
	}
	q := *p
	q.Apply(m)
	if s.reachesItself(m, &q) || s.mustBeReached(&q) || s.limited && !s.within(&q, n-1) {
		return nil, nil // no defence refutes it
	}
	limit := max(s.options.MaxRefutations, 1)
	refutations := s.refutations(&q, n-1, limit)
	if len(refutations) == 0 || len(refutations) > limit {
		return nil, nil
	}
	try = s.attackNode(p, m, n)
	try.Refutations = refutations
	return nil, try
}

// afterKey looks at the play after a key that has been made already (Options.PostKey).
func (w *work) afterKey(q *query, p *allin.Position) Solution {
	s := newSearch(q)
	n := q.stip.Moves() - 1
	node := &Node{}
	s.options.Variations = true
	solved := s.solvedAfterKey(p, n)
	s.unfold(node, p, n)
	s.flush()
	solution := Solution{Complete: !s.halted(), Nodes: q.nodes.Load(), Pruned: q.pruned.Load()}
	if solved {
		solution.Keys = []*Node{node}
		return solution
	}
	node.Refutations = s.refutations(p, n, maxMoves)
	solution.Tries = []*Node{node}
	return solution
}

// solvedAfterKey reports whether the attacker forces the goal though the defender is to move.
func (s *search) solvedAfterKey(p *allin.Position, n int) bool {
	if s.mustBeReached(p) {
		return n == 0 || !s.stip.Exact
	}
	if n == 0 && s.stip.Play != Self {
		return false
	}
	return s.defend(p, n)
}

// setPlay finds what happens if the other side begins. The solution has only that.
func (w *work) setPlay(setup allin.Setup, stage Stage) Solution {
	setup.Turn ^= 1
	setup.EnPassant = rules.NoSquare
	p, err := allin.New(w.task.code(), setup)
	if err != nil {
		return Solution{} // the other side could not be to move
	}
	stip := w.task.Stipulation
	q := w.ask(&p, stip)
	if stip.Play.IsBattle() {
		q.attacker = p.Turn() ^ 1
		return w.setDefences(q, &p)
	}
	var s Solution
	switch {
	case stip.Intro > 0 || stip.Play.IsSeries() && stip.Play != SeriesHelp:
	case stip.Play == SeriesHelp:
		s = w.finishing(q, &p)
	case stip.plies() > 1:
		s = w.linesOf(q, &p, StageSet, stip.plies()-1)
	}
	return Solution{SetLines: s.Lines, Nodes: s.Nodes}
}

// finishing finds the moves that reach the goal at once.
func (w *work) finishing(q *query, p *allin.Position) Solution {
	s := newSearch(q)
	var solution Solution
	for _, m := range s.reaching(p, nil) {
		line := Line{m}
		solution.Lines = append(solution.Lines, line)
		w.tell(Progress{Stage: StageSet, Move: m, Line: line})
	}
	return solution
}

// setDefences finds the answers to each move of the defender, who is to move in p.
func (w *work) setDefences(q *query, p *allin.Position) Solution {
	var node Node
	s := newSearch(q)
	n := q.stip.Moves() - 1
	if n > 0 || q.stip.Play != Direct {
		s.options.NoThreats = true
		s.unfold(&node, p, n)
	}
	s.flush()
	for _, reply := range node.Replies {
		w.tell(Progress{Stage: StageSet, Move: reply.Move, Set: reply})
	}
	return Solution{SetPlay: node.Replies, Nodes: q.nodes.Load()}
}

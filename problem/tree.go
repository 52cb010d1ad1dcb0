package problem

import (
	"slices"

	"melee/rules"
	"melee/rules/allin"
)

// maxTree bounds the nodes of the trees of one task, so that they and what is printed of them stay below 50 MB; what is beyond is left out (Solution.Pruned).
const maxTree = 100_000

// solves reports whether a move of the attacker solves in n moves, itself included.
func (s *search) solves(p *allin.Position, m rules.Move, n int) bool {
	q := *p
	q.Apply(m)
	if s.reachesItself(m, &q) {
		return n == 1 || !s.stip.Exact
	}
	if s.stip.Play == Direct && n == 1 {
		return false
	}
	return s.succeeds(p, m, n)
}

// reachesItself reports whether an attacking move that led to q ends the play by reaching the goal.
func (s *search) reachesItself(m rules.Move, q *allin.Position) bool {
	return (s.stip.Play == Direct || s.options.Quodlibet) && s.target.reached(m, q)
}

// mustBeReached reports whether the defender, who is to move in q, has no choice but to reach the goal.
func (s *search) mustBeReached(q *allin.Position) bool {
	return (s.stip.Play == Reflex || s.stip.Play == SemiReflex) && s.reaches(q)
}

// shortest returns the least number of moves in which the attacker, to move in p, solves, at most n; 0 if he does not.
func (s *search) shortest(p *allin.Position, n int) int {
	least := 1
	if s.stip.Exact {
		least = max(n, 1)
	}
	for k := least; k <= n; k++ {
		if s.attack(p, k) {
			return k
		}
	}
	return 0
}

// answers returns the nodes of all moves of the attacker that solve in n moves.
func (s *search) answers(p *allin.Position, n int) []*Node {
	var nodes []*Node
	for _, m := range sorted(p) {
		if s.solves(p, m, n) {
			nodes = append(nodes, s.attackNode(p, m, n))
		}
	}
	return nodes
}

// attackNode returns the node of an attacking move, with what it threatens and how it is answered if n moves may be
// played, itself included. Defences that refute it are left out.
func (s *search) attackNode(p *allin.Position, m rules.Move, n int) *Node {
	q := *p
	q.Apply(m)
	node := &Node{Move: m}
	if s.reachesItself(m, &q) {
		node.Reached = true
		return node
	}
	if !s.options.Variations || !s.grow() {
		return node
	}
	s.unfold(node, &q, n-1)
	return node
}

// unfold gives a node the threats and defences in q, where the defender is to move and n attacking moves may follow.
func (s *search) unfold(node *Node, q *allin.Position, n int) {
	if s.stip.Play == Reflex || s.stip.Play == SemiReflex {
		if moves := s.reaching(q, nil); len(moves) > 0 {
			for _, m := range moves {
				node.Replies = append(node.Replies, &Node{Move: m, Reached: true})
			}
			return
		}
	}
	length := 0
	if n > 0 && !s.options.NoThreats && !q.InCheck() {
		passed := *q
		passed.Pass()
		if length = s.shortest(&passed, n); length > 0 {
			node.Threats = s.answers(&passed, length)
		} else {
			node.Zugzwang = true
		}
	}
	for _, d := range sorted(q) {
		if s.halted() {
			return
		}
		if reply := s.defenceNode(q, d, node.Threats, length, n); reply != nil {
			node.Replies = append(node.Replies, reply)
		}
	}
}

// defenceNode returns the node of a defence with all answers that solve soonest, nil if it is not to be shown.
func (s *search) defenceNode(q *allin.Position, d rules.Move, threats []*Node, length, n int) *Node {
	r := *q
	r.Apply(d)
	if s.stip.Play == Self && s.target.reached(d, &r) {
		return &Node{Move: d, Reached: true}
	}
	if n == 0 || len(threats) > 0 && !s.meets(&r, threats, length) {
		return nil
	}
	k := s.shortest(&r, n)
	if k == 0 || s.options.NoShortVariations && k < n || !s.grow() {
		return nil
	}
	return &Node{Move: d, Replies: s.answers(&r, k)}
}

// meets reports whether some threat of the given length is no longer there in r.
func (s *search) meets(r *allin.Position, threats []*Node, length int) bool {
	if s.stip.Play == Reflex && !s.options.Quodlibet && s.reaches(r) {
		return true
	}
	return slices.ContainsFunc(threats, func(threat *Node) bool {
		_, m, legal := r.Try(threat.Move.From(), threat.Move.To(), threat.Move.Promotion())
		return !legal || !s.solves(r, m, length)
	})
}

// grow takes one node from what the trees may have, and reports whether there was one.
func (s *search) grow() bool {
	if s.grown.Add(1) <= maxTree {
		return true
	}
	s.pruned.Store(true)
	return false
}

// refutations returns the defences that refute an attacking move which led to q, at most limit+1 of them.
func (s *search) refutations(q *allin.Position, n, limit int) []rules.Move {
	var found []rules.Move
	for _, d := range sorted(q) {
		if s.refutes(q, d, n) {
			if found = append(found, d); len(found) > limit {
				break
			}
		}
	}
	return found
}

// sorted returns the legal moves in the order of their texts.
func sorted(p *allin.Position) []rules.Move {
	moves := p.Moves(nil)
	sortMoves(moves)
	return moves
}

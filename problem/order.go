package problem

import (
	"cmp"
	"slices"

	"melee/rules"
	"melee/rules/allin"
)

// FirstMoves returns the first moves of a task in the order in which they are
// numbered, which is that of their texts. The error lists the task's faults.
func FirstMoves(t *Task) ([]rules.Move, error) {
	if faults := t.Check(); len(faults) > 0 {
		return nil, faults
	}
	p, err := allin.New(t.code(), t.begin())
	if err != nil {
		return nil, err
	}
	moves := p.Moves(nil)
	slices.SortFunc(moves, compareMoves)
	return moves, nil
}

// compareMoves orders moves by their texts.
func compareMoves(a, b rules.Move) int { return cmp.Compare(rank(a), rank(b)) }

// rank numbers moves in the order of their texts: squares by file, then rank, then the letter of the promotion.
func rank(m rules.Move) uint32 {
	letters := [...]uint32{rules.Bishop: 1, rules.Knight: 2, rules.Queen: 3, rules.Rook: 4, rules.King: 0}
	return byFile(m.From())<<9 | byFile(m.To())<<3 | letters[m.Promotion()]
}

func byFile(s rules.Square) uint32 { return uint32(s&7)<<3 | uint32(s>>3&7) }

func compareLines(a, b Line) int { return slices.CompareFunc(a, b, compareMoves) }

func sortMoves(moves []rules.Move) { slices.SortFunc(moves, compareMoves) }

// sortAttacks puts first what gives check and leaves few answers.
func (s *search) sortAttacks(p *allin.Position, moves []rules.Move) {
	var keys [maxMoves]uint32
	for i, m := range moves {
		if i >= maxMoves {
			break
		}
		q := *p
		q.Apply(m)
		keys[i] = uint32(q.Count())
		if !q.InCheck() {
			keys[i] += 1000
		}
	}
	sortBy(moves, &keys)
}

// sparing reports whether defences are tried in the order of how many answers they leave: where n moves are left, most of
// the work is below, and a check that refutes saves nearly all of it, as in all-in nearly every man can answer anything else.
func (s *search) sparing(n int) bool { return n > 1 }

// sortByReplies puts first what leaves few answers.
func sortByReplies(p *allin.Position, moves []rules.Move) {
	var keys [maxMoves]uint32
	for i, m := range moves[:min(len(moves), maxMoves)] {
		q := *p
		q.Apply(m)
		keys[i] = uint32(q.Count())
	}
	sortBy(moves, &keys)
}

// without returns the moves that are not among others.
func without(moves, others []rules.Move) []rules.Move {
	kept := moves[:0]
	for _, m := range moves {
		if !slices.Contains(others, m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// sortDefences puts first what leaves few answers, or refuted often.
func (s *search) sortDefences(p *allin.Position, moves []rules.Move, n int) {
	switch {
	case s.sparing(n):
		sortByReplies(p, moves)
	case s.stip.Play == Direct:
		s.sortLastDefences(moves)
	default:
		var keys [maxMoves]uint32
		for i, m := range moves[:min(len(moves), maxMoves)] {
			keys[i] = ^uint32(0) - s.refuted[n][m.From()&63][m.To()&63]
		}
		sortBy(moves, &keys)
	}
	if s.turned {
		slices.Reverse(moves)
	}
}

// sortLastDefences puts first what has to do with the last move that reached the goal.
func (s *search) sortLastDefences(moves []rules.Move) {
	from, to := s.reacher.From(), s.reacher.To()
	front := 0
	for i, m := range moves {
		if m.From() == from || m.To() == to || m.To() == from {
			moves[i], moves[front] = moves[front], m
			front++
		}
	}
}

// maxMoves is how many moves of a position are put in order; those beyond stay behind.
const maxMoves = 256

// sortBy sorts moves by their keys, the first maxMoves of them.
func sortBy(moves []rules.Move, keys *[maxMoves]uint32) {
	for i := 1; i < min(len(moves), maxMoves); i++ {
		m, k, j := moves[i], keys[i], i
		for ; j > 0 && keys[j-1] > k; j-- {
			moves[j], keys[j] = moves[j-1], keys[j-1]
		}
		moves[j], keys[j] = m, k
	}
}

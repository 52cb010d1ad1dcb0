package duel

import (
	"melee/engine/search"
	"melee/rules"
)

// A moveList holds the moves of all plies of the line looked at, with how promising each is.
type moveList struct {
	moves []rules.Move
	ranks []int32
}

// Ranks: the table's move, winning captures, killers, quiet moves by their history, losing captures.
const (
	rankTable   = 1 << 30
	rankWinning = 1 << 26
	rankKiller  = 1 << 25
	rankCheck   = 1 << 24
	// rankQuiet stands for the history of quiet moves until one of them is to be picked: often none is.
	rankQuiet  = 1 << 23
	rankLosing = -1 << 26
	historyTop = 1 << 14
)

// fill ranks the moves from first on.
func (t *thread[P, R]) fill(at, depth, first int, best rules.Move) {
	l, here := &t.list, &t.plies[at]
	checks := t.tuning.ChecksFrom > 0 && depth >= t.tuning.ChecksFrom
	l.ranks = l.ranks[:first]
	for _, m := range l.moves[first:] {
		rank := t.promise(here, m, best)
		if checks && rank == rankQuiet && !t.rules.Calm(&here.position, m) {
			rank = rankCheck + t.history(at, t.rules.Sort(&here.position, m))
		}
		l.ranks = append(l.ranks, rank)
	}
}

func (t *thread[P, R]) promise(here *ply[P], m, best rules.Move) int32 {
	if m == best {
		return rankTable
	}
	gain, lively := search.Score(0), false
	if m.Taken() != rules.NoKind || m.Promotion() != rules.NoKind {
		gain, lively = t.rules.Gain(&here.position, m)
	}
	switch {
	case lively && gain >= 0:
		return rankWinning + int32(gain)<<4 - int32(m.Kind())
	case lively:
		return rankLosing + int32(gain)
	case m == here.killers[0]:
		return rankKiller + 1
	case m == here.killers[1]:
		return rankKiller
	}
	return rankQuiet
}

// gain returns what a lively move that loses nothing is expected to win, by its rank.
func (t *thread[P, R]) gain(here *ply[P], m rules.Move, rank int32) search.Score {
	if rank == rankTable {
		gain, _ := t.rules.Gain(&here.position, m)
		return gain
	}
	return search.Score((rank - rankWinning + int32(m.Kind())) >> 4)
}

// pick brings the most promising of a ply's moves from i on to i.
func (t *thread[P, R]) pick(at, i int) (rules.Move, int32) {
	l := &t.list
	best := l.best(i)
	if l.ranks[best] == rankQuiet {
		here := &t.plies[at]
		for j := i; j < len(l.moves); j++ {
			if l.ranks[j] == rankQuiet {
				l.ranks[j] = t.history(at, t.rules.Sort(&here.position, l.moves[j]))
			}
		}
		best = l.best(i)
	}
	l.moves[i], l.moves[best] = l.moves[best], l.moves[i]
	l.ranks[i], l.ranks[best] = l.ranks[best], l.ranks[i]
	return l.moves[i], l.ranks[i]
}

// thin takes the quiet moves that are certain to give no check, killers excepted, out of a ply's list from i on.
func (t *thread[P, R]) thin(at, i int) {
	l, here := &t.list, &t.plies[at]
	kept := i
	for j := i; j < len(l.moves); j++ {
		m, rank := l.moves[j], l.ranks[j]
		if rank < rankKiller && rank >= rankLosing/2 && t.rules.Calm(&here.position, m) {
			continue
		}
		l.moves[kept], l.ranks[kept] = m, rank
		kept++
	}
	l.cut(kept)
}

// best returns where the most promising of the moves from i on stands.
func (l *moveList) best(i int) int {
	best := i
	for j := i + 1; j < len(l.ranks); j++ {
		if l.ranks[j] > l.ranks[best] {
			best = j
		}
	}
	return best
}

func (l *moveList) cut(first int) {
	l.moves, l.ranks = l.moves[:first], l.ranks[:first]
}

// A memory holds how well sorts of quiet moves have done: by themselves, and
// as replies to the last move and to the own one before.
type memory struct {
	plain     []int16
	continued []int16
}

// continuedSize is the number of pairs of moves remembered; pairs share places.
const continuedSize = 1 << 18

// begin makes room, or lets what an earlier search has left count for less.
func (m *memory) begin(sorts int) {
	if len(m.plain) != sorts {
		m.plain, m.continued = make([]int16, sorts), make([]int16, continuedSize)
		return
	}
	for i := range m.plain {
		m.plain[i] /= 2
	}
	for i := range m.continued {
		m.continued[i] /= 2
	}
}

func (m *memory) pair(before, sort, distance int) *int16 {
	h := uint32(before*4+distance)*0x9e3779b1 + uint32(sort)*0x85ebca6b
	return &m.continued[h>>14&(continuedSize-1)]
}

// history returns how well a sort of move has done here.
func (t *thread[P, R]) history(at, sort int) int32 {
	sum := 2 * int32(t.memory.plain[sort])
	if at > 0 {
		sum += int32(*t.memory.pair(t.plies[at-1].sort, sort, 1))
	}
	if at > 1 {
		sum += int32(*t.memory.pair(t.plies[at-2].sort, sort, 2))
	}
	return sum
}

// reward notes that a quiet move has refuted a position, and that those tried before it have not.
func (t *thread[P, R]) reward(at, depth int, m rules.Move, tried []rules.Move) {
	here := &t.plies[at]
	if here.killers[0] != m {
		here.killers[1] = here.killers[0]
		here.killers[0] = m
	}
	bonus := int32(min(depth*depth*16, 1200))
	t.learn(at, t.rules.Sort(&here.position, m), bonus)
	for _, q := range tried {
		t.learn(at, t.rules.Sort(&here.position, q), -bonus)
	}
}

func (t *thread[P, R]) learn(at, sort int, bonus int32) {
	adjust(&t.memory.plain[sort], bonus)
	if at > 0 {
		adjust(t.memory.pair(t.plies[at-1].sort, sort, 1), bonus)
	}
	if at > 1 {
		adjust(t.memory.pair(t.plies[at-2].sort, sort, 2), bonus)
	}
}

// adjust moves an entry towards ±historyTop, the less the nearer it is.
func adjust(entry *int16, bonus int32) {
	old := int32(*entry)
	*entry = int16(old + bonus - old*max(bonus, -bonus)/historyTop)
}

// settles reports whether the table's score, counted from the root, is all the window asks for.
func settles(e search.Entry, score, alpha, beta search.Score) bool {
	switch e.Bound {
	case search.Exact:
		return true
	case search.Lower:
		return score >= beta
	case search.Upper:
		return score <= alpha
	}
	return false
}

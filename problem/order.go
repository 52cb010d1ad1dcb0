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

func compareNodes(a, b *Node) int { return compareMoves(a.Move, b.Move) }

package duel_test

import (
	"melee/engine/duel"
	"melee/engine/search"
	"melee/rules"
)

// A tree is a position of a made-up game: its moves, who makes them and how it
// ends follow from its number alone.
type tree struct {
	number uint64
	left   int8 // plies until only the value counts
	side   int8
	odd    bool // some positions have ends and choices of their own
}

func scramble(n uint64) uint64 {
	var k [1]uint64
	rules.Keys(n, k[:])
	return k[0]
}

// trees implements duel.Rules. It counts what it is asked to value.
type trees struct{}

func (trees) Side(p *tree) int { return int(p.side) }

func (trees) Over(p *tree) duel.End {
	if p.odd && p.number>>40&31 == 0 {
		return []duel.End{duel.Won, duel.Lost, duel.Drawn}[p.number>>45%3]
	}
	return duel.Open
}

func (trees) Moves(p *tree, dst []rules.Move) ([]rules.Move, duel.End) {
	if p.odd && p.number>>32&15 == 0 {
		return append(dst, duel.Survive), duel.Optional
	}
	n := int(p.number>>8&3) + 1
	if p.odd && p.number>>24&31 == 0 {
		return dst, duel.Lost
	}
	for i := range n {
		dst = append(dst, rules.NewMove(rules.Square(i+1), 0, rules.Knight, rules.NoKind, rules.NoKind, rules.Plain))
	}
	return dst, duel.Open
}

func (trees) Noisy(_ *tree, dst []rules.Move) ([]rules.Move, duel.End) { return dst, duel.Open }

func (trees) Apply(p *tree, m rules.Move) {
	p.number = scramble(p.number ^ uint64(m)<<7)
	if m == duel.Survive {
		p.number &^= 15 << 32 // no second choice in the same turn
		p.number |= 1 << 32
		return
	}
	p.left--
	p.side ^= 1
}

func (trees) Pass(p *tree)                { p.side ^= 1 }
func (trees) Checked(*tree) bool          { return false }
func (trees) Alarmed(*tree) bool          { return false }
func (trees) Passable(*tree) bool         { return true }
func (trees) Calm(*tree, rules.Move) bool { return false }
func (trees) Key(p *tree) uint64          { return scramble(p.number)<<8 | uint64(p.left)<<1 | uint64(p.side) }
func (trees) Recent(*tree) int            { return 0 }

func (trees) Values(*tree) []search.Score { return nil }
func (trees) Final(_ *tree, e duel.End) search.Score {
	switch e {
	case duel.Won:
		return search.MateScore
	case duel.Lost:
		return -search.MateScore
	}
	return search.Draw
}

func (trees) Evaluate(p *tree, _, _ search.Score) search.Score {
	v := search.Score(p.number>>50&1023) - 512
	if p.side == 1 {
		return -v
	}
	return v
}

func (trees) Gain(*tree, rules.Move) (search.Score, bool) { return 0, false }
func (trees) Sort(_ *tree, m rules.Move) int              { return int(m.From()) & 15 }
func (trees) Sorts() int                                  { return 16 }

// value is the exact value of a tree for its mover, ply plies from the root, looking at everything.
func value(p *tree, ply int) search.Score {
	var r trees
	if e := r.Over(p); e != duel.Open {
		return r.Final(p, e).Loaded(ply)
	}
	if p.left == 0 {
		return r.Evaluate(p, -search.Beyond, search.Beyond)
	}
	moves, end := r.Moves(p, nil)
	best := -search.Beyond
	switch end {
	case duel.Open:
	case duel.Optional:
		best = r.Final(p, duel.Lost).Loaded(ply)
	default:
		return r.Final(p, end).Loaded(ply)
	}
	for _, m := range moves {
		next := *p
		r.Apply(&next, m)
		v := value(&next, ply+1)
		if next.side != p.side {
			v = -v
		}
		best = max(best, v)
	}
	return best
}

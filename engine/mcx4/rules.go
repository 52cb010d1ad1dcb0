// Package mcx4 searches MCX4: it tells [duel] what its moves and positions
// mean. The camps take turns, so it is a game of two sides though four seats play it; the
// survival of a mate is a choice within a turn (M14), and the abandonment of
// a king a move like others (M9).
package mcx4

import (
	"melee/engine/duel"
	"melee/engine/search"
	"melee/rules"
	"melee/rules/mcx4"
)

// New returns a searcher for MCX4.
func New(o search.Options) search.Searcher {
	return duel.New(o, boldness, func(g rules.Game) duel.Start[mcx4.Position, game] {
		played := g.(*mcx4.Game)
		past := played.History()
		return duel.Start[mcx4.Position, game]{
			Rules:    game{weigh: built(), seat: played.Turn(), alone: g.Variant().Get(g.Options(), "play") == "single"},
			Position: played.Position(), Past: past.Keys(),
		}
	})
}

var boldness = duel.Tuning{
	NullMove: true, StandMargin: 90, StandDepth: 6, QuietMargin: 90, LateMoves: 6, LateGrowth: 200, LateDepth: 6, QuietTable: true, Reduction: 100, CheckReach: 2,
}

// game implements [duel.Rules] for the seat on turn at the root.
type game struct {
	weigh *weights
	seat  rules.Seat
	alone bool // each clan plays for itself (M19)
}

func (game) Side(p *mcx4.Position) int { return int(p.Slot() & 1) }

// end translates a state. A lone Queen's camp loses by its men (M16, M17).
func end(p *mcx4.Position, state mcx4.State) duel.End {
	switch state {
	case mcx4.Open:
		return duel.Open
	case mcx4.Choice:
		return duel.Optional
	case mcx4.Mate:
		return duel.Lost
	case mcx4.Material, mcx4.LoneQueen:
		if p.Alone(rules.Side(p.Slot() & 1)) {
			return duel.Lost
		}
		return duel.Won
	}
	return duel.Drawn
}

func (game) Over(p *mcx4.Position) duel.End { return end(p, p.Ended()) }

func (game) Moves(p *mcx4.Position, dst []rules.Move) ([]rules.Move, duel.End) {
	dst, turn := p.Generate(dst)
	if turn.State == mcx4.Choice {
		dst = append(dst, duel.Survive)
	}
	return dst, end(p, turn.State)
}

func (g game) Noisy(p *mcx4.Position, dst []rules.Move) ([]rules.Move, duel.End) {
	first := len(dst)
	dst, e := g.Moves(p, dst)
	kept := dst[:first]
	for _, m := range dst[first:] {
		if m.Taken() != rules.NoKind || m.Promotion() != rules.NoKind {
			kept = append(kept, m)
		}
	}
	return kept, e
}

func (game) Apply(p *mcx4.Position, m rules.Move) {
	if m == duel.Survive {
		p.Survive()
		return
	}
	p.Apply(m)
}

func (game) Pass(p *mcx4.Position)                                       { p.Pass() }
func (game) Checked(p *mcx4.Position) bool                               { return p.InCheck() }
func (game) Alarmed(*mcx4.Position) bool                                 { return false }
func (game) Passable(*mcx4.Position) bool                                { return true }
func (game) Calm(*mcx4.Position, rules.Move) bool                        { return false }
func (game) Key(p *mcx4.Position) uint64                                 { return p.Key() }
func (game) Recent(p *mcx4.Position) int                                 { return p.Quiet() + 3 }
func (game) Values(*mcx4.Position) []search.Score                        { return nil }
func (g game) Evaluate(p *mcx4.Position, _, _ search.Score) search.Score { return g.weigh.evaluate(p) }

// second is what a win is worth in single play if the ally completes it: more
// than any position, less than the win that makes the seat first (M19).
const second = 25000

// Final is a win or loss of the camp. Where each clan plays for itself the ally still
// counts as a friend, since only a camp can win; but who is to be first matters.
func (g game) Final(p *mcx4.Position, e duel.End) search.Score {
	if e == duel.Drawn {
		return search.Draw
	}
	winner := rules.Side(p.Slot() & 1)
	if e == duel.Lost {
		winner ^= 1
	}
	worth := search.MateScore
	if g.alone && rules.Side(g.seat&1) == winner && p.Credit(winner) != g.seat {
		worth = second
	}
	if e == duel.Lost {
		return -worth
	}
	return worth
}

// Gain judges a capture by the exchange that follows it.
func (game) Gain(p *mcx4.Position, m rules.Move) (search.Score, bool) {
	taken, promotion := m.Taken(), m.Promotion()
	if m == duel.Survive || taken == rules.NoKind && promotion == rules.NoKind {
		return 0, false
	}
	gain := worth[taken]
	if promotion != rules.NoKind {
		return gain + worth[promotion] - worth[rules.Pawn], true
	}
	if worth[m.Kind()] > gain {
		gain = exchange(p, m)
	}
	return gain, true
}

// Sort goes by camp, clan, kind and square of arrival.
func (game) Sort(p *mcx4.Position, m rules.Move) int {
	if m == duel.Survive {
		return 0
	}
	n := int(p.Slot()&1)<<1 | int(p.Slot()>>1)
	return (n<<3|int(m.Kind()))*squares + int(m.To())
}

// squares is the size of the largest board (M2).
const squares = 144

func (game) Sorts() int { return 32 * squares }

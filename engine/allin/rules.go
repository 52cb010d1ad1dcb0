// Package allin searches All-in chess and its relatives: it tells
// [duel] what their moves and positions mean.
//
// Either player moves men of both colours, so what a capture means depends on
// whose man captures: White's men capturing win for White, Black's men capturing on White's turn lose.
package allin

import (
	"melee/engine/duel"
	"melee/engine/search"
	"melee/rules"
	"melee/rules/allin"
)

// New returns a searcher for the variant, which must be one of [allin.Variants].
func New(o search.Options) search.Searcher {
	return duel.New(o, boldness, func(g rules.Game) duel.Start[allin.Position, game] {
		played := g.(*allin.Game)
		past := played.History()
		p := played.Position()
		return duel.Start[allin.Position, game]{
			Rules: game{weigh: weightsOf(p.Code())}, Position: p, Past: past.Keys(),
		}
	})
}

var boldness = duel.Tuning{
	NullMove: true, StandMargin: 90, StandDepth: 6, QuietMargin: 90, LateMoves: 8, LateGrowth: 267, LateDepth: 6, QuietTable: true, Reduction: 100, CheckReach: 2,
}

// game implements [duel.Rules].
type game struct{ weigh *weights }

func (game) Side(p *allin.Position) int { return int(p.Turn()) }

func (game) Over(p *allin.Position) duel.End {
	if p.BareKings() || p.Quiet() >= 100 && (!p.InCheck() || p.Count() > 0) {
		return duel.Drawn
	}
	return duel.Open
}

func (game) Moves(p *allin.Position, dst []rules.Move) ([]rules.Move, duel.End) {
	first := len(dst)
	dst = p.Moves(dst)
	if len(dst) > first {
		return dst, duel.Open
	}
	if p.InCheck() {
		return dst, duel.Lost
	}
	return dst, duel.Drawn
}

// Noisy gives captures by the mover's own men, and promotions: his own to queens, the
// opponent's to what harms him least.
func (game) Noisy(p *allin.Position, dst []rules.Move) ([]rules.Move, duel.End) {
	first := len(dst)
	dst = p.Captures(dst)
	kept := dst[:first]
	own := p.Side(p.Turn())
	for _, m := range dst[first:] {
		if mine := own.Has(uint8(m.From())); wins(m, mine) {
			kept = append(kept, m)
		}
	}
	return kept, duel.Open
}

// wins reports whether a capture or promotion may be good for the mover.
func wins(m rules.Move, mine bool) bool {
	switch promotion := m.Promotion(); {
	case mine:
		return promotion == rules.NoKind || promotion == rules.Queen
	case promotion == rules.NoKind || m.Taken() != rules.NoKind:
		return false
	default:
		return promotion == rules.Knight || promotion == rules.Bishop
	}
}

func (game) Apply(p *allin.Position, m rules.Move)                        { p.Apply(m) }
func (game) Pass(p *allin.Position)                                       { p.Pass() }
func (game) Checked(p *allin.Position) bool                               { return p.InCheck() }
func (game) Alarmed(*allin.Position) bool                                 { return false }
func (game) Passable(*allin.Position) bool                                { return true }
func (game) Calm(*allin.Position, rules.Move) bool                        { return false }
func (game) Key(p *allin.Position) uint64                                 { return p.Key() }
func (game) Recent(p *allin.Position) int                                 { return p.Quiet() }
func (game) Values(*allin.Position) []search.Score                        { return nil }
func (g game) Evaluate(p *allin.Position, _, _ search.Score) search.Score { return g.weigh.evaluate(p) }

func (game) Final(_ *allin.Position, e duel.End) search.Score {
	switch e {
	case duel.Won:
		return search.MateScore
	case duel.Lost:
		return -search.MateScore
	}
	return search.Draw
}

// Gain judges a capture by the exchange that follows it, a promotion by what
// the pawn becomes.
func (game) Gain(p *allin.Position, m rules.Move) (search.Score, bool) {
	taken, promotion := m.Taken(), m.Promotion()
	if taken == rules.NoKind && promotion == rules.NoKind {
		return 0, false
	}
	mine := p.Side(p.Turn()).Has(uint8(m.From()))
	if !mine {
		gain := -worth[taken]
		if promotion != rules.NoKind {
			gain += worth[rules.Rook] - worth[promotion] // it would have been a queen
		}
		return gain, true
	}
	gain := worth[taken]
	if promotion != rules.NoKind {
		gain += worth[promotion] - worth[rules.Pawn]
	} else if worth[m.Kind()] > gain {
		gain = exchange(p, m)
	}
	return gain, true
}

// Sort goes by player, colour, kind and square of arrival.
func (game) Sort(p *allin.Position, m rules.Move) int {
	colour := 0
	if p.Side(allin.Black).Has(uint8(m.From())) {
		colour = 1
	}
	return int(p.Turn())<<10 | colour<<9 | int(m.Kind())<<6 | int(m.To())&63
}

func (game) Sorts() int { return 2048 }

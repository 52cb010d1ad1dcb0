package arena

import (
	"cmp"
	"context"
	"slices"

	"melee/rules"
)

// Random returns a player that makes any move.
func Random() Player { return builtin(randomMove) }

// Greedy returns a player that looks one ply ahead: it takes what is worth most.
func Greedy() Player {
	return builtin(func(_ context.Context, t Turn) Choice { return paranoidMove(t, 1) })
}

// Paranoid returns a player that looks depth plies ahead and takes all others
// for one opponent (Sturtevant & Korf 2000), which with two parties is plain alpha-beta.
func Paranoid(depth int) Player {
	return builtin(func(_ context.Context, t Turn) Choice { return paranoidMove(t, depth) })
}

// builtin is a player that is a function.
type builtin func(context.Context, Turn) Choice

// Choose answers an open choice by playing on.
func (b builtin) Choose(ctx context.Context, t Turn) (Choice, error) {
	if t.Game.Status() == rules.Choosing {
		return Choice{Action: rules.Action{Act: rules.Survive}}, nil
	}
	return b(ctx, t), nil
}

// Close does nothing.
func (b builtin) Close() error { return nil }

func randomMove(_ context.Context, t Turn) Choice {
	return Choice{Action: rules.Action{Act: rules.MakeMove, Move: pick(newDice(t.Seed), t.Game.Moves(nil))}}
}

// lookahead searches for the seat on turn at its root.
type lookahead struct {
	party int
	nodes uint64
}

// The ends of the scale of lookahead: above every sum of men and points.
const (
	endless = 1 << 28
	won     = 1 << 24
)

func paranoidMove(t Turn, depth int) Choice {
	l := lookahead{party: Party(t.Game.Variant(), t.Game.Turn())}
	moves := t.Game.Moves(nil)
	d := newDice(t.Seed)
	for i := len(moves) - 1; i > 0; i-- {
		j := d.below(i + 1)
		moves[i], moves[j] = moves[j], moves[i]
	}
	order(moves)
	best, bestValue := moves[0], -endless
	for _, m := range moves {
		if value := l.after(t.Game, m, depth-1, bestValue, endless); value > bestValue {
			best, bestValue = m, value
		}
	}
	return Choice{Action: rules.Action{Act: rules.MakeMove, Move: best}, Nodes: l.nodes, Depth: depth}
}

// order puts captures of large men by small ones first.
func order(moves []rules.Move) {
	slices.SortStableFunc(moves, func(a, b rules.Move) int { return cmp.Compare(gain(b), gain(a)) })
}

func gain(m rules.Move) int {
	n := 0
	if taken := m.Taken(); taken != rules.NoKind {
		n = 16*menWorth[taken] - menWorth[m.Kind()]
	}
	return n + menWorth[m.Promotion()]
}

// after returns the value of a move for the party at the root.
func (l *lookahead) after(g rules.Game, m rules.Move, depth, alpha, beta int) int {
	next := g.Clone()
	if _, err := next.Do(rules.Action{Act: rules.MakeMove, Move: m}); err != nil {
		panic("arena: a move of Moves is refused: " + err.Error())
	}
	return l.value(next, depth, alpha, beta)
}

func (l *lookahead) value(g rules.Game, depth, alpha, beta int) int {
	l.nodes++
	if g.Status() == rules.Choosing {
		if _, err := g.Do(rules.Action{Act: rules.Survive}); err != nil {
			panic("arena: an open choice cannot be answered: " + err.Error())
		}
	}
	if depth <= 0 || g.Status() != rules.Playing {
		return l.static(g)
	}
	moves := g.Moves(nil)
	order(moves)
	if Party(g.Variant(), g.Turn()) != l.party {
		for _, m := range moves {
			if beta = min(beta, l.after(g, m, depth-1, alpha, beta)); beta <= alpha {
				break
			}
		}
		return beta
	}
	for _, m := range moves {
		if alpha = max(alpha, l.after(g, m, depth-1, alpha, beta)); alpha >= beta {
			break
		}
	}
	return alpha
}

// menWorth is what men are worth in hundredths of a pawn, by kind.
var menWorth = [8]int{rules.Pawn: 100, rules.Knight: 300, rules.Bishop: 350, rules.Rook: 500, rules.Queen: 900}

// pointWorth is what a point is worth, in hundredths of a pawn: more than the man who may yet earn it.
const pointWorth = 150

// static values a position by men, and by points where the game is won on them:
// what the party has above the mean of the others.
func (l *lookahead) static(g rules.Game) int {
	v := g.Variant()
	parties := Parties(v)
	var has [4]int
	scored, _ := g.(rules.Scored)
	byPoints := scored != nil && parties == len(v.Seats)
	if byPoints {
		for seat := range v.Seats {
			has[seat] = pointWorth * scored.Points(rules.Seat(seat))
		}
	}
	if o := g.Outcome(); o != nil {
		if !byPoints {
			return l.result(g, o)
		}
	} else {
		for s := range g.Geometry().Squares() {
			if man := g.At(rules.Square(s)); man != 0 && !man.IsGrey() {
				has[Party(v, man.Seat())] += manWorth(man)
			}
		}
	}
	sum := 0
	for _, n := range has[:parties] {
		sum += n
	}
	return (parties*has[l.party] - sum) / (parties - 1)
}

// manWorth returns what a man is worth: a promoted queen takes like a queen and pays like a pawn.
func manWorth(man rules.Man) int {
	if man.IsPromoted() {
		return menWorth[rules.Queen] / 2
	}
	return menWorth[man.Kind()]
}

// result values the end of a game that is won or lost.
func (l *lookahead) result(g rules.Game, o *rules.Outcome) int {
	if len(o.Ranking) < 2 {
		return 0
	}
	for _, seat := range o.Ranking[0] {
		if Party(g.Variant(), seat) == l.party {
			return won
		}
	}
	return -won
}

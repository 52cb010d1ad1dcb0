// Package engine chooses moves for CPU seats.
package engine

import (
	"cmp"
	"context"
	"slices"

	"melee/rules"
)

// A Player plays any variant through the rules alone: it looks at every move
// and every reply, then at captures only (max^n: each party does what is best
// for itself, Luckhardt & Irani 1986). It sees mates in one, takes free men
// and does not leave its own to be taken.
type Player struct {
	// Captures is how many plies of captures are looked at after move and reply.
	Captures int
}

// Choose returns what the seat on turn should do: a legal move, or the answer
// to an open choice. It looks at moves until ctx ends, but at one at least.
// Among nearly equal moves the seed decides; equal seeds give equal play.
func (p Player) Choose(ctx context.Context, g rules.Game, seed uint64) rules.Action {
	if g.Status() == rules.Choosing {
		return survival(g)
	}
	moves := g.Moves(nil)
	shuffle(moves, seed)
	slices.SortStableFunc(moves, func(a, b rules.Move) int { return cmp.Compare(promise(b), promise(a)) })
	mover := partyOf(g, g.Turn())
	best, bestValue := rules.NoMove, minValue
	for _, m := range moves {
		if best != rules.NoMove && ctx.Err() != nil {
			break
		}
		next := g.Clone()
		if _, err := next.Do(rules.Action{Act: rules.MakeMove, Move: m}); err != nil {
			continue // a move from Moves is legal: the rules would have to contradict themselves
		}
		value := p.reply(ctx, next)[mover] + whim(seed, m)
		if best == rules.NoMove || value > bestValue {
			best, bestValue = m, value
		}
	}
	return rules.Action{Act: rules.MakeMove, Move: best}
}

// survival accepts the mate only where playing on loses at once (M16).
func survival(g rules.Game) rules.Action {
	next := g.Clone()
	if _, err := next.Do(rules.Action{Act: rules.Survive}); err != nil || next.Outcome() != nil {
		return rules.Action{Act: rules.Decline}
	}
	return rules.Action{Act: rules.Survive}
}

// reply values a position in which somebody may make any move.
func (p Player) reply(ctx context.Context, g rules.Game) values {
	if g.Status() != rules.Playing {
		return valuesOf(g)
	}
	mover := partyOf(g, g.Turn())
	best := values{}
	first := true
	for _, m := range g.Moves(nil) {
		if ctx.Err() != nil && !first {
			return best
		}
		next := g.Clone()
		if _, err := next.Do(rules.Action{Act: rules.MakeMove, Move: m}); err != nil {
			continue
		}
		v := p.captures(ctx, next, p.Captures)
		if first || v[mover] > best[mover] {
			best, first = v, false
		}
	}
	return best
}

// captures values a position by taking, or leaving it as it stands.
func (p Player) captures(ctx context.Context, g rules.Game, depth int) values {
	stand := valuesOf(g)
	if depth == 0 || g.Status() != rules.Playing || ctx.Err() != nil {
		return stand
	}
	mover := partyOf(g, g.Turn())
	best := stand
	for _, m := range g.Moves(nil) {
		if promise(m) == 0 {
			continue
		}
		next := g.Clone()
		if _, err := next.Do(rules.Action{Act: rules.MakeMove, Move: m}); err != nil {
			continue
		}
		if v := p.captures(ctx, next, depth-1); v[mover] > best[mover] {
			best = v
		}
	}
	return best
}

// promise tells captures and promotions from quiet moves: large men by small men first.
func promise(m rules.Move) int {
	n := 0
	if taken := m.Taken(); taken != rules.NoKind {
		n += 10*worth[taken] - worth[m.Kind()]/10
	}
	if p := m.Promotion(); p != rules.NoKind {
		n += worth[p]
	}
	return n
}

// whim is 0 to 15 hundredths of a pawn, so that games differ where moves are nearly equal.
func whim(seed uint64, m rules.Move) int {
	var random [1]uint64
	rules.Keys(seed^uint64(m)<<20, random[:])
	return int(random[0] >> 60)
}

func shuffle(moves []rules.Move, seed uint64) {
	random := make([]uint64, len(moves))
	rules.Keys(seed, random)
	for i := len(moves) - 1; i > 0; i-- {
		j := int(random[i] % uint64(i+1))
		moves[i], moves[j] = moves[j], moves[i]
	}
}

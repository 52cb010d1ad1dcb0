package engine

import (
	"context"

	"melee/rules"
)

// A CPU plays a seat of a game of the catalog at a level. It looks so many positions ahead and slips so
// often as [LevelOf] says, and takes no more time than that needs.
type CPU struct {
	Level int // 1 to MaxLevel
}

// Choose returns what the seat on turn should do: a legal move, or the answer
// to an open choice. It returns soon after ctx ends with the best found so far.
// Equal games and seeds give equal play, unless ctx cuts the search short.
func (c CPU) Choose(ctx context.Context, g rules.Game, seed uint64) rules.Action {
	level := LevelOf(g.Variant(), c.Level)
	s := New(g.Variant(), Options{HashMB: level.HashMB})
	return s.Search(ctx, g, level.Limits(seed), nil).Action
}

package arena

import (
	"context"

	"melee/engine/search"
)

// Searcher returns a player that is one of this program's searches. Slips are drawn from each turn's seed.
func Searcher(s search.Searcher, limits search.Limits) Player { return cpu{s, limits} }

type cpu struct {
	searcher search.Searcher
	limits   search.Limits
}

// Choose searches within the limits.
func (c cpu) Choose(ctx context.Context, t Turn) (Choice, error) {
	limits := c.limits
	limits.Slips.Seed = t.Seed
	r := c.searcher.Search(ctx, t.Game, limits, nil)
	return Choice{Action: r.Action, Nodes: r.Nodes, Depth: r.Best().Depth}, nil
}

// Close does nothing: the search ends with its answer.
func (c cpu) Close() error { return nil }

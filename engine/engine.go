package engine

import (
	"melee/engine/allin"
	"melee/engine/search"
	"melee/rules"
	rulesallin "melee/rules/allin"
)

// What a search is asked and what it answers.
type (
	Searcher = search.Searcher
	Options  = search.Options
	Limits   = search.Limits
	Clock    = search.Clock
	Info     = search.Info
	Result   = search.Result
	Score    = search.Score
	Level    = search.Level
)

// New returns a searcher for a variant of the catalog, nil for a variant that has none.
func New(v *rules.Variant, o Options) Searcher {
	switch v {
	case rulesallin.AllIn, rulesallin.HalfIn, rulesallin.MainlyIn, rulesallin.FreeForAll:
		return allin.New(o)
	}
	return nil
}

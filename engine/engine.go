// Package engine chooses moves in every game of the catalog: for CPU seats by
// levels, and for whoever asks by limits.
package engine

import (
	"melee/engine/allin"
	"melee/engine/fourplayer"
	"melee/engine/mcx4"
	"melee/engine/search"
	"melee/engine/tuning"
	"melee/rules"
	rulesallin "melee/rules/allin"
	rulesfourplayer "melee/rules/fourplayer"
	rulesmcx4 "melee/rules/mcx4"
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

// What is known of a score ([Info]).
const (
	Upper = search.Upper
	Lower = search.Lower
	Exact = search.Exact
)

// MaxLevel is the strongest level; the weakest is 1.
const MaxLevel = 10

// A player is what the engine has for a variant.
type player struct {
	variants []*rules.Variant
	search   func(Options) Searcher
	levels   *[MaxLevel]Level
	subject  func(*rules.Variant) tuning.Subject
}

// players are the searches for the catalog's variants.
var players = []player{
	{rulesallin.Variants(), allin.New, &allin.Levels, allin.Subject},
	{[]*rules.Variant{rulesmcx4.Variant}, mcx4.New, &mcx4.Levels, mcx4.Subject},
	{[]*rules.Variant{rulesfourplayer.Variant, rulesfourplayer.Teams}, fourplayer.New, &fourplayer.Levels, fourplayer.Subject},
}

func playerOf(v *rules.Variant) *player {
	for i := range players {
		for _, known := range players[i].variants {
			if known == v {
				return &players[i]
			}
		}
	}
	return nil
}

// New returns a searcher for a variant of the catalog, nil for a variant that has none.
func New(v *rules.Variant, o Options) Searcher {
	if p := playerOf(v); p != nil {
		return p.search(o)
	}
	return nil
}

// LevelOf returns a level of play in a variant, 1 to [MaxLevel]; numbers beyond
// mean the nearest.
func LevelOf(v *rules.Variant, number int) Level {
	if p := playerOf(v); p != nil {
		return p.levels[min(max(number, 1), MaxLevel)-1]
	}
	return Level{}
}

// SubjectOf returns the evaluation of a variant of the catalog, to be fitted to games.
func SubjectOf(v *rules.Variant) tuning.Subject {
	if p := playerOf(v); p != nil {
		return p.subject(v)
	}
	return tuning.Subject{}
}

package pages

import (
	"slices"

	"melee/rules"
	"melee/rules/catalog"
)

// A game is one of the three as the front page and the rules show it.
type game struct {
	name     string   // in addresses, and its first variant
	variants []string // the forms it can be played in; all have the same seats
}

// games are the three games, in the order they are shown.
var games = []game{
	{"all-in", []string{"all-in", "half-in", "mainly-in", "free-for-all"}},
	{"mcx4", []string{"mcx4"}},
	{"four-player", []string{"four-player", "four-player-teams"}},
}

// gameNamed returns the game of that name, nil if there is none.
func gameNamed(name string) *game {
	for i := range games {
		if games[i].name == name {
			return &games[i]
		}
	}
	return nil
}

// gameOf returns the game a variant is a form of, nil if none.
func gameOf(variant string) *game {
	for i := range games {
		if slices.Contains(games[i].variants, variant) {
			return &games[i]
		}
	}
	return nil
}

// variant returns the game's first form.
func (g game) variant() *rules.Variant {
	v, err := catalog.Find(g.name)
	if err != nil {
		panic("pages: " + err.Error()) // a test finds every game in the catalog
	}
	return v
}

// hasOption reports whether a form of the game has an option.
func (g game) hasOption(name string) bool {
	for _, variant := range g.variants {
		if v, err := catalog.Find(variant); err == nil && optionOf(v, name) != nil {
			return true
		}
	}
	return false
}

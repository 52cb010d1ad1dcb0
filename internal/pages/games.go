package pages

// A game is one of the three as the front page and the rules show it.
type game struct {
	name     string   // in addresses, and its first variant
	variants []string // the forms it can be played in
}

// games are the three games, in the order they are shown.
var games = []game{
	{"all-in", []string{"all-in", "half-in", "mainly-in", "free-for-all"}},
	{"mcx4", []string{"mcx4"}},
	{"four-player", []string{"four-player"}},
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
		for _, v := range games[i].variants {
			if v == variant {
				return &games[i]
			}
		}
	}
	return nil
}

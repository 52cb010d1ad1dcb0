package rating

// A Form is what a rating is of: a game in the way it is played.
type Form string

// The forms.
const (
	AllIn      Form = "all-in"
	MCX4Single Form = "mcx4-single" // four players, a clan each (M19)
	MCX4Double Form = "mcx4-double" // two players, a camp each (M19)
	Individual Form = "four-player"
	Teams      Form = "four-player-teams" // two against two (F27)
)

// Forms are all forms, in the order they are shown in.
var Forms = []Form{AllIn, MCX4Single, MCX4Double, Individual, Teams}

// The factors of the formula, and how long the first of them holds.
const (
	Provisional  = 20 // games until a rating is settled
	kProvisional = 40
	kSettled     = 20
)

// KOf returns the factor K of a player who has played so many rated games.
func KOf(games int) float64 {
	if games < Provisional {
		return kProvisional
	}
	return kSettled
}

// FormOf returns the form of a game: its variant, MCX4's option of M19, and
// who has each seat. It is "" where these players cannot be rated: a seat is
// nobody's, or somebody has seats that the form does not put into one hand.
func FormOf(variant, play string, owners []string) Form {
	switch {
	case variant == string(AllIn) && apart(owners, 2):
		return AllIn
	case variant == "mcx4" && play == "double" && camps(owners):
		return MCX4Double
	case variant == "mcx4" && play != "double" && apart(owners, 4):
		return MCX4Single
	case variant == string(Individual) && apart(owners, 4):
		return Individual
	case variant == string(Teams) && apart(owners, 4):
		return Teams
	}
	return ""
}

// apart reports whether n different persons have the seats.
func apart(owners []string, n int) bool {
	if len(owners) != n {
		return false
	}
	for i, o := range owners {
		if o == "" {
			return false
		}
		for _, other := range owners[:i] {
			if o == other {
				return false
			}
		}
	}
	return true
}

// camps reports whether two persons have two seats each, every other one.
func camps(owners []string) bool {
	return len(owners) == 4 && owners[0] != "" && owners[1] != "" && owners[0] != owners[1] &&
		owners[0] == owners[2] && owners[1] == owners[3]
}

// PlayersOf returns, for a form, the seats that count as one player each and
// the team of each of them, 0 for none.
func PlayersOf(f Form) (seats []int, teams []int) {
	switch f {
	case AllIn, MCX4Double:
		return []int{0, 1}, []int{0, 0}
	case Teams:
		return []int{0, 1, 2, 3}, []int{1, 2, 1, 2}
	case MCX4Single, Individual: // each plays for himself (M19)
		return []int{0, 1, 2, 3}, []int{0, 0, 0, 0}
	}
	return nil, nil
}

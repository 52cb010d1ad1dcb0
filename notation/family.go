package notation

import "melee/rules"

// A family is a group of variants whose games are written in the same way.
type family uint8

const (
	allInFamily family = iota
	mcx4Family
	fourPlayerFamily
	teamsFamily
)

// familyOf tells variants apart by their seats: two colours, two camps of two
// clans, four players, or four players of whom two have one side.
func familyOf(v *rules.Variant) family {
	switch {
	case len(v.Seats) == 2:
		return allInFamily
	case v.Seats[0] == "wq":
		return mcx4Family
	case v.Name == TeamsName || len(v.Sides) == 2:
		return teamsFamily
	}
	return fourPlayerFamily
}

// TeamsName is the name of the Four-player variant of F27.
const TeamsName = "four-player-teams"

// sideOf returns what the king of a seat belongs to: a colour, a camp, a seat.
func sideOf(v *rules.Variant, seat rules.Seat) rules.Side {
	if len(v.Sides) < len(v.Seats) {
		return rules.Side(int(seat) % len(v.Sides))
	}
	return rules.Side(seat)
}

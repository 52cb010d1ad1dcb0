package mcx4

import "melee/rules"

// Variant is MCX4 as the catalog lists it.
var Variant = &rules.Variant{
	Name:  "mcx4",
	Seats: seatNames[:],
	Sides: []string{"white", "black"},
	Options: []rules.Option{
		{Name: "play", Rule: "M19", Type: rules.Word, Values: []string{"single", "double"}},
		{Name: "lone_queen", Rule: "M17", Type: rules.Word, Values: []string{"material", "royal"}},
	},
	New: newGame,
}

func newGame(v *rules.Variant, options rules.Options, start string) (rules.Game, error) {
	kept, err := v.CheckOptions(options)
	if err != nil {
		return nil, err
	}
	if start == "" {
		start = StartText
	}
	position, err := ParsePosition(start, kept["lone_queen"] == "royal")
	if err != nil {
		return nil, err
	}
	return NewGame(v, kept, position), nil
}

// NewGame begins a game at a position, which is judged as if a ply had just
// led to it. The options are those that differ from the defaults; of
// lone_queen the position already knows.
func NewGame(v *rules.Variant, options rules.Options, position Position) *Game {
	g := &Game{variant: v, options: options, position: position}
	if position.forsaken != 0 {
		g.gaveUp[campOf(position.slot)] = rules.Resignation
	}
	g.arrive()
	return g
}

package mcx4

import (
	_ "embed"
	"sync"

	"melee/engine/tuning"
	"melee/rules"
	"melee/rules/mcx4"
)

//go:embed weights.json
var weightsFile []byte

// weights are what the features are worth, in hundredths of a pawn.
type weights [features]int32

// layout is weights.json; lists go from the pawn, the knight or the first step on.
var layout = tuning.Layout{
	{Name: "KingsMen", Count: 5}, {Name: "QueensMen", Count: 5}, {Name: "Advance", Count: 5},
	{Name: "NearKing", Count: 5}, {Name: "Mobility", Count: 4}, {Name: "Shield", Count: 1}, {Name: "Centre", Count: 1},
	{Name: "Loose", Count: 1}, {Name: "Alone", Count: 1}, {Name: "Divided", Count: 1}, {Name: "Turn", Count: 1},
}

// built are the weights the program is built with.
var built = sync.OnceValue(func() *weights {
	list, _, err := layout.Read(weightsFile)
	if err != nil {
		panic("engine/mcx4: weights.json: " + err.Error())
	}
	return (*weights)(list)
})

// Subject returns the evaluation of MCX4, to be fitted.
func Subject(*rules.Variant) tuning.Subject {
	return tuning.Subject{
		Weights: tuning.Row(built()[:]),
		Samples: samples,
		Text: func(fitted []float64, provenance string) ([]byte, error) {
			return append(layout.Write(tuning.Rounded(fitted), provenance, ""), '\n'), nil
		},
	}
}

// samples tells what a position has for the white camp, and how the game ended
// for it: camps win and lose together, whoever is first among them (M19).
func samples(g rules.Game, places []float64) []tuning.Sample {
	p := g.(*mcx4.Game).Position()
	s := tuning.Sample{Result: tuning.Better(places[0]+places[2], places[1]+places[3])}
	for i, n := range look(&p) {
		if n != 0 {
			s.Features = append(s.Features, tuning.Feature{Index: int32(i), Value: float32(n)})
		}
	}
	return []tuning.Sample{s}
}

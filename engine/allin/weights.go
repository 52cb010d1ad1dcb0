package allin

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"melee/engine/tuning"
	"melee/rules"
	"melee/rules/allin"
)

//go:embed weights.json
var weightsFile []byte

// weights are what the features are worth, in hundredths of a pawn.
type weights [features]int32

// layout is one game's part of weights.json; lists go from the pawn, the knight or the first step on.
var layout = tuning.Layout{
	{Name: "Men", Count: 5}, {Name: "Advance", Count: 5}, {Name: "NearKing", Count: 5}, {Name: "Mobility", Count: 4},
	{Name: "Flight", Count: 1}, {Name: "Shield", Count: 1}, {Name: "Screens", Count: 1}, {Name: "Centre", Count: 1},
	{Name: "Loose", Count: 1}, {Name: "Turn", Count: 1},
}

// gameNames are the games in the order of the file.
var gameNames = []struct {
	code allin.Code
	name string
}{
	{allin.NoReturn, "all-in"}, {allin.FreeReturn, "free-for-all"},
	{allin.NoSecondMove, "mainly-in"}, {allin.OpponentsMen, "half-in"},
}

// A fileOfWeights is weights.json, by games' names.
type fileOfWeights struct {
	text map[string]json.RawMessage
	read map[allin.Code]*weights
}

// built is the file the program is built with.
var built = sync.OnceValue(func() *fileOfWeights {
	f, err := readFile(weightsFile)
	if err != nil {
		panic("engine/allin: weights.json: " + err.Error())
	}
	return f
})

func readFile(text []byte) (*fileOfWeights, error) {
	f := &fileOfWeights{read: map[allin.Code]*weights{}}
	if err := json.Unmarshal(text, &f.text); err != nil {
		return nil, err
	}
	for _, g := range gameNames {
		list, _, err := layout.Read(f.text[g.name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.name, err)
		}
		f.read[g.code] = (*weights)(list)
	}
	return f, nil
}

func weightsOf(code allin.Code) *weights { return built().read[code&^allin.Nominal] }

// Subject returns the evaluation of a game of the family, to be fitted.
func Subject(v *rules.Variant) tuning.Subject {
	code := gameNames[0].code
	for _, g := range gameNames {
		if g.name == v.Name {
			code = g.code
		}
	}
	return tuning.Subject{
		Weights: tuning.Row(weightsOf(code)[:]),
		Samples: samples,
		Text: func(fitted []float64, provenance string) ([]byte, error) {
			var b bytes.Buffer
			b.WriteString("{")
			for i, g := range gameNames {
				list, from, err := layout.Read(built().text[g.name])
				if err != nil {
					return nil, err
				}
				if g.code == code {
					list, from = tuning.Rounded(fitted), provenance
				}
				if i > 0 {
					b.WriteString(",")
				}
				fmt.Fprintf(&b, "\n  %q: %s", g.name, layout.Write(list, from, "  "))
			}
			b.WriteString("\n}\n")
			return b.Bytes(), nil
		},
	}
}

// samples tells what a position has for White, and how the game ended for him.
func samples(g rules.Game, places []float64) []tuning.Sample {
	p := g.(*allin.Game).Position()
	s := tuning.Sample{Result: tuning.Better(places[allin.White], places[allin.Black])}
	for i, n := range look(&p) {
		if n != 0 {
			s.Features = append(s.Features, tuning.Feature{Index: int32(i), Value: float32(n)})
		}
	}
	return []tuning.Sample{s}
}

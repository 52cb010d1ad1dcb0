package fourplayer

import (
	"melee/engine/tuning"
	"melee/rules"
)

// Subject returns the evaluation of a Four-player game, to be fitted.
func Subject(v *rules.Variant) tuning.Subject {
	return tuning.Subject{
		Weights: Built()[v.Name].Row(),
		Samples: Samples,
		Text: func(fitted []float64, provenance string) ([]byte, error) {
			all := Built()
			all[v.Name].SetRow(fitted)
			all[v.Name].Provenance = provenance
			return Text(all)
		},
	}
}

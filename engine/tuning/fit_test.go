package tuning_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"melee/engine/tuning"
)

// Weights that made the results must be found again from other ones.
func TestAFitFindsTheWeights(t *testing.T) {
	truth := []float64{100, 300, -50, 0}
	random := rand.New(rand.NewPCG(1, 2))
	var samples []tuning.Sample
	for range 40000 {
		var s tuning.Sample
		value := 0.0
		for i, w := range truth[:3] {
			n := float64(random.IntN(5) - 2)
			value += n * w
			s.Features = append(s.Features, tuning.Feature{Index: int32(i), Value: float32(n)})
		}
		if random.Float64() < 1/(1+math.Pow(10, -value/400)) {
			s.Result = 1
		}
		samples = append(samples, s)
	}
	began := []float64{60, 200, 0, 7}
	fit, err := tuning.Plan{Epochs: 60, Rate: 5, Scale: 400, Seed: 1}.Run(began, samples)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range truth[:3] {
		if got := fit.Weights[i]; math.Abs(got-want) > 15 {
			t.Errorf("weight %d is %.0f, want %.0f", i, got, want)
		}
	}
	if fit.Weights[3] != 7 || began[0] != 60 {
		t.Error("a weight that never occurs, or the weights given, have changed")
	}
	if fit.After >= fit.Before {
		t.Errorf("error %.4f before, %.4f after", fit.Before, fit.After)
	}
}

func TestNothingToFitTo(t *testing.T) {
	if _, err := (tuning.Plan{Epochs: 1, Rate: 1}).Run([]float64{1}, nil); err != tuning.ErrNoSamples {
		t.Errorf("error %v", err)
	}
}

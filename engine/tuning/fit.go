// Package tuning fits the weights of an evaluation to the results of games:
// logistic regression on what each position had (the "Texel" method, Österlund 2014).
package tuning

import (
	"errors"
	"math"

	"melee/rules"
)

// A Feature is how much of something a position has more on one side than on the other.
type Feature struct {
	Index int32
	Value float32
}

// A Sample is a position, seen from one side, and how the game ended for it.
type Sample struct {
	Features []Feature
	Result   float32 // 1 won, 0 lost, 0.5 drawn
}

// A Plan says how weights are fitted.
type Plan struct {
	Epochs int // passes over all samples
	// Rate is by how much a weight changes in a step at most, in its own unit.
	Rate float64
	// Prior pulls each weight back to where it began, in samples' worth: what
	// hardly occurs stays as it was.
	Prior float64
	// Scale is the value at which a side is expected to win 10 games of 11; 0 finds the best for the weights given.
	Scale float64
	Seed  uint64 // of the order of the samples
}

// A Fit is what came of a plan.
type Fit struct {
	Weights       []float64
	Scale         float64
	Before, After float64 // mean squared error of the expected results
}

// ErrNoSamples is returned where there is nothing to fit to.
var ErrNoSamples = errors.New("there are no samples to fit to")

// Run fits weights, which are left as they are, by Adam (Kingma & Ba 2014), one step a batch of samples.
func (p Plan) Run(weights []float64, samples []Sample) (Fit, error) {
	if len(samples) == 0 {
		return Fit{}, ErrNoSamples
	}
	f := Fit{Weights: append([]float64(nil), weights...), Scale: p.Scale}
	if f.Scale == 0 {
		f.Scale = bestScale(weights, samples)
	}
	f.Before = Error(f.Weights, samples, f.Scale)
	a := adam{first: make([]float64, len(weights)), second: make([]float64, len(weights)), slope: make([]float64, len(weights))}
	order := make([]int32, len(samples))
	for i := range order {
		order[i] = int32(i)
	}
	for epoch := range p.Epochs {
		shuffle(order, p.Seed+uint64(epoch))
		rate := p.Rate * (1 - float64(epoch)/float64(p.Epochs))
		for from := 0; from < len(order); from += batch {
			for _, i := range order[from:min(from+batch, len(order))] {
				a.add(f.Weights, &samples[i], f.Scale)
			}
			a.step(f.Weights, weights, rate, p.Prior*batch/float64(len(samples)))
		}
	}
	f.After = Error(f.Weights, samples, f.Scale)
	return f, nil
}

// batch is how many samples make a step.
const batch = 4096

type adam struct {
	slope, first, second []float64
	steps                int
}

// add adds a sample's share to the slope.
func (a *adam) add(weights []float64, s *Sample, scale float64) {
	e := expected(value(weights, s), scale)
	d := (e - float64(s.Result)) * e * (1 - e)
	for _, x := range s.Features {
		a.slope[x.Index] += d * float64(x.Value)
	}
}

// step moves the weights against the slope, and towards where they began.
func (a *adam) step(weights, began []float64, rate, prior float64) {
	const keepFirst, keepSecond, least = 0.9, 0.999, 1e-8
	a.steps++
	correctFirst := 1 - math.Pow(keepFirst, float64(a.steps))
	correctSecond := 1 - math.Pow(keepSecond, float64(a.steps))
	for i := range weights {
		d := a.slope[i]/batch + prior*(weights[i]-began[i])/batch/1e4
		a.slope[i] = 0
		a.first[i] = keepFirst*a.first[i] + (1-keepFirst)*d
		a.second[i] = keepSecond*a.second[i] + (1-keepSecond)*d*d
		weights[i] -= rate * a.first[i] / correctFirst / (math.Sqrt(a.second[i]/correctSecond) + least)
	}
}

// Value returns the value of a sample's position.
func Value(weights []float64, s *Sample) float64 { return value(weights, s) }

func value(weights []float64, s *Sample) float64 {
	sum := 0.0
	for _, x := range s.Features {
		sum += weights[x.Index] * float64(x.Value)
	}
	return sum
}

// expected returns the result that a value promises.
func expected(value, scale float64) float64 { return 1 / (1 + math.Pow(10, -value/scale)) }

// Error returns the mean squared error of the results that weights promise.
func Error(weights []float64, samples []Sample, scale float64) float64 {
	sum := 0.0
	for i := range samples {
		d := expected(value(weights, &samples[i]), scale) - float64(samples[i].Result)
		sum += d * d
	}
	return sum / float64(len(samples))
}

// bestScale finds the scale with the least error, by golden section.
func bestScale(weights []float64, samples []Sample) float64 {
	const golden = 0.618033988749895
	low, high := math.Log(50), math.Log(20000)
	at := func(x float64) float64 { return Error(weights, samples, math.Exp(x)) }
	a, b := high-golden*(high-low), low+golden*(high-low)
	ea, eb := at(a), at(b)
	for range 25 {
		if ea < eb {
			high, b, eb = b, a, ea
			a = high - golden*(high-low)
			ea = at(a)
		} else {
			low, a, ea = a, b, eb
			b = low + golden*(high-low)
			eb = at(b)
		}
	}
	return math.Exp((low + high) / 2)
}

func shuffle(order []int32, seed uint64) {
	random := make([]uint64, len(order))
	rules.Keys(seed, random)
	for i := len(order) - 1; i > 0; i-- {
		j := int(random[i] % uint64(i+1))
		order[i], order[j] = order[j], order[i]
	}
}

// Package rating is the Elo system for games of two to four players (F24).
package rating

import (
	"fmt"
	"math"
)

// Start is the rating of a player who has not played yet.
const Start = 1500.0

// spread is the difference of ratings at which the better player is expected
// to score ten times as much as the other.
const spread = 400

// grain is the part of a point to which each pairing is rounded, a power of
// two so that sums of pairings are exact and zero-sum holds to the last bit.
const grain = 1.0 / (1 << 20)

// maxRating bounds ratings and K in both directions, in points, so that all sums stay exact.
const maxRating = 1e6

// Expected returns the share, 0 to 1, that a player rated a is expected to
// score against one rated b.
func Expected(a, b float64) float64 {
	return 1 / (1 + math.Pow(10, (b-a)/spread))
}

// Changes returns how many points each player gains or loses by one game:
// K/(n−1) × Σ(result − expected) over his n−1 opponents, a tie counting half (F24).
// Ratings are those before the game; places say who came where, the lowest
// number first, equal numbers sharing a place. The changes add up to exactly 0.
// It refuses less than two or more than four players, and numbers out of range.
func Changes(k float64, ratings []float64, places []int) ([]float64, error) {
	n := len(ratings)
	if n < 2 || n > 4 {
		return nil, fmt.Errorf("a rated game has 2 to 4 players, not %d", n)
	}
	if len(places) != n {
		return nil, fmt.Errorf("%d players have %d places: each needs one", n, len(places))
	}
	if !(0 <= k && k <= maxRating) {
		return nil, fmt.Errorf("factor K is %g, must be from 0 to %g", k, float64(maxRating))
	}
	for i, r := range ratings {
		if !(math.Abs(r) <= maxRating) {
			return nil, fmt.Errorf("rating %g of player %d is not within ±%g", r, i, float64(maxRating))
		}
	}
	changes := make([]float64, n)
	for i := range n {
		for j := range i {
			won := exchange(k/float64(n-1), ratings[i], ratings[j], result(places[i], places[j]))
			changes[i] += won
			changes[j] -= won
		}
	}
	return changes, nil
}

// exchange returns what a player rated a wins from one rated b by a result.
func exchange(k, a, b, result float64) float64 {
	if a < b {
		return -exchange(k, b, a, 1-result) // one way of computing each pair, whoever comes first
	}
	return math.Round(k*(result-Expected(a, b))/grain) * grain
}

func result(place, opponent int) float64 {
	switch {
	case place < opponent:
		return 1
	case place > opponent:
		return 0
	}
	return 0.5
}

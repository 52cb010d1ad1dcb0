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

// A Player is one of the players of a rated game.
type Player struct {
	// Rating is that before the game.
	Rating float64
	// K is what one result can move the rating, see KOf.
	K float64
	// Place says who came where: the lowest number first, equal numbers sharing a place.
	Place int
	// Team tells partners: players of one team are no opponents. 0 is no team.
	Team int
}

// Changes returns how many points each player gains or loses by one game:
// K/(number of opponents) × Σ(result − expected) over his opponents, a tie
// counting half (F24). Where all have the same K the changes add up to exactly 0.
// It refuses less than two or more than four players, players without an
// opponent, and numbers out of range.
func Changes(players []Player) ([]float64, error) {
	n := len(players)
	if n < 2 || n > 4 {
		return nil, fmt.Errorf("a rated game has 2 to 4 players, not %d", n)
	}
	opponents := make([]int, n)
	for i, p := range players {
		if !(0 <= p.K && p.K <= maxRating) {
			return nil, fmt.Errorf("factor K of player %d is %g, must be from 0 to %g", i, p.K, float64(maxRating))
		}
		if !(math.Abs(p.Rating) <= maxRating) {
			return nil, fmt.Errorf("rating %g of player %d is not within ±%g", p.Rating, i, float64(maxRating))
		}
		for j := range players {
			if opposed(players, i, j) {
				opponents[i]++
			}
		}
		if opponents[i] == 0 {
			return nil, fmt.Errorf("player %d has no opponent", i)
		}
	}
	changes := make([]float64, n)
	for i, p := range players {
		for j, o := range players {
			if opposed(players, i, j) {
				changes[i] += exchange(p.K/float64(opponents[i]), p.Rating, o.Rating, result(p.Place, o.Place))
			}
		}
	}
	return changes, nil
}

func opposed(players []Player, i, j int) bool {
	return i != j && (players[i].Team == 0 || players[i].Team != players[j].Team)
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

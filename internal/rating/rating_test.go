package rating

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestF24HandChecked(t *testing.T) {
	for _, c := range []struct {
		name    string
		k       float64
		ratings []float64
		places  []int
		want    []float64
	}{
		// Equals expect ½: the winner gains K/2.
		{"F24 two equals", 32, []float64{1500, 1500}, []int{1, 2}, []float64{16, -16}},
		{"F24 two equals tie", 32, []float64{1500, 1500}, []int{1, 1}, []float64{0, 0}},
		// 400 points apart expect 10/11 and 1/11.
		{"F24 the favourite wins", 22, []float64{1900, 1500}, []int{1, 2}, []float64{2, -2}},
		{"F24 the favourite loses", 22, []float64{1900, 1500}, []int{2, 1}, []float64{-20, 20}},
		{"F24 the favourite ties", 22, []float64{1900, 1500}, []int{1, 1}, []float64{-9, 9}},
		// Four equals: K/3 × (3, 2, 1, 0 wins − 3/2).
		{"F24 four equals", 30, []float64{1500, 1500, 1500, 1500}, []int{1, 2, 3, 4}, []float64{15, 5, -5, -15}},
		{"F24 four equals, the middle tied", 30, []float64{1500, 1500, 1500, 1500}, []int{1, 2, 2, 4}, []float64{15, 0, 0, -15}},
		{"F24 three equals", 30, []float64{1500, 1500, 1500}, []int{3, 1, 2}, []float64{-15, 15, 0}},
		// First: (1 − 10/11) + ½ + ½; last: (0 − 1/11) + … ; K/(n−1) = 11.
		{"F24 a favourite among four", 33, []float64{1900, 1500, 1500, 1500}, []int{1, 2, 2, 2}, []float64{3, -1, -1, -1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Changes(game(c.k, c.ratings, c.places))
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				if math.Abs(got[i]-c.want[i]) > 1e-5 {
					t.Errorf("player %d changes by %g, want %g", i, got[i], c.want[i])
				}
			}
		})
	}
}

func TestF24Refuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		k       float64
		ratings []float64
		places  []int
		want    string
	}{
		{"F24 one player", 32, []float64{1500}, []int{1}, "2 to 4 players"},
		{"F24 five players", 32, make([]float64, 5), make([]int, 5), "2 to 4 players"},
		{"F24 a rating that is no number", 32, []float64{1500, math.NaN()}, []int{1, 2}, "rating NaN of player 1"},
		{"F24 an endless rating", 32, []float64{math.Inf(1), 1500}, []int{1, 2}, "rating +Inf of player 0"},
		{"F24 a negative K", -1, []float64{1500, 1500}, []int{1, 2}, "factor K of player 0 is -1"},
		{"F24 a K that is no number", math.NaN(), []float64{1500, 1500}, []int{1, 2}, "factor K of player 0 is NaN"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := Changes(game(c.k, c.ratings, c.places)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v and error %v, want one that says %q", got, err, c.want)
			}
		})
	}
}

// game returns the players of a game with one K.
func game(k float64, ratings []float64, places []int) []Player {
	players := make([]Player, len(ratings))
	for i := range players {
		players[i] = Player{Rating: ratings[i], K: k, Place: places[i]}
	}
	return players
}

// drawn returns the numbers of any one game.
func drawn(t *rapid.T) (k float64, ratings []float64, places []int) {
	n := rapid.IntRange(2, 4).Draw(t, "players")
	k = rapid.Float64Range(1, 64).Draw(t, "K")
	ratings = rapid.SliceOfN(rapid.Float64Range(0, 4000), n, n).Draw(t, "ratings")
	places = rapid.SliceOfN(rapid.IntRange(1, n), n, n).Draw(t, "places")
	return k, ratings, places
}

func changes(t *rapid.T, k float64, ratings []float64, places []int) []float64 {
	got, err := Changes(game(k, ratings, places))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestF24ZeroSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, ratings, places := drawn(t)
		sum := 0.0
		for _, c := range changes(t, k, ratings, places) {
			sum += c
		}
		if sum != 0 {
			t.Errorf("the changes add up to %g", sum)
		}
	})
}

func TestF24OrderOfPlayersIsIrrelevant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, ratings, places := drawn(t)
		order := rapid.Permutation([]int{0, 1, 2, 3}[:len(ratings)]).Draw(t, "order")
		otherRatings, otherPlaces := make([]float64, len(order)), make([]int, len(order))
		for i, o := range order {
			otherRatings[i], otherPlaces[i] = ratings[o], places[o]
		}
		first, second := changes(t, k, ratings, places), changes(t, k, otherRatings, otherPlaces)
		for i, o := range order {
			if second[i] != first[o] {
				t.Errorf("player %d changes by %g, in another order by %g", o, first[o], second[i])
			}
		}
	})
}

func TestF24TiesAreSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, ratings, places := drawn(t)
		ratings[1], places[1] = ratings[0], places[0]
		got := changes(t, k, ratings, places)
		if got[0] != got[1] {
			t.Errorf("equal players who tie change by %g and %g", got[0], got[1])
		}
	})
}

func TestF24ATieIsHalfAWinAndHalfALoss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, ratings, _ := drawn(t)
		ratings = ratings[:2]
		win, tie, loss := changes(t, k, ratings, []int{1, 2}), changes(t, k, ratings, []int{1, 1}), changes(t, k, ratings, []int{2, 1})
		if math.Abs(tie[0]-(win[0]+loss[0])/2) > 2*grain {
			t.Errorf("a tie changes by %g, win and loss by %g and %g", tie[0], win[0], loss[0])
		}
	})
}

func TestF24FourPlayersAreSixPairings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ratings := rapid.SliceOfN(rapid.Float64Range(-maxRating, maxRating), 4, 4).Draw(t, "ratings")
		places := rapid.SliceOfN(rapid.IntRange(1, 4), 4, 4).Draw(t, "places")
		sums := make([]float64, 4)
		for i := range 4 {
			for j := range i {
				pair := changes(t, 10, []float64{ratings[i], ratings[j]}, []int{places[i], places[j]})
				sums[i] += pair[0]
				sums[j] += pair[1]
			}
		}
		for i, c := range changes(t, 30, ratings, places) {
			if c != sums[i] {
				t.Errorf("player %d changes by %g, his pairings at K/3 give %g", i, c, sums[i])
			}
		}
	})
}

func TestF24BetterPlaceNeverGivesLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, ratings, places := drawn(t)
		before := changes(t, k, ratings, places)
		places[0]--
		if after := changes(t, k, ratings, places); after[0] < before[0] {
			t.Errorf("one place better changes by %g instead of %g", after[0], before[0])
		}
	})
}

func FuzzF24Changes(f *testing.F) {
	f.Add(32.0, 1500.0, 1700.0, 1, 2)
	f.Add(math.NaN(), math.Inf(-1), 1e300, 0, -1)
	f.Fuzz(func(t *testing.T, k, a, b float64, first, second int) {
		got, err := Changes(game(k, []float64{a, b}, []int{first, second}))
		if err == nil && (got[0] != -got[1] || math.IsNaN(got[0])) {
			t.Errorf("changes are %v", got)
		}
	})
}

func TestF24PartnersAreNoOpponents(t *testing.T) {
	// Teams of 1600 and 1400 against 1500 and 1500: each member meets both opponents.
	got, err := Changes([]Player{
		{Rating: 1500, K: 40, Place: 1, Team: 1}, {Rating: 1500, K: 40, Place: 2, Team: 2},
		{Rating: 1500, K: 20, Place: 1, Team: 1}, {Rating: 1500, K: 20, Place: 2, Team: 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{20, -20, 10, -10} {
		if math.Abs(got[i]-want) > 1e-5 {
			t.Errorf("player %d changes by %g, want %g", i, got[i], want)
		}
	}
	if _, err := Changes([]Player{{K: 1, Team: 1}, {K: 1, Team: 1}}); err == nil {
		t.Error("a game of partners alone was rated")
	}
}

func TestFormsOfGames(t *testing.T) {
	for _, c := range []struct {
		variant, play string
		owners        string // one letter a seat, - for nobody
		want          Form
	}{
		{"all-in", "", "ab", AllIn},
		{"all-in", "", "aa", ""},
		{"all-in", "", "a-", ""},
		{"half-in", "", "ab", ""},
		{"mcx4", "single", "abcd", MCX4Single},
		{"mcx4", "single", "abab", ""},
		{"mcx4", "double", "abab", MCX4Double},
		{"mcx4", "double", "aabb", ""},
		{"mcx4", "double", "abcd", ""},
		{"four-player", "", "abcd", Individual},
		{"four-player", "", "abca", ""},
		{"four-player-teams", "", "abcd", Teams},
	} {
		owners := make([]string, len(c.owners))
		for i := range owners {
			if c.owners[i] != '-' {
				owners[i] = c.owners[i : i+1]
			}
		}
		if got := FormOf(c.variant, c.play, owners); got != c.want {
			t.Errorf("%s %s with %s is '%s', want '%s'", c.variant, c.play, c.owners, got, c.want)
		}
	}
}

package arena

import (
	"fmt"
	"slices"

	"melee/rules"
)

// Lineups returns all assignments of entrants to the seats of a variant in
// which each of them plays and a party's seats belong to one entrant.
func Lineups(v *rules.Variant, entrants int) ([][]int, error) {
	parties := Parties(v)
	if entrants > parties {
		return nil, fmt.Errorf("%s has %d parties, too few for %d entrants at once; give a lineup or fewer entrants", v.Name, parties, entrants)
	}
	var all [][]int
	lineup := make([]int, parties)
	var fill func(at int)
	fill = func(at int) {
		if at == parties {
			for e := range entrants {
				if !slices.Contains(lineup, e) {
					return
				}
			}
			all = append(all, seated(v, lineup))
			return
		}
		for e := range entrants {
			lineup[at] = e
			fill(at + 1)
		}
	}
	fill(0)
	return all, nil
}

// Permutations returns the different orders of a lineup given by party: each
// entrant as often as it is in it.
func Permutations(v *rules.Variant, lineup []int) ([][]int, error) {
	if len(lineup) != Parties(v) {
		return nil, fmt.Errorf("a lineup of %s has %d entrants, got %d", v.Name, Parties(v), len(lineup))
	}
	rest := slices.Sorted(slices.Values(lineup))
	var all [][]int
	var order []int
	var extend func()
	extend = func() {
		if len(rest) == 0 {
			all = append(all, seated(v, order))
			return
		}
		for i, e := range rest {
			if i > 0 && rest[i-1] == e {
				continue
			}
			rest = slices.Delete(slices.Clone(rest), i, i+1)
			order = append(order, e)
			extend()
			order = order[:len(order)-1]
			rest = slices.Insert(rest, i, e)
		}
	}
	extend()
	return all, nil
}

// seated turns entrants by party into entrants by seat.
func seated(v *rules.Variant, parties []int) []int {
	seats := make([]int, len(v.Seats))
	for i := range seats {
		seats[i] = parties[Party(v, rules.Seat(i))]
	}
	return seats
}

// fixture is one game of the schedule.
type fixture struct {
	number, round int
	start         string
	lineup        []int
}

// fixture returns the game with a number from 0: one round plays an opening with every lineup.
func (m *Match) fixture(number int) fixture {
	f := fixture{number: number, round: number / len(m.Lineups), lineup: m.Lineups[number%len(m.Lineups)]}
	if n := len(m.Openings); n > 0 {
		f.start = m.Openings[m.opening(f.round, n)]
	}
	return f
}

// opening returns which of n openings a round plays: all once in an order
// drawn from the seed, then again. Seed 0 keeps the order they have.
func (m *Match) opening(round, n int) int {
	if m.Seed == 0 {
		return round % n
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	d := newDice(m.Seed, uint64(round/n))
	for i := n - 1; i > 0; i-- {
		j := d.below(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	return order[round%n]
}

// openingTries is how often random moves are drawn anew when they end a game or drive a seat out.
const openingTries = 100

// begin sets up the game of a fixture and plays its random moves, which it returns as texts.
func (m *Match) begin(f fixture) (rules.Game, []string, error) {
	for try := range uint64(openingTries) {
		g, err := m.Variant.New(m.Variant, m.Options, f.start)
		if err != nil {
			return nil, nil, err
		}
		if moves, ok := playRandom(g, m.RandomPlies, newDice(m.Seed, uint64(f.round)<<8|try)); ok {
			return g, moves, nil
		}
	}
	return nil, nil, fmt.Errorf("no %d random moves were found that leave everybody in the game", m.RandomPlies)
}

// playRandom plays random moves; ok is false when they end the game, open a choice or drive a seat out.
func playRandom(g rules.Game, plies int, d *dice) (moves []string, ok bool) {
	for range plies {
		if g.Status() != rules.Playing {
			return nil, false
		}
		a := rules.Action{Act: rules.MakeMove, Move: pick(d, g.Moves(nil))}
		moves = append(moves, a.Text(g.Variant(), g.Geometry()))
		effects, err := g.Do(a)
		if err != nil {
			return nil, false
		}
		for _, e := range effects {
			if e.Kind != rules.Gain {
				return nil, false
			}
		}
	}
	return moves, g.Status() == rules.Playing
}

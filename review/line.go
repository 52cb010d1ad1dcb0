// Package review tells what the engine thinks of positions, and how good the
// moves of played games were.
package review

import (
	"math"

	"melee/engine"
	"melee/notation"
	"melee/rules"
	"melee/rules/fourplayer"
)

// A Unit is what values are counted in.
type Unit string

// The units.
const (
	// Pawns are what a side is ahead.
	Pawns Unit = "pawns"
	// Points are what a seat may expect to have at the end (F9).
	Points Unit = "points"
)

// UnitOf returns the unit of a variant's values: points where each of four plays for himself, else pawns.
func UnitOf(v *rules.Variant) Unit {
	if v == fourplayer.Variant {
		return Points
	}
	return Pawns
}

// A Score is how good a position is for the seat on turn. One of the fields is given.
type Score struct {
	// Pawns is by how much it is ahead. In the individual Four-player game a pawn is a point, counted
	// against the mean of the opponents.
	Pawns *float64 `json:"pawns,omitempty"`
	// Mate is in how many moves it wins by force, negative if it loses: 0 is a loss that is there already.
	Mate *int `json:"mate,omitempty"`
}

// A Line is the best play that a search has found from a position, or from one of its moves on.
type Line struct {
	Score Score `json:"score"`
	// Chance is the result that is expected for the seat on turn, from 0 (lost) to 1 (won).
	Chance float64 `json:"chance"`
	// Values are what the position is worth to each seat in the variant's unit, wins by force being worth ±[Certain] pawns.
	Values []float64 `json:"values"`
	// Shares are what of the result each seat may expect; their sum is 1.
	Shares []float64 `json:"shares"`
	Depth  int       `json:"depth"` // in plies
	Moves  []string  `json:"moves"` // as protocols write them
	SAN    []string  `json:"san"`   // as people read them
}

// Certain is how many pawns stand for a win by force among values.
const Certain = 100

// scales are the leads, in hundredths of a pawn, that are worth ten to one in expected results. In
// games of weak levels melee tune finds about 1200 for Teams and MCX4 and 3100 for the individual
// game, by values without search; who plays better makes more of a lead.
var scales = map[Unit]float64{Pawns: 1000, Points: 2000}

// LineOf makes a line of what a search tells of a game's position.
func LineOf(g rules.Game, i *engine.Info) Line {
	l := Line{Depth: i.Depth, Score: scoreOf(i.Score), Chance: chanceOf(g.Variant(), i.Score), Values: valuesOf(g, i)}
	l.Shares = sharesOf(g, &l)
	l.Moves, l.SAN = texts(g, i.PV)
	return l
}

func scoreOf(s engine.Score) Score {
	if mate, certain := s.MateIn(); certain {
		return Score{Mate: &mate}
	}
	pawns := float64(s) / 100
	return Score{Pawns: &pawns}
}

func chanceOf(v *rules.Variant, s engine.Score) float64 {
	if mate, certain := s.MateIn(); certain {
		if mate > 0 {
			return 1
		}
		return 0
	}
	return round(1/(1+math.Pow(10, -float64(s)/scales[UnitOf(v)])), 4)
}

// valuesOf returns a value for each seat. Where there are two sides, seats of every other turn belong together.
func valuesOf(g rules.Game, i *engine.Info) []float64 {
	values := make([]float64, len(g.Variant().Seats))
	if len(i.Values) == len(values) {
		for seat, v := range i.Values {
			values[seat] = float64(v) / 100
		}
		return values
	}
	value := float64(i.Score) / 100
	if mate, certain := i.Score.MateIn(); certain {
		value = Certain
		if mate <= 0 {
			value = -Certain
		}
	}
	for seat := range values {
		values[seat] = value
		if (rules.Seat(seat)^g.Turn())&1 != 0 {
			values[seat] = -value
		}
	}
	return values
}

// sharesOf divides the result: by the points expected where each plays for himself, else between the sides, whose seats share alike.
func sharesOf(g rules.Game, l *Line) []float64 {
	shares := make([]float64, len(l.Values))
	if UnitOf(g.Variant()) == Pawns {
		for seat := range shares {
			chance := l.Chance
			if (rules.Seat(seat)^g.Turn())&1 != 0 {
				chance = 1 - chance
			}
			shares[seat] = round(chance*2/float64(len(shares)), 4)
		}
		return shares
	}
	sum := 0.0
	for seat, v := range l.Values {
		shares[seat] = math.Pow(10, 100*v/scales[Points])
		sum += shares[seat]
	}
	for seat := range shares {
		shares[seat] = round(shares[seat]/sum, 4)
		if l.Score.Mate != nil && *l.Score.Mate > 0 {
			shares[seat] = 0
		}
	}
	if l.Score.Mate != nil && *l.Score.Mate > 0 {
		shares[g.Turn()] = 1
	}
	return shares
}

func round(x float64, digits int) float64 {
	unit := math.Pow10(digits)
	return math.Round(x*unit) / unit
}

// texts writes a line of play in both forms.
func texts(g rules.Game, line []rules.Action) (moves, san []string) {
	moves, san = make([]string, 0, len(line)), make([]string, 0, len(line))
	g = g.Clone()
	for _, a := range line {
		token, text, err := play(g, a)
		if err != nil {
			break // the game has ended before: by a rule that the search does not look at
		}
		moves, san = append(moves, token), append(san, text)
	}
	return moves, san
}

// play carries out an action and returns it in both forms.
func play(g rules.Game, a rules.Action) (token, text string, err error) {
	token = a.Text(g.Variant(), g.Geometry())
	if a.Act == rules.MakeMove {
		text, _, err = notation.Play(g, a.Move, notation.StyleSAN)
		return token, text, err
	}
	_, err = g.Do(a)
	return token, token, err
}

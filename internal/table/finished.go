package table

import (
	"slices"
	"time"

	"melee/rules"
)

// A Finished is a game of a table that has ended, as it is kept for good.
type Finished struct {
	Number  int
	Variant *rules.Variant
	Options rules.Options
	Start   string
	Clock   Clock
	Rated   bool
	Public  bool
	Began   time.Time
	Ended   time.Time
	Chairs  []Chair // by seat; who was stood in for has his own
	Fled    []bool  // by seat: left a rated game
	Plies   []FinishedPly
	Result  rules.Outcome
	Points  []int // by seat, in games that are won on points; else nil
}

// A FinishedPly is an entry of a finished game.
type FinishedPly struct {
	Token string
	Left  int64 // ms on the clock of the seat that had the turn, where one runs down
}

// Began returns when the present game began, zero while people gather.
func (s *State) Began() time.Time { return s.begun }

// Finished returns the present game once it has ended, nil before.
func (s *State) Finished() *Finished {
	if s.Number == 0 || s.Game.Outcome() == nil {
		return nil
	}
	f := &Finished{
		Number: s.Number, Variant: s.Variant, Options: s.Options, Start: s.Opened.Start, Clock: s.Opened.Clock,
		Rated: s.Opened.Rated, Public: s.Opened.Public, Began: s.begun, Ended: s.ended,
		Chairs: slices.Clone(s.Chairs), Fled: make([]bool, len(s.Chairs)), Result: *s.Game.Outcome(),
	}
	for i := range f.Chairs {
		if of := f.Chairs[i].Of; of != "" {
			f.Chairs[i] = s.chairOf(of)
		}
		f.Fled[i] = s.fled[f.Chairs[i].Owner]
	}
	g := s.Game.Geometry()
	for i := range s.plies.list {
		p := &s.plies.list[i]
		f.Plies = append(f.Plies, FinishedPly{p.action().Text(s.Variant, g), p.left})
	}
	if scored, ok := s.Game.(rules.Scored); ok {
		for i := range s.Chairs {
			f.Points = append(f.Points, scored.Points(rules.Seat(i)))
		}
	}
	return f
}

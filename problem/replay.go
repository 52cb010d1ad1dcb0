package problem

import (
	"fmt"

	"melee/rules"
	"melee/rules/allin"
)

// A Ply is a move of a solution with the positions before and after it.
type Ply struct {
	Move          rules.Move
	Before, After allin.Position
}

// A Side says whose play is meant: by default that of the side that begins.
type Side struct {
	Duplex bool // the solution for the other side
	Set    bool // set play: whoever does not begin begins
}

// Start returns the position in which a side's play begins. The error lists the faults of the position.
func (t *Task) Start(side Side) (allin.Position, error) {
	setup := t.begin()
	if side.Duplex {
		setup.Turn ^= 1
	}
	if side.Set {
		setup.Turn ^= 1
		setup.EnPassant = rules.NoSquare
	}
	return allin.New(t.code(), setup)
}

// Replay plays a line of help or series play from the start on and returns its
// plies. The error says which move cannot be played.
func (t *Task) Replay(line Line, side Side) ([]Ply, error) {
	start, err := t.Start(side)
	if err != nil {
		return nil, err
	}
	var plies []Ply
	for intro := min(1, t.Stipulation.Intro); intro <= t.Stipulation.Intro; intro++ {
		if s := t.Stipulation; intro < s.Intro && s.Play.isHelp() && (len(line)-intro-s.Halves)%2 != 0 {
			continue // short solutions are shorter by whole moves
		}
		if plies, err = t.replay(start, line, intro); err == nil {
			return plies, nil
		}
	}
	return nil, err
}

// replay plays a line whose first moves, as many as intro, one side plays alone.
func (t *Task) replay(p allin.Position, line Line, intro int) ([]Ply, error) {
	plies := make([]Ply, 0, len(line))
	alone := intro + t.Stipulation.alone(len(line)-intro)
	for i, m := range line {
		if !p.IsLegal(m) {
			return nil, fmt.Errorf("move %d, %s, is not legal in %s", i+1, m.Text(allin.Board), p.Text())
		}
		ply := Ply{Move: m, Before: p, After: p}
		ply.After.Apply(m)
		plies = append(plies, ply)
		// Whoever plays alone keeps the turn, but not after the last of his moves.
		if i < alone && (i != intro-1 || t.Stipulation.introStays()) {
			if !p.PlayOn(m) {
				return nil, fmt.Errorf("move %d, %s, checks, so that its player cannot go on", i+1, m.Text(allin.Board))
			}
		} else {
			p = ply.After
		}
	}
	return plies, nil
}

// alone returns after how many of a line's plies their player keeps the turn.
func (s Stipulation) alone(plies int) int {
	after := map[Play]int{Series: 1, SeriesHelp: 2, SeriesSelf: 2, SeriesReflex: 2, SeriesHelpSelf: 3}
	if last := after[s.Play]; last > 0 && plies > last {
		return plies - last
	}
	return 0
}

// LineLength returns how many plies a solution of help or series play has that is not short.
func (s Stipulation) LineLength() int { return s.length() }

package review

import (
	"context"

	"melee/engine"
	"melee/notation"
	"melee/rules"
)

// A Mark is what is said against a move.
type Mark string

// The marks, by how much of the expected result a move gives away.
const (
	Good       Mark = ""
	Inaccuracy Mark = "inaccuracy" // 0.05 and more
	Mistake    Mark = "mistake"    // 0.1 and more
	Blunder    Mark = "blunder"    // 0.15 and more
)

// MarkOf returns the mark for giving away so much of the expected result, from 0 to 1.
func MarkOf(loss float64) Mark {
	switch {
	case loss >= 0.15:
		return Blunder
	case loss >= 0.1:
		return Mistake
	case loss >= 0.05:
		return Inaccuracy
	}
	return Good
}

// NAG returns the glyph of PGN for a mark, 0 for none.
func (m Mark) NAG() uint8 {
	return map[Mark]uint8{Inaccuracy: 6, Mistake: 2, Blunder: 4}[m]
}

// Sign returns the mark as it is written behind a move.
func (m Mark) Sign() string {
	return map[Mark]string{Inaccuracy: "?!", Mistake: "?", Blunder: "??"}[m]
}

// A Ply is what is thought of one ply of a game.
type Ply struct {
	Number int    `json:"ply"`  // from 1
	Seat   string `json:"seat"` // who played
	Move   string `json:"move"` // as protocols write it
	SAN    string `json:"san"`
	// Mark and Loss tell how much of the expected result, from 0 to 1, it has given away.
	Mark Mark    `json:"mark"`
	Loss float64 `json:"loss"`
	// Best is the best line instead, Played that of the move; both begin before the ply. They
	// are missing for what is no move of the seat on turn, such as a flag that falls.
	Best   *Line `json:"best,omitempty"`
	Played *Line `json:"played,omitempty"`

	best []rules.Action
}

// A Tally sums up the moves of a seat.
type Tally struct {
	Seat         string  `json:"seat"`
	Moves        int     `json:"moves"`
	Inaccuracies int     `json:"inaccuracies"`
	Mistakes     int     `json:"mistakes"`
	Blunders     int     `json:"blunders"`
	Loss         float64 `json:"loss"` // mean of the moves
}

// Game looks at every ply of a game, in order, each within the limits; a move that is not
// the best is searched once more by itself. It tells of each ply as soon as it can, and ends early when ctx does.
func Game(ctx context.Context, s engine.Searcher, limits engine.Limits, record *notation.Record, tell func(Ply)) error {
	limits.MultiPV, limits.Only = 1, nil
	g, err := record.Game()
	if err != nil {
		return err
	}
	for n, p := range record.Plies {
		ply := Ply{Number: n + 1, Seat: record.Variant.SeatName(actor(g, p.Action))}
		if isDecision(p.Action) && !judge(ctx, s, limits, g, p.Action, &ply) {
			return ctx.Err()
		}
		if ply.Move, ply.SAN, err = play(g, p.Action); err != nil {
			return err
		}
		tell(ply)
	}
	return nil
}

// isDecision reports whether an action is one that the seat on turn has chosen among its moves.
func isDecision(a rules.Action) bool {
	return a.Act == rules.MakeMove || a.Act == rules.Survive || a.Act == rules.Decline
}

func actor(g rules.Game, a rules.Action) rules.Seat {
	switch a.Act {
	case rules.Resign, rules.FlagFall, rules.Claim:
		return a.Seat
	case rules.AgreeDraw:
		return rules.NoSeat
	}
	return g.Turn()
}

// judge compares what was played with the best; it returns false when ctx ended before that was done.
func judge(ctx context.Context, s engine.Searcher, limits engine.Limits, g rules.Game, a rules.Action, ply *Ply) bool {
	found := s.Search(ctx, g, limits, nil)
	best := found.Best()
	if ctx.Err() != nil {
		return false
	}
	if len(best.PV) == 0 {
		return true // there was no time for even one iteration
	}
	line := LineOf(g, &best)
	ply.Best, ply.best = &line, best.PV
	switch {
	case a == found.Action:
		ply.Played = ply.Best
		return true
	case a.Act == rules.Survive:
		return true // nothing is lost by playing on
	case a.Act == rules.Decline:
		mate := 0
		ply.Played = &Line{Score: Score{Mate: &mate}, Depth: best.Depth, Moves: []string{"decline"}, SAN: []string{"decline"}}
	default:
		limits.Only, limits.Depth = []rules.Move{a.Move}, best.Depth
		played := s.Search(ctx, g, limits, nil)
		own := played.Best()
		if ctx.Err() != nil {
			return false
		}
		if len(own.PV) == 0 {
			return true
		}
		line := LineOf(g, &own)
		ply.Played = &line
	}
	ply.Loss = round(max(0, ply.Best.Chance-ply.Played.Chance), 4)
	ply.Mark = MarkOf(ply.Loss)
	return true
}

// Tallies sums up plies by seat.
func Tallies(v *rules.Variant, plies []Ply) []Tally {
	list := make([]Tally, len(v.Seats))
	for i, name := range v.Seats {
		list[i].Seat = name
	}
	for i := range plies {
		p := &plies[i]
		seat := v.SeatNamed(p.Seat)
		if seat == rules.NoSeat || p.Best == nil {
			continue
		}
		t := &list[seat]
		t.Moves++
		t.Loss += p.Loss
		switch p.Mark {
		case Inaccuracy:
			t.Inaccuracies++
		case Mistake:
			t.Mistakes++
		case Blunder:
			t.Blunders++
		}
	}
	for i := range list {
		list[i].Loss = round(list[i].Loss/float64(max(list[i].Moves, 1)), 4)
	}
	return list
}

// Annotate writes marks, and the best line as a variation, into a record whose plies were looked at.
func Annotate(record *notation.Record, plies []Ply) {
	for i := range plies {
		p := &plies[i]
		if p.Mark == Good {
			continue
		}
		entry := &record.Plies[p.Number-1]
		if entry.Notes == nil {
			entry.Notes = &notation.Notes{}
		}
		entry.Notes.NAGs = append(entry.Notes.NAGs, p.Mark.NAG())
		// A file says no more than what can be played.
		line := make([]notation.Ply, 0, len(p.best))
		for _, a := range p.best[:min(len(p.best), len(p.Best.Moves), shown)] {
			line = append(line, notation.Ply{Action: a})
		}
		entry.Notes.Variations = append(entry.Notes.Variations, line)
	}
}

// shown is how many plies of a better line are written into a file.
const shown = 12

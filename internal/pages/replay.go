package pages

import (
	"melee/diagram"
	"melee/internal/table"
	"melee/notation"
	"melee/rules"
)

// A moment is a game as it stands after some of its plies.
type moment struct {
	game rules.Game
	// outs tell by seat how it left the game.
	outs []table.Out
	// clocks are the ms left by seat, nil where none are known.
	clocks []int64
	traces []diagram.Trace // newest first
}

// replayOf plays a record and shows visit every moment of it, the start first; ply is nil there.
// What visit is shown is its own until it returns.
func replayOf(record *notation.Record, clock table.Clock, visit func(n int, ply *table.Ply, m *moment) error) error {
	g, err := record.Game()
	if err != nil {
		return err
	}
	m := &moment{game: g, outs: startOuts(g), clocks: startClocks(record, clock)}
	if err := visit(0, nil, m); err != nil {
		return err
	}
	for i := range record.Plies {
		ply, err := m.play(&record.Plies[i], i+1)
		if err == nil {
			err = visit(i+1, ply, m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// startOuts are the seats that are empty from the first move on (F23).
func startOuts(g rules.Game) []table.Out {
	outs := make([]table.Out, len(g.Variant().Seats))
	if scored, ok := g.(rules.Scored); ok {
		for seat := range outs {
			if !scored.Active(rules.Seat(seat)) {
				outs[seat] = table.Out{Gone: true, Rule: "F23", By: rules.NoSeat}
			}
		}
	}
	return outs
}

func startClocks(record *notation.Record, clock table.Clock) []int64 {
	timed := false
	for i := range record.Plies {
		notes := record.Plies[i].Notes
		timed = timed || notes != nil && notes.Timed
	}
	if !timed {
		return nil
	}
	clocks := make([]int64, len(record.Variant.Seats))
	for i := range clocks {
		clocks[i] = clock.Base
	}
	return clocks
}

// play carries out the nth ply.
func (m *moment) play(entry *notation.Ply, n int) (*table.Ply, error) {
	done, err := table.Play(m.game, entry.Action)
	if err != nil {
		return nil, err
	}
	if done.Move != rules.NoMove {
		trace := diagram.Trace{Seat: done.Seat, From: done.Move.From(), To: done.Move.To()}
		others := max(1, len(m.outs)-1)
		m.traces = append([]diagram.Trace{trace}, m.traces[:min(len(m.traces), others-1)]...)
	}
	for _, x := range done.Effects {
		if x.Kind == rules.Elimination || x.Kind == rules.ClanGone {
			m.outs[x.Seat] = table.Out{Gone: true, Rule: x.Rule, By: x.By, Ply: n}
		}
	}
	if notes := entry.Notes; notes != nil && notes.Timed && m.clocks != nil {
		m.clocks[done.Seat] = notes.Clock
	}
	return &done, nil
}

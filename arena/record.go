package arena

import (
	"fmt"
	"strconv"

	"melee/notation"
	"melee/rules"
)

// Record returns a game of the match as a record that every format can write.
func (m *Match) Record(g *Game) (*notation.Record, error) {
	r, err := notation.NewRecord(m.Variant, m.Options, g.Start)
	if err != nil {
		return nil, err
	}
	for seat, name := range g.Seats {
		r.Players[seat].Name = name
	}
	r.Tags = []notation.Tag{
		{Name: "Event", Value: "melee arena"},
		{Name: "Round", Value: strconv.Itoa(g.Round+1) + "." + strconv.Itoa(g.Number+1)},
	}
	game, err := r.Game()
	if err != nil {
		return nil, err
	}
	for n, text := range g.Moves {
		a, err := rules.ParseAction(game, text)
		if err == nil {
			_, err = r.Add(game, a)
		}
		if err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", g.Number+1, n+1, err)
		}
	}
	for _, fault := range g.Faults {
		r.Comments = append(r.Comments, "forfeit: "+fault)
	}
	return r, nil
}

package archive

import (
	"context"
	"fmt"

	"melee/notation"
	"melee/rules"
)

// A Stat is how a move has done.
type Stat struct {
	Move, SAN    string
	Games, Draws int
	Seats        []SeatStat // by seat
}

// A SeatStat is how a seat has done after a move.
type SeatStat struct {
	Wins        int     // first places that are not a draw, shared ones too
	Place       float64 // mean, from 1
	Points      float64 // mean
	WinsPercent float64
}

// maxLine bounds the moves that lead to a position.
const maxLine = 400

// Moves returns what was played after some moves from the starting array, the
// most frequent first. Other ways to the same position count too.
func (a *Archive) Moves(ctx context.Context, variant string, options rules.Options, moves []string) ([]Stat, error) {
	v, err := a.Find(variant)
	if err != nil {
		return nil, Refused{"variant", err.Error()}
	}
	if len(moves) > maxLine {
		return nil, Refused{"moves", fmt.Sprintf("a line has at most %d moves, not %d", maxLine, len(moves))}
	}
	g, err := v.New(v, options, "")
	if err != nil {
		return nil, Refused{"options", err.Error()}
	}
	for i, move := range moves {
		action, err := notation.ParseAction(g, move)
		if err == nil {
			_, err = g.Do(action)
		}
		if err != nil {
			return nil, Refused{"moves", fmt.Sprintf("move %d: %v", i+1, err)}
		}
	}
	rows, err := a.Store.Openings(ctx, SetupOf(v, options), g.Key())
	if err != nil {
		return nil, err
	}
	stats := make([]Stat, 0, len(rows))
	for _, row := range rows {
		action, err := rules.ParseAction(g, row.Move)
		if err != nil {
			continue // two positions with one key: the move belongs to the other
		}
		stat := Stat{Move: row.Move, SAN: notation.SAN(g, action.Move), Games: row.Games, Draws: row.Draws}
		for i := range v.Seats {
			n, s := float64(row.Games), row.Seats[i]
			stat.Seats = append(stat.Seats, SeatStat{
				Wins: s.Wins, Place: float64(s.Places) / 2 / n, Points: float64(s.Points) / n, WinsPercent: 100 * float64(s.Wins) / n,
			})
		}
		stats = append(stats, stat)
	}
	return stats, nil
}

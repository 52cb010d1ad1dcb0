package main

import (
	"bufio"
	"fmt"
	"strings"

	"melee/internal/referee"
	"melee/rules"
)

type movesCommand struct {
	gameFlags
	Moves []string `arg:"" optional:"" name:"move" help:"What is played first: moves such as e2e4, survive, decline, resign:SEAT, time:SEAT, claim:SEAT, draw."`
}

// Help explains the output.
func (movesCommand) Help() string {
	return "The legal moves stand one a line, sorted, on standard output; the position, whose turn it is and how the game ended on standard error."
}

// Run prints the legal moves and the position.
func (c *movesCommand) Run(s streams) error {
	game, err := c.play(c.Moves)
	if err != nil {
		return err
	}
	describe(s, game)
	out := bufio.NewWriter(s.out)
	for _, text := range referee.Legal(game) {
		fmt.Fprintln(out, text)
	}
	return out.Flush()
}

// describe prints a few lines for people.
func describe(s streams, game rules.Game) {
	v := game.Variant()
	fmt.Fprintln(s.err, "position", game.Text())
	outcome := game.Outcome()
	if outcome == nil {
		fmt.Fprintf(s.err, "%s, turn of %s\n", game.Status(), v.SeatName(game.Turn()))
		return
	}
	places := make([]string, len(outcome.Ranking))
	for i, place := range outcome.Ranking {
		names := make([]string, len(place))
		for j, seat := range place {
			names[j] = v.SeatName(seat)
		}
		places[i] = strings.Join(names, " = ")
	}
	draw := ""
	if outcome.Draw {
		draw = ", a draw"
	}
	fmt.Fprintf(s.err, "ended by %s%s: %s\n", outcome.Reason, draw, strings.Join(places, ", "))
}

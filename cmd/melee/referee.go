package main

import (
	"melee/internal/referee"
	"melee/rules/catalog"
)

type refereeCommand struct{}

// Help explains the lines.
func (refereeCommand) Help() string {
	return `Reads one request a line from standard input and writes one answer a line to standard output, in the same order:

  {"id":1,"variant":"four-player","options":{"setup":"classic"},"start":null,"moves":["h2h4"]}

An answer holds id, position, turn, slot (MCX4), legal, check, points (Four-player), status and, when the game has ended, result. A request that cannot be answered gives {"id":…,"error":"…","ply":n}: n is the number of the move that was refused, 0 if it was the start or the line itself. A line may have 1 MB.`
}

// Run answers until the input ends.
func (refereeCommand) Run(s streams) error {
	return referee.New(catalog.Find).Serve(s.in, s.out)
}

package main

import (
	"context"
	"runtime"
	"time"

	"melee/engine"
	"melee/rules/catalog"
	"melee/uci"
)

type uciCommand struct{}

// Help explains what differs from chess engines.
func (uciCommand) Help() string {
	return `Speaks UCI on standard input and output. setoption name UCI_Variant value NAME chooses the game (` + variantNames() + `); its rules are options too.

A position ("position fen …") is a text as melee moves takes it, FEN4 in both dialects included. Moves are e2e4 or e2-e4; the choices of MCX4 are survive and decline. Level 1 to 10 plays like the site's levels, 0 as strong as the limits of go allow. A seat's clock is NAMEtime or the name's first letter (rtime, btime, ytime, gtime), otherwise wtime or btime of its side.`
}

// Run answers until the input ends or the word quit comes.
func (uciCommand) Run(s streams) error {
	began := time.Now()
	return uci.Serve(context.Background(), s.in, s.out, uci.Config{
		Name: "Mêlée " + version, Author: "the authors of Mêlée",
		Variants: catalog.All(), New: engine.New, LevelOf: engine.LevelOf,
		Now: func() time.Duration { return time.Since(began) }, Threads: runtime.NumCPU(),
	})
}

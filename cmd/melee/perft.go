package main

import (
	"fmt"
	"time"

	"melee/internal/referee"
	"melee/rules"
)

type perftCommand struct {
	gameFlags
	Divide bool `help:"Print the count behind each first move too."`
	Depth  int  `arg:"" help:"The length of the sequences, 0 to 30 moves."`
}

// maxDepth keeps the count far from where 64 bits end.
const maxDepth = 30

// Help explains the output.
func (*perftCommand) Help() string {
	return "The last line on standard output is the bare count; time and rate are on standard error. An open choice of MCX4 is answered survive and counts as no move."
}

// Validate checks the depth beside the game.
func (c *perftCommand) Validate() error {
	if c.Depth < 0 || c.Depth > maxDepth {
		return fmt.Errorf("the depth is %d, must be from 0 to %d", c.Depth, maxDepth)
	}
	return c.gameFlags.Validate()
}

// Run counts.
func (c *perftCommand) Run(s streams) error {
	game, err := c.start()
	if err != nil {
		return err
	}
	began := time.Now()
	count, err := c.count(s, game)
	if err != nil {
		return err
	}
	spent := time.Since(began)
	fmt.Fprintf(s.err, "%.3f s, %.1f million positions/s\n", spent.Seconds(), float64(count)/1e6/max(spent.Seconds(), 1e-9))
	_, err = fmt.Fprintln(s.out, count)
	return err
}

func (c *perftCommand) count(s streams, game rules.Game) (uint64, error) {
	if !c.Divide || c.Depth == 0 {
		return game.Perft(c.Depth), nil
	}
	if game.Status() == rules.Choosing {
		if _, err := game.Do(rules.Action{Act: rules.Survive}); err != nil {
			return 0, err
		}
	}
	total := uint64(0)
	for _, text := range referee.Legal(game) {
		after := game.Clone()
		action, err := rules.ParseAction(after, text)
		if err != nil {
			return 0, err
		}
		if _, err := after.Do(action); err != nil {
			return 0, err
		}
		count := after.Perft(c.Depth - 1)
		total += count
		if _, err := fmt.Fprintf(s.out, "%s: %d\n", text, count); err != nil {
			return 0, err
		}
	}
	return total, nil
}

package main

import (
	"errors"
	"fmt"
	"os"

	"melee/arena"
	"melee/engine"
	"melee/engine/tuning"
	"melee/rules"
	"melee/rules/catalog"
)

type tuneCommand struct {
	Variant string   `required:"" placeholder:"NAME" help:"The game: ${variants}."`
	Out     string   `required:"" placeholder:"FILE" help:"The weights file to write; other games' weights in it are those built in."`
	Hold    int      `default:"5" placeholder:"N" help:"Keep one game in so many out of the fit, to tell how well it foretells others (${default}); 0 for none."`
	Every   int      `default:"3" placeholder:"N" help:"Take one position in so many (${default})."`
	Skip    int      `default:"8" placeholder:"N" help:"Leave out so many plies at the beginning of each game (${default})."`
	Epochs  int      `default:"60" placeholder:"N" help:"Passes over all positions (${default})."`
	Rate    float64  `default:"2" placeholder:"X" help:"By how much a weight may change in a step (${default})."`
	Prior   float64  `default:"100" placeholder:"X" help:"How strongly weights are held where they were (${default})."`
	Seed    uint64   `default:"1" placeholder:"N" help:"Decides the order of the positions (${default})."`
	Journal []string `arg:"" placeholder:"FILE" help:"Journals of melee arena."`

	variant *rules.Variant
}

// Help explains the method.
func (*tuneCommand) Help() string {
	return `Reads games from journals of 'melee arena' and changes the weights of the evaluation so that the
value of a position foretells the result better: logistic regression on quiet positions, in which
nobody is in check and the move played captures nothing.`
}

// Validate finds the variant and checks the numbers.
func (c *tuneCommand) Validate() error {
	if c.Every < 1 || c.Hold < 0 || c.Skip < 0 || c.Epochs < 1 || c.Rate <= 0 || c.Prior < 0 {
		return errors.New("--every and --epochs must be 1 or more, --rate more than 0, --hold, --skip and --prior not less than 0")
	}
	var err error
	c.variant, err = catalog.Find(c.Variant)
	return err
}

// Run fits the weights and writes them.
func (c *tuneCommand) Run(s streams) error {
	subject := engine.SubjectOf(c.variant)
	var samples, held []tuning.Sample
	games, positions := 0, 0
	for _, name := range c.Journal {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		err = arena.ReadGames(f, func(h *arena.Header, g *arena.Game) error {
			if h.Variant != c.variant.Name {
				return fmt.Errorf("the match is of %s, not of %s", h.Variant, c.variant.Name)
			}
			games++
			return c.collect(h, g, func(game rules.Game) {
				positions++
				more := subject.Samples(game, g.Places)
				if c.Hold > 0 && g.Number%c.Hold == 0 {
					held = append(held, more...)
				} else {
					samples = append(samples, more...)
				}
			})
		})
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	fit, err := tuning.Plan{Epochs: c.Epochs, Rate: c.Rate, Prior: c.Prior, Seed: c.Seed}.Run(subject.Weights, samples)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%d games, %d positions, scale %.0f, error %.5f before, %.5f after\n", games, positions, fit.Scale, fit.Before, fit.After)
	if len(held) > 0 {
		fmt.Fprintf(s.out, "games kept out: error %.5f before, %.5f after\n",
			tuning.Error(subject.Weights, held, fit.Scale), tuning.Error(fit.Weights, held, fit.Scale))
	}
	text, err := subject.Text(fit.Weights, fmt.Sprintf("fitted by melee tune to %d positions of %d games it played against itself (epochs %d, rate %g, prior %g, seed %d, scale %.0f)",
		positions, games, c.Epochs, c.Rate, c.Prior, c.Seed, fit.Scale))
	if err != nil {
		return err
	}
	return os.WriteFile(c.Out, text, 0o644)
}

// collect replays a game and hands on its quiet positions.
func (c *tuneCommand) collect(h *arena.Header, g *arena.Game, take func(rules.Game)) error {
	game, err := c.variant.New(c.variant, h.Options, g.Start)
	if err != nil {
		return err
	}
	for ply, text := range g.Moves {
		a, err := rules.ParseAction(game, text)
		if err != nil {
			return fmt.Errorf("game %d, ply %d: %w", g.Number, ply+1, err)
		}
		quiet := a.Act == rules.MakeMove && a.Move.Taken() == rules.NoKind && a.Move.Promotion() == rules.NoKind
		if ply >= c.Skip && (ply+g.Number)%c.Every == 0 && quiet && !game.Checked(rules.Side(game.Turn())) {
			take(game)
		}
		if _, err := game.Do(a); err != nil {
			return fmt.Errorf("game %d, ply %d: %w", g.Number, ply+1, err)
		}
	}
	return nil
}

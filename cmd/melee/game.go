package main

import (
	"fmt"
	"strings"

	"melee/notation"
	"melee/rules"
	"melee/rules/catalog"
)

// gameFlags say which game a command is about.
type gameFlags struct {
	Variant  string `required:"" placeholder:"NAME" help:"The game: ${variants}."`
	Position string `placeholder:"TEXT" help:"The position to start from; the starting array if there is none."`
	Options  string `placeholder:"JSON" help:"Rules that differ from the default, such as {\"setup\":\"classic\"}."`

	variant *rules.Variant
	options rules.Options
}

// Validate finds the variant and reads the options, so that a wrong one is wrong use.
func (f *gameFlags) Validate() error {
	v, err := catalog.Find(f.Variant)
	if err != nil {
		return err
	}
	options, err := notation.OptionsFromJSON(v, []byte(f.Options))
	if err != nil {
		return err
	}
	f.variant, f.options = v, options
	return nil
}

// variantNames returns the names a --variant can have.
func variantNames() string {
	var names []string
	for _, v := range catalog.All() {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}

// start sets up the game.
func (f *gameFlags) start() (rules.Game, error) {
	return f.variant.New(f.variant, f.options, f.Position)
}

// play sets up the game and plays moves and choices.
func (f *gameFlags) play(tokens []string) (rules.Game, error) {
	game, err := f.start()
	if err != nil {
		return nil, err
	}
	for i, token := range tokens {
		action, err := rules.ParseAction(game, token)
		if err == nil {
			_, err = game.Do(action)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return game, nil
}

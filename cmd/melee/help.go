package main

import (
	"github.com/alecthomas/kong"
)

type helpCommand struct {
	Command string `arg:"" optional:"" help:"The command to explain; all of them if there is none."`
}

// Run prints what the command's own --help prints.
func (c *helpCommand) Run(parser *kong.Kong) error {
	var path []string
	if c.Command != "" {
		path = []string{c.Command}
	}
	ctx, err := kong.Trace(parser, path)
	if err != nil {
		return err
	}
	if ctx.Error != nil {
		return misuse("no command is called '" + c.Command + "'; 'melee help' lists them")
	}
	return ctx.PrintUsage(false)
}

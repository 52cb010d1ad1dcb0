// Command melee lets people play, study and program the three games of Mêlée.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// The exit statuses beside 0.
const (
	failure  = 1
	wrongUse = 2
)

// commands are the subcommands, in the order the help shows them.
type commands struct {
	Analyse analyseCommand `cmd:"" help:"Tell the best lines of positions, and how good the moves of games were."`
	Admin   adminCommand   `cmd:"" help:"Look after the people of a server."`
	Arena   arenaCommand   `cmd:"" help:"Let players meet in matches and compare their strength."`
	Bench   benchCommand   `cmd:"" help:"Measure how fast rules, formats, referee and server are."`
	Bot     botCommand     `cmd:"" help:"Play at a site with any engine, as a bot."`
	Convert convertCommand `cmd:"" help:"Convert files of games between PGN, PGN4 and JSON."`
	Diagram diagramCommand `cmd:"" help:"Draw a position as SVG or PNG, a game as GIF."`
	Serve   serveCommand   `cmd:"" help:"Serve the site."`
	Moves   movesCommand   `cmd:"" help:"List the legal moves of a position."`
	Perft   perftCommand   `cmd:"" help:"Count the legal sequences of moves from a position."`
	Referee refereeCommand `cmd:"" help:"Answer requests of bots and tests, one JSON object a line."`
	Solve   solveCommand   `cmd:"" help:"Solve chess problems of the all-in family."`
	Uci     uciCommand     `cmd:"" help:"Let chess programs use the engine, by UCI."`
	Tune    tuneCommand    `cmd:"" help:"Fit the engine's weights to the results of games."`
	Version versionCommand `cmd:"" help:"Print the version."`
	Help    helpCommand    `cmd:"" help:"Explain a command."`
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// A misuse is an error of whoever typed the command, found only when it ran.
type misuse string

func (m misuse) Error() string { return string(m) }

// run carries out one command line and returns the exit status.
func run(args []string, s streams) int {
	// kong wants to end the process for one reason only: it has shown help.
	helped := false
	parser, err := kong.New(&commands{},
		kong.Name("melee"),
		kong.Description("Three chess games for more than two armies: All-in chess, MCX4 and Four-player chess."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"variants": variantNames()},
		kong.Writers(s.out, s.err),
		kong.Exit(func(int) { helped = true }),
	)
	if err != nil {
		return report(s, failure, err)
	}
	ctx, err := parser.Parse(args)
	if helped {
		return 0
	}
	if err != nil {
		return report(s, wrongUse, fmt.Errorf("%w\n'%s' tells more", err, helpFor(err)))
	}
	err = ctx.Run(s, parser)
	var m misuse
	switch {
	case errors.As(err, &m):
		return report(s, wrongUse, err)
	case err != nil:
		return report(s, failure, err)
	}
	return 0
}

// report tells an error and returns the exit status.
func report(s streams, status int, err error) int {
	fmt.Fprintln(s.err, "melee:", err)
	return status
}

// helpFor returns the command that explains what was typed wrongly.
func helpFor(err error) string {
	var wrong *kong.ParseError
	if errors.As(err, &wrong) {
		if command := wrong.Context.Selected(); command != nil {
			return "melee help " + command.Name
		}
	}
	return "melee help"
}

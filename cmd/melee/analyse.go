package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"melee/engine"
	"melee/notation"
	"melee/review"
	"melee/rules"
)

type analyseCommand struct {
	Variant  string `placeholder:"NAME" help:"The game of positions: ${variants}."`
	Position string `placeholder:"TEXT" help:"A position to analyse; the starting array if neither it nor a file is given."`
	Options  string `placeholder:"JSON" help:"Rules that differ from the default, such as {\"setup\":\"classic\"}."`
	Moves    string `placeholder:"LIST" help:"What is played from the position first, such as 'e2e4 e7e5'."`

	Nodes   uint64        `placeholder:"N" help:"Positions to look at, for each position or ply; half a million if no limit is given."`
	Depth   int           `placeholder:"N" help:"Plies to look ahead."`
	Time    time.Duration `placeholder:"D" help:"Time for each position or ply, such as 5s."`
	Lines   int           `default:"3" placeholder:"N" help:"How many lines of a position (${default})."`
	Threads int           `default:"1" placeholder:"N" help:"Processor cores to use (${default}); 0 for all. With one, and without --time, equal calls give equal answers."`
	Hash    int           `default:"64" placeholder:"MB" help:"Megabytes for positions already searched (${default})."`

	JSON     bool   `name:"json" help:"Write one JSON object for each position or game, a line each."`
	Out      string `placeholder:"FILE" help:"Write the games with marks and better lines as well: .pgn, .pgn4 or .json."`
	Progress *bool  `negatable:"" help:"Show how far it is; without this, on a terminal."`

	Files []string `arg:"" optional:"" name:"file" help:"Games (.pgn, .pgn4, .json) or, of --variant, positions, one a line."`

	flags gameFlags
}

// Help explains marks and values.
func (*analyseCommand) Help() string {
	return `Tells the best lines of positions, and how good the moves of games were.

  melee analyse --variant all-in --moves 'e2e4 e7e5' --lines 5
  melee analyse --variant four-player positions.txt --time 10s
  melee analyse games.pgn4 --nodes 200000 --out marked.pgn4

A value is told for each seat, in pawns, or in points expected at the end of Four-player games. A move that gives away 5 % of the result to be
expected is an inaccuracy (?!), 10 % a mistake (?), 15 % a blunder (??). docs/uci.md tells of the engine.`
}

// mostLines bounds --lines.
const mostLines = 64

// Validate checks what can be checked before a file is read.
func (c *analyseCommand) Validate() error {
	switch {
	case c.Lines < 1 || c.Lines > mostLines:
		return fmt.Errorf("--lines is %d, must be from 1 to %d", c.Lines, mostLines)
	case c.Threads < 0 || c.Threads > mostThreads:
		return fmt.Errorf("--threads is %d, must be from 0 to %d", c.Threads, mostThreads)
	case c.Hash < 1 || c.Hash > mostHash:
		return fmt.Errorf("--hash is %d, must be from 1 to %d megabytes", c.Hash, mostHash)
	case c.Depth < 0 || c.Time < 0:
		return errors.New("--depth and --time must be more than 0")
	case len(c.Files) > 0 && (c.Position != "" || c.Moves != ""):
		return errors.New("--position and --moves are one position: leave out the files")
	}
	if c.Out != "" {
		if _, err := formatOf("", c.Out, "--out"); err != nil {
			return err
		}
	}
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	if c.Nodes == 0 && c.Depth == 0 && c.Time == 0 {
		c.Nodes = 500_000
	}
	for _, name := range c.Files {
		if notation.FormatOf(name) == "" && c.Variant == "" {
			return fmt.Errorf("the name '%s' is not that of games (.pgn, .pgn4, .json): for positions give --variant", name)
		}
	}
	if c.Variant == "" {
		if len(c.Files) == 0 {
			return errors.New("name a file, or give --variant")
		}
		return nil
	}
	c.flags = gameFlags{Variant: c.Variant, Position: c.Position, Options: c.Options}
	return c.flags.Validate()
}

// An analyst carries out one run of the command.
type analyst struct {
	*analyseCommand
	ctx     context.Context
	report  analysisReport
	bar     *analysisBar
	engines map[*rules.Variant]engine.Searcher
	now     func() time.Duration
	out     notation.Writer // of --out, nil without
	tell    func(fault string)
	faults  int
}

// Run analyses everything, one position or game after the other.
func (c *analyseCommand) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	began := time.Now()
	a := &analyst{
		analyseCommand: c, ctx: ctx, report: newAnalysisReport(s.out, c.JSON), bar: c.bar(s),
		engines: map[*rules.Variant]engine.Searcher{}, now: func() time.Duration { return time.Since(began) },
	}
	a.tell = func(fault string) {
		a.faults++
		a.bar.clear()
		fmt.Fprintln(s.err, "melee:", fault)
	}
	if c.Out != "" {
		file, err := os.Create(c.Out)
		if err != nil {
			return err
		}
		defer file.Close()
		if a.out, err = notation.NewWriter(notation.FormatOf(c.Out), file); err != nil {
			return err
		}
	}
	err := a.all(s)
	a.bar.clear()
	if err == nil && ctx.Err() == nil && a.faults > 0 {
		err = fmt.Errorf("%d of what was given could not be analysed", a.faults)
	}
	return err
}

func (a *analyst) all(s streams) error {
	if len(a.Files) == 0 {
		game, err := a.flags.play(strings.Fields(a.Moves))
		if err != nil {
			return err
		}
		return a.position(source{}, game)
	}
	for _, name := range a.Files {
		in, err := os.Open(name)
		if err != nil {
			return err
		}
		if notation.FormatOf(name) == "" {
			err = a.positions(name, in)
		} else {
			err = a.games(name, in)
		}
		if err = errors.Join(err, in.Close()); err != nil || a.ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// A source is where a position or game stands; File is "" for the command line.
type source struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Game int    `json:"game,omitempty"`
}

func (a *analyst) limits() engine.Limits {
	return engine.Limits{Nodes: a.Nodes, Depth: a.Depth, MoveTime: a.Time, MultiPV: a.Lines}
}

// engine returns the search of a variant, which has forgotten what was before.
func (a *analyst) engine(v *rules.Variant) engine.Searcher {
	s, ok := a.engines[v]
	if !ok {
		s = engine.New(v, engine.Options{HashMB: a.Hash, Threads: a.Threads, Now: a.now})
		a.engines[v] = s
	} else {
		s.Forget()
	}
	return s
}

// positions reads a position a line; empty lines, and those that begin with a hash sign, are passed over.
func (a *analyst) positions(name string, in io.Reader) error {
	lines := bufio.NewScanner(in)
	for number := 1; a.ctx.Err() == nil && lines.Scan(); number++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		flags := a.flags
		flags.Position = text
		game, err := flags.start()
		if err != nil {
			column := 1 + len([]rune(lines.Text()[:strings.Index(lines.Text(), text)]))
			a.tell(fmt.Sprintf("%s:%d:%d: %v", name, number, column, err))
			continue
		}
		if err := a.position(source{File: name, Line: number}, game); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (a *analyst) position(at source, game rules.Game) error {
	limits := a.limits()
	a.bar.begin(at, limits)
	began := a.now()
	result := a.engine(game.Variant()).Search(a.ctx, game, limits, a.bar.info)
	return a.report.position(at, game, &result, a.now()-began)
}

// games reads and analyses the games of a file.
func (a *analyst) games(name string, in io.Reader) error {
	reader, err := notation.NewReader(notation.FormatOf(name), in)
	if err != nil {
		return err
	}
	for a.ctx.Err() == nil {
		record, err := reader.Next()
		if err == io.EOF {
			return nil
		}
		number, line := reader.Where()
		var bad *notation.GameError
		switch {
		case errors.As(err, &bad):
			a.tell(fmt.Sprintf("%s:%d:%d: %v", name, bad.Line, bad.Column, bad.Err))
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := a.game(source{File: name, Line: line, Game: number}, record); err != nil {
			return err
		}
	}
	return nil
}

func (a *analyst) game(at source, record *notation.Record) error {
	a.bar.begin(at, engine.Limits{})
	var plies []review.Ply
	err := review.Game(a.ctx, a.engine(record.Variant), a.limits(), record, func(p review.Ply) {
		plies = append(plies, p)
		a.bar.ply(p, len(record.Plies))
	})
	if err != nil && a.ctx.Err() == nil {
		return err
	}
	a.bar.clear()
	if err := a.report.game(at, record, plies); err != nil || a.out == nil {
		return err
	}
	review.Annotate(record, plies)
	var unfit *notation.FormatError
	if err := a.out.Write(record); errors.As(err, &unfit) {
		a.tell(fmt.Sprintf("%s:%d:1: %v", at.File, at.Line, unfit))
	} else if err != nil {
		return err
	}
	return nil
}

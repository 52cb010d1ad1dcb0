package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"

	"melee/arena"
	"melee/notation"
)

type arenaCommand struct {
	Variant     string        `required:"" placeholder:"NAME" help:"The game: ${variants}."`
	Options     string        `placeholder:"JSON" help:"Rules that differ from the default."`
	Entrant     []string      `required:"" sep:"none" placeholder:"NAME=KIND,…" help:"Who takes part; two at least."`
	Lineup      string        `placeholder:"A,B,…" help:"Entrants by party; its permutations are played. Without it, all assignments in which everybody plays."`
	Games       int           `default:"100" placeholder:"N" help:"How many games (${default})."`
	Openings    string        `placeholder:"FILE" help:"Position texts, one a line."`
	RandomPlies int           `placeholder:"N" help:"Random moves that begin each game, the same in all lineups of a round."`
	MaxPlies    int           `default:"2000" placeholder:"N" help:"A longer game is a draw, or ranked by points (${default}); 0 for no limit."`
	Concurrency int           `placeholder:"N" help:"Games at once; one a processor without this."`
	Patience    time.Duration `default:"60s" placeholder:"D" help:"Who takes longer for a move forfeits (${default})."`
	Seed        uint64        `default:"1" placeholder:"N" help:"Decides openings and chance (${default}); 0 keeps the openings' order."`
	Journal     string        `placeholder:"FILE" help:"Keeps each game as a line of JSON; a match goes on from what is there."`
	Out         string        `placeholder:"FILE" help:"Write the games at the end: .pgn, .pgn4 or .json."`
	SPRT        string        `name:"sprt" placeholder:"ELO0,ELO1" help:"End the match when the first entrant is decided to be that much stronger than the second, or not."`
	Progress    *bool         `negatable:"" help:"Show how far it is; without this, on a terminal."`

	match arena.Match
	test  *arena.Test
}

// Help explains entrants and results.
func (*arenaCommand) Help() string {
	return `Plays a match and prints how everybody has done.

` + entrantHelp + `

A party is a seat, a team or a camp: --lineup a,b,b,b gives one seat of Four-player to a and three to b,
in all four orders. Errors are half of 95 % intervals. Places are counted from 1, shared ones as their mean;
a score is the share of the meetings of two entrants' seats that the first has won, ties counting half.
An interrupted match goes on with the same command when it has a --journal.`
}

// Validate reads all that can be wrong with the flags.
func (c *arenaCommand) Validate() error {
	flags := gameFlags{Variant: c.Variant, Options: c.Options}
	if err := flags.Validate(); err != nil {
		return err
	}
	began := time.Now()
	c.match = arena.Match{
		Variant: flags.variant, Options: flags.options, Games: c.Games, RandomPlies: c.RandomPlies, MaxPlies: c.MaxPlies,
		Concurrency: c.Concurrency, Patience: c.Patience, Seed: c.Seed, Now: func() time.Duration { return time.Since(began) },
	}
	if c.Concurrency == 0 {
		c.match.Concurrency = runtime.GOMAXPROCS(0)
	}
	for _, text := range c.Entrant {
		spec, err := parseEntrant(text)
		if err != nil {
			return err
		}
		entrant, err := spec.entrant(flags.variant)
		if err != nil {
			return err
		}
		c.match.Entrants = append(c.match.Entrants, entrant)
	}
	var err error
	if len(c.match.Entrants) > 1 {
		if c.match.Lineups, err = c.lineups(); err != nil {
			return err
		}
	}
	if err := c.match.Check(); err != nil {
		return err
	}
	if c.SPRT != "" {
		c.test = &arena.Test{Alpha: 0.05, Beta: 0.05}
		if n, err := fmt.Sscanf(c.SPRT, "%g,%g", &c.test.Elo0, &c.test.Elo1); n != 2 || err != nil || c.test.Elo0 >= c.test.Elo1 {
			return fmt.Errorf("--sprt is '%s', must be two Elo differences, the smaller first, such as 0,10", c.SPRT)
		}
	}
	if c.Out != "" {
		_, err = formatOf("", c.Out, "--out")
	}
	return err
}

// lineups returns who sits where.
func (c *arenaCommand) lineups() ([][]int, error) {
	if c.Lineup == "" {
		return arena.Lineups(c.match.Variant, len(c.match.Entrants))
	}
	var parties []int
	for name := range strings.SplitSeq(c.Lineup, ",") {
		at := -1
		for i, e := range c.match.Entrants {
			if e.Name == name {
				at = i
			}
		}
		if at < 0 {
			return nil, fmt.Errorf("--lineup: nobody is called '%s'", name)
		}
		parties = append(parties, at)
	}
	return arena.Permutations(c.match.Variant, parties)
}

// Run plays the match.
func (c *arenaCommand) Run(s streams) error {
	if err := c.readOpenings(); err != nil {
		return err
	}
	journal, games, err := c.openJournal()
	if err != nil {
		return err
	}
	if journal != nil {
		defer journal.Close()
	}
	done := map[int]bool{}
	for _, g := range games {
		done[g.Number] = true
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	bar := c.bar(s, len(games))
	var broken error
	err = c.match.Run(ctx, done, func(g arena.Game) bool {
		games = append(games, g)
		if journal != nil {
			if line, err := arena.Line(g); err != nil {
				broken = err
			} else if _, err := journal.Write(line); err != nil {
				broken = err
			}
		}
		if bar != nil {
			bar.Describe(c.summary(games))
			bar.Add(1)
		}
		return broken == nil && !c.decided(games)
	})
	if bar != nil {
		bar.Exit()
		fmt.Fprintln(s.err)
	}
	c.report(s.out, games)
	return errors.Join(err, broken, c.write(games))
}

// readOpenings reads the file of openings.
func (c *arenaCommand) readOpenings() error {
	if c.Openings == "" {
		return nil
	}
	f, err := os.Open(c.Openings)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if text := strings.TrimSpace(lines.Text()); text != "" {
			c.match.Openings = append(c.match.Openings, text)
		}
	}
	return lines.Err()
}

// openJournal reads the games of an earlier run and opens the journal for more.
func (c *arenaCommand) openJournal() (*os.File, []arena.Game, error) {
	if c.Journal == "" {
		return nil, nil, nil
	}
	f, err := os.OpenFile(c.Journal, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	games, whole, err := c.match.ReadJournal(f)
	if err == nil {
		err = f.Truncate(whole)
	}
	if err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err == nil && whole == 0 {
		var line []byte
		if line, err = arena.Line(c.match.Header()); err == nil {
			_, err = f.Write(line)
		}
	}
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", c.Journal, err)
	}
	return f, games, nil
}

// decided reports whether the sequential test has come to an end.
func (c *arenaCommand) decided(games []arena.Game) bool {
	return c.test != nil && c.test.Verdict(c.ratio(games)) != 0
}

func (c *arenaCommand) ratio(games []arena.Game) float64 {
	return c.test.Ratio(games, c.match.Entrants[0].Name, c.match.Entrants[1].Name)
}

// bar returns a progress bar, nil where none is wanted.
func (c *arenaCommand) bar(s streams, done int) *progressbar.ProgressBar {
	wanted := isTerminal(s.err)
	if c.Progress != nil {
		wanted = *c.Progress
	}
	if !wanted {
		return nil
	}
	bar := progressbar.NewOptions(c.Games,
		progressbar.OptionSetWriter(s.err),
		progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(20),
		progressbar.OptionSetPredictTime(true),
	)
	bar.Add(done)
	return bar
}

// summary is how the first two entrants stand, in a few words.
func (c *arenaCommand) summary(games []arena.Game) string {
	r := arena.Compare(games, c.match.Entrants[0].Name, c.match.Entrants[1].Name)
	if r.Games == 0 {
		return ""
	}
	return fmt.Sprintf("%s %.1f %%", r.A, 100*r.Score)
}

// report prints the tables of a match.
func (c *arenaCommand) report(out io.Writer, games []arena.Game) {
	fmt.Fprintf(out, "%s, %d of %d games, seed %d\n\n", c.match.Variant.Name, len(games), c.Games, c.Seed)
	scored := arena.Parties(c.match.Variant) > 2
	fmt.Fprintf(out, "%-16s %6s %12s", "entrant", "games", "first")
	if scored {
		fmt.Fprintf(out, " %14s %14s", "mean place", "mean points")
	}
	fmt.Fprintf(out, " %9s %9s %7s %9s %9s %8s\n", "nodes/s", "nodes", "depth", "time", "longest", "forfeits")
	for _, st := range c.match.Standings(games) {
		fmt.Fprintf(out, "%-16s %6d %10.1f %%", st.Name, st.Games, 100*st.First)
		if scored {
			fmt.Fprintf(out, " %7.3f ±%5.3f %7.1f ±%5.1f", st.Place, st.PlaceError, st.Points, st.PointsError)
		}
		w := st.Work
		moves := float64(max(w.Moves, 1))
		rate := 0.0
		if w.Time > 0 {
			rate = float64(w.Nodes) / w.Time.Seconds()
		}
		fmt.Fprintf(out, " %9.0f %9.0f %7.1f %7.1fms %7.1fms %8d\n", rate, float64(w.Nodes)/moves, float64(w.Depth)/moves,
			float64(w.Time.Microseconds())/1e3/moves, float64(w.Longest.Microseconds())/1e3, st.Faults)
	}
	fmt.Fprintln(out)
	for i, a := range c.match.Entrants {
		for _, b := range c.match.Entrants[i+1:] {
			if r := arena.Compare(games, a.Name, b.Name); r.Games > 0 {
				fmt.Fprintf(out, "%s against %s: +%d =%d −%d, score %.1f ±%.1f %%, Elo %s (%s to %s), p %.4f\n",
					r.A, r.B, r.Wins, r.Draws, r.Losses, 100*r.Score, 100*r.Error, elo(r.Elo), elo(r.Low), elo(r.High), r.P)
			}
		}
	}
	if c.test != nil {
		low, high := c.test.Bounds()
		verdict := map[int]string{-1: "refused", 0: "open", 1: "accepted"}[c.test.Verdict(c.ratio(games))]
		fmt.Fprintf(out, "test of Elo %g against %g: ratio %.2f of %.2f to %.2f, %s\n", c.test.Elo1, c.test.Elo0, c.ratio(games), low, high, verdict)
	}
	for _, g := range games {
		for _, fault := range g.Faults {
			fmt.Fprintf(out, "forfeit in game %d: %s\n", g.Number+1, fault)
		}
	}
}

// elo writes an Elo difference.
func elo(n float64) string {
	if math.IsInf(n, 0) {
		return map[bool]string{true: "+∞", false: "−∞"}[n > 0]
	}
	return fmt.Sprintf("%+.0f", n)
}

// write writes the games in the order of their numbers.
func (c *arenaCommand) write(games []arena.Game) error {
	if c.Out == "" {
		return nil
	}
	f, err := os.Create(c.Out)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(f)
	w, err := notation.NewWriter(notation.FormatOf(c.Out), buffer)
	if err == nil {
		err = c.writeAll(w, games)
	}
	return errors.Join(err, buffer.Flush(), f.Close())
}

func (c *arenaCommand) writeAll(w notation.Writer, games []arena.Game) error {
	byNumber := map[int]*arena.Game{}
	for i := range games {
		byNumber[games[i].Number] = &games[i]
	}
	for n := range c.Games {
		g, ok := byNumber[n]
		if !ok {
			continue
		}
		record, err := c.match.Record(g)
		if err == nil {
			err = w.Write(record)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

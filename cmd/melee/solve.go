package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"time"

	"melee/problem"
	"melee/problem/popeye"
	"melee/rules"
)

type solveCommand struct {
	Fen         string `placeholder:"TEXT" help:"A position, whose side to move begins, instead of files."`
	Condition   string `default:"all-in" enum:"orthodox,all-in,half-in,mainly-in,free-for-all" help:"What --fen is played by: ${enum} (${default})."`
	Stipulation string `placeholder:"TEXT" help:"What is asked of --fen, such as '#3', 'h#2.5', 's=2', 'ser-h#4'."`

	SetPlay    bool   `help:"Tell what happens if the other side begins."`
	Try        bool   `help:"Tell tries with their refutations."`
	Variations bool   `help:"Tell what follows keys and tries."`
	Option     string `placeholder:"WORDS" help:"More options in Popeye's English words, such as 'duplex nothreat defence 2'."`

	MaxSolutions int           `placeholder:"N" help:"Stop a problem after so many keys or lines."`
	MaxTime      time.Duration `placeholder:"D" help:"Stop a problem after a time such as 90s or 10m."`
	Threads      int           `placeholder:"N" help:"Processor cores to use; all if it is not given."`
	Hash         int           `default:"256" placeholder:"MB" help:"Megabytes for positions already searched (${default})."`

	Format   string `default:"text" enum:"text,json,latex,svg,pdf" help:"What is written: ${enum} (${default})."`
	JSON     bool   `name:"json" help:"The same as --format json."`
	Language string `placeholder:"NAME" help:"The language of solutions: english, french or german; that of the file if it is not given."`
	Output   string `short:"o" placeholder:"FILE" help:"Where to write; standard output if it is not given."`

	Progress *bool `negatable:"" help:"Show the first move that is tried; without this, on a terminal."`

	Files []string `arg:"" optional:"" name:"file" help:"Problems in Popeye's language or as JSON lines; - is standard input."`

	language *popeye.Language
}

// Help explains the formats.
func (*solveCommand) Help() string {
	return `Solves problems of all-in chess and its relatives, complete and exact: every key, every line and no other.

  melee solve problems.inp                                  files of Popeye run unchanged
  melee solve --fen '8/5P2/7R/5B2/8/5k2/8/2K2B2 b - - 0 1' --stipulation 'h#1'
  melee solve --json problems.inp                           one JSON object for each problem and twin
  melee solve --format pdf -o sheet.pdf problems.inp        diagrams and solutions to print

Interrupted (Ctrl-C), it prints what it has found and how to go on. docs/problems.md has the details.`
}

// Bounds of flags.
const (
	mostThreads = 256
	mostHash    = 1 << 20
)

// aside is the memory in megabytes that solving may need beside --hash: solutions, and what is printed of them.
const aside = 40

// Validate checks what can be checked before a file is read.
func (c *solveCommand) Validate() error {
	if c.Language != "" {
		l, ok := popeye.LanguageNamed(c.Language)
		if !ok {
			return fmt.Errorf("--language is '%s', must be english, french or german", c.Language)
		}
		c.language = &l
	}
	switch {
	case c.Fen == "" && len(c.Files) == 0:
		return errors.New("name a file of problems, or give --fen and --stipulation")
	case c.Fen != "" && len(c.Files) > 0:
		return errors.New("--fen is a problem of its own: leave out the files")
	case c.Fen != "" && c.Stipulation == "":
		return errors.New("--fen needs --stipulation, such as --stipulation 'h#2.5'")
	case c.Fen == "" && c.Stipulation != "":
		return errors.New("--stipulation belongs to --fen; files tell their own")
	case c.Threads < 0 || c.Threads > mostThreads:
		return fmt.Errorf("--threads is %d, must be from 1 to %d", c.Threads, mostThreads)
	case c.Hash < 1 || c.Hash > mostHash:
		return fmt.Errorf("--hash is %d, must be from 1 to %d megabytes", c.Hash, mostHash)
	case c.MaxSolutions < 0 || c.MaxTime < 0:
		return errors.New("--max-solutions and --max-time must be more than 0")
	}
	if c.JSON {
		c.Format = "json"
	}
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	if err := c.ask(&popeye.Entry{}); err != nil {
		return fmt.Errorf("--option: %w", err)
	}
	return nil
}

// Run solves everything, one problem after the other.
func (c *solveCommand) Run(s streams) error {
	entries, err := c.entries(s)
	if err != nil {
		return err
	}
	// Otherwise what is no longer needed could grow as large as the hash table before it is given back.
	debug.SetMemoryLimit(int64(c.Hash+aside) << 20)
	out := s.out
	if c.Output != "" {
		file, err := os.Create(c.Output)
		if err != nil {
			return err
		}
		defer file.Close()
		out = file
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	report := c.report(out)
	wrong := 0
	for i := range entries {
		e := &entries[i]
		if len(e.Faults) > 0 {
			wrong++
			for _, f := range e.Faults {
				fmt.Fprintf(s.err, "%s:%v\n", e.file, f)
			}
		} else {
			for _, n := range e.Notes {
				fmt.Fprintf(s.err, "%s:%v\n", e.file, n)
			}
		}
		if err := c.solve(ctx, s, i+1, e, report); err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
	}
	if err := report.close(); err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d problems not understood", wrong, len(entries))
	}
	return nil
}

// A result is how solving one task ended.
type result struct {
	twin     problem.Twin
	solution problem.Solution
	faults   rules.Faults // why it was not solved
	took     time.Duration
	begun    []popeye.Begun
}

// solve solves the tasks of one problem and hands each to the report.
func (c *solveCommand) solve(ctx context.Context, s streams, number int, e *sourced, report solveReport) error {
	if err := report.begin(number, e); err != nil || len(e.Faults) > 0 {
		return err
	}
	limit := c.MaxTime
	if own := e.Problem.Diagram.Options.MaxTime; own > 0 && (limit == 0 || own < limit) {
		limit = own
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	began := time.Now()
	for i, twin := range e.Problem.Tasks() {
		r, err := c.task(ctx, s, twin)
		if err != nil {
			return err
		}
		debug.FreeOSMemory() // so that never two hash tables are held
		if err := report.solved(i, r); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return report.end(true, time.Since(began))
		}
	}
	return report.end(false, time.Since(began))
}

// task solves one task.
func (c *solveCommand) task(ctx context.Context, s streams, twin problem.Twin) (result, error) {
	r := result{twin: twin}
	bar := c.bar(s, &r.twin.Task)
	defer bar.clear()
	began := time.Now()
	var err error
	r.solution, err = problem.Solve(ctx, twin.Task, problem.Limits{Hash: c.Hash << 20, Threads: c.Threads}, func(p problem.Progress) {
		bar.show(p)
		if p.Line == nil && p.Key == nil && p.Try == nil && p.Set == nil && p.Move != rules.NoMove {
			r.begun = append(r.begun, popeye.Begun{Number: p.Number, Move: p.Move, At: time.Since(began), Stage: p.Stage})
		}
	})
	r.took = time.Since(began)
	if errors.As(err, &r.faults) {
		err = nil
	}
	return r, err
}

// ask adds what the flags ask for to every task of a problem.
func (c *solveCommand) ask(e *popeye.Entry) error {
	tasks := []*problem.Task{&e.Problem.Diagram}
	for i := range e.Problem.Twins {
		tasks = append(tasks, &e.Problem.Twins[i].Task)
	}
	for _, t := range tasks {
		o := &t.Options
		if err := popeye.AddOptions(c.Option, o, &e.Layout); err != nil {
			return err
		}
		o.SetPlay = o.SetPlay || c.SetPlay
		o.Tries = o.Tries || c.Try
		o.Variations = o.Variations || c.Variations
		if c.MaxSolutions > 0 {
			o.MaxSolutions = c.MaxSolutions
		}
	}
	return nil
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"melee/internal/load"
)

type benchServeCommand struct {
	Modes      []string      `arg:"" optional:"" name:"mode" help:"What to measure; everything if nothing is named."`
	Tables     int           `default:"50" placeholder:"N" help:"Tables, each with a connection on every seat (${default})."`
	Variant    string        `default:"four-player" enum:"${variants}" placeholder:"NAME" help:"The game that is played (${default})."`
	Time       time.Duration `default:"10s" placeholder:"D" help:"How long each mode is measured (${default})."`
	Warm       time.Duration `default:"2s" placeholder:"D" help:"How long it plays before that (${default})."`
	Rate       float64       `default:"1" placeholder:"N" help:"Moves of each table in a second, for rate and fanout (${default})."`
	Watchers   int           `default:"1000" placeholder:"N" help:"Watchers of one table, for fanout (${default})."`
	Kills      int           `default:"100" placeholder:"N" help:"How often the server is killed, for crash (${default})."`
	Stored     int           `default:"10000" placeholder:"N" help:"Tables in the store, for start (${default})."`
	Seed       uint64        `default:"1" placeholder:"N" help:"Equal seeds choose equal moves (${default})."`
	Durability string        `enum:"full,os" default:"full" help:"What an acknowledged move survives, as of serve (${default})."`
	Data       string        `type:"path" placeholder:"DIR" help:"Folder for the server's file; the system's temporary one if none is given."`
	URL        string        `name:"url" placeholder:"URL" help:"Measure the server at this address instead of one of its own; its --rate must be 0."`
	JSON       string        `name:"json" placeholder:"FILE" help:"Write the figures as JSON too, one mode a line; - is standard output, in place of the table."`
	Verbose    bool          `help:"Show what the server says."`
}

// Help explains what is measured.
func (*benchServeCommand) Help() string {
	return "Starts a server over an empty file, plays many tables with a real WebSocket client on every seat, and measures\n\n" +
		load.Explain() + "\n" +
		"Every client folds what it is told and all at a table compare the position after every event; what was acknowledged is looked for at the end. " +
		"A difference is an error. Clients and server share the machine: processor time is the server's alone, times are not."
}

func (c *benchServeCommand) plan() load.Plan {
	p := load.Plan{
		Modes: c.Modes, Variant: c.Variant, Tables: c.Tables, Time: c.Time, Warm: c.Warm, Rate: c.Rate,
		Watchers: c.Watchers, Kills: c.Kills, Stored: c.Stored, Seed: c.Seed,
	}
	if len(p.Modes) == 0 {
		p.Modes = load.Modes()
	}
	return p
}

// Validate checks the plan.
func (c *benchServeCommand) Validate() error {
	return c.plan().Check(load.Target{URL: c.URL})
}

// Run measures.
func (c *benchServeCommand) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	target := load.Target{URL: c.URL, Data: c.Data, Durability: c.Durability, Log: io.Discard}
	if c.Verbose {
		target.Log = s.err
	}
	if c.URL != "" {
		target.Durability = ""
	}
	var err error
	if target.Program, err = self(); err != nil {
		return err
	}
	out, err := c.output(s)
	if err != nil {
		return err
	}
	return errors.Join(load.Run(ctx, c.plan(), target, func(r load.Report) error {
		if c.JSON != "-" {
			if err := r.Print(s.out); err != nil {
				return err
			}
		}
		if out == nil {
			return nil
		}
		return json.NewEncoder(out).Encode(r)
	}), closeIf(out))
}

// output opens where JSON goes, nil for nowhere.
func (c *benchServeCommand) output(s streams) (io.WriteCloser, error) {
	switch c.JSON {
	case "":
		return nil, nil
	case "-":
		return nopCloser{s.out}, nil
	}
	return os.Create(c.JSON)
}

func closeIf(c io.Closer) error {
	if c == nil {
		return nil
	}
	return c.Close()
}

// self returns the path of this program by the name it was called by.
func self() (string, error) {
	if filepath.Base(os.Args[0]) != os.Args[0] {
		return filepath.Abs(os.Args[0])
	}
	return exec.LookPath(os.Args[0])
}

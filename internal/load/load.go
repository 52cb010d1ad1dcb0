// Package load plays many tables against a running server and measures it:
// how many moves it takes, how soon they are seen, what it costs, and whether
// anything it has acknowledged is ever lost.
package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// A Plan says what is measured.
type Plan struct {
	Modes    []string
	Variant  string
	Tables   int           // with a person on every seat
	Time     time.Duration // of one measurement
	Warm     time.Duration // before it
	Rate     float64       // of each table, in moves a second
	Watchers int           // of one table
	Kills    int
	Stored   int // tables that lie in the store at a start
	Seed     uint64
}

// A Target is what is measured: a running server, or a program to be started.
type Target struct {
	// URL is the address of a running server. Its processor time and memory are not known, and it is not killed.
	URL string
	// Program is what to start and how it is to serve, where URL is empty.
	Program    string
	Data       string // folder for its file
	Durability string
	Log        io.Writer // what the program says
}

// modes are what can be measured, in the order of a whole run.
var modes = []struct {
	name string
	what string
	own  bool // it needs a program of its own, to be stopped and started
	run  func(context.Context, *bench) (Report, error)
}{
	{"closed", "every table plays as fast as it can", false, closed},
	{"rate", "every table plays at a fixed rate, whatever the server does", false, open},
	{"idle", "nobody moves", true, idle},
	{"fanout", "one table and many watchers", false, fanout},
	{"computers", "a person against the CPU at every table, which it has too many seats to play at", false, computers},
	{"slow", "readers that stop reading", false, slow},
	{"storm", "everybody comes back after a restart", true, storm},
	{"crash", "the server is killed again and again", true, crash},
	{"start", "a start with many tables in the store", true, start},
}

// Modes names the modes.
func Modes() (names []string) {
	for _, m := range modes {
		names = append(names, m.name)
	}
	return names
}

// Explain tells what each mode measures, one a line.
func Explain() string {
	var b strings.Builder
	for _, m := range modes {
		fmt.Fprintf(&b, "  %-11s%s\n", m.name, m.what)
	}
	return b.String()
}

// Check says what is wrong with a plan.
func (p Plan) Check(t Target) error {
	for _, name := range p.Modes {
		i := slices.Index(Modes(), name)
		if i < 0 {
			return fmt.Errorf("there is no mode '%s'; there are %s", name, strings.Join(Modes(), ", "))
		}
		if modes[i].own && t.URL != "" {
			return fmt.Errorf("mode '%s' stops and starts the server, so it cannot be had with --url", name)
		}
	}
	for name, n := range map[string]int{"tables": p.Tables, "watchers": p.Watchers, "kills": p.Kills, "stored": p.Stored} {
		if n < 1 || n > 1_000_000 {
			return fmt.Errorf("--%s is %d, must be from 1 to 1000000", name, n)
		}
	}
	if p.Time <= 0 || p.Warm < 0 {
		return errors.New("--time must be more than 0, --warm 0 or more")
	}
	if p.Rate <= 0 || p.Rate > 1000 {
		return fmt.Errorf("--rate is %v, must be more than 0 and at most 1000", p.Rate)
	}
	return nil
}

// Run measures mode by mode, each against a fresh server, and hands over each
// report as it comes. It stops at the first error.
func Run(ctx context.Context, p Plan, t Target, each func(Report) error) error {
	for _, m := range modes {
		if !slices.Contains(p.Modes, m.name) {
			continue
		}
		report, err := measure(ctx, p, t, m.name, m.run)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		if err := each(report); err != nil {
			return err
		}
	}
	return nil
}

func measure(ctx context.Context, p Plan, t Target, name string, run func(context.Context, *bench) (Report, error)) (Report, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b := &bench{Plan: p, target: t}
	if t.URL == "" {
		server, err := launch(ctx, t)
		if err != nil {
			return Report{}, err
		}
		defer server.remove()
		b.server = server
	}
	report, err := run(ctx, b)
	if err == nil {
		err = b.faults.err()
	}
	report.Mode, report.Durability, report.Load = name, t.Durability, loadAverage()
	report.Faults = b.faults.count()
	return report, err
}

// A bench is one measurement under way.
type bench struct {
	Plan
	target Target
	server *process // nil for a server that runs elsewhere
	// computers tells that the CPU has all seats but the first.
	computers bool
	faults    faults
}

func (b *bench) url() string {
	if b.server != nil {
		return b.server.url
	}
	return strings.TrimRight(b.target.URL, "/")
}

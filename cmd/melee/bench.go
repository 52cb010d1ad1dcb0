package main

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"time"

	"melee/internal/bench"
)

// benchCommand measures the code in process if no other kind is named.
type benchCommand struct {
	Code    benchCodeCommand    `cmd:"" default:"withargs" help:"Measure rules, formats and referee in process."`
	Archive benchArchiveCommand `cmd:"" help:"Measure how fast games are found among many."`
	Serve   benchServeCommand   `cmd:"" help:"Measure a server with many tables and real connections."`
}

type benchCodeCommand struct {
	Matching string        `name:"run" placeholder:"REGEXP" help:"Measure only what has a matching name, such as perft/four-player."`
	Count    int           `default:"5" placeholder:"N" help:"Runs of each measurement (${default})."`
	Time     time.Duration `default:"300ms" placeholder:"D" help:"The least a run takes (${default})."`
	Format   string        `default:"table" enum:"table,go" help:"table, or go for benchstat (${default})."`

	cases []bench.Case
}

// mostRuns bounds --count.
const mostRuns = 1000

// Help explains the measurements.
func (*benchCodeCommand) Help() string {
	return `Measures in process, and prints how fast are

  perft     counting legal sequences from fixed positions; a wrong count is an error
  tree      making every position of a tree
  playout   random games to their end
  referee   answering a mix of requests
  read      reading texts: position, san, pgn, pgn4, json
  write     writing them

The work is the same in every version, so two of them can be compared on one machine:

  melee bench --format go --count 10 >old.txt     (the other version: >new.txt)
  benchstat old.txt new.txt`
}

// Validate finds what is to be measured.
func (c *benchCodeCommand) Validate() error {
	if c.Count < 1 || c.Count > mostRuns {
		return fmt.Errorf("--count is %d, must be from 1 to %d", c.Count, mostRuns)
	}
	if c.Time <= 0 {
		return fmt.Errorf("--time is %v, must be more than 0", c.Time)
	}
	names, err := regexp.Compile(c.Matching)
	if err != nil {
		return fmt.Errorf("--run: %w", err)
	}
	if c.cases = bench.Select(names); len(c.cases) == 0 {
		return fmt.Errorf("no measurement has a name like '%s'; there are %s", c.Matching, caseNames())
	}
	return nil
}

func caseNames() string {
	var names []string
	for _, c := range bench.Cases() {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// Run measures.
func (c *benchCodeCommand) Run(s streams) error {
	printer := bench.Table(s.out)
	if c.Format == "go" {
		printer = bench.GoFormat(s.out)
	}
	return bench.Measure(c.cases, bench.Plan{Runs: c.Count, Time: c.Time}, instruments(), machine(), printer)
}

// instruments reads the machine's clock and the runtime's memory.
func instruments() bench.Instruments {
	began := time.Now()
	return bench.Instruments{
		Clock: func() time.Duration { return time.Since(began) },
		Memory: func() (bytes, objects uint64) {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.TotalAlloc, m.Mallocs
		},
		Settle: runtime.GC,
	}
}

// machine describes where the program runs.
func machine() bench.Machine {
	return bench.Machine{
		CPU: cpuModel(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Go: runtime.Version(), Procs: runtime.GOMAXPROCS(0), Version: version,
	}
}

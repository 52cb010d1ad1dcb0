package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unsafe"

	"melee/rules/allin"
	"melee/rules/fourplayer"
	"melee/rules/mcx4"
)

// A Machine is where and with what is measured.
type Machine struct {
	CPU      string // model
	OS, Arch string
	Go       string // version of the compiler
	Procs    int    // GOMAXPROCS
	Version  string // of this program
}

// A Size is how much copying one position copies.
type Size struct {
	Type  string
	Bytes uintptr
}

// Sizes returns the sizes of the positions that engines copy.
func Sizes() []Size {
	return []Size{
		{"allin.Position", unsafe.Sizeof(allin.Position{})},
		{"mcx4.Position", unsafe.Sizeof(mcx4.Position{})},
		{"fourplayer.Position", unsafe.Sizeof(fourplayer.Position{})},
	}
}

// GoFormat returns a Printer of the lines that go test -bench prints, for benchstat.
func GoFormat(out io.Writer) Printer { return &goFormat{out: out} }

type goFormat struct {
	out   io.Writer
	procs int
}

func (f *goFormat) Begin(m Machine, _ Plan, cases []Case) error {
	f.procs = m.Procs
	// benchstat compares only results whose keys are equal, so what may differ between two versions is none.
	_, err := fmt.Fprintf(f.out, "# melee %s, %s\ngoos: %s\ngoarch: %s\npkg: melee/internal/bench\ncpu: %s\n",
		m.Version, m.Go, m.OS, m.Arch, m.CPU)
	for _, unit := range rateUnits(cases) {
		if err == nil {
			_, err = fmt.Fprintf(f.out, "Unit %s better=higher\n", unit)
		}
	}
	return err
}

// rateUnits returns the units of the rates that benchstat cannot know to be better when higher.
func rateUnits(cases []Case) []string {
	var units []string
	for _, c := range cases {
		for _, unit := range []string{c.Unit, c.Second} {
			if unit != "" && unit != "B" && !slices.Contains(units, unit+"/s") {
				units = append(units, unit+"/s")
			}
		}
	}
	return units
}

func (f *goFormat) Case(c Case, runs []Run) error {
	name := "Benchmark" + strings.ToUpper(c.Name[:1]) + c.Name[1:]
	if f.procs > 1 {
		name = fmt.Sprintf("%s-%d", name, f.procs)
	}
	for _, r := range runs {
		second := ""
		switch c.Second {
		case "":
		case "B":
			second = fmt.Sprintf("\t%.2f MB/s", r.Rate(r.Second)/1e6)
		default:
			second = fmt.Sprintf("\t%.0f %s/s", r.Rate(r.Second), c.Second)
		}
		if _, err := fmt.Fprintf(f.out, "%s\t%d\t%.0f ns/op%s\t%.0f %s/s\t%d B/op\t%d allocs/op\n", name, r.Ops, r.PerOp(),
			second, r.Rate(r.Units), c.Unit, r.Bytes/uint64(r.Ops), r.Objects/uint64(r.Ops)); err != nil {
			return err
		}
	}
	return nil
}

func (*goFormat) End() error { return nil }

// Table returns a Printer of a table for people: medians of the runs.
func Table(out io.Writer) Printer { return &table{out: out} }

type table struct {
	out       io.Writer
	kind      string // of the last case
	positions []Case // those that show one
	width     int    // of the names
}

func (t *table) Begin(m Machine, plan Plan, cases []Case) error {
	for _, c := range cases {
		t.width = max(t.width, len(c.Name))
		if c.kind() == "perft" {
			t.positions = append(t.positions, c)
		}
	}
	runs := "runs"
	if plan.Runs == 1 {
		runs = "run"
	}
	_, err := fmt.Fprintf(t.out, "melee    %s, %s, %s/%s\nmachine  %s, GOMAXPROCS %d\ntimes    medians of %d %s of at least %v, spread = half of highest − lowest\n",
		m.Version, m.Go, m.OS, m.Arch, m.CPU, m.Procs, plan.Runs, runs, plan.Time)
	return err
}

func (t *table) Case(c Case, runs []Run) error {
	if c.kind() != t.kind {
		t.kind = c.kind()
		if _, err := fmt.Fprintf(t.out, "\n%-*s %12s %7s %22s %16s %16s\n", t.width, t.kind, "time/op", "spread", "rate", "", "allocations"); err != nil {
			return err
		}
	}
	var times, rates, seconds, objects []float64
	for _, r := range runs {
		times, rates = append(times, r.PerOp()), append(rates, r.Rate(r.Units))
		seconds = append(seconds, r.Rate(r.Second))
		objects = append(objects, float64(r.Objects)/float64(r.Units))
	}
	second := ""
	switch c.Second {
	case "":
	case "B":
		second = fmt.Sprintf("%.1f MB/s", median(seconds)/1e6)
	default:
		second = scaled(median(seconds)) + " " + c.Second + "/s"
	}
	_, err := fmt.Fprintf(t.out, "%-*s %12s %6.1f%% %22s %16s %16s\n", t.width, c.Name, duration(median(times)), spread(times),
		scaled(median(rates))+" "+c.Unit+"/s", second, count(median(objects))+"/"+strings.TrimSuffix(c.Unit, "s"))
	return err
}

func (t *table) End() error {
	if len(t.positions) > 0 {
		if _, err := fmt.Fprintf(t.out, "\npositions of perft, with their counts\n"); err != nil {
			return err
		}
	}
	for _, c := range t.positions {
		text := c.Position
		if text == "" {
			text = "the starting array"
		}
		if _, err := fmt.Fprintf(t.out, "%-*s %12d  %s\n", t.width, c.Name, c.Want, text); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(t.out, "\nsizes   ")
	for i, s := range Sizes() {
		if err == nil {
			_, err = fmt.Fprintf(t.out, "%s %s %d B", [...]string{"", ","}[min(i, 1)], s.Type, s.Bytes)
		}
	}
	if err == nil {
		_, err = fmt.Fprintln(t.out)
	}
	return err
}

// median returns the middle of numbers, of an even count the mean of both.
func median(numbers []float64) float64 {
	sorted := slices.Sorted(slices.Values(numbers))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// spread returns half the distance between highest and lowest, in percent of the median.
func spread(numbers []float64) float64 {
	return (slices.Max(numbers) - slices.Min(numbers)) / 2 / max(median(numbers), 1e-9) * 100
}

// scaled writes a rate with three digits.
func scaled(n float64) string {
	switch {
	case n >= 1e6:
		return digits(n/1e6) + " M"
	case n >= 1e3:
		return digits(n/1e3) + " k"
	}
	return digits(n)
}

// duration writes nanoseconds.
func duration(n float64) string {
	switch {
	case n >= 1e9:
		return digits(n/1e9) + " s"
	case n >= 1e6:
		return digits(n/1e6) + " ms"
	}
	return digits(n/1e3) + " µs"
}

func digits(n float64) string {
	switch {
	case n >= 100:
		return fmt.Sprintf("%.0f", n)
	case n >= 10:
		return fmt.Sprintf("%.1f", n)
	}
	return fmt.Sprintf("%.2f", n)
}

// count writes allocations per unit; less than one in ten thousand units are none per unit.
func count(n float64) string {
	switch {
	case n < 1e-4:
		return "0"
	case n < 0.1:
		return fmt.Sprintf("%.4f", n)
	}
	return digits(n)
}

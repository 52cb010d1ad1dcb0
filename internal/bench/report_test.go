package bench

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var reported = []struct {
	c    Case
	runs []Run
}{
	{
		Case{Name: "perft/all-in/start/5", Unit: "positions", Want: 170668750},
		[]Run{
			{Ops: 1, Elapsed: 400 * time.Millisecond, Units: 170668750, Bytes: 4096, Objects: 3},
			{Ops: 1, Elapsed: 500 * time.Millisecond, Units: 170668750, Bytes: 4096, Objects: 3},
			{Ops: 1, Elapsed: 410 * time.Millisecond, Units: 170668750, Bytes: 4096, Objects: 3},
		},
	},
	{
		Case{Name: "perft/mcx4/lone/2", Unit: "positions", Position: "k4/p4/P4/4p/4P/4K wq - - 0 1 -", Want: 9},
		[]Run{{Ops: 1000, Elapsed: 90 * time.Microsecond, Units: 9000}},
	},
	{
		Case{Name: "playout/mcx4", Unit: "games", Second: "plies"},
		[]Run{
			{Ops: 2, Elapsed: 2 * time.Second, Units: 32, Second: 9000, Bytes: 9000, Objects: 900},
			{Ops: 2, Elapsed: 4 * time.Second, Units: 32, Second: 9000, Bytes: 9000, Objects: 900},
		},
	},
	{
		Case{Name: "read/pgn/all-in", Unit: "games", Second: "B"},
		[]Run{{Ops: 10, Elapsed: 20 * time.Millisecond, Units: 200, Second: 400000, Bytes: 1000, Objects: 10}},
	},
}

// print shows what is reported.
func print(t *testing.T, p Printer, m Machine) {
	t.Helper()
	var cases []Case
	for _, r := range reported {
		cases = append(cases, r.c)
	}
	err := p.Begin(m, Plan{Runs: 3, Time: 300 * time.Millisecond}, cases)
	for _, r := range reported {
		if err == nil {
			err = p.Case(r.c, r.runs)
		}
	}
	if err == nil {
		err = p.End()
	}
	if err != nil {
		t.Fatal(err)
	}
}

var someMachine = Machine{CPU: "Abacus 3", OS: "plan9", Arch: "386", Go: "go1.27", Procs: 2, Version: "v1"}

func TestGoFormat(t *testing.T) {
	var out bytes.Buffer
	print(t, GoFormat(&out), someMachine)
	const want = `# melee v1, go1.27
goos: plan9
goarch: 386
pkg: melee/internal/bench
cpu: Abacus 3
Unit positions/s better=higher
Unit games/s better=higher
Unit plies/s better=higher
BenchmarkPerft/all-in/start/5-2	1	400000000 ns/op	426671875 positions/s	4096 B/op	3 allocs/op
BenchmarkPerft/all-in/start/5-2	1	500000000 ns/op	341337500 positions/s	4096 B/op	3 allocs/op
BenchmarkPerft/all-in/start/5-2	1	410000000 ns/op	416265244 positions/s	4096 B/op	3 allocs/op
BenchmarkPerft/mcx4/lone/2-2	1000	90 ns/op	100000000 positions/s	0 B/op	0 allocs/op
BenchmarkPlayout/mcx4-2	2	1000000000 ns/op	4500 plies/s	16 games/s	4500 B/op	450 allocs/op
BenchmarkPlayout/mcx4-2	2	2000000000 ns/op	2250 plies/s	8 games/s	4500 B/op	450 allocs/op
BenchmarkRead/pgn/all-in-2	10	2000000 ns/op	20.00 MB/s	10000 games/s	100 B/op	1 allocs/op
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestTable(t *testing.T) {
	var out bytes.Buffer
	print(t, Table(&out), someMachine)
	const want = `
melee    v1, go1.27, plan9/386
machine  Abacus 3, GOMAXPROCS 2
times    medians of 3 runs of at least 300ms, spread = half of highest − lowest

perft                     time/op  spread                   rate                       allocations
perft/all-in/start/5       410 ms   12.2%      416 M positions/s                        0/position
perft/mcx4/lone/2         0.09 µs    0.0%      100 M positions/s                        0/position

playout                   time/op  spread                   rate                       allocations
playout/mcx4               1.50 s   33.3%           12.0 games/s   3.38 k plies/s        28.1/game

read                      time/op  spread                   rate                       allocations
read/pgn/all-in           2.00 ms    0.0%         10.0 k games/s        20.0 MB/s      0.0500/game

positions of perft, with their counts
perft/all-in/start/5    170668750  the starting array
perft/mcx4/lone/2               9  k4/p4/P4/4p/4P/4K wq - - 0 1 -

`
	text, sizes, _ := strings.Cut("\n"+out.String(), "sizes  ")
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
	for _, s := range Sizes() {
		if want := fmt.Sprintf(" %s %d B", s.Type, s.Bytes); !strings.Contains(sizes, want) {
			t.Errorf("the sizes are %s, want%s among them", sizes, want)
		}
	}
}

func TestScaled(t *testing.T) {
	for n, want := range map[float64]string{
		0: "0.00", 7: "7.00", 12.34: "12.3", 999: "999", 1000: "1.00 k", 45678: "45.7 k", 416265244: "416 M",
	} {
		if got := scaled(n); got != want {
			t.Errorf("scaled(%v) = %s, want %s", n, got, want)
		}
	}
	for n, want := range map[float64]string{500: "0.50 µs", 2.5e6: "2.50 ms", 3e9: "3.00 s"} {
		if got := duration(n); got != want {
			t.Errorf("duration(%v) = %s, want %s", n, got, want)
		}
	}
	for n, want := range map[float64]string{0: "0", 0.00001: "0", 0.01: "0.0100", 4.5: "4.50", 1200: "1200"} {
		if got := count(n); got != want {
			t.Errorf("count(%v) = %s, want %s", n, got, want)
		}
	}
}

// full takes so many writes and fails then.
type full int

var errFull = errors.New("no room")

func (f *full) Write(text []byte) (int, error) {
	if *f--; *f < 0 {
		return 0, errFull
	}
	return len(text), nil
}

// An output that fails ends the measurement.
func TestPrintersTellOfFailedOutput(t *testing.T) {
	c := Case{Name: "perft/x", Unit: "positions", Want: 1, prepare: func() (op, error) {
		return func() (work, error) { return work{units: 1}, nil }, nil
	}}
	for writes := range 3 {
		for _, make := range []func(*full) Printer{
			func(f *full) Printer { return Table(f) },
			func(f *full) Printer { return GoFormat(f) },
		} {
			room := full(writes)
			if err := Measure([]Case{c}, Plan{Runs: 2, Time: 1}, still(), someMachine, make(&room)); !errors.Is(err, errFull) {
				t.Errorf("after %d writes: error %v, want %v", writes, err, errFull)
			}
		}
	}
}

// Package bench measures how fast the rules, the notation and the referee work,
// in process and on work that is the same on every machine and in every
// version: fixed positions, and games that a fixed seed plays.
package bench

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A Case is one thing that is measured.
type Case struct {
	// Name has the kind of work before the first slash: "perft/all-in/start/5".
	Name string
	// Unit and Second are what an op counts, in the plural: "positions", and
	// "plies" or "B" for bytes beside it; Second may be empty.
	Unit, Second string
	// Position is the text of the position that is worked on, "" for the starting array or if there are many.
	Position string
	// Want is the number of units if it is known beforehand, else 0.
	Want uint64

	prepare func() (op, error)
}

// An op does a case's work once; it takes long enough that looking at the clock costs nothing beside it.
type op func() (work, error)

// work is how much has been done, in the case's units.
type work struct{ units, second uint64 }

// Instruments are what a measurement reads.
type Instruments struct {
	Clock  func() time.Duration           // since any fixed moment
	Memory func() (bytes, objects uint64) // allocated since the program began
	Settle func()                         // called before a run: collects what earlier ones left
}

// A Plan says how long to measure.
type Plan struct {
	Runs int           // of each case, at least 1
	Time time.Duration // the least a run takes
}

// A Run is one measurement of a case: its ops one after the other.
type Run struct {
	Ops            int
	Elapsed        time.Duration
	Units, Second  uint64
	Bytes, Objects uint64 // allocated
}

// Rate returns a number per second of the run.
func (r Run) Rate(n uint64) float64 {
	return float64(n) / max(r.Elapsed.Seconds(), 1e-9)
}

// PerOp returns the nanoseconds of an op.
func (r Run) PerOp() float64 { return float64(r.Elapsed.Nanoseconds()) / float64(r.Ops) }

// Select returns the cases whose names match.
func Select(names *regexp.Regexp) []Case {
	return slices.DeleteFunc(Cases(), func(c Case) bool { return !names.MatchString(c.Name) })
}

// kinds are the kinds of work in the order they are measured.
var kinds = []string{"perft", "tree", "playout", "referee", "read", "write"}

// Cases returns all cases, those of one kind together.
func Cases() []Case {
	cases := slices.Concat(perftCases(), treeCases(), playoutCases(), refereeCases(), textCases(), sanCases(), fileCases())
	slices.SortStableFunc(cases, func(a, b Case) int {
		return slices.Index(kinds, a.kind()) - slices.Index(kinds, b.kind())
	})
	return cases
}

// kind returns what the name begins with.
func (c Case) kind() string {
	kind, _, _ := strings.Cut(c.Name, "/")
	return kind
}

// A Printer shows measurements as they come.
type Printer interface {
	Begin(Machine, Plan, []Case) error
	Case(Case, []Run) error
	End() error
}

// Measure measures cases. It stops at the first error: one of the printer, or
// work that did not come out as it must, such as a wrong count.
func Measure(cases []Case, plan Plan, in Instruments, m Machine, out Printer) error {
	if err := out.Begin(m, plan, cases); err != nil {
		return err
	}
	for _, c := range cases {
		runs, err := c.measure(plan, in)
		if err != nil {
			return err
		}
		if err := out.Case(c, runs); err != nil {
			return err
		}
	}
	return out.End()
}

// measure runs a case as often as the plan says, after one op that warms
// caches and pools and is not counted.
func (c Case) measure(plan Plan, in Instruments) ([]Run, error) {
	do, err := c.start()
	if err != nil {
		return nil, err
	}
	if _, err := do(); err != nil {
		return nil, err
	}
	runs := make([]Run, plan.Runs)
	for i := range runs {
		if runs[i], err = measure(do, plan.Time, in); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// start prepares the work. The op it returns checks the number of units: what
// is wanted, or else that of its first time.
func (c Case) start() (op, error) {
	do, err := c.prepare()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	want := c.Want
	return func() (work, error) {
		w, err := do()
		if err != nil {
			return w, fmt.Errorf("%s: %w", c.Name, err)
		}
		if want == 0 {
			want = w.units
		}
		if w.units != want {
			return w, fmt.Errorf("%s: counted %d %s, must be %d", c.Name, w.units, c.Unit, want)
		}
		return w, nil
	}, nil
}

func measure(do op, least time.Duration, in Instruments) (Run, error) {
	in.Settle()
	var r Run
	bytes, objects := in.Memory()
	for began := in.Clock(); r.Elapsed < least || r.Ops == 0; r.Elapsed = in.Clock() - began {
		w, err := do()
		if err != nil {
			return r, err
		}
		r.Ops++
		r.Units += w.units
		r.Second += w.second
	}
	bytesAfter, objectsAfter := in.Memory()
	r.Bytes, r.Objects = bytesAfter-bytes, objectsAfter-objects
	return r, nil
}

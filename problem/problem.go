package problem

import (
	"time"

	"melee/rules"
	"melee/rules/allin"
)

// A Problem is a diagram with what is asked of it and with its twins.
type Problem struct {
	Title   string
	Authors []string
	Origin  string // where it was published
	Award   string
	Remark  string

	// Diagram is twin a. With Zero it is not solved itself.
	Diagram Task
	Twins   []Twin
	Zero    bool
}

// A Twin is a further form of a problem, with all changes already made.
type Twin struct {
	Label  string // such as "b"; "" where a writer is to number them
	Change string // what differs from the diagram or the twin before, in the words of the source
	Task   Task
}

// A Task is one position with one question: what [Solve] solves.
type Task struct {
	Condition Condition
	// Setup holds the position with the side that begins, the castling rights and the square that a pawn has just
	// passed, all as they are to be played: [allin.Setup.AssumeCastling] makes the usual assumption.
	Setup       allin.Setup
	Stipulation Stipulation
	Options     Options
}

// Options say what is looked for beside the solution, and what limits the search.
type Options struct {
	SetPlay    bool // what happens if the other side began
	Variations bool // the tree after each key and try; without it keys and tries are listed bare
	Tries      bool // first moves with 1 to MaxRefutations refutations
	// MaxRefutations is what a try may have at most, 1–99; 0 means 1.
	MaxRefutations    int
	NoThreats         bool // list every defence, not only those that meet the threat
	NoShortVariations bool // leave out variations shorter than the stipulation asks for
	PostKey           bool // the position is the one after the key: the other side's defences are looked at
	Duplex            bool // solve it for the other side too
	HalfDuplex        bool // solve it for the other side only
	Quodlibet         bool // in self and reflex play reaching the goal oneself solves too
	Intelligent       bool // asked for in the source; it changes nothing, as the search is complete in any case
	StopOnShort       bool // stop after the shortest solutions
	// NominalEnPassant counts a double step beside an enemy pawn as a right in A6 (option ep_identity: nominal).
	NominalEnPassant bool

	MaxSolutions int // stop after so many keys or lines; 0 is no limit
	// StartMove is the number of the first move to begin with and UpToMove the last to try, counted from 1 in the
	// order of [FirstMoves]; 0 is no limit.
	StartMove, UpToMove int
	// MaxTime is how long the source wants the search to take; whoever calls Solve sees to it by the context. 0 is no limit.
	MaxTime time.Duration

	// MaxFlights, if not nil, refuses moves of the attacker (but the last) that leave the defending king more flights.
	MaxFlights *int
	// MaxThreat, if not nil, bounds the length of threats in moves: without such a threat an attacking move fails, unless it checks.
	MaxThreat *int
	// NonTrivial, if not nil, is how many defences may need more than NonTrivialLength further moves at each attacking move.
	NonTrivial       *int
	NonTrivialLength int
}

// Tasks returns what is to be solved, in order, with the labels of twins ("" for a problem without twins).
func (p *Problem) Tasks() []Twin {
	if len(p.Twins) == 0 {
		return []Twin{{Task: p.Diagram}}
	}
	var tasks []Twin
	if !p.Zero {
		tasks = append(tasks, Twin{Label: "a", Task: p.Diagram})
	}
	for i, twin := range p.Twins {
		if twin.Label == "" {
			n := i
			if !p.Zero {
				n++
			}
			twin.Label = twinLabel(n)
		}
		tasks = append(tasks, twin)
	}
	return tasks
}

// twinLabel returns a, b, … z, z1, z2 … for 0, 1, ….
func twinLabel(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return "z" + rules.CountText(n-25)
}

// Check lists everything that is wrong with the problem; a fault of a twin names it.
func (p *Problem) Check() rules.Faults {
	var all rules.Faults
	for _, twin := range p.Tasks() {
		for _, f := range twin.Task.Check() {
			if twin.Label != "" {
				f.Field = twin.Label + ") " + f.Field
			}
			all = append(all, f)
		}
	}
	return all
}

// Check lists everything that is wrong with the task: a position that cannot be
// played, a stipulation or an option out of bounds.
func (t *Task) Check() rules.Faults {
	var faults rules.Faults
	if int(t.Condition) >= len(conditions) {
		faults.Add("condition", "", "must be orthodox, all-in, half-in, mainly-in or free-for-all")
		return faults
	}
	t.Stipulation.check(&faults)
	t.Options.check(&faults)
	if _, err := allin.New(t.code(), t.begin()); err != nil {
		wrong, ok := err.(rules.Faults)
		if !ok {
			panic("problem: allin.New promises faults")
		}
		faults = append(faults, wrong...)
	}
	return faults
}

// begin returns the set-up with the side to move that the options ask for.
func (t *Task) begin() allin.Setup {
	s := t.Setup
	if t.Options.HalfDuplex != t.postKey() {
		s.Turn ^= 1
	}
	return s
}

// postKey reports whether the defender begins.
func (t *Task) postKey() bool { return t.Options.PostKey && t.Stipulation.Play.IsBattle() }

func (t *Task) code() allin.Code { return t.Condition.Code(t.Options.NominalEnPassant) }

func (s Stipulation) check(faults *rules.Faults) {
	if int(s.Play) >= len(plays) || int(s.Goal) >= len(goals) {
		faults.Add("stipulation", "", "no such play or goal")
		return
	}
	if s.Goal == Target && !allin.Board.Has(s.Square) {
		faults.Add("stipulation", "", "the goal z needs a square")
	}
	if fault := s.lengthFault(); fault != "" {
		faults.Add("stipulation", s.String(), fault)
	}
	if s.Intro > 0 && s.Play.IsBattle() {
		faults.Add("stipulation", s.String(), "moves that one side plays alone before are understood for help and series play only")
	}
	if s.Intro < 0 || s.Intro > MaxMoves {
		faults.Add("stipulation", s.String(), "the moves that one side plays alone before must be from 0 to "+rules.CountText(MaxMoves))
	}
}

func (o *Options) check(faults *rules.Faults) {
	bound := func(name string, value, most int) {
		if value < 0 || value > most {
			faults.Add("option "+name, "", "must be from 0 to "+rules.CountText(most))
		}
	}
	bound("defence", o.MaxRefutations, 99)
	bound("maxsolutions", o.MaxSolutions, 1_000_000_000)
	bound("startmovenumber", o.StartMove, 100_000)
	bound("uptomovenumber", o.UpToMove, 100_000)
	for _, limit := range []struct {
		name  string
		value *int
		most  int
	}{{"maxflightsquares", o.MaxFlights, 8}, {"threat", o.MaxThreat, MaxMoves}, {"nontrivial", o.NonTrivial, 1000}} {
		if limit.value != nil {
			bound(limit.name, *limit.value, limit.most)
		}
	}
	bound("nontrivial", o.NonTrivialLength, MaxMoves)
}

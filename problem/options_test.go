package problem_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"melee/problem"
	"melee/rules"
)

func taskOf(t testing.TB, position, condition, stipulation string) problem.Task {
	t.Helper()
	return record{Position: position, Condition: condition, Stipulation: stipulation}.task(t)
}

// withoutNodes is what must be the same whatever the limits.
func withoutNodes(s problem.Solution) problem.Solution {
	s.Nodes = 0
	if s.Duplex != nil {
		other := withoutNodes(*s.Duplex)
		s.Duplex = &other
	}
	return s
}

// The number of threads and the size of the hash table change nothing that is found.
func TestSolutionsDoNotDependOnLimits(t *testing.T) {
	for _, r := range records[record](t, "problems.jsonl") {
		if slices.Contains(r.Tags, "speed") {
			continue
		}
		task := r.task(t)
		task.Options.Tries, task.Options.SetPlay = true, true
		want := withoutNodes(solve(t, task, limits))
		for _, other := range []problem.Limits{{Hash: 1, Threads: 1}, {Hash: 1 << 20, Threads: 2}, {Hash: 32 << 20, Threads: 5}} {
			if got := withoutNodes(solve(t, task, other)); !equal(got, want) {
				t.Errorf("%s with %+v: %+v, want %+v", r.ID, other, got, want)
			}
		}
	}
}

// equal compares solutions by what they say.
func equal(a, b problem.Solution) bool { return describe(a) == describe(b) }

func describe(s problem.Solution) string {
	var b strings.Builder
	for _, lines := range [][]problem.Line{s.Lines, s.SetLines} {
		b.WriteString(joined(lineTexts(lines)) + "\n")
	}
	for _, nodes := range [][]*problem.Node{s.Keys, s.Tries, s.SetPlay} {
		for _, n := range nodes {
			write(&b, n)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func write(b *strings.Builder, n *problem.Node) {
	b.WriteString(text(n.Move))
	for _, m := range n.Refutations {
		b.WriteString(" but " + text(m))
	}
	if n.Zugzwang {
		b.WriteString(" zugzwang")
	}
	for _, next := range n.Threats {
		b.WriteString("!")
		write(b, next)
	}
	b.WriteString("(")
	for _, next := range n.Replies {
		write(b, next)
	}
	b.WriteString(")")
}

// A search that is resumed where another ended finds the rest.
func TestResumedSearchesFindTheRest(t *testing.T) {
	for _, r := range records[record](t, "problems.jsonl") {
		if len(r.Lines) < 2 || slices.Contains(r.Tags, "speed") {
			continue
		}
		task := r.task(t)
		var lines [][]string
		for most := 1; most < 200; most++ {
			task.Options.MaxSolutions = most
			s, err := problem.Solve(context.Background(), task, limits, nil)
			if err != nil {
				t.Fatal(err)
			}
			if s.Complete {
				lines = append(lines, lineTexts(s.Lines)...)
				break
			}
			if s.Resume < task.Options.StartMove {
				t.Fatalf("%s: resumed at %d it says %d", r.ID, task.Options.StartMove, s.Resume)
			}
			if s.Resume <= max(task.Options.StartMove, 1) {
				continue // the first move has more solutions than were asked for
			}
			// All that was found before the move to resume with is complete.
			whole := task
			whole.Options.MaxSolutions, whole.Options.UpToMove = 0, s.Resume-1
			lines = append(lines, lineTexts(solve(t, whole, limits).Lines)...)
			task.Options.StartMove = s.Resume
		}
		if !slices.EqualFunc(lines, r.Lines, slices.Equal) {
			t.Errorf("%s: in parts %v, want %v", r.ID, lines, r.Lines)
		}
	}
}

// A context that ends stops the search, which says where to resume.
func TestCancelledSearchesSayWhereToResume(t *testing.T) {
	task := taskOf(t, "8/8/6R1/3QK3/8/8/7k/6R1 w - - 0 1", "all-in", "#9")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	begun := 0
	s, err := problem.Solve(ctx, task, problem.Limits{Threads: 2}, func(p problem.Progress) {
		if p.Key == nil && p.Line == nil {
			begun++
		}
		if begun == 2 {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Complete || s.Resume == 0 || !s.Verdict.Incomplete {
		t.Errorf("cancelled: complete %v, resume at %d, verdict %+v", s.Complete, s.Resume, s.Verdict)
	}
}

// Whatever is found is reported too, each once.
func TestProgressReportsWhatIsFound(t *testing.T) {
	for _, r := range records[record](t, "problems.jsonl") {
		if slices.Contains(r.Tags, "speed") {
			continue
		}
		var keys []string
		var lines [][]string
		var busy sync.Mutex
		_, err := problem.Solve(context.Background(), r.task(t), problem.Limits{Threads: 2}, func(p problem.Progress) {
			if !busy.TryLock() {
				t.Error("two reports at once")
				return
			}
			defer busy.Unlock()
			if p.Key != nil {
				keys = append(keys, text(p.Key.Move))
			}
			if p.Line != nil {
				lines = append(lines, lineTexts([]problem.Line{p.Line})...)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(keys)
		slices.SortFunc(lines, slices.Compare)
		if !slices.Equal(keys, r.Keys) || !slices.EqualFunc(lines, r.Lines, slices.Equal) {
			t.Errorf("%s: reported %v %v", r.ID, keys, lines)
		}
	}
}

func TestOptions(t *testing.T) {
	ladder := "7k/1R5p/8/8/8/8/8/K2R4 w - - 0 1"
	for _, c := range []struct {
		name, position, condition, stipulation string
		set                                    func(*problem.Options)
		check                                  func(problem.Solution) bool
	}{
		{"set play of a two-mover", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "orthodox", "#2",
			func(o *problem.Options) { o.SetPlay = true },
			func(s problem.Solution) bool { return strings.Contains(describe(s), "h8g8(a1a8())") }},
		{"set play of a helpmate", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", "orthodox", "h#1",
			func(o *problem.Options) { o.SetPlay = true },
			func(s problem.Solution) bool { return joined(lineTexts(s.SetLines)) == "a1a8" }},
		{"duplex", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", "orthodox", "h#1",
			func(o *problem.Options) { o.Duplex = true },
			func(s problem.Solution) bool { return s.Duplex != nil && len(s.Lines) == 1 && len(s.Duplex.Lines) == 0 }},
		{"half duplex", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "orthodox", "#1",
			func(o *problem.Options) { o.HalfDuplex = true },
			func(s problem.Solution) bool { return len(s.Keys) == 0 }},
		{"play after the key", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "orthodox", "#2",
			func(o *problem.Options) { o.PostKey = true },
			func(s problem.Solution) bool {
				return len(s.Keys) == 1 && s.Keys[0].Move == rules.NoMove && len(s.Keys[0].Threats) == 1 && len(s.Keys[0].Replies) == 0
			}},
		{"maximal solutions", ladder, "orthodox", "#2",
			func(o *problem.Options) { o.MaxSolutions = 1 },
			func(s problem.Solution) bool { return len(s.Keys) == 1 && !s.Complete && s.Resume > 0 }},
		{"from a move to a move", ladder, "orthodox", "#2",
			func(o *problem.Options) { o.StartMove, o.UpToMove = 1, 3 },
			func(s problem.Solution) bool { return joined([][]string{firstMoves(s.Keys)}) == "a1a2 a1b1 a1b2" }},
		{"stop on short solutions", ladder, "orthodox", "#2",
			func(o *problem.Options) { o.StopOnShort = true },
			func(s problem.Solution) bool {
				return joined([][]string{firstMoves(s.Keys)}) == "d1d8" && s.Verdict.Short
			}},
		{"no threats, every defence", ladder, "orthodox", "#2",
			func(o *problem.Options) { o.NoThreats, o.Variations, o.UpToMove = true, true, 1 },
			func(s problem.Solution) bool { return len(s.Keys[0].Threats) == 0 && len(s.Keys[0].Replies) > 1 }},
		{"threats", ladder, "orthodox", "#2",
			func(o *problem.Options) { o.Variations, o.UpToMove = true, 1 },
			func(s problem.Solution) bool { return len(s.Keys[0].Threats) == 1 && len(s.Keys[0].Replies) == 0 }},
		{"no threat long enough", ladder, "orthodox", "#3",
			func(o *problem.Options) { o.MaxThreat = new(int) },
			func(s problem.Solution) bool { return !slices.Contains(firstMoves(s.Keys), "a1a2") }},
		{"no flights allowed", ladder, "orthodox", "#2",
			func(o *problem.Options) { o.MaxFlights = new(int) },
			func(s problem.Solution) bool { return !slices.Contains(firstMoves(s.Keys), "a1a2") }},
		{"quodlibet", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "orthodox", "s#1",
			func(o *problem.Options) { o.Quodlibet = true },
			func(s problem.Solution) bool { return joined([][]string{firstMoves(s.Keys)}) == "a1a8" }},
		{"a first move that forces the goal too soon is no try", "8/8/8/8/7q/3K4/8/k1b5 w - - 0 1", "half-in", "exact-r#2",
			func(o *problem.Options) { o.Quodlibet, o.Tries = true, true },
			func(s problem.Solution) bool { return joined([][]string{firstMoves(s.Tries)}) == "c1a3 c1f4" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			task := taskOf(t, c.position, c.condition, c.stipulation)
			c.set(&task.Options)
			s, err := problem.Solve(context.Background(), task, limits, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !c.check(s) {
				t.Errorf("keys %v, lines %v, set %v\n%s", firstMoves(s.Keys), lineTexts(s.Lines), lineTexts(s.SetLines), describe(s))
			}
		})
	}
}

// Nontrivial play bounds the defences that hold out; with enough of them it changes nothing.
func TestNonTrivialDefencesAreCounted(t *testing.T) {
	for _, r := range records[record](t, "problems.jsonl") {
		if r.Stipulation != "#3" && r.Stipulation != "r#2" {
			continue
		}
		task := r.task(t)
		enough := 1000
		task.Options.NonTrivial, task.Options.NonTrivialLength = &enough, 1
		if got := firstMoves(solve(t, task, limits).Keys); !slices.Equal(got, r.Keys) {
			t.Errorf("%s with a large budget: %v, want %v", r.ID, got, r.Keys)
		}
	}
}

func TestFaultsAreListedTogether(t *testing.T) {
	task := taskOf(t, "7k/8/8/8/8/8/8/K7 w - - 0 1", "all-in", "#2")
	task.Setup.Men[0] = 0
	task.Stipulation.Halves = 3
	task.Options.MaxRefutations = -1
	_, err := problem.Solve(context.Background(), task, limits, nil)
	faults, ok := err.(rules.Faults)
	if !ok || len(faults) != 3 {
		t.Fatalf("faults %v", err)
	}
	p := problem.Problem{Diagram: task, Twins: []problem.Twin{{Task: task}}}
	if all := p.Check(); len(all) != 6 || !strings.HasPrefix(all[3].Field, "b) ") {
		t.Errorf("with a twin %v", all)
	}
}

// A series ends where the other side must reach the goal; Popeye 4.104 gives the same lines.
func TestSeriesEndWhereTheGoalMustBeReached(t *testing.T) {
	for _, c := range []struct {
		position, stipulation string
		lines                 string
	}{
		{"7B/8/8/8/5R2/6k1/8/6K1 w - - 0 1", "ser-szh31", "h8e5 g3h3"},
		{"7k/8/8/8/8/8/6p1/K7 w - - 0 1", "ser-r+2", "a1a2 a2a1 g2g1q; a1a2 a2a1 g2g1r; a1a2 a2b1 g2g1q; a1a2 a2b1 g2g1r; a1b1 g2g1q; a1b1 g2g1r; " +
			"a1b2 b2a1 g2g1q; a1b2 b2a1 g2g1r; a1b2 b2b1 g2g1q; a1b2 b2b1 g2g1r; a1b2 b2c1 g2g1q; a1b2 b2c1 g2g1r"},
	} {
		s := solve(t, taskOf(t, c.position, "orthodox", c.stipulation), limits)
		if got := joined(lineTexts(s.Lines)); got != c.lines {
			t.Errorf("%s in %s: %s, want %s", c.stipulation, c.position, got, c.lines)
		}
	}
}

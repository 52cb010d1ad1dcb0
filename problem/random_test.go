package problem_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

var (
	positions = flag.Int("positions", 2, "random positions for each condition and stipulation")
	seed      = flag.Uint64("seed", 6, "seed of the random positions")
)

// The stipulations that are compared, with how many men stand beside the kings at most.
var compared = []struct {
	stipulation string
	men         int
}{
	{"#1", 5}, {"#2", 3}, {"#3", 1}, {"=1", 4}, {"=2", 2}, {"#=2", 2}, {"==1", 3}, {"x2", 2}, {"+2", 2}, {"ze42", 2}, {"~1", 2}, {"##1", 2},
	{"exact-#2", 3}, {"exact-x2", 2},
	{"s#1", 4}, {"s#2", 2}, {"s=2", 2}, {"sx2", 2}, {"r#1", 4}, {"r#2", 3}, {"r=2", 2}, {"semi-r#1", 4}, {"semi-r#2", 3}, {"exact-r#2", 2}, {"exact-s#2", 2},
	{"exact-r#3", 1}, {"exact-s#3", 1}, {"exact-semi-r#2", 2},
	{"h#0.5", 5}, {"h#1", 4}, {"h#1.5", 3}, {"h#2", 2}, {"h=1.5", 3}, {"h=2", 1}, {"hx1.5", 2}, {"h+1.5", 2}, {"hzd41.5", 2}, {"h~1", 2}, {"exact-h#1.5", 3},
	{"hs#1", 4}, {"hs#1.5", 3}, {"hs#2", 2}, {"hsx1.5", 2}, {"hr#1", 4}, {"hr#1.5", 3}, {"hr#2", 2},
	{"ser-#1", 4}, {"ser-#3", 3}, {"ser-=3", 2}, {"ser-x2", 2}, {"ser-h#2", 3}, {"ser-h=2", 2}, {"ser-h#3", 2}, {"ser-s#2", 3}, {"ser-r#2", 3},
	{"ser-hs#1", 3}, {"exact-ser-#2", 3}, {"2->h#1", 2}, {"2->ser-h#1", 2}, {"exact-2->ser-#1", 2}, {"2->hx0.5", 2}, {"2->hr#1.5", 1},
	{"ser-s~2", 1}, {"ser-sx2", 2}, {"ser-s+2", 2}, {"ser-sze42", 2}, {"ser-rx2", 2}, {"ser-r+2", 2}, {"exact-ser-rzd42", 2}, {"exact-ser-s~2", 1}, {"ser-hsx1", 2},
}

// The solver finds what trying everything finds, whatever the hash table's size and the number of threads.
func TestRandomPositionsHaveAllTheirSolutions(t *testing.T) {
	for _, condition := range problem.Conditions() {
		t.Run(condition.String(), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(*seed, uint64(condition)))
			solved := map[string]int{}
			for _, c := range compared {
				for i := range *positions {
					task := randomTask(t, random, condition, c.stipulation, c.men)
					if compare(t, &task, 1+i%2) {
						solved[c.stipulation]++
					}
					if t.Failed() {
						return
					}
				}
			}
			t.Logf("solved: %v", solved)
		})
	}
}

// Where one side must be forced to the end, random positions have hardly any solution: these have many.
func TestForcedEndsAreAllFound(t *testing.T) {
	for _, c := range []struct {
		position, stipulation string
		solutions             int // as many as Popeye 4.104 finds, in ordinary chess
	}{
		{"8/p5r1/8/8/8/7k/5Q2/7K w - - 0 1", "hr#2", 228},
		{"4k1r1/8/3QK3/1pP3qr/8/8/8/8 b - - 0 1", "hs#1.5", 7},
		{"8/8/8/8/8/4k3/2q5/3QK2R w - - 0 1", "hs#2", 6},
		{"4q3/8/8/4Q3/8/8/3rp3/k1K5 b - - 0 1", "ser-hs#2", 3},
		{"8/8/8/1r6/2Pp4/KQ6/8/kq1r4 w - - 0 1", "s#2", 1},
		{"8/8/8/8/1k6/7q/4r3/K7 w - - 0 1", "r#2", 1},
	} {
		for _, condition := range []problem.Condition{problem.Orthodox, problem.HalfIn} {
			t.Run(condition.String()+" "+c.stipulation, func(t *testing.T) {
				t.Parallel()
				task := record{Position: c.position, Condition: condition.String(), Stipulation: c.stipulation}.task(t)
				task.Options.Tries = true
				compare(t, &task, 1)
				s := solve(t, task, limits)
				if n := len(s.Keys) + len(s.Lines); condition == problem.Orthodox && n != c.solutions {
					t.Errorf("%d solutions, want %d", n, c.solutions)
				}
			})
		}
	}
}

// randomTask returns a task with a random position that can be played.
func randomTask(t testing.TB, random *rand.Rand, condition problem.Condition, stipulation string, men int) problem.Task {
	t.Helper()
	s, err := problem.ParseStipulation(stipulation)
	if err != nil {
		t.Fatal(err)
	}
	task := problem.Task{Condition: condition, Stipulation: s}
	task.Options.Tries = true
	task.Options.NominalEnPassant = random.IntN(2) == 0
	task.Options.Quodlibet = random.IntN(3) == 0
	task.Options.Variations = random.IntN(2) == 0
	// Few random positions have a solution: half of the tasks are looked for among many.
	for tries := 20 * random.IntN(2); ; tries-- {
		task.Setup = randomSetup(random, random.IntN(men+1))
		if task.Check() != nil {
			continue
		}
		if tries <= 0 {
			return task
		}
		s, err := problem.Solve(t.Context(), task, problem.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Keys)+len(s.Lines) > 0 {
			return task
		}
	}
}

// randomSetup scatters men, most of them near one of the kings; sometimes kings and rooks stand at home or a pawn has just moved two steps.
func randomSetup(random *rand.Rand, men int) allin.Setup {
	s := allin.NewSetup()
	s.Turn = rules.Seat(random.IntN(2))
	corner := [...]rules.Square{0, 7, 56, 63, 4, 60, 24, 27}[random.IntN(8)]
	near := func() rules.Square {
		if random.IntN(4) == 0 {
			return rules.Square(random.IntN(64))
		}
		file := min(max(allin.Board.File(corner)+random.IntN(7)-3, 0), 7)
		return allin.Board.At(file, min(max(allin.Board.Rank(corner)+random.IntN(7)-3, 0), 7))
	}
	put := func(at rules.Square, man rules.Man) {
		if s.Men[at] == 0 && (man.Kind() != rules.Pawn || allin.Board.Rank(at) > 0 && allin.Board.Rank(at) < 7) {
			s.Men[at] = man
		}
	}
	if random.IntN(8) == 0 {
		put(4, rules.NewMan(allin.White, rules.King))
		put([...]rules.Square{0, 7}[random.IntN(2)], rules.NewMan(allin.White, rules.Rook))
	}
	put(corner, rules.NewMan(rules.Seat(random.IntN(2)), rules.King))
	for colour := range rules.Seat(2) {
		for !slices.Contains(s.Men[:], rules.NewMan(colour, rules.King)) {
			put(near(), rules.NewMan(colour, rules.King))
		}
	}
	for range men {
		kind := [...]rules.Kind{rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.Queen, rules.Rook, rules.Queen}[random.IntN(7)]
		put(near(), rules.NewMan(rules.Seat(random.IntN(2)), kind))
	}
	s.AssumeCastling()
	if random.IntN(6) == 0 {
		passPawn(random, &s)
	}
	return s
}

// passPawn makes a pawn stand where it has just moved two steps, beside another that may take it.
func passPawn(random *rand.Rand, s *allin.Setup) {
	colour, file := rules.Seat(random.IntN(2)), random.IntN(7)
	from, over, to := allin.Board.At(file, 1), allin.Board.At(file, 2), allin.Board.At(file, 3)
	if colour == allin.Black {
		from, over, to = allin.Board.At(file, 6), allin.Board.At(file, 5), allin.Board.At(file, 4)
	}
	if s.Men[from] == 0 && s.Men[over] == 0 && s.Men[to] == 0 && s.Men[to+1] == 0 {
		s.Men[to], s.Men[to+1] = rules.NewMan(colour, rules.Pawn), rules.NewMan(colour^1, rules.Pawn)
		s.EnPassant = over
	}
}

// compare compares the solver with the brute one, and reports whether there was a solution.
func compare(t *testing.T, task *problem.Task, threads int) bool {
	t.Helper()
	p, err := allin.New(task.Condition.Code(task.Options.NominalEnPassant), task.Setup)
	if err != nil {
		t.Fatal(err)
	}
	s, err := problem.Solve(t.Context(), *task, problem.Limits{Hash: 1 << 20, Threads: threads}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Lines) == 100_000 {
		return true // more are not kept
	}
	b := brute{Task: *task}
	where := fmt.Sprintf("%s %s in %s, options %+v", task.Condition, task.Stipulation, p.Text(), task.Options)
	if !s.Complete || s.Resume != 0 {
		t.Errorf("%s: incomplete, resume at %d", where, s.Resume)
	}
	if task.Stipulation.Play.IsBattle() {
		want, got := b.keys(&p), firstMoves(s.Keys)
		if !slices.Equal(got, want) {
			t.Errorf("%s: keys %v, want %v", where, got, want)
		}
		var tries []string
		for _, n := range s.Tries {
			tries = append(tries, text(n.Move)+" "+text(n.Refutations[0]))
		}
		if want := b.tries(&p); !slices.Equal(tries, want) {
			t.Errorf("%s: tries %v, want %v", where, tries, want)
		}
		if task.Options.Variations {
			for _, key := range s.Keys {
				b.checkTree(t, where, &p, key)
			}
		}
		return len(want) > 0
	}
	for _, line := range s.Lines {
		if _, err := task.Replay(line, problem.Side{}); err != nil {
			t.Errorf("%s: %v cannot be played: %v", where, lineTexts([]problem.Line{line}), err)
		}
	}
	want, got := b.lines(&p), lineTexts(s.Lines)
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%s:\n%d lines %s\nwant %d %s", where, len(got), joined(got), len(want), joined(want))
	}
	return len(want) > 0
}

func joined(lines [][]string) string {
	var all []string
	for _, line := range lines {
		all = append(all, strings.Join(line, " "))
	}
	return strings.Join(all, "; ")
}

// checkTree checks the tree of a key: every defence that is not shown leaves a threat in force, and every answer that is shown solves.
func (b *brute) checkTree(t *testing.T, where string, p *allin.Position, key *problem.Node) {
	t.Helper()
	n := b.Stipulation.Moves()
	q := *p
	q.Apply(key.Move)
	if key.Reached || b.Stipulation.Exact || b.Stipulation.Play >= problem.Reflex {
		return
	}
	for _, d := range steps(&q) {
		i := slices.IndexFunc(key.Replies, func(r *problem.Node) bool { return r.Move == d.move })
		if i < 0 {
			if len(key.Threats) == 0 || !b.stands(d, key.Threats, n-1) {
				t.Errorf("%s: after %s the defence %s is not answered", where, text(key.Move), text(d.move))
			}
			continue
		}
		reply := key.Replies[i]
		if reply.Reached {
			continue
		}
		var want []string
		for k := 1; k < n && len(want) == 0; k++ {
			for _, s := range steps(&d.after) {
				if b.solves(s, k) {
					want = append(want, text(s.move))
				}
			}
		}
		slices.Sort(want)
		if got := firstMoves(reply.Replies); !slices.Equal(got, want) {
			t.Errorf("%s: after %s %s the answers are %v, want %v", where, text(key.Move), text(d.move), got, want)
		}
	}
}

// stands reports whether every threat still solves after a defence.
func (b *brute) stands(d step, threats []*problem.Node, n int) bool {
	for _, threat := range threats {
		if !slices.ContainsFunc(steps(&d.after), func(s step) bool { return text(s.move) == text(threat.Move) && b.solves(s, n) }) {
			return false
		}
	}
	return true
}

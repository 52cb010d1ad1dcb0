package problem_test

import (
	"slices"
	"testing"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// Published problems of three conditions have the solutions that their authors give.
func TestPublishedProblems(t *testing.T) {
	type result struct {
		Twin  string
		Keys  []string
		Tries []string
		Lines [][]string
	}
	results := map[string]result{}
	for _, r := range records[struct {
		ID      string
		Results []result
	}](t, "published.jsonl") {
		for _, one := range r.Results {
			results[r.ID+one.Twin] = one
		}
	}
	for _, c := range []struct {
		id, position, condition, stipulation string
		tries                                bool
	}{
		{"published-01", "8/8/8/8/2k5/4K1p1/4P3/3bb3 w - - 0 1", "half-in", "h#2.5", false},
		{"published-02a", "4BQ2/K3pp2/5N2/8/7P/5Pq1/8/7k b - - 0 1", "half-in", "h#2", false},
		{"published-02b", "4RQ2/K3pp2/5N2/8/7P/5Pq1/8/7k b - - 0 1", "half-in", "h#2", false},
		{"published-03", "8/8/8/4k3/N7/3P4/1P6/7K w - - 0 1", "half-in", "#2", false},
		{"published-04", "4K3/8/1P1RP3/2k5/8/8/8/8 w - - 0 1", "half-in", "#5", false},
		{"published-05", "1b4R1/1r1b3P/3r4/8/8/8/8/K6k w - - 0 1", "all-in", "#5", false},
		{"published-06a", "4K3/5PP1/5k2/R7/8/8/8/8 b - - 0 1", "all-in", "h#1", false},
		{"published-06b", "4K3/5P1P/5k2/R7/8/8/8/8 b - - 0 1", "all-in", "h#1", false},
		{"published-07", "8/1p1B4/8/7k/8/8/8/1K6 b - - 0 1", "mainly-in", "h#2", false},
		{"published-08", "3K4/8/8/8/4r3/2P2k2/3P4/8 b - - 0 1", "mainly-in", "h#2", false},
		{"published-09", "2B4B/7K/5pp1/5rkp/4Pbnr/3NPPPP/6n1/8 w - - 0 1", "mainly-in", "#2", true},
		{"published-10", "7B/8/8/4pp2/3rpk1K/2Nb1P1P/5n2/7B w - - 0 1", "mainly-in", "#2", false},
		{"published-11a", "R7/p7/7p/5K2/7P/6p1/6k1/8 b - - 0 1", "mainly-in", "h#2", false},
		{"published-11b", "R7/p7/6Kp/8/7P/6p1/6k1/8 b - - 0 1", "mainly-in", "h#2", false},
	} {
		t.Run(c.id, func(t *testing.T) {
			want, ok := results[c.id]
			if !ok {
				t.Fatal("no such result")
			}
			task := record{Position: c.position, Condition: c.condition, Stipulation: c.stipulation}.task(t)
			task.Options.Tries = c.tries
			s := solve(t, task, limits)
			if got := firstMoves(s.Keys); !slices.Equal(got, want.Keys) {
				t.Errorf("keys %v, want %v", got, want.Keys)
			}
			if got := firstMoves(s.Tries); c.tries && !slices.Equal(got, want.Tries) {
				t.Errorf("tries %v, want %v", got, want.Tries)
			}
			if got := lineTexts(s.Lines); !slices.EqualFunc(got, want.Lines, slices.Equal) {
				t.Errorf("lines %v, want %v", got, want.Lines)
			}
		})
	}
}

// Whether a double step counts as a right where no capture is legal decides these problems.
func TestA6NominalReadingSolvesIssue573(t *testing.T) {
	for _, r := range records[record](t, "problems.jsonl") {
		if r.ID != "pub-issue573-a" && r.ID != "pub-issue573-b" {
			continue
		}
		task := r.task(t)
		if s := solve(t, task, limits); len(s.Keys) != 0 {
			t.Errorf("%s has keys %v by the legal reading", r.ID, firstMoves(s.Keys))
		}
		task.Options.NominalEnPassant = true
		if s := solve(t, task, limits); !slices.Equal(firstMoves(s.Keys), []string{"g2g4"}) {
			t.Errorf("%s has keys %v by the nominal reading, want g2g4", r.ID, firstMoves(s.Keys))
		}
	}
}

// The other problems have the same solutions by both readings.
func TestA6NominalReadingKeepsTheOthers(t *testing.T) {
	for _, r := range records[record](t, "problems.jsonl") {
		if len(r.ID) < 3 || r.ID[:3] != "rnd" {
			continue
		}
		task := r.task(t)
		task.Options.NominalEnPassant = true
		s := solve(t, task, limits)
		if !slices.Equal(firstMoves(s.Keys), r.Keys) || !slices.EqualFunc(lineTexts(s.Lines), r.Lines, slices.Equal) {
			t.Errorf("%s: keys %v, lines %v", r.ID, firstMoves(s.Keys), lineTexts(s.Lines))
		}
	}
}

// The key of the five-mover and what it threatens.
func TestTreeOfTheFiveMover(t *testing.T) {
	task := record{
		Position: "1b4R1/1r1b3P/3r4/8/8/8/8/K6k w - - 0 1", Condition: "all-in", Stipulation: "#5", Options: "variation",
	}.task(t)
	s := solve(t, task, limits)
	if len(s.Keys) != 1 || text(s.Keys[0].Move) != "h7h8r" || s.Keys[0].Length != 5 || s.Pruned {
		t.Fatalf("keys %v", firstMoves(s.Keys))
	}
	if len(s.Keys[0].Replies) == 0 {
		t.Error("the key has no variations")
	}
	var walk func(p allin.Position, n *problem.Node, attacking bool)
	walk = func(p allin.Position, n *problem.Node, attacking bool) {
		m := rules.FindMove(p.Moves(nil), allin.Board, text(n.Move))
		if m == rules.NoMove {
			t.Fatalf("%s is not legal in %s", text(n.Move), p.Text())
		}
		p.Apply(m)
		if n.Reached != p.Mated() {
			t.Fatalf("after %s in %s mate is %v", text(m), p.Text(), p.Mated())
		}
		for _, next := range n.Replies {
			walk(p, next, !attacking)
		}
		if len(n.Threats) > 0 {
			p.Pass()
		}
		for _, threat := range n.Threats {
			walk(p, threat, attacking)
		}
	}
	p, err := task.Start(problem.Side{})
	if err != nil {
		t.Fatal(err)
	}
	walk(p, s.Keys[0], true)
}

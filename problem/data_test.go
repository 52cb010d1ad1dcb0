package problem_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// A record is one problem of testdata with everything that must be found.
type record struct {
	ID            string
	Position      string
	Condition     string
	Stipulation   string
	Options       string
	Keys          []string
	Lines         [][]string
	Tags          []string
	PopeyeSeconds float64 `json:"popeye_seconds"`
}

// records reads a file of the testdata that all packages share.
func records[T any](t testing.TB, name string) []T {
	t.Helper()
	file, err := os.Open("../testdata/problems/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []T
	in := bufio.NewScanner(file)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var r T
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// task makes the task of a record.
func (r record) task(t testing.TB) problem.Task {
	t.Helper()
	condition, ok := problem.ParseCondition(r.Condition)
	if !ok {
		t.Fatalf("no condition %q", r.Condition)
	}
	stipulation, err := problem.ParseStipulation(r.Stipulation)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := allin.ParseSetup(r.Position)
	if err != nil {
		t.Fatal(err)
	}
	return problem.Task{
		Condition: condition, Setup: setup, Stipulation: stipulation,
		Options: problem.Options{Variations: strings.Contains(r.Options, "variation")},
	}
}

var limits = problem.Limits{Hash: 4 << 20, Threads: 1}

func solve(t testing.TB, task problem.Task, limits problem.Limits) problem.Solution {
	t.Helper()
	s, err := problem.Solve(context.Background(), task, limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !s.Complete || s.Resume != 0 {
		t.Errorf("incomplete, resume at %d", s.Resume)
	}
	return s
}

// text returns the move as records write it.
func text(m rules.Move) string { return m.Text(allin.Board) }

func firstMoves(nodes []*problem.Node) []string {
	var moves []string
	for _, n := range nodes {
		moves = append(moves, text(n.Move))
	}
	return moves
}

func lineTexts(lines []problem.Line) [][]string {
	var texts [][]string
	for _, line := range lines {
		var moves []string
		for _, m := range line {
			moves = append(moves, text(m))
		}
		texts = append(texts, moves)
	}
	return texts
}

// Every problem has its solutions, no more and no less.
func TestProblemsHaveTheirSolutions(t *testing.T) {
	for _, r := range records[record](t, "problems.jsonl") {
		t.Run(r.ID, func(t *testing.T) {
			s := solve(t, r.task(t), limits)
			if got := firstMoves(s.Keys); !slices.Equal(got, r.Keys) {
				t.Errorf("keys %v, want %v", got, r.Keys)
			}
			if got := lineTexts(s.Lines); !slices.EqualFunc(got, r.Lines, slices.Equal) {
				t.Errorf("%d lines %v\nwant %d %v", len(got), got, len(r.Lines), r.Lines)
			}
		})
	}
}

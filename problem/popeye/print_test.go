package popeye_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"melee/problem"
	"melee/problem/popeye"
	"melee/rules"
)

// solved prints a file with its solutions and without solving times.
func solved(t *testing.T, text string) string {
	t.Helper()
	file := read(t, text)
	pr := popeye.Printer{Language: file.Language}
	var b strings.Builder
	for i := range file.Entries {
		e := &file.Entries[i]
		if len(e.Faults) > 0 {
			t.Fatal(e.Faults)
		}
		b.WriteString(pr.Heading(e))
		end := popeye.Finished
		for k, twin := range e.Problem.Tasks() {
			b.WriteString(pr.TwinHeading(e, k))
			s, err := problem.Solve(context.Background(), twin.Task, problem.Limits{Hash: 1 << 22, Threads: 1}, nil)
			var faults rules.Faults
			if errors.As(err, &faults) {
				b.WriteString(pr.Unplayable(faults))
				continue
			}
			if !s.Complete {
				end = popeye.Partial
			}
			b.WriteString(pr.Solution(e, &twin.Task, &s, nil))
		}
		b.WriteString(pr.Ending(end, 0, nil))
	}
	return b.String()
}

var update = flag.Bool("update", false, "write the files of testdata anew")

// What is printed is compared with files that were compared with Popeye 4.104's output: there the same moves stand in
// the same lines, siblings in another order. Popeye has no FreeForAllChess and no castling in these games.
func TestPrintedSolutions(t *testing.T) {
	for _, name := range []string{"english", "french", "german", "published"} {
		t.Run(name, func(t *testing.T) {
			in, file := "testdata/"+name+".inp", "testdata/"+name+".txt"
			if name == "published" {
				in = data + "published.inp"
			}
			text, err := os.ReadFile(in)
			if err != nil {
				t.Fatal(err)
			}
			got := solved(t, string(text))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestClock(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0.000 s", 1017 * time.Millisecond: "1.017 s", 62*time.Second + 345*time.Millisecond: "1:02.345 m:s", 3602 * time.Second: "1:00:02 h:m:s",
	} {
		if got := popeye.Clock(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

// First moves are told in the order in which they are begun, keys after their own.
func TestMoveNumbers(t *testing.T) {
	e := one(t, "begin pieces white kc1 qb3 black ka1 stip #1 option noboard movenumbers upto 2\nend")
	var begun []popeye.Begun
	task := e.Problem.Diagram
	s, err := problem.Solve(context.Background(), task, problem.Limits{Threads: 1}, func(p problem.Progress) {
		if p.Key == nil {
			begun = append(begun, popeye.Begun{Number: p.Number, Move: p.Move, Stage: p.Stage, At: 7 * time.Millisecond})
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	got := popeye.Printer{}.Solution(&e, &task, &s, begun)
	want := "\n  1  (Qb3-a2 +    Time = 0.007 s)\n  2  (Qb3-a3 +    Time = 0.007 s)\n   1.Qb3-a3 # !\n\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

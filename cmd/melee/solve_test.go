package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const problems = "../../testdata/problems"

// A solution is what the known solutions and ours have in common.
type solution struct {
	ID, Title string
	Twin      *string
	Position  string
	Complete  bool
	Lines     [][]string
	Keys      []string
	Tries     []json.RawMessage
	Results   []solution // of the twins, in the files of known solutions
}

// name tells a problem and its twin.
func (s solution) name(of string) string {
	if s.Twin != nil {
		of += " " + *s.Twin
	}
	return of
}

// The known problems have exactly the known solutions (A1–A15), asked of another process.
func TestSolveKnownProblems(t *testing.T) {
	cmd := exec.Command("melee", "solve", "--json", "--hash", "64", filepath.Join(problems, "problems.inp"), filepath.Join(problems, "published.inp"))
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]solution{}
	for line := range bytes.Lines(text) {
		var s solution
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		if !s.Complete {
			t.Errorf("%s is not complete", s.name(s.Title))
		}
		got[s.name(s.Title)] = s
	}
	count := 0
	for _, file := range []string{"problems.jsonl", "published.jsonl"} {
		err := eachLine(filepath.Join(problems, file), func(line []byte) error {
			var want solution
			if err := json.Unmarshal(line, &want); err != nil {
				return err
			}
			all := want.Results
			if all == nil {
				all = []solution{want}
			}
			for _, w := range all {
				name := w.name(want.ID)
				count++
				compareSolutions(t, name, w, got[name])
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if count == 0 || count != len(got) {
		t.Errorf("%d tasks were solved, %d are known", len(got), count)
	}
}

func compareSolutions(t *testing.T, name string, want, got solution) {
	t.Helper()
	if want.Position != "" && got.Position != want.Position {
		t.Errorf("%s: the position is %s, want %s", name, got.Position, want.Position)
	}
	if diff := cmp.Diff(want.Lines, got.Lines); diff != "" {
		t.Errorf("%s: lines -want +got:\n%s", name, diff)
	}
	if diff := cmp.Diff(want.Keys, got.Keys); diff != "" {
		t.Errorf("%s: keys -want +got:\n%s", name, diff)
	}
	if want.Tries == nil {
		return
	}
	wanted, found := tries(t, want.Tries), tries(t, got.Tries)
	if !slices.Equal(wanted, found) {
		t.Errorf("%s: tries %v, want %v", name, found, wanted)
	}
}

// tries returns the first moves of tries, which the known solutions give without their refutations.
func tries(t *testing.T, list []json.RawMessage) []string {
	t.Helper()
	var moves []string
	for _, raw := range list {
		var move string
		var try struct{ Key string }
		if json.Unmarshal(raw, &move) == nil {
			moves = append(moves, move)
			continue
		}
		if err := json.Unmarshal(raw, &try); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, try.Key)
	}
	return moves
}

// Ctrl-C makes melee print what it has found and how to go on.
func TestSolveInterrupted(t *testing.T) {
	cmd := exec.Command("melee", "solve", "--threads", "1", "-")
	// Nobody solves this one in the time of a test.
	cmd.Stdin = strings.NewReader("begin pieces white ka1 qh5 rb1 bc1 sd1 pa2b2c2 black kh8 qa5 rg8 bf8 se8 ph7g7f7\nstip #9 condition allin\nend")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(out)
	// The caption is printed before solving begins.
	for line := ""; !strings.Contains(line, "#9"); {
		if line, err = reader.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if text := string(rest); !strings.Contains(text, "solving interrupted. Time = ") || !strings.Contains(text, "not searched to the end") {
		t.Errorf("printed %s", fmt.Sprint(text))
	}
}

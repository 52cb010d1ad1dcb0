package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const vectors = "../../testdata/vectors"

// A vector is what the lines of edge.jsonl and games-*.jsonl have in common.
type vector struct {
	ID      string         `json:"id"`
	Variant string         `json:"variant"`
	Options map[string]any `json:"options"`
	Start   *string        `json:"start"`
	Moves   []string       `json:"moves"`
}

// A question is a request with what the answer must be.
type question struct {
	name    string
	request any
	check   func(answer map[string]any) string // a difference, or ""
}

func TestRefereeAnswersEdgeVectors(t *testing.T) {
	askAnotherProcess(t, func(ask func(question)) error {
		return eachLine(filepath.Join(vectors, "edge.jsonl"), func(line []byte) error {
			var v vector
			var want map[string]any
			if err := unmarshal(line, &v, &want); err != nil {
				return err
			}
			ask(question{v.ID, v, func(got map[string]any) string { return edgeDiff(want, got) }})
			return nil
		})
	})
}

// edgeDiff compares all that is seen; a part that does not apply may be missing or null.
func edgeDiff(want, got map[string]any) string {
	if want["error"] != nil {
		if got["error"] == nil {
			return fmt.Sprint("must be refused: ", want["error"])
		}
		return ""
	}
	return cmp.Diff(parts(want), parts(got))
}

func parts(all map[string]any) map[string]any {
	seen := map[string]any{}
	for _, key := range []string{"id", "position", "turn", "slot", "legal", "check", "points", "status", "result", "error"} {
		if all[key] != nil {
			seen[key] = all[key]
		}
	}
	sortPlaces(seen["result"])
	return seen
}

// sortPlaces sorts the seats that share a place, whose order means nothing.
func sortPlaces(result any) {
	object, _ := result.(map[string]any)
	places, _ := object["ranking"].([]any)
	for _, place := range places {
		seats, _ := place.([]any)
		slices.SortFunc(seats, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
}

// A gameVector is a line of games-*.jsonl.
type gameVector struct {
	vector
	First  brief   `json:"first"`
	Plies  []brief `json:"plies"`
	Result any     `json:"result"`
}

// brief is what a game's line tells after every token.
type brief struct {
	Position string    `json:"p"`
	Turn     any       `json:"t"`
	Check    []any     `json:"c"`
	Status   string    `json:"s"`
	Legal    int       `json:"n"`
	Points   []float64 `json:"pts"`
}

func TestRefereeReplaysGameVectors(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(vectors, "games-*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no games in %s: %v", vectors, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			askAnotherProcess(t, func(ask func(question)) error {
				return eachLine(file, func(line []byte) error {
					var v gameVector
					if err := unmarshal(line, &v); err != nil {
						return err
					}
					askGame(ask, v)
					return nil
				})
			})
		})
	}
}

// askGame asks for the position after every token, and for each as a start of its own.
func askGame(ask func(question), v gameVector) {
	anew := v.vector
	anew.Options, anew.Moves = maps.Clone(v.Options), nil
	delete(anew.Options, "move_limit")
	for n, want := range append([]brief{v.First}, v.Plies...) {
		played := v.vector
		played.Moves = v.Moves[:n]
		ask(question{fmt.Sprintf("%s after %d", v.ID, n), played, func(got map[string]any) string {
			diff := cmp.Diff(want, briefly(got, want.Points != nil))
			if n == len(v.Moves) {
				sortPlaces(v.Result)
				sortPlaces(got["result"])
				diff += cmp.Diff(v.Result, got["result"])
			}
			return diff
		}})
		if want.Status == "ended" {
			continue
		}
		reread := anew
		reread.Start = &want.Position
		again := want
		again.Points = nil
		ask(question{fmt.Sprintf("%s read after %d", v.ID, n), reread, func(got map[string]any) string {
			return cmp.Diff(again, briefly(got, false))
		}})
	}
}

// briefly returns what games tell of an answer.
func briefly(answer map[string]any, withPoints bool) brief {
	b := brief{Turn: answer["turn"]}
	b.Position, _ = answer["position"].(string)
	b.Check, _ = answer["check"].([]any)
	b.Status, _ = answer["status"].(string)
	legal, _ := answer["legal"].([]any)
	b.Legal = len(legal)
	if points, ok := answer["points"].(map[string]any); ok && withPoints {
		for _, seat := range []string{"red", "blue", "yellow", "green"} {
			n, _ := points[seat].(float64)
			b.Points = append(b.Points, n)
		}
	}
	return b
}

// askAnotherProcess starts melee referee, writes the requests of questions
// while it reads the answers, and checks each.
func askAnotherProcess(t *testing.T, questions func(ask func(question)) error) {
	t.Helper()
	cmd := exec.Command("melee", "referee")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	asked := make(chan question, 1000)
	written := make(chan error, 1)
	go func() {
		written <- write(in, asked, questions)
	}()
	count, answers := 0, bufio.NewScanner(out)
	answers.Buffer(nil, 1<<20)
	for q := range asked {
		if !answers.Scan() {
			t.Errorf("%s: no answer: %v", q.name, answers.Err())
			break
		}
		count++
		var got map[string]any
		if err := json.Unmarshal(answers.Bytes(), &got); err != nil {
			t.Errorf("%s: %v in %s", q.name, err, answers.Bytes())
		} else if diff := q.check(got); diff != "" {
			t.Errorf("%s (-want +got):\n%s%v", q.name, diff, got["error"])
		}
	}
	for range asked {
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if count == 0 {
		t.Error("nothing was asked")
	}
}

// write writes requests and passes each question on; it closes both ends.
func write(in io.WriteCloser, asked chan<- question, questions func(ask func(question)) error) error {
	defer close(asked)
	buffered := bufio.NewWriter(in)
	encoder := json.NewEncoder(buffered)
	var failed error
	err := questions(func(q question) {
		if failed == nil {
			failed = encoder.Encode(q.request)
			asked <- q
		}
	})
	for _, e := range []error{failed, buffered.Flush(), in.Close()} {
		if err == nil {
			err = e
		}
	}
	return err
}

func eachLine(path string, do func(line []byte) error) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if err := do([]byte(line)); err != nil {
			return fmt.Errorf("%s, line %d: %w", path, n+1, err)
		}
	}
	return nil
}

func unmarshal(line []byte, into ...any) error {
	for _, target := range into {
		if err := json.Unmarshal(line, target); err != nil {
			return err
		}
	}
	return nil
}

package record_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"melee/problem"
	"melee/problem/popeye"
	"melee/problem/record"
	"melee/rules"
)

func solve(t *testing.T, task problem.Task) problem.Solution {
	t.Helper()
	s, err := problem.Solve(context.Background(), task, problem.Limits{Threads: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// read reads one problem without faults.
func read(t *testing.T, text string) popeye.Entry {
	t.Helper()
	list, err := record.Read([]byte(text))
	if err != nil || len(list) != 1 || len(list[0].Faults) > 0 {
		t.Fatalf("%v %+v", err, list)
	}
	return list[0]
}

func written(t *testing.T, r record.Solved) string {
	t.Helper()
	var b bytes.Buffer
	if err := record.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestBattlePlay(t *testing.T) {
	e := read(t, `{"title":"T","author":"A","origin":"O","position":"8/8/8/8/8/1Q6/8/k1K5 w - - 0 1","condition":"orthodox","stipulation":"#2","options":"try variation setplay maxsolutions 0"}`)
	twin := e.Problem.Tasks()[0]
	s := solve(t, twin.Task)
	s.Nodes = 5
	got := written(t, record.New(3, &e.Problem, twin, &s, nil, 1500*time.Millisecond))
	for _, want := range []string{
		`{"problem":3,"twin":null,"title":"T","authors":["A"],"origin":"O","position":"8/8/8/8/8/1Q6/8/k1K5 w - - 0 1 -","condition":"orthodox","stipulation":"#2","complete":true,"keys":["`,
		`"tries":[`, `"tree":[{"move":"`, `"set_play":[]`, `"verdict":{"sound":false,"solved":true,"several":true,`, `"nodes":5,"seconds":1.5}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in %s", want, got)
		}
	}
	if strings.Contains(got, `"lines"`) {
		t.Errorf("lines in battle play: %s", got)
	}
}

func TestHelpPlayWithTwins(t *testing.T) {
	e := read(t, `{"position":"4K3/5PP1/5k2/R7/8/8/8/8 b - - 0 1 -","stipulation":"h#1","options":"duplex","twins":[{"twin":"x","change":"g7 h7","position":"4K3/5P1P/5k2/R7/8/8/8/8 b - - 0 1 -"}]}`)
	tasks := e.Problem.Tasks()
	if len(tasks) != 2 || tasks[1].Label != "x" || tasks[1].Task.Condition != problem.AllIn {
		t.Fatalf("%+v", tasks)
	}
	s := solve(t, tasks[1].Task)
	got := record.New(1, &e.Problem, tasks[1], &s, nil, 0)
	if diff := cmp.Diff([][]string{{"f7f8n", "h7h8b"}}, got.Lines); diff != "" || *got.Twin != "x" || got.Duplex == nil || !got.Verdict.Sound {
		t.Errorf("%s %+v", diff, got)
	}
}

func TestNotSolved(t *testing.T) {
	p := &problem.Problem{}
	got := written(t, record.New(1, p, problem.Twin{Task: problem.Task{Stipulation: problem.Stipulation{Halves: 2}}}, &problem.Solution{}, rules.Faults{{Field: "f", Text: "t"}}, 0))
	if !strings.Contains(got, `"position":"","condition":"orthodox","stipulation":"#1","complete":false,"nodes":0,"seconds":0,"faults":["f: t"]}`) {
		t.Error(got)
	}
	got = written(t, record.Misunderstood(2, &popeye.Entry{Faults: []popeye.Fault{{Line: 3, Column: 4, Text: "oh"}}}))
	if !strings.Contains(got, `"faults":["3:4: oh"]`) {
		t.Error(got)
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	const fen = `"position":"8/8/8/8/8/1Q6/8/k1K5 w - - 0 1"`
	for text, want := range map[string]string{
		`{"position":`:                     "1:1: not a problem as JSON: ",
		`{` + fen + `,"stipulation":"%2"}`: "1:1: stipulation '%2': ",
		`{` + fen + `}`:                    "1:1: stipulation '': ",
		`{` + fen + `,"stipulation":"#2","condition":"circe"}`:                          "1:1: condition 'circe': want one of [orthodox all-in half-in mainly-in free-for-all]",
		`{"position":"8/8","stipulation":"#2"}`:                                         "1:1: text: has 1 fields",
		`{` + fen + `,"stipulation":"#2","options":"wibble"}`:                           "1:1: options: 'wibble' is no option: want Defence,",
		`{` + fen + `,"stipulation":"#2","options":"nocastling a1"}`:                    "1:1: options: the position tells who begins",
		`{` + fen + `,"stipulation":"#2","twins":[{"stipulation":"h"}]}`:                "1:1: twin 1: stipulation 'h': ",
		`{` + fen + `,"stipulation":"#2","title":"` + strings.Repeat("x", 2<<20) + `"}`: "1:1: a problem has at most 1048576 bytes",
	} {
		list, err := record.Read([]byte(text + "\n\n{" + fen + `,"stipulation":"#2"}`))
		if err != nil || len(list) != 2 || len(list[1].Faults) != 0 || len(list[0].Faults) != 1 {
			t.Fatalf("%.80s: %v %+v", text, err, list)
		}
		if got := list[0].Faults[0].Error(); !strings.HasPrefix(got, want) {
			t.Errorf("%.80s: %s, want %s", text, got, want)
		}
	}
	if _, err := record.Read(make([]byte, record.MaxBytes+1)); err == nil {
		t.Error("a file of any size is read")
	}
}

// What is written fits the schema: every member is named there, and nothing that is required is missing.
func TestSchema(t *testing.T) {
	var schema struct {
		Required   []string
		Properties map[string]any
		Defs       map[string]struct {
			Required   []string
			Properties map[string]any
		} `json:"$defs"`
	}
	if err := json.Unmarshal(record.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	check := func(object map[string]any, required []string, properties map[string]any) {
		t.Helper()
		for _, name := range required {
			if _, ok := object[name]; !ok {
				t.Errorf("%s is missing", name)
			}
		}
		for name := range object {
			if _, ok := properties[name]; !ok {
				t.Errorf("%s is not in the schema", name)
			}
		}
	}
	var walk func(list any)
	walk = func(list any) {
		for _, n := range list.([]any) {
			node := n.(map[string]any)
			check(node, schema.Defs["node"].Required, schema.Defs["node"].Properties)
			for _, name := range []string{"threats", "replies"} {
				if node[name] != nil {
					walk(node[name])
				}
			}
		}
	}
	for _, text := range []string{
		`{"id":"x","authors":["A"],"award":"1.","position":"8/8/8/8/8/1Q6/8/k1K5 w - - 0 1","condition":"orthodox","stipulation":"#2","options":"try variation setplay duplex"}`,
		`{"position":"8/8/8/8/8/1Q6/8/k1K5 b - - 0 1","stipulation":"h#1","options":"setplay"}`,
	} {
		e := read(t, text)
		twin := e.Problem.Tasks()[0]
		s := solve(t, twin.Task)
		var object map[string]any
		if err := json.Unmarshal([]byte(written(t, record.New(1, &e.Problem, twin, &s, nil, 0))), &object); err != nil {
			t.Fatal(err)
		}
		check(object, schema.Required, schema.Properties)
		check(object["verdict"].(map[string]any), schema.Defs["verdict"].Required, schema.Defs["verdict"].Properties)
		if object["duplex"] != nil {
			check(object["duplex"].(map[string]any), schema.Defs["part"].Required, schema.Defs["part"].Properties)
			walk(object["tree"])
		}
	}
}

// FuzzRead: no text makes the reader panic, and what it takes for a problem can be judged.
func FuzzRead(f *testing.F) {
	text, err := os.ReadFile("../../testdata/problems/problems.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		if len(line) < 400 {
			f.Add(line)
		}
	}
	f.Add([]byte(`{"position":"8/8/8/8/8/1Q6/8/k1K5 w - - 0 1","stipulation":"ser-h=3","options":"duplex threat 1 post","twins":[{"condition":"half-in"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := record.Read(text)
		if err != nil {
			return
		}
		for i := range list {
			for _, twin := range list[i].Problem.Tasks() {
				faults := twin.Task.Check()
				record.New(1, &list[i].Problem, twin, &problem.Solution{}, faults, 0)
			}
		}
	})
}

package workbench

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"melee/internal/stream"
	"melee/problem"
	"melee/problem/popeye"
	"melee/problem/record"
	"melee/problem/sheet"
	"melee/rules"
	"melee/rules/allin"
)

// A job is a problem that is being solved or was.
type job struct {
	id, owner string
	entry     *popeye.Entry
	language  popeye.Language
	cancel    context.CancelFunc

	events stream.Log
	done   chan struct{} // closed when it has ended

	mu      sync.Mutex
	results []result
	took    time.Duration
}

// A result is how solving one task ended.
type result struct {
	sheet.Result
	took time.Duration
}

// The data of events.
type (
	waiting struct {
		Ahead int `json:"ahead"` // problems that are solved before
	}
	begun struct {
		Task        int     `json:"task"` // from 0
		Tasks       int     `json:"tasks"`
		Twin        *string `json:"twin"`
		Change      string  `json:"change,omitempty"`
		Position    string  `json:"position"`
		Condition   string  `json:"condition"`
		Stipulation string  `json:"stipulation"`
	}
	progress struct {
		Task   int    `json:"task"`
		Stage  string `json:"stage"` // set, play or duplex
		Move   string `json:"move"`
		Number int    `json:"number"`
		Total  int    `json:"total"`
		Length int    `json:"length"`
		Nodes  uint64 `json:"nodes"`
	}
	found struct {
		Task        int      `json:"task"`
		Kind        string   `json:"kind"` // line, key, try or set
		Moves       []string `json:"moves"`
		Refutations []string `json:"refutations,omitempty"`
	}
	solved struct {
		Task    int           `json:"task"`
		Record  record.Solved `json:"record"`
		Text    string        `json:"text"`    // as Popeye prints it
		Verdict []string      `json:"verdict"` // in words
		play
	}
	ending struct {
		How     string  `json:"how"` // finished, stopped or time
		Seconds float64 `json:"seconds"`
	}
)

// between is how often progress is told at most.
const between = 150 * time.Millisecond

// maxFound is how many finds of one task are told as they are made; the rest comes with the solution.
const maxFound = 500

// solve waits for its turn and solves every task of the job.
func (b *Bench) solve(ctx context.Context, j *job) {
	defer func() {
		if p := recover(); p != nil {
			b.Log.Error("solving failed", "problem", popeye.Write(popeye.English, []popeye.Entry{*j.entry}), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			j.end("failed", 0)
		}
	}()
	if !b.enter(ctx, j) {
		j.end("stopped", 0)
		return
	}
	defer func() { <-b.slots }()
	limited, cancel := context.WithTimeout(ctx, b.timeFor(j))
	defer cancel()
	began := time.Now()
	tasks := j.entry.Problem.Tasks()
	for i, twin := range tasks {
		b.task(limited, j, i, len(tasks), twin)
		if limited.Err() != nil {
			break
		}
	}
	how := "finished"
	switch {
	case ctx.Err() != nil:
		how = "stopped"
	case limited.Err() != nil:
		how = "time"
	}
	j.end(how, time.Since(began))
}

// enter waits for a solver to be free; it fails when ctx ends first.
func (b *Bench) enter(ctx context.Context, j *job) bool {
	for ahead := -1; ; {
		select {
		case b.slots <- struct{}{}:
			return true
		case <-ctx.Done():
			return false
		case <-time.After(between):
			if n := b.ahead(j); n != ahead {
				ahead = n
				j.events.Tell("waiting", waiting{n}, true)
			}
		}
	}
}

// ahead counts the jobs that were there before and have not ended.
func (b *Bench) ahead(j *job) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, other := range b.order {
		if other == j {
			break
		}
		if !other.events.Over() {
			n++
		}
	}
	return n
}

func (b *Bench) timeFor(j *job) time.Duration {
	if own := j.entry.Problem.Diagram.Options.MaxTime; own > 0 && own < b.Limits.Time {
		return own
	}
	return b.Limits.Time
}

// task solves one task and tells of it.
func (b *Bench) task(ctx context.Context, j *job, number, of int, twin problem.Twin) {
	t := &twin.Task
	head := begun{Task: number, Tasks: of, Change: twin.Change, Condition: t.Condition.String(), Stipulation: t.Stipulation.String()}
	if twin.Label != "" {
		head.Twin = &twin.Label
	}
	if start, err := t.Start(problem.Side{}); err == nil {
		head.Position = start.Text()
	}
	j.events.Tell("task", head, false)

	told := teller{job: j, task: number}
	began := time.Now()
	solution, err := problem.Solve(ctx, *t, problem.Limits{Hash: b.Limits.Hash, Threads: b.Limits.Threads}, told.report)
	r := result{Result: sheet.Result{Twin: twin, Solution: solution}, took: time.Since(began)}
	if err != nil && !errors.As(err, &r.Faults) {
		b.Log.Error("a problem could not be solved", "position", head.Position, "stipulation", head.Stipulation, "error", err)
		r.Faults = rules.Faults{{Field: "problem", Text: err.Error()}}
	}
	j.mu.Lock()
	j.results = append(j.results, r)
	j.mu.Unlock()
	j.events.Tell("solved", j.solved(number, r), false)
}

// solved tells all of a result.
func (j *job) solved(number int, r result) solved {
	pr := popeye.Printer{Language: j.language}
	s := solved{Task: number, Record: record.New(1, &j.entry.Problem, r.Twin, &r.Solution, r.Faults, r.took)}
	if len(r.Faults) > 0 {
		s.Text, s.Verdict = pr.Unplayable(r.Faults), []string{r.Faults.Error()}
		return s
	}
	s.Text = pr.Solution(j.entry, &r.Twin.Task, &r.Solution, nil)
	s.Verdict = pr.Verdict(&r.Twin.Task, &r.Solution)
	s.play = playOf(pr, &r.Twin.Task, &r.Solution)
	return s
}

// A teller tells what a search reports of one task.
type teller struct {
	job   *job
	task  int
	last  time.Time
	found int
}

var stages = [...]string{problem.StageSet: "set", problem.StagePlay: "play", problem.StageDuplex: "duplex"}

func (t *teller) report(p problem.Progress) {
	switch {
	case p.Line != nil:
		t.tell(found{Kind: "line", Moves: texts(p.Line)})
	case p.Key != nil:
		t.tell(found{Kind: "key", Moves: texts([]rules.Move{p.Key.Move})})
	case p.Try != nil:
		t.tell(found{Kind: "try", Moves: texts([]rules.Move{p.Try.Move}), Refutations: texts(p.Try.Refutations)})
	case p.Set != nil:
		t.tell(found{Kind: "set", Moves: texts([]rules.Move{p.Set.Move})})
	default:
		if now := time.Now(); now.Sub(t.last) >= between {
			t.last = now
			t.job.events.Tell("progress", progress{t.task, stages[p.Stage], text(p.Move), p.Number, p.Total, p.Length, p.Nodes}, true)
		}
	}
}

func (t *teller) tell(f found) {
	if t.found++; t.found <= maxFound {
		f.Task = t.task
		t.job.events.Tell("found", f, false)
	}
}

func text(m rules.Move) string {
	if m == rules.NoMove {
		return ""
	}
	return m.Text(allin.Board)
}

func texts(moves []rules.Move) []string {
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = text(m)
	}
	return list
}

func (j *job) end(how string, took time.Duration) {
	j.mu.Lock()
	j.took = took
	j.mu.Unlock()
	j.events.End(ending{how, took.Seconds()})
	close(j.done)
}

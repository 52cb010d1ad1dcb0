package main

import (
	"fmt"
	"io"
	"runtime"
	"time"

	"melee/problem/popeye"
	"melee/problem/record"
	"melee/problem/sheet"
)

// A solveReport writes solved problems in one format.
type solveReport interface {
	// begin starts a problem; one with faults is neither solved nor ended.
	begin(number int, e *sourced) error
	// solved takes a task's result, by the number of [problem.Problem.Tasks].
	solved(task int, r result) error
	end(interrupted bool, took time.Duration) error
	close() error
}

func (c *solveCommand) report(w io.Writer) solveReport {
	switch c.Format {
	case "json":
		return &jsonReport{w: w}
	case "text":
		return &textReport{w: w, language: c.language, hash: c.Hash}
	}
	return &sheetReport{w: w, language: c.language, format: c.Format}
}

// printer returns who prints a problem: in the language asked for, or that of its file.
func printer(asked *popeye.Language, e *sourced) popeye.Printer {
	if asked != nil {
		return popeye.Printer{Language: *asked}
	}
	return popeye.Printer{Language: e.language}
}

// textReport writes what Popeye would, and the verdict below it.
type textReport struct {
	w        io.Writer
	language *popeye.Language
	hash     int
	headed   bool

	problem *popeye.Report
}

func (t *textReport) begin(_ int, e *sourced) error {
	if !t.headed {
		t.headed = true
		if _, err := fmt.Fprintf(t.w, "Melee %s-%s v%s (%d MB)\n", runtime.GOOS, runtime.GOARCH, version, t.hash); err != nil {
			return err
		}
	}
	if len(e.Faults) > 0 {
		return nil
	}
	t.problem = printer(t.language, e).Report(&e.Entry)
	_, err := io.WriteString(t.w, t.problem.Heading())
	return err
}

func (t *textReport) solved(task int, r result) error {
	_, err := io.WriteString(t.w, t.problem.Task(task, &r.solution, r.faults, r.begun))
	return err
}

func (t *textReport) end(interrupted bool, took time.Duration) error {
	_, err := io.WriteString(t.w, t.problem.End(interrupted, took))
	return err
}

func (*textReport) close() error { return nil }

// jsonReport writes one object for each task.
type jsonReport struct {
	w       io.Writer
	number  int
	problem *sourced
}

func (j *jsonReport) begin(number int, e *sourced) error {
	j.number, j.problem = number, e
	if len(e.Faults) == 0 {
		return nil
	}
	return record.Write(j.w, record.Misunderstood(number, &e.Entry))
}

func (j *jsonReport) solved(_ int, r result) error {
	return record.Write(j.w, record.New(j.number, &j.problem.Problem, r.twin, &r.solution, r.faults, r.took))
}

func (*jsonReport) end(bool, time.Duration) error { return nil }
func (*jsonReport) close() error                  { return nil }

// sheetReport collects everything and writes it at the end as LaTeX, SVG or PDF.
type sheetReport struct {
	w        io.Writer
	language *popeye.Language
	format   string
	problems []sheet.Problem
	pr       popeye.Printer
}

func (s *sheetReport) begin(_ int, e *sourced) error {
	if len(e.Faults) == 0 {
		s.pr = printer(s.language, e)
		s.problems = append(s.problems, sheet.Problem{Entry: &e.Entry, Printer: s.pr})
	}
	return nil
}

func (s *sheetReport) solved(_ int, r result) error {
	p := &s.problems[len(s.problems)-1]
	p.Results = append(p.Results, sheet.Result{Twin: r.twin, Solution: r.solution, Faults: r.faults})
	return nil
}

func (*sheetReport) end(bool, time.Duration) error { return nil }

func (s *sheetReport) close() error {
	switch s.format {
	case "latex":
		return sheet.WriteLaTeX(s.w, s.problems)
	case "svg":
		return sheet.WriteSVG(s.w, s.problems)
	}
	return sheet.WritePDF(s.w, s.problems, time.Now())
}

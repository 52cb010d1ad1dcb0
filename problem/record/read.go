package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"melee/problem"
	"melee/problem/popeye"
	"melee/rules/allin"
)

// Limits of a file.
const (
	MaxBytes = 16 << 20
	maxLine  = 1 << 20
)

// An Asked is a problem as JSON tells it. Members that are not named here, such as solutions, are passed over.
type Asked struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Author      string   `json:"author"`
	Authors     []string `json:"authors"`
	Origin      string   `json:"origin"`
	Award       string   `json:"award"`
	Position    string   `json:"position"`    // of six or seven fields; its side to move begins
	Condition   string   `json:"condition"`   // all-in if it is empty
	Stipulation string   `json:"stipulation"` // as in "h#2.5"
	Options     string   `json:"options"`     // the words of Popeye's options, in English
	// Twins are further positions with a condition and a stipulation, each that of the first where it is empty.
	Twins []AskedTwin `json:"twins"`
}

// An AskedTwin is a twin as JSON tells it.
type AskedTwin struct {
	Twin        string `json:"twin"` // its letter
	Change      string `json:"change"`
	Position    string `json:"position"`
	Condition   string `json:"condition"`
	Stipulation string `json:"stipulation"`
}

// maxTwins bounds the twins of one problem.
const maxTwins = 500

// Read reads problems, one JSON object a line. What is wrong with one of them
// stands in its entry; the error is about the file as a whole.
func Read(data []byte) ([]popeye.Entry, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("a file of problems has at most %d bytes", MaxBytes)
	}
	var all []popeye.Entry
	for number, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		e := popeye.Entry{Line: number + 1}
		if err := entry(&e, line); err != nil {
			e.Faults = []popeye.Fault{{Line: number + 1, Column: 1, Text: err.Error()}}
		}
		all = append(all, e)
	}
	return all, nil
}

// entry fills an entry from one object.
func entry(e *popeye.Entry, line []byte) error {
	if len(line) > maxLine {
		return fmt.Errorf("a problem has at most %d bytes", maxLine)
	}
	var a Asked
	if err := json.Unmarshal(line, &a); err != nil {
		return fmt.Errorf("not a problem as JSON: %w", err)
	}
	return a.Entry(e)
}

// Entry makes an entry of what is asked. The error says what is wrong with it.
func (a *Asked) Entry(e *popeye.Entry) error {
	p := &e.Problem
	p.Title, p.Origin, p.Award, p.Authors = a.Title, a.Origin, a.Award, slices.Clone(a.Authors)
	if p.Title == "" {
		p.Title = a.ID
	}
	if a.Author != "" {
		p.Authors = append(p.Authors, a.Author)
	}
	var options problem.Options
	err := popeye.AddOptions(a.Options, &options, &e.Layout)
	if err != nil {
		return err
	}
	first := AskedTwin{Position: a.Position, Condition: a.Condition, Stipulation: a.Stipulation}
	if p.Diagram, err = first.task(first, options); err != nil {
		return err
	}
	if len(a.Twins) > maxTwins {
		return fmt.Errorf("a problem has at most %d twins", maxTwins)
	}
	for i, t := range a.Twins {
		task, err := t.task(first, options)
		if err != nil {
			return fmt.Errorf("twin %d: %w", i+1, err)
		}
		p.Twins = append(p.Twins, problem.Twin{Label: t.Twin, Change: t.Change, Task: task})
	}
	return nil
}

// task returns what is to be solved; empty members are those of first.
func (t AskedTwin) task(first AskedTwin, options problem.Options) (problem.Task, error) {
	or := func(text, other string) string {
		if text == "" {
			return other
		}
		return text
	}
	task := problem.Task{Options: options}
	name := or(or(t.Condition, first.Condition), problem.AllIn.String())
	condition, ok := problem.ParseCondition(name)
	if !ok {
		return task, fmt.Errorf("condition '%.40s': want one of %v", name, problem.Conditions())
	}
	task.Condition = condition
	var err error
	if task.Stipulation, err = problem.ParseStipulation(or(t.Stipulation, first.Stipulation)); err != nil {
		return task, err
	}
	task.Setup, err = allin.ParseSetup(or(t.Position, first.Position))
	return task, err
}

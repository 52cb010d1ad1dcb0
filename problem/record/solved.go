package record

import (
	_ "embed"
	"encoding/json"
	"io"
	"time"

	"melee/problem"
	"melee/problem/popeye"
	"melee/rules"
	"melee/rules/allin"
)

// Schema is the JSON schema of what [Write] writes.
//
//go:embed solution.schema.json
var Schema []byte

// A Solved is a problem's task with its solution. Moves are written as in "h7h8r".
type Solved struct {
	Problem     int      `json:"problem"` // counted from 1
	Twin        *string  `json:"twin"`    // null for a problem without twins
	Change      string   `json:"change,omitempty"`
	Title       string   `json:"title,omitempty"`
	Authors     []string `json:"authors,omitempty"`
	Origin      string   `json:"origin,omitempty"`
	Award       string   `json:"award,omitempty"`
	Position    string   `json:"position"`
	Condition   string   `json:"condition"`
	Stipulation string   `json:"stipulation"`
	Part
	// Duplex is the solution for the other side.
	Duplex  *Part   `json:"duplex,omitempty"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	// Faults are why the position cannot be played or the problem was not understood.
	Faults []string `json:"faults,omitempty"`
}

// A Part is the solution for one side.
type Part struct {
	Complete bool `json:"complete"`
	// Resume is the first move to go on with, counted from 1, if it is not complete.
	Resume   int          `json:"resume,omitempty"`
	Lines    [][]string   `json:"lines,omitzero"`     // help and series play
	SetLines [][]string   `json:"set_lines,omitzero"` // their set play
	Keys     []string     `json:"keys,omitzero"`      // battle play
	Tries    []Try        `json:"tries,omitzero"`
	Tree     []Node       `json:"tree,omitzero"`     // what follows keys and tries
	SetPlay  []Node       `json:"set_play,omitzero"` // the defences of set play with their answers
	Verdict  *VerdictText `json:"verdict,omitempty"`
}

// A Try is a first move that fails to few refutations only.
type Try struct {
	Key         string   `json:"key"`
	Refutations []string `json:"refutations"`
}

// A Node is a move of battle play and what follows it. The move is empty for the position after the key.
type Node struct {
	Move        string   `json:"move"`
	Reached     bool     `json:"reached,omitempty"` // the goal
	Zugzwang    bool     `json:"zugzwang,omitempty"`
	Refutations []string `json:"refutations,omitempty"`
	Threats     []Node   `json:"threats,omitempty"`
	Replies     []Node   `json:"replies,omitempty"`
}

// A VerdictText is what is to be known about a problem's soundness.
type VerdictText struct {
	Sound     bool `json:"sound"` // C+
	Solved    bool `json:"solved"`
	Several   bool `json:"several"`
	Short     bool `json:"short"`
	Duals     bool `json:"duals"`
	Castling  bool `json:"castling"`
	EnPassant bool `json:"en_passant"`
}

// New makes the record of a task of a problem's number that was solved, or
// whose faults kept it from being solved; then the solution does not matter.
func New(number int, p *problem.Problem, twin problem.Twin, s *problem.Solution, faults rules.Faults, took time.Duration) Solved {
	task := &twin.Task
	r := Solved{Problem: number, Change: twin.Change, Title: p.Title, Authors: p.Authors, Origin: p.Origin, Award: p.Award,
		Condition: task.Condition.String(), Stipulation: task.Stipulation.String(), Nodes: s.Nodes, Seconds: took.Seconds()}
	if twin.Label != "" {
		r.Twin = &twin.Label
	}
	if start, err := task.Start(problem.Side{}); err == nil {
		r.Position = start.Text()
	}
	for _, f := range faults {
		r.Faults = append(r.Faults, f.String())
	}
	if len(faults) > 0 {
		return r
	}
	r.Part = part(task, s)
	if s.Duplex != nil {
		other := part(task, s.Duplex)
		r.Duplex = &other
		r.Nodes += s.Duplex.Nodes
	}
	return r
}

// Misunderstood makes the record of a problem that was not understood.
func Misunderstood(number int, e *popeye.Entry) Solved {
	p := &e.Problem
	r := Solved{Problem: number, Title: p.Title, Authors: p.Authors, Origin: p.Origin, Award: p.Award, Condition: p.Diagram.Condition.String()}
	for _, f := range e.Faults {
		r.Faults = append(r.Faults, f.Error())
	}
	return r
}

func part(t *problem.Task, s *problem.Solution) Part {
	p := Part{Complete: s.Complete, Resume: s.Resume}
	if len(s.Faults) > 0 {
		return p
	}
	o := &t.Options
	p.Verdict = &VerdictText{Sound: s.Verdict.Sound(), Solved: s.Verdict.Solved, Several: s.Verdict.Several, Short: s.Verdict.Short,
		Duals: s.Verdict.Duals, Castling: s.Verdict.Castling, EnPassant: s.Verdict.EnPassant}
	if !t.Stipulation.Play.IsBattle() {
		p.Lines = lines(s.Lines)
		if o.SetPlay {
			p.SetLines = lines(s.SetLines)
		}
		return p
	}
	p.Keys = []string{}
	for _, n := range s.Keys {
		p.Keys = append(p.Keys, text(n.Move))
	}
	if o.Tries {
		p.Tries = []Try{}
		for _, n := range s.Tries {
			p.Tries = append(p.Tries, Try{text(n.Move), texts(n.Refutations)})
		}
	}
	if o.Variations {
		p.Tree = append(nodes(s.Keys), nodes(s.Tries)...)
	}
	if o.SetPlay {
		p.SetPlay = nodes(s.SetPlay)
	}
	return p
}

func lines(list []problem.Line) [][]string {
	all := make([][]string, len(list))
	for i, line := range list {
		all[i] = texts(line)
	}
	return all
}

func texts(moves []rules.Move) []string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = text(m)
	}
	return all
}

func text(m rules.Move) string {
	if m == rules.NoMove {
		return ""
	}
	return m.Text(allin.Board)
}

func nodes(list []*problem.Node) []Node {
	all := make([]Node, len(list))
	for i, n := range list {
		all[i] = Node{Move: text(n.Move), Reached: n.Reached, Zugzwang: n.Zugzwang}
		if len(n.Refutations) > 0 {
			all[i].Refutations = texts(n.Refutations)
		}
		if len(n.Threats) > 0 {
			all[i].Threats = nodes(n.Threats)
		}
		if len(n.Replies) > 0 {
			all[i].Replies = nodes(n.Replies)
		}
	}
	return all
}

// Write writes a record as one line.
func Write(w io.Writer, r Solved) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

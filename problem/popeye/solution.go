package popeye

import (
	"fmt"
	"strings"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// A solutionWriter writes one task's solution, phase by phase.
type solutionWriter struct {
	b      strings.Builder
	pr     Printer
	layout Layout
	task   *problem.Task
	begun  []Begun
}

func (w *solutionWriter) teller() teller { return teller{w.pr.Language, w.task.Stipulation.Goal} }

func (w *solutionWriter) tree() tree {
	return tree{w.teller(), &w.b, w.task.Stipulation.Play != problem.Direct && !w.layout.MatesInOne}
}

// phases writes set play, solution and the other side's solution; duplex tells that it is the other side's already.
func (w *solutionWriter) phases(s *problem.Solution, duplex bool) {
	if len(s.Faults) > 0 {
		w.b.WriteString(w.pr.Unplayable(s.Faults))
	} else {
		w.phase(s, duplex)
	}
	if s.Duplex != nil {
		w.phases(s.Duplex, true)
	}
}

func (w *solutionWriter) phase(s *problem.Solution, duplex bool) {
	battle := w.task.Stipulation.Play.IsBattle()
	if w.task.Options.SetPlay {
		w.b.WriteByte('\n')
		w.setPlay(s, duplex)
	}
	w.b.WriteByte('\n')
	if !battle {
		w.lines(s.Lines, problem.Side{Duplex: duplex})
		return
	}
	p, err := w.task.Start(problem.Side{Duplex: duplex})
	if err != nil {
		return
	}
	t := w.tree()
	nodes := merged(s.Keys, s.Tries)
	for _, b := range w.numbered(duplex) {
		nodes = w.before(t, p, nodes, b)
		w.b.WriteString(w.begunText(p, b))
	}
	for _, n := range nodes {
		w.first(t, p, n)
	}
}

// first writes a key or try, unless it is one that the layout leaves out.
func (w *solutionWriter) first(t tree, p allin.Position, n *problem.Node) {
	if w.layout.NoTrivialTries && len(n.Refutations) > 0 {
		after := p
		after.Apply(n.Move)
		if after.InCheck() {
			return
		}
	}
	t.first(p, n)
}

// merged returns keys and tries in the order of their moves' texts.
func merged(keys, tries []*problem.Node) []*problem.Node {
	all := make([]*problem.Node, 0, len(keys)+len(tries))
	for len(keys) > 0 && len(tries) > 0 {
		if keys[0].Move.Text(allin.Board) < tries[0].Move.Text(allin.Board) {
			all, keys = append(all, keys[0]), keys[1:]
		} else {
			all, tries = append(all, tries[0]), tries[1:]
		}
	}
	return append(append(all, keys...), tries...)
}

func (w *solutionWriter) setPlay(s *problem.Solution, duplex bool) {
	side := problem.Side{Duplex: duplex, Set: true}
	if !w.task.Stipulation.Play.IsBattle() {
		w.lines(s.SetLines, side)
		return
	}
	p, err := w.task.Start(side)
	if err != nil {
		return
	}
	t := w.tree()
	for _, n := range s.SetPlay {
		t.defence(p, n, 1)
	}
}

func (w *solutionWriter) lines(lines []problem.Line, side problem.Side) {
	half := begunHalf(w.task.Stipulation, side.Set)
	p, err := w.task.Start(side)
	if err != nil {
		return
	}
	var begun []Begun
	if !side.Set {
		begun = w.numbered(side.Duplex)
	}
	for _, line := range lines {
		for len(begun) > 0 && begun[0].Move.Text(allin.Board) <= line[0].Text(allin.Board) {
			w.b.WriteString(w.begunText(p, begun[0]))
			begun = begun[1:]
		}
		plies, err := w.task.Replay(line, side)
		if err != nil {
			panic("popeye: a solution that cannot be played: " + err.Error())
		}
		w.b.WriteString(w.teller().lineText(w.task.Stipulation, plies, half) + "\n")
	}
	for _, b := range begun {
		w.b.WriteString(w.begunText(p, b))
	}
}

// numbered returns the first moves to be told for a side, in their order.
func (w *solutionWriter) numbered(duplex bool) []Begun {
	if !w.layout.MoveNumbers {
		return nil
	}
	stage := problem.StagePlay
	if duplex {
		stage = problem.StageDuplex
	}
	var list []Begun
	for _, b := range w.begun {
		// A move is told once, though several lengths are searched.
		if b.Stage == stage && (len(list) == 0 || b.Number > list[len(list)-1].Number) {
			list = append(list, b)
		}
	}
	return list
}

// before writes the nodes whose moves come before one that is begun, and returns the others.
func (w *solutionWriter) before(t tree, p allin.Position, nodes []*problem.Node, b Begun) []*problem.Node {
	for len(nodes) > 0 && nodes[0].Move != rules.NoMove && nodes[0].Move.Text(allin.Board) < b.Move.Text(allin.Board) {
		w.first(t, p, nodes[0])
		nodes = nodes[1:]
	}
	return nodes
}

// begunText writes a first move that is begun: "  7  (Qb3-a2 +    Time = 0.008 s)".
func (w *solutionWriter) begunText(p allin.Position, b Begun) string {
	return fmt.Sprintf("%3d  (%s    %s%s)\n", b.Number, w.teller().move(&p, b.Move, false), phraseTime[w.pr.Language], Clock(b.At))
}

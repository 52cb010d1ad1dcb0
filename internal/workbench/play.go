package workbench

import (
	"melee/problem"
	"melee/problem/popeye"
	"melee/rules"
	"melee/rules/allin"
)

// A play is a solution as it can be played through on a board.
type play struct {
	Start  scene  `json:"start"` // where the solution begins
	Steps  []step `json:"steps"`
	Set    *side  `json:"set,omitempty"`
	Duplex *side  `json:"duplex,omitempty"`
	// Cut tells that there is more than can be shown.
	Cut bool `json:"cut,omitempty"`
}

// A side is the play of another start.
type side struct {
	Start scene  `json:"start"`
	Steps []step `json:"steps"`
}

// A scene is what a position shows.
type scene struct {
	Board string   `json:"board"` // as in the first field of a FEN
	Check []string `json:"check,omitempty"`
}

// A step is a move of a solution, the scene after it and what may follow.
type step struct {
	Move  string `json:"move"`
	Text  string `json:"text"`           // for people
	Kind  string `json:"kind,omitempty"` // key, try, threat, refutation; "" for a reply or a move of a line
	Scene scene  `json:"scene"`
	Steps []step `json:"steps,omitempty"`
}

// maxSteps bounds the steps of one task.
const maxSteps = 20_000

// A stager makes steps of one task's solution.
type stager struct {
	pr   popeye.Printer
	task *problem.Task
	left int
}

func playOf(pr popeye.Printer, t *problem.Task, s *problem.Solution) play {
	g := stager{pr, t, maxSteps}
	p := play{}
	first := g.side(s, problem.Side{})
	p.Start, p.Steps = first.Start, first.Steps
	if t.Options.SetPlay {
		set := g.side(s, problem.Side{Set: true})
		p.Set = &set
	}
	if s.Duplex != nil {
		other := g.side(s.Duplex, problem.Side{Duplex: true})
		p.Duplex = &other
	}
	p.Cut = g.left <= 0
	return p
}

// side makes the steps of one start.
func (g *stager) side(s *problem.Solution, which problem.Side) side {
	start, err := g.task.Start(which)
	if err != nil {
		return side{Steps: []step{}}
	}
	out := side{Start: sceneOf(&start), Steps: []step{}}
	lines, battle := s.Lines, g.task.Stipulation.Play.IsBattle()
	if which.Set {
		lines = s.SetLines
	}
	switch {
	case !battle:
		for _, line := range lines {
			plies, err := g.task.Replay(line, which)
			if err != nil {
				continue // the solver's lines can be played; there is nothing to show otherwise
			}
			out.Steps = g.line(out.Steps, plies)
		}
	case which.Set:
		out.Steps = g.nodes(out.Steps, start, s.SetPlay, "")
	default:
		out.Steps = g.nodes(out.Steps, start, s.Keys, "key")
		out.Steps = g.nodes(out.Steps, start, s.Tries, "try")
	}
	return out
}

// line adds a line to steps; lines that begin alike share their beginning.
func (g *stager) line(steps []step, plies []problem.Ply) []step {
	if len(plies) == 0 || g.left <= 0 {
		return steps
	}
	ply := &plies[0]
	last := len(steps) - 1
	if last < 0 || steps[last].Move != text(ply.Move) {
		steps = append(steps, g.step(&ply.Before, ply.Move, len(plies) == 1, ""))
		last++
	}
	steps[last].Steps = g.line(steps[last].Steps, plies[1:])
	return steps
}

// nodes adds moves of battle play and what follows them.
func (g *stager) nodes(steps []step, p allin.Position, nodes []*problem.Node, kind string) []step {
	for _, n := range nodes {
		if g.left <= 0 {
			break
		}
		if n.Move == rules.NoMove {
			steps = g.follow(steps, p, n)
			continue
		}
		s := g.step(&p, n.Move, n.Reached, kind)
		after := p
		after.Apply(n.Move)
		s.Steps = g.follow(s.Steps, after, n)
		for _, m := range n.Refutations {
			s.Steps = append(s.Steps, g.step(&after, m, false, "refutation"))
		}
		steps = append(steps, s)
	}
	return steps
}

// follow adds threats and replies.
func (g *stager) follow(steps []step, p allin.Position, n *problem.Node) []step {
	if len(n.Threats) > 0 {
		passed := p
		passed.Pass()
		steps = g.nodes(steps, passed, n.Threats, "threat")
	}
	return g.nodes(steps, p, n.Replies, "")
}

func (g *stager) step(p *allin.Position, m rules.Move, reached bool, kind string) step {
	g.left--
	after := *p
	after.Apply(m)
	return step{Move: text(m), Text: g.pr.Move(g.task, p, m, reached), Kind: kind, Scene: sceneOf(&after)}
}

func sceneOf(p *allin.Position) scene {
	s := scene{Board: p.Placement()}
	for _, colour := range []rules.Seat{allin.White, allin.Black} {
		if p.Checked(colour) {
			s.Check = append(s.Check, allin.Board.Name(p.King(colour)))
		}
	}
	return s
}

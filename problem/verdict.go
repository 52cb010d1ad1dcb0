package problem

import "melee/rules"

// verdict judges a solution.
func (w *work) verdict(s *Solution) Verdict {
	v := Verdict{
		Solved:     len(s.Keys)+len(s.Lines) > 0,
		Several:    len(s.Keys)+len(s.Lines) > 1,
		Incomplete: !s.Complete,
	}
	for _, line := range s.Lines {
		v.Short = v.Short || len(line) < w.task.Stipulation.length()
		for i, m := range line {
			v.note(m, i == 0)
		}
	}
	for _, key := range s.Keys {
		v.Short = v.Short || key.Length < w.task.Stipulation.Moves()
		v.note(key.Move, true)
		v.walk(key, true)
	}
	return v
}

// length returns the plies of a line of full length.
func (s Stipulation) length() int {
	n := s.Intro + s.plies()
	switch s.Play {
	case HelpSelf, HelpReflex, SeriesHelp, SeriesSelf, SeriesReflex:
		n++
	case SeriesHelpSelf:
		n += 2
	}
	return n
}

func (v *Verdict) note(m rules.Move, first bool) {
	v.Castling = v.Castling || m.Special() == rules.Castle
	v.EnPassant = v.EnPassant || first && m.Special() == rules.EnPassant
}

// walk looks through the tree after a move of the attacker, or of the defender.
func (v *Verdict) walk(n *Node, attacking bool) {
	if !attacking && len(n.Replies) > 1 {
		v.Duals = true
	}
	for _, next := range n.Replies {
		v.note(next.Move, false)
		v.walk(next, !attacking)
	}
}

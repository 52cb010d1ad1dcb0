package popeye

import (
	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// A teller writes the moves of one task.
type teller struct {
	lang Language
	goal problem.Goal
}

// Move writes a move of a task's position as it stands in solutions; reached tells that it reaches the goal.
func (pr Printer) Move(t *problem.Task, p *allin.Position, m rules.Move, reached bool) string {
	return teller{pr.Language, t.Stipulation.Goal}.move(p, m, reached)
}

// move writes a move of a position as "Kc5-d5 +", "d2*e3", "h7-h8=R #", "0-0".
// Castling of the opponent's king is written with the king's squares, "Ke8-g8", as both kings may be able to castle.
func (t teller) move(p *allin.Position, m rules.Move, reached bool) string {
	name := allin.Board.Name
	text := ""
	switch {
	case m.Special() == rules.Castle && p.At(m.From()).Seat() == p.Turn():
		text = "0-0"
		if allin.Board.File(m.To()) < allin.Board.File(m.From()) {
			text = "0-0-0"
		}
	default:
		if m.Kind() != rules.Pawn {
			text = string(t.lang.Letter(m.Kind()))
		}
		text += name(m.From())
		if m.Taken() != rules.NoKind {
			text += "*"
		} else {
			text += "-"
		}
		text += name(m.To())
	}
	if m.Special() == rules.EnPassant {
		text += " ep."
	}
	if m.Promotion() != rules.NoKind {
		text += "=" + string(t.lang.Letter(m.Promotion()))
	}
	after := *p
	after.Apply(m)
	return text + t.sign(after.InCheck(), reached)
}

// sign writes the check and the goal that a move has reached.
func (t teller) sign(check, reached bool) string {
	if reached {
		switch t.goal {
		case problem.Mate:
			return " #"
		case problem.Stalemate:
			return " ="
		case problem.DoubleMate:
			return " ##"
		case problem.DoubleStalemate:
			return " =="
		case problem.MateOrStalemate:
			return " #="
		}
	}
	text := ""
	if check {
		text = " +"
	}
	if reached {
		switch t.goal {
		case problem.Capture:
			text += " x"
		case problem.Target:
			text += " z"
		}
	}
	return text
}

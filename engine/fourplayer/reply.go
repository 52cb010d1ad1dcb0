package fourplayer

import "melee/rules"

// choices returns how many of the opponents may choose their move between two
// of the searching seat's: the others make the one that seems best at first sight.
func (m Method) choices() uint8 {
	switch m {
	case BestReply:
		return 1
	case TwoReplies:
		return 2
	}
	return 3
}

// spend notes a move before it is played: the searching seat's opens the
// opponents' turn, an opponent's other than the obvious one spends a choice.
func (g *game) spend(p *position, m rules.Move) {
	switch {
	case p.Turn() == g.root:
		p.chosen = 0
	case p.chosen < g.method.choices() && m != g.obvious(p):
		p.chosen++
	}
}

// obvious returns, and keeps, the move that seems best at first sight.
func (g *game) obvious(p *position) rules.Move {
	if p.obvious == rules.NoMove {
		var room [128]rules.Move
		g.choose(p, p.Position.Moves(room[:0]))
	}
	return p.obvious
}

// choose keeps the legal move that seems best at first sight: the capture that
// wins most, else the move that brings a man where it is worth most.
func (g *game) choose(p *position, moves []rules.Move) {
	if p.obvious != rules.NoMove {
		return
	}
	k := g.weights.kingsOf(p)
	most, from := int32(-1<<30), rules.NoSquare
	var man rules.Man
	here := int32(0)
	for _, m := range moves {
		if m.From() != from { // moves are listed man by man
			from = m.From()
			man = p.At(from)
			here = g.weights.worth(man, from, &k)
		}
		value := g.weights.worth(man, m.To(), &k) - here
		if m.Taken() != rules.NoKind || m.Promotion() != rules.NoKind {
			gain, _ := g.Gain(p, m)
			value += int32(gain) * 4
		}
		if value > most {
			p.obvious, most = m, value
		}
	}
}

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
func (g game) spend(p *position, m rules.Move) {
	switch {
	case p.Turn() == g.root:
		p.chosen = 0
	case p.chosen < g.method.choices() && m != g.obvious(p):
		p.chosen++
	}
}

// obvious returns, and keeps, the move that seems best at first sight: the capture that
// wins most, else the move that brings a man where it is worth most.
func (g game) obvious(p *position) rules.Move {
	if p.obvious != rules.NoMove {
		return p.obvious
	}
	var room [128]rules.Move
	k := g.weights.kingsOf(p)
	best, most := rules.NoMove, int32(-1<<30)
	for _, m := range p.Position.Moves(room[:0]) {
		gain, _ := g.Gain(p, m)
		man := p.At(m.From())
		value := int32(gain)*4 + g.weights.worth(man, m.To(), &k) - g.weights.worth(man, m.From(), &k)
		if value > most {
			best, most = m, value
		}
	}
	p.obvious = best
	return best
}

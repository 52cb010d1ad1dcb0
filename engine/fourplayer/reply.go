package fourplayer

import "melee/rules"

// A reply tells whether one of the opponents has chosen its move since the searching seat's.
type reply uint8

const (
	open reply = iota
	spent
)

// spend notes a move before it is played: the searching seat's opens the
// opponents' turn, an opponent's other than the obvious one spends it.
func (g game) spend(p *position, m rules.Move) {
	switch {
	case p.Turn() == g.root:
		p.reply = open
	case p.reply == open && m != g.obvious(p):
		p.reply = spent
	}
}

// obvious returns the move that seems best at first sight: the capture that
// wins most, else the move that brings a man where it is worth most.
func (g game) obvious(p *position) rules.Move {
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
	return best
}

// Package fourplayer searches Four-player chess: in Teams as a game of two
// sides, in the individual game by taking, one way or another, the three
// opponents for one.
package fourplayer

import (
	"melee/rules"
	"melee/rules/fourplayer"
)

// A position is what the search copies from node to node: the rules' position
// and, kept up to date with it, what each seat's men are worth where they stand.
type position struct {
	fourplayer.Position
	men [4]int32
	// struck tells that the last move has driven somebody out or ended the game.
	struck bool
	// chosen is how many opponents have chosen their move since the searching seat's; see [Method].
	chosen uint8
	// obvious is the mover's move that seems best at first sight, NoMove until it is asked for.
	obvious rules.Move
}

// newPosition returns a position with its sums.
func newPosition(p *fourplayer.Position, w *weights) position {
	n := position{Position: *p}
	n.sum(w)
	return n
}

// sum adds up all men anew.
func (p *position) sum(w *weights) {
	k := w.kingsOf(p)
	p.men = [4]int32{}
	p.EachMan(func(s rules.Square, man rules.Man) {
		p.men[man.Seat()&3] += w.worth(man, s, &k)
	})
}

// apply plays a legal move and keeps the sums.
func (p *position) apply(m rules.Move, w *weights) {
	seat, active := p.Turn()&3, p.actives()
	king := m.Kind() == rules.King
	if !king {
		k := w.kingsOf(p)
		from, to := m.From(), m.To()
		man := p.At(from)
		arrived := man
		if kind := m.Promotion(); kind != rules.NoKind {
			arrived = rules.NewMan(seat, kind)
			if !p.Terms().Teams {
				arrived |= rules.Promoted
			}
		}
		p.men[seat] += w.worth(arrived, to, &k) - w.worth(man, from, &k)
		if m.Taken() != rules.NoKind {
			at := to
			if m.Special() == rules.EnPassant {
				at = p.PassedPawn(to)
			}
			if taken := p.At(at); !taken.IsGrey() {
				p.men[taken.Seat()&3] -= w.worth(taken, at, &k)
			}
		}
	}
	p.Apply(m, nil)
	fell := p.actives() != active
	if king || fell {
		p.sum(w)
	}
	p.struck = fell || p.Over()
	p.obvious = rules.NoMove
}

// actives returns the seats still in the game, bit by bit.
func (p *position) actives() (seats uint8) {
	for seat := range rules.Seat(4) {
		if p.Active(seat) {
			seats |= 1 << seat
		}
	}
	return seats
}

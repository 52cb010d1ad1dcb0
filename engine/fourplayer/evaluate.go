package fourplayer

import (
	"sync"
	"sync/atomic"

	"melee/engine/search"
	"melee/rules"
	"melee/rules/fourplayer"
)

// evaluationTop is far from where mates begin.
const evaluationTop = 25000

// rough is how far the prospects, which are dear to find, seldom change a value.
const rough = 700

// Evaluate values a position that goes on for the side to move; without its prospects where they hardly matter.
func (g *game) Evaluate(p *position, alpha, beta search.Score) search.Score {
	n := g.sided(p, g.balance(p, &[4]int32{}))
	if n+rough <= int32(alpha) || n-rough >= int32(beta) {
		return bounded(n)
	}
	prospects := g.prospects(p)
	return bounded(g.sided(p, g.balance(p, &prospects)))
}

// sided turns a balance into the value for the side to move.
func (g *game) sided(p *position, n int32) int32 {
	if g.Side(p) != 0 {
		n = -n
	}
	return n + g.weights.turn
}

// balance returns what side 0 has more than the other.
func (g *game) balance(p *position, prospects *[4]int32) int32 {
	if g.teams {
		return p.men[0] + p.men[2] - p.men[1] - p.men[3] +
			prospects[0] + prospects[2] - prospects[1] - prospects[3]
	}
	return g.utility(g.standing(p, prospects))
}

func bounded(n int32) search.Score {
	return search.Score(max(-evaluationTop, min(evaluationTop, n)))
}

// standing returns what each seat has: points, and what its men promise.
func (g *game) standing(p *position, prospects *[4]int32) (v [4]int32) {
	for seat := range rules.Seat(4) {
		v[seat] = g.weights.point * int32(p.Points(seat))
		if p.Active(seat) {
			v[seat] += p.men[seat] + g.weights.alive + prospects[seat]
		}
	}
	return v
}

// A prospectTable keeps prospects of positions met before: by turns, passes and transpositions the same men are
// valued again and again. Searches share it without locks, as the transposition table.
type prospectTable [1 << 14]struct{ check, data atomic.Uint64 }

// prospects returns what [game.survey] finds, from the table if it is there.
func (g *game) prospects(p *position) (v [4]int32) {
	key := p.MenKey()
	if g.teams {
		key = ^key // other weights
	}
	slot := &g.known[key%uint64(len(g.known))]
	data := slot.data.Load()
	if slot.check.Load()^data == key {
		return [4]int32{int32(int16(data)), int32(int16(data >> 16)), int32(int16(data >> 32)), int32(int16(data >> 48))}
	}
	v = g.survey(p)
	data = 0
	for seat, n := range v {
		if n != int32(int16(n)) {
			return v
		}
		data |= uint64(uint16(n)) << (16 * seat)
	}
	slot.data.Store(data)
	slot.check.Store(key ^ data)
	return v
}

// survey returns what the freedom of its men is worth to each seat, less the danger its king is in.
func (g *game) survey(p *position) (v [4]int32) {
	var s fourplayer.Survey
	surveyor().Survey(&p.Position, &s)
	for seat := range rules.Seat(4) {
		for kind, reach := range s.Reach[seat] {
			v[seat] += reach * g.weights.reach[kind]
		}
		v[seat] -= g.danger(seat, &s)
	}
	return v
}

// surveyor sees what men look at.
var surveyor = sync.OnceValue(func() *fourplayer.Surveyor { return fourplayer.NewSurveyor(pressUnits) })

// pressUnits are what men count for each square about a king that they attack or guard.
var pressUnits = [8]int32{rules.Knight: 3, rules.Bishop: 3, rules.Rook: 4, rules.Queen: 5}

// foes returns the seats whose men a seat may capture.
func (g *game) foes(seat rules.Seat) uint8 {
	if g.teams {
		return 0b1010 >> (seat & 1)
	}
	return 0b1111 &^ (1 << seat)
}

// danger returns how badly a seat's king is attacked.
func (g *game) danger(seat rules.Seat, s *fourplayer.Survey) int32 {
	n, any := g.dangerOf(seat, s)
	if !any {
		return 0
	}
	return g.weights.danger[n]
}

// dangerOf returns the step of danger a seat's king is in; any is false where nothing bears on him.
func (g *game) dangerOf(seat rules.Seat, s *fourplayer.Survey) (step int, any bool) {
	foes := g.foes(seat)
	guards := s.Press[seat][seat]
	if g.teams {
		guards += s.Press[seat][(seat+2)&3]
	}
	press, bearing, parties := int32(0), int32(0), int32(0)
	for other := range rules.Seat(4) {
		if foes>>other&1 == 0 || s.Bearing[seat][other] == 0 {
			continue
		}
		press += s.Press[seat][other]
		bearing += s.Bearing[seat][other]
		parties++
	}
	n := press - guards/3 + 2*(bearing-1) + 4*(parties-1)
	return int(max(0, min(n, dangers-1))), bearing > 0
}

// utility returns what a standing is worth to the searching seat.
func (g *game) utility(v [4]int32) int32 {
	mine := v[g.root&3]
	return (4*mine - v[0] - v[1] - v[2] - v[3]) / 3
}

// placeWorths are what the places from first to last are worth once they are
// final. Who is not first would mostly rather go on. To be first alone is a win, see [game.Over].
var placeWorths = [4]int32{15000, -2000, -6000, -10000}

// mostByPoints bounds what points add to a final place.
const mostByPoints = 3000

// final values the end of the game for the seat to move: its place, and its points. A
// repetition is a draw, for which every active player receives points (F18).
func (g *game) final(p *position) search.Score {
	var v [4]int32
	for seat := range rules.Seat(4) {
		v[seat] = g.weights.point * int32(p.Points(seat))
		if !p.Position.Over() && p.Active(seat) {
			v[seat] += g.weights.point * 10
		}
	}
	n := g.placed(v)
	if p.Turn() != g.root {
		n = -n
	}
	return bounded(n)
}

// placed returns what a final standing is worth to the searching seat; a shared place is worth the mean of those shared.
func (g *game) placed(v [4]int32) int32 {
	above, equal := 0, 0
	for _, other := range v {
		if other > v[g.root&3] {
			above++
		} else if other == v[g.root&3] {
			equal++
		}
	}
	n := int32(0)
	for place := above; place < above+equal; place++ {
		n += placeWorths[place]
	}
	return n/int32(equal) + max(-mostByPoints, min(mostByPoints, g.utility(v)))
}

// exchangeWorths returns by man what his loss counts in an exchange. In the
// individual game it is the loser's loss and the taker's points, as far as the searching seat is concerned.
func (g *game) exchangeWorths() *[256]int32 {
	t := new([256]int32)
	for i := range t {
		man := rules.Man(i)
		kind := man.Kind()
		if kind < rules.Pawn || kind > rules.King || man.IsGrey() {
			continue
		}
		own := exchangeValues[kindOf(man)]
		points := pointsOf[kindOf(man)] * g.weights.point
		switch {
		case g.teams:
			t[i] = own
		case man.Seat() == g.root:
			t[i] = own + points/3
		default:
			t[i] = own/3 + points
		}
	}
	return t
}

// By kind: what men are worth in exchanges, and the points of F9 and F10.
var (
	exchangeValues = [kinds]int32{100, 300, 400, 500, 1000, 5000, 900}
	pointsOf       = [kinds]int32{1, 3, 5, 5, 9, 20, 1}
)

// promotionGain returns what a pawn's promotion adds.
func (g *game) promotionGain(p *position, m rules.Move) int32 {
	kind := int(m.Promotion() - rules.Pawn)
	if !g.teams {
		kind = promoted
	}
	gain := exchangeValues[kind] - exchangeValues[0]
	if !g.teams && p.Turn() != g.root {
		gain /= 3
	}
	return gain
}

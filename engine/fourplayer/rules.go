package fourplayer

import (
	"melee/engine/duel"
	"melee/engine/search"
	"melee/rules"
	"melee/rules/fourplayer"
)

var boldness = duel.Tuning{
	NullMove: true, NullLeast: 1, StandMargin: 160, StandDepth: 2, QuietMargin: 160, LateMoves: 3, LateGrowth: 30, LateDepth: 20,
	Reduction: 100, CheckReach: 1,
}

// game implements [duel.Rules].
type game struct {
	weights *weights
	teams   bool
	root    rules.Seat
	method  Method
	salt    uint64 // tells the keys of different searching seats apart
	// worth holds by man what its loss counts in an exchange.
	worth *[256]int32
	// known holds prospects by men.
	known *prospectTable
}

func newGame(p *fourplayer.Position, method Method, known *prospectTable) *game {
	g := &game{known: known, teams: p.Terms().Teams, root: p.Turn() & 3, method: method, weights: weightsOf()[0]}
	if g.teams {
		g.weights = weightsOf()[1]
	} else {
		var salt [4]uint64
		rules.Keys(0x726f6f74, salt[:])
		g.salt = salt[g.root]
	}
	g.worth = g.exchangeWorths()
	return g
}

// Side returns the team, in the individual game 0 for the searching seat and 1 for all others.
func (g *game) Side(p *position) int {
	if g.teams {
		return int(p.Turn() & 1)
	}
	if p.Turn() == g.root {
		return 0
	}
	return 1
}

// Over tells how a game has ended. In the individual game only the first place, not shared, is won;
// all else is a matter of places and points.
func (g *game) Over(p *position) duel.End {
	if !p.Position.Over() {
		return duel.Open
	}
	if loser := p.Loser(); loser != rules.NoSeat {
		if loser&1 == p.Turn()&1 {
			return duel.Lost
		}
		return duel.Won
	}
	if g.teams || !g.first(p) {
		return duel.Drawn
	}
	if p.Turn() == g.root {
		return duel.Won
	}
	return duel.Lost
}

// first reports whether the searching seat has more points than every other.
func (g *game) first(p *position) bool {
	for seat := range rules.Seat(4) {
		if seat != g.root && p.Points(seat) >= p.Points(g.root) {
			return false
		}
	}
	return true
}

// Moves lists the legal moves; whoever has none is out before his turn (F15, F16).
func (g *game) Moves(p *position, dst []rules.Move) ([]rules.Move, duel.End) {
	if p.Turn() == g.root || g.method.choices() == 3 || g.teams {
		return p.Position.Moves(dst), duel.Open
	}
	spent := p.chosen >= g.method.choices()
	if spent && p.obvious != rules.NoMove {
		return append(dst, p.obvious), duel.Open
	}
	start := len(dst)
	dst = p.Position.Moves(dst)
	g.choose(p, dst[start:]) // before the position is copied for each of the moves
	if spent {
		dst = append(dst[:start], p.obvious)
	}
	return dst, duel.Open
}

// Noisy lists captures and promotions, in the individual game only those between the searching seat and the others.
func (g *game) Noisy(p *position, dst []rules.Move) ([]rules.Move, duel.End) {
	start := len(dst)
	dst = p.Captures(dst)
	if g.teams || p.Turn() == g.root {
		return dst, duel.Open
	}
	kept := dst[:start]
	for _, m := range dst[start:] {
		if man := p.At(m.To()); man != 0 && man.Seat() == g.root {
			kept = append(kept, m)
		}
	}
	return kept, duel.Open
}

// Apply plays a move.
func (g *game) Apply(p *position, m rules.Move) {
	if !g.teams && g.method.choices() < 3 {
		g.spend(p, m)
	}
	p.apply(m, g.weights)
}

// Pass gives the turn on; a seat without moves may be out by it.
func (g *game) Pass(p *position) {
	active := p.actives()
	p.obvious = rules.NoMove
	p.Position.Pass()
	if p.actives() != active {
		p.sum(g.weights)
	}
}

// Checked reports whether the mover's king is attacked.
func (g *game) Checked(p *position) bool { return p.Position.Checked(p.Turn()) }

// Alarmed reports whether the last mover's side attacks a king: in Teams either
// opponent's, in the individual game the searching seat's, or any other's by it. A mate
// that is carried out at once (F12) counts too.
func (g *game) Alarmed(p *position) bool {
	turn := p.Turn()
	switch {
	case p.struck:
		return true
	case g.teams:
		return p.Position.Checked(turn) || p.Position.Checked(turn+2)
	case turn == g.root:
		return p.Position.Checked(turn)
	}
	for seat := range rules.Seat(4) {
		if seat == g.root {
			continue
		}
		if p.Attackers(seat)>>g.root&1 != 0 {
			return true
		}
	}
	return p.Position.Checked(g.root)
}

// fewMen is with how many men a seat may be glad to pass.
const fewMen = 4

// Passable reports whether no partner is in check (F27), and the mover is not down to a few men.
func (g *game) Passable(p *position) bool {
	return p.Men(p.Turn()) > fewMen && !(g.teams && p.Position.Checked(p.Turn()+2))
}

// Calm reports whether a move gives no check.
func (g *game) Calm(p *position, m rules.Move) bool { return !p.MayCheck(m) }

// Key tells positions apart by all that their values depend on, points included.
func (g *game) Key(p *position) uint64 {
	key := p.Position.Key() ^ g.salt ^ uint64(p.chosen)<<17
	if !g.teams {
		key ^= pointsKey(&p.Position)
	}
	return key
}

// pointsKey makes a number of the points of all seats.
func pointsKey(p *fourplayer.Position) uint64 {
	if p.Terms().Teams {
		return 0
	}
	n := uint64(p.Points(0))*0x9e3779b97f4a7c15 ^ uint64(p.Points(1))*0xbf58476d1ce4e5b9 ^
		uint64(p.Points(2))*0x94d049bb133111eb ^ uint64(p.Points(3))*0xd6e8feb86659fd93
	return n ^ n>>29
}

// Recent returns how many plies ago the last capture or pawn move was.
func (g *game) Recent(p *position) int { return p.Clock() }

// Final returns the score of an ended game, or of a repetition.
func (g *game) Final(p *position, e duel.End) search.Score {
	switch {
	case e == duel.Won:
		return search.MateScore
	case e == duel.Lost:
		return -search.MateScore
	case g.teams:
		return search.Draw
	}
	return g.final(p)
}

// Sorts and Sort number moves by seat, kind and arrival.
func (g *game) Sorts() int { return 4 * 8 * squares }

func (g *game) Sort(p *position, m rules.Move) int {
	return (int(p.Turn()&3)*8+int(m.Kind()&7))*squares + int(m.To())
}

// Gain judges captures by the exchange that follows, promotions by what the pawn becomes.
func (g *game) Gain(p *position, m rules.Move) (search.Score, bool) {
	if m.Taken() == rules.NoKind && m.Promotion() == rules.NoKind || !p.Lively(m) {
		return 0, false
	}
	gain := int32(0)
	if m.Promotion() != rules.NoKind {
		gain = g.promotionGain(p, m)
	}
	if m.Taken() == rules.NoKind {
		return search.Score(gain), true
	}
	seat := p.Turn() & 3
	ours := uint8(1) << seat
	switch {
	case g.teams:
		ours = 0b0101 << (seat & 1)
	case seat != g.root:
		ours = 0b1111 &^ (1 << g.root)
		if m.Special() != rules.EnPassant && p.At(m.To()).Seat() != g.root {
			return search.Score(gain) - 1, true // among the opponents: of no concern
		}
	}
	taken := p.At(m.To())
	if m.Special() != rules.EnPassant && g.worth[taken] >= g.worth[p.At(m.From())] {
		return search.Score(gain + g.worth[taken]), true
	}
	return search.Score(gain + p.Exchange(m, ours, g.worth)), true
}

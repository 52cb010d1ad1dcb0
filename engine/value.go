package engine

import "melee/rules"

// values are what a position is worth to each party, in hundredths of a pawn:
// the two colours or camps, or the four seats.
type values [4]int

const (
	minValue = -1 << 30
	winValue = 1 << 20
)

// worth is what a man is worth, in hundredths of a pawn.
var worth = [8]int{rules.Pawn: 100, rules.Knight: 300, rules.Bishop: 330, rules.Rook: 500, rules.Queen: 900, rules.King: 0}

// pointWorth is what a point of Four-player chess is worth: more than the men
// that may still earn it.
const pointWorth = 120

// partyOf returns the party a seat plays for: MCX4's four seats make two camps.
func partyOf(g rules.Game, seat rules.Seat) int {
	return int(seat) % len(g.Variant().Sides)
}

func valuesOf(g rules.Game) values {
	if o := g.Outcome(); o != nil {
		return resultValues(g, o)
	}
	v := material(g)
	if scored, ok := g.(rules.Scored); ok {
		for seat := range g.Variant().Seats {
			v[seat] += pointWorth * scored.Points(rules.Seat(seat))
		}
	}
	return against(v, len(g.Variant().Sides))
}

// resultValues values an ended game by the places of its ranking: the first is
// worth winValue, the last minus that.
func resultValues(g rules.Game, o *rules.Outcome) values {
	var v values
	if len(o.Ranking) < 2 {
		return v
	}
	for place, seats := range o.Ranking {
		for _, seat := range seats {
			party := partyOf(g, seat)
			value := winValue - 2*winValue*place/(len(o.Ranking)-1)
			if len(g.Variant().Sides) < len(g.Variant().Seats) {
				value = campValue(g, o, party) // MCX4: a camp wins or loses as one
			}
			v[party] = value
		}
	}
	return v
}

func campValue(g rules.Game, o *rules.Outcome, party int) int {
	if partyOf(g, o.Ranking[0][0]) == party {
		return winValue
	}
	return -winValue
}

// material sums the men of each party, with a little for standing in the middle.
func material(g rules.Game) values {
	var v values
	geo := g.Geometry()
	sides := len(g.Variant().Sides)
	for i := range geo.Squares() {
		man := g.At(rules.Square(i))
		if man == 0 || man.IsGrey() {
			continue
		}
		v[int(man.Seat())%sides] += worth[man.Kind()] + central(geo, rules.Square(i), man.Kind())
	}
	return v
}

// central is worth up to 30 for a man, and as much against a king, by how near the middle he stands.
func central(g rules.Geometry, s rules.Square, k rules.Kind) int {
	file, rank := g.File(s), g.Rank(s)
	near := min(file, g.Files-1-file) + min(rank, g.Ranks-1-rank)
	n := 30 * near / max(1, (g.Files+g.Ranks)/2-2)
	switch k {
	case rules.King:
		return -n
	case rules.Rook, rules.Queen:
		return n / 4
	}
	return n
}

// against turns sums into differences: what a party has over the mean of the others.
func against(v values, parties int) values {
	sum := 0
	for _, x := range v[:parties] {
		sum += x
	}
	var d values
	for i, x := range v[:parties] {
		d[i] = x - (sum-x)/(parties-1)
	}
	return d
}

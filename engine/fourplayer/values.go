package fourplayer

import (
	"melee/engine/search"
	"melee/rules"
)

// Values returns the points each seat may expect at the end, in hundredths: those it
// has, and its share of those that are still to be had, which is that of its
// strength among the active seats. In Teams, where there are no points, it returns nil.
func (g *game) Values(p *position) []search.Score {
	if g.teams {
		return nil
	}
	values := make([]search.Score, 4)
	var strength [4]int32
	all, left, active := int32(0), int32(0), int32(0)
	if !p.Position.Over() {
		prospects := g.prospects(p)
		for seat := range rules.Seat(4) {
			if p.Active(seat) {
				strength[seat] = max(p.men[seat]+prospects[seat], 100)
				all += strength[seat]
				active++
			}
		}
		p.EachMan(func(_ rules.Square, man rules.Man) {
			if kind := kindOf(man); kind != king {
				left += pointsOf[kind]
			}
		})
		// Mates but for the last player's, and the men who fall before their players are out: half, in played games.
		left = left/2 + pointsOf[king]*(active-1)
	}
	for seat := range rules.Seat(4) {
		n := 100 * int32(p.Points(seat))
		if all > 0 {
			n += int32(100 * int64(left) * int64(strength[seat]) / int64(all))
		}
		values[seat] = search.Score(n)
	}
	return values
}

package arena

import "math"

// A Standing is how an entrant has done over a match.
type Standing struct {
	Name  string
	Games int // games it took part in, in however many seats
	Seats int // seats it had in them all
	// Place is the mean place of its seats, from 1; Points their mean points, in games that have points.
	// The errors are half the 95 % intervals.
	Place, PlaceError   float64
	Points, PointsError float64
	First               float64 // how often its party came first, a shared first place counting its part
	Faults              int     // games it forfeited
	Work                Work
}

// Standings returns the entrants' standings, in the match's order.
func (m *Match) Standings(games []Game) []Standing {
	var list []Standing
	for i, e := range m.Entrants {
		list = append(list, m.standing(games, e.Name, i))
	}
	return list
}

func (m *Match) standing(games []Game, name string, index int) Standing {
	s := Standing{Name: name}
	var places, points sample
	for i := range games {
		g := &games[i]
		var place, point float64
		seats := 0
		for seat, who := range g.Seats {
			if who != name {
				continue
			}
			seats++
			place += g.Places[seat]
			s.First += firstShare(g.Places, seat) * float64(len(g.Seats)) / float64(Parties(m.Variant))
			if g.Points != nil {
				point += float64(g.Points[seat])
			}
		}
		if seats == 0 {
			continue
		}
		s.Games++
		s.Seats += seats
		places = append(places, place/float64(seats))
		points = append(points, point/float64(seats))
		s.Work.add(g.Work[index])
		for _, fault := range g.Faults {
			if len(fault) > len(name) && fault[:len(name)+1] == name+"," {
				s.Faults++
				break
			}
		}
	}
	if s.Games == 0 {
		return s
	}
	s.First /= float64(s.Seats)
	s.Place, s.PlaceError = places.mean(), 1.96*places.deviation()
	s.Points, s.PointsError = points.mean(), 1.96*points.deviation()
	return s
}

// firstShare returns a seat's part of the first place.
func firstShare(places []float64, seat int) float64 {
	best, shared := math.Inf(1), 0.0
	for _, p := range places {
		best = min(best, p)
	}
	if places[seat] != best {
		return 0
	}
	for _, p := range places {
		if p == best {
			shared++
		}
	}
	return 1 / shared
}

package fourplayer

import "melee/rules"

// Outcome returns how the game ended, nil while it goes on.
func (p *Position) Outcome() *rules.Outcome {
	if p.end == ongoing {
		return nil
	}
	return &rules.Outcome{Reason: p.Reason(), Ranking: p.Ranking(), Draw: p.end >= endStalemate}
}

// Ranking returns the places from first to last, each with the seats that share
// it in order of turns: by points (F17), in Teams the winners before the losers,
// and all in one place while there are none (F27).
func (p *Position) Ranking() [][]rules.Seat {
	if p.terms.Teams {
		return p.teamRanking()
	}
	var places [][]rules.Seat
	placed := uint8(0)
	for placed != 15 {
		best := int32(-1 << 31)
		for seat, points := range p.points {
			if placed>>seat&1 == 0 {
				best = max(best, points)
			}
		}
		var place []rules.Seat
		for seat, points := range p.points {
			if placed>>seat&1 == 0 && points == best {
				place = append(place, rules.Seat(seat))
				placed |= 1 << seat
			}
		}
		places = append(places, place)
	}
	return places
}

func (p *Position) teamRanking() [][]rules.Seat {
	switch p.end {
	case endMate, endResignation, endTimeOut:
		losers := p.loser & 1
		winners := 1 - losers
		return [][]rules.Seat{{winners, winners + 2}, {losers, losers + 2}}
	}
	return [][]rules.Seat{{0, 1, 2, 3}}
}

package archive

import (
	"fmt"
	"time"

	"melee/internal/rating"
)

// Rate works out what a rated game does to its players' ratings (F24) and
// notes it on their seats. of returns a player's standing before the game; the
// result are the standings after it, none where the game is not rated. Who
// fled is last.
func (r *Row) Rate(of func(owner string) (Standing, error)) ([]Standing, error) {
	if !r.Rated || r.Form == "" {
		return nil, nil
	}
	seats, teams := rating.PlayersOf(r.Form)
	standings := make([]Standing, len(seats))
	players := make([]rating.Player, len(seats))
	for i, seat := range seats {
		var err error
		if standings[i], err = of(r.Seats[seat].Owner); err != nil {
			return nil, err
		}
		if standings[i].Games == 0 {
			standings[i] = Standing{Rating: rating.Start}
		}
		standings[i].Owner, standings[i].Form = r.Seats[seat].Owner, r.Form
		place := r.Seats[seat].Place
		if r.Seats[seat].Fled {
			place = len(r.Seats) + 1
		}
		players[i] = rating.Player{Rating: standings[i].Rating, K: rating.KOf(standings[i].Games), Place: place, Team: teams[i]}
	}
	changes, err := rating.Changes(players)
	if err != nil {
		return nil, fmt.Errorf("rate game %s: %w", r.ID, err)
	}
	for i, seat := range seats {
		s := &r.Seats[seat]
		s.Rated, s.Rating, s.Change = true, players[i].Rating, changes[i]
		standings[i].enter(changes[i], r.Ended)
	}
	return standings, nil
}

// enter adds a game to a standing.
func (s *Standing) enter(change float64, at time.Time) {
	s.Rating += change
	s.Games++
	s.Last = at
	if !s.Provisional() {
		s.Best = max(s.Best, s.Rating)
	}
}

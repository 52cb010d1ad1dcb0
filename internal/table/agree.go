package table

import (
	"slices"

	"melee/rules"
)

// mayOfferDraw says whether a draw can be agreed in this game (F26a: not in Four-player), now and by this seat.
func (s *State) mayOfferDraw(seat rules.Seat) error {
	if p := s.Phase(); p != Playing && p != Choosing {
		return Refused{Conflict, "no game is being played"}
	}
	if _, err := s.Game.Clone().Do(rules.Action{Act: rules.AgreeDraw}); err != nil {
		return Refused{Conflict, "a draw cannot be agreed here: " + err.Error()}
	}
	if s.Outs[seat].Gone {
		return Refused{Conflict, "the seat no longer plays"}
	}
	return nil
}

// mayTakeBack returns how many plies remain if the owner takes back his last move.
func (s *State) mayTakeBack(owner string) (int, error) {
	if p := s.Phase(); p != Playing && p != Choosing {
		return 0, Refused{Conflict, "no game is being played"}
	}
	if !s.Opened.TakeBacks || s.Opened.Rated {
		return 0, Refused{Conflict, "no move is taken back at this table"}
	}
	for n := len(s.plies.list) - 1; n >= 0; n-- {
		p := &s.plies.list[n]
		if s.Owns(owner, p.seat) && !p.cpu && p.act == rules.MakeMove {
			return n, nil
		}
	}
	return 0, Refused{Conflict, "there is no move of yours to take back"}
}

// concluded adds to the facts what follows once everybody has agreed to the offer.
func (s *State) concluded(facts []Fact, o Offer, m moment) ([]Fact, error) {
	for i := range o.Yes {
		if s.Asked(&o, rules.Seat(i)) {
			return facts, nil
		}
	}
	switch o.What {
	case Draw:
		acted := Acted{Seat: o.Seat, Token: "draw", By: Person}
		if s.Running() == o.Seat {
			acted.Left = s.meters[o.Seat].left - s.used(s.Running(), m.now)
		}
		return append(facts, acted), nil
	case TakeBack:
		return append(facts, TookBack{To: o.To}), nil
	}
	next, err := s.next()
	return append(facts, next...), err
}

func (f TookBack) apply(s *State, e *Event, _ Finder) error {
	if s.Number == 0 {
		return errNoGame
	}
	game, err := s.Past(f.To)
	if err != nil {
		return err
	}
	if running := s.Running(); running != rules.NoSeat {
		s.meters[running].left -= s.used(running, e.At)
	}
	s.Game = game
	s.plies.cut(f.To)
	for i := range s.Outs {
		if s.Outs[i].Ply > f.To {
			s.Outs[i] = Out{}
		}
	}
	s.drop(TakeBack)
	s.drop(Draw)
	if a := slices.IndexFunc(s.asked, func(a asked) bool { return a.what == TakeBack }); a >= 0 {
		s.asked = slices.DeleteFunc(s.asked, func(a asked) bool { return a.what == TakeBack }) // agreed to
	}
	s.newTurn(e)
	return nil
}

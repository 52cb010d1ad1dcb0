package table

import (
	"slices"
	"time"

	"melee/rules"
)

// A What is what can be offered.
type What string

// The offers.
const (
	Draw     What = "draw"     // A13, M18: everybody who still plays agrees
	TakeBack What = "takeback" // back to before the author's last move
	Rematch  What = "rematch"  // the next game of the series
)

// An Offer is open until everybody concerned has agreed, somebody has not, or it lapses.
type Offer struct {
	What  What
	Seat  rules.Seat // of its author
	Yes   []bool     // by seat
	Until time.Time  // when it ends of itself; zero for never
	To    int        // TakeBack: how many plies are to remain
}

// Offer opens an offer, or agrees to the same one of somebody else. NoSeat is the sender's first seat.
type Propose struct {
	Owner, ID string
	Seat      rules.Seat
	What      What
}

// Reply answers an offer for a seat, for all of the sender's where it is NoSeat. Owner "" is the CPU.
type Reply struct {
	Owner, ID string
	Seat      rules.Seat
	What      What
	Yes       bool
}

// Withdraw takes an offer back.
type Withdraw struct {
	Owner, ID string
	What      What
}

func (c Propose) sender() (owner, id string)  { return c.Owner, c.ID }
func (c Reply) sender() (owner, id string)    { return c.Owner, c.ID }
func (c Withdraw) sender() (owner, id string) { return c.Owner, c.ID }

// How long an offer of a rematch stands, and how soon offers may follow one another.
const (
	rematchFor   = time.Minute
	offerAgain   = 5 * time.Second
	offerPlies   = 2 // own turns between two offers of one kind in a game
	takeBackMost = 5 // offers to take back a seat may make in a game that were not agreed to
)

// asked is when a seat last made an offer of a kind.
type asked struct {
	what  What
	seat  rules.Seat
	at    time.Time
	plies int
	times int
}

func (s *State) offer(what What) *Offer {
	for i := range s.Offers {
		if s.Offers[i].What == what {
			return &s.Offers[i]
		}
	}
	return nil
}

func (c Propose) decide(s *State, m moment) ([]Fact, error) {
	seat, err := s.seatOf(c.Owner, c.Seat)
	if err != nil {
		return nil, err
	}
	if open := s.offer(c.What); open != nil {
		if s.Owns(c.Owner, open.Seat) {
			return nil, nil // it stands already
		}
		return Reply{Owner: c.Owner, Seat: rules.NoSeat, What: c.What, Yes: true}.decide(s, m)
	}
	offered := Offered{Seat: seat, What: c.What}
	switch c.What {
	case Draw:
		err = s.mayOfferDraw(seat)
	case TakeBack:
		offered.To, err = s.mayTakeBack(c.Owner)
	case Rematch:
		if s.Phase() != Ended {
			err = Refused{Conflict, "the game has not ended"}
		}
	default:
		err = Refused{Invalid, "draw, takeback and rematch can be offered"}
	}
	if err == nil {
		err = s.tooSoon(c.What, seat, m.now)
	}
	if err != nil {
		return nil, err
	}
	return s.concluded([]Fact{offered}, s.opened(offered, m.now), m)
}

// tooSoon refuses offers that follow one another too fast.
func (s *State) tooSoon(what What, seat rules.Seat, now time.Time) error {
	a := s.askedBefore(what, seat)
	if a == nil {
		return nil
	}
	switch {
	case what == Rematch && now.Sub(a.at) >= offerAgain:
		return nil
	case what == TakeBack && a.times >= takeBackMost:
		return Refused{TooMany, "you have asked often enough in this game"}
	case what != Rematch && len(s.plies.list)-a.plies >= offerPlies*len(s.Chairs):
		return nil
	}
	return Refused{TooMany, "you have asked that just now; play on before you ask again"}
}

func (s *State) askedBefore(what What, seat rules.Seat) *asked {
	for i := range s.asked {
		if s.asked[i].what == what && s.asked[i].seat == seat {
			return &s.asked[i]
		}
	}
	return nil
}

// opened is the offer a fact opens.
func (s *State) opened(f Offered, at time.Time) Offer {
	o := Offer{What: f.What, Seat: f.Seat, To: f.To, Yes: make([]bool, len(s.Chairs))}
	if f.What == Rematch {
		o.Until = at.Add(rematchFor)
	}
	author := s.Chairs[f.Seat].Owner
	for i := range o.Yes {
		o.Yes[i] = s.Owns(author, rules.Seat(i))
	}
	return o
}

// concerns reports whether an offer needs the agreement of a seat. CPU seats
// are asked for a draw only; who is away cannot answer and is waited for only
// where the game itself is at stake.
func (s *State) concerns(o *Offer, seat rules.Seat) bool {
	c := &s.Chairs[seat]
	switch o.What {
	case Rematch:
		return c.Player == Person && !s.away[c.Owner]
	case TakeBack:
		return c.Player == Person && !s.Outs[seat].Gone && !s.away[c.Owner]
	}
	return c.Player != Grey && !s.Outs[seat].Gone
}

// Asked reports whether an offer waits for the answer of a seat.
func (s *State) Asked(o *Offer, seat rules.Seat) bool {
	return s.concerns(o, seat) && !o.Yes[seat]
}

func (c Reply) decide(s *State, m moment) ([]Fact, error) {
	open := s.offer(c.What)
	if open == nil {
		return nil, Refused{Conflict, "the offer no longer stands"}
	}
	o := *open
	o.Yes = slices.Clone(open.Yes)
	var facts []Fact
	for i := range s.Chairs {
		at := rules.Seat(i)
		mine := s.Owns(c.Owner, at) || c.Owner == "" && s.Chairs[i].Player == CPU
		if !mine || c.Seat != rules.NoSeat && c.Seat != at || !s.Asked(open, at) {
			continue
		}
		o.Yes[i] = true
		facts = append(facts, Replied{Seat: at, What: c.What, Yes: c.Yes})
		if !c.Yes {
			return facts, nil
		}
	}
	if len(facts) == 0 {
		return nil, Refused{NotYours, "you are not asked"}
	}
	return s.concluded(facts, o, m)
}

func (c Withdraw) decide(s *State, _ moment) ([]Fact, error) {
	if o := s.offer(c.What); o != nil && s.Owns(c.Owner, o.Seat) {
		return []Fact{Withdrew{Seat: o.Seat, What: o.What}}, nil
	}
	return nil, Refused{Conflict, "you have no such offer open"}
}

// withdrawn takes back what a person has offered.
func (s *State) withdrawn(owner string) (facts []Fact) {
	for i := range s.Offers {
		if o := &s.Offers[i]; s.Owns(owner, o.Seat) {
			facts = append(facts, Withdrew{Seat: o.Seat, What: o.What})
		}
	}
	return facts
}

func (f Offered) apply(s *State, e *Event, _ Finder) error {
	if int(f.Seat) >= len(s.Chairs) {
		return errNoSeat
	}
	s.drop(f.What)
	s.Offers = append(s.Offers, s.opened(f, e.At))
	a := s.askedBefore(f.What, f.Seat)
	if a == nil {
		s.asked = append(s.asked, asked{what: f.What, seat: f.Seat})
		a = &s.asked[len(s.asked)-1]
	}
	a.at, a.plies = e.At, len(s.plies.list)
	a.times++
	return nil
}

func (f Replied) apply(s *State, _ *Event, _ Finder) error {
	o := s.offer(f.What)
	if o == nil || int(f.Seat) >= len(o.Yes) {
		return nil
	}
	if !f.Yes {
		s.drop(f.What)
		return nil
	}
	o.Yes = slices.Clone(o.Yes)
	o.Yes[f.Seat] = true
	return nil
}

func (f Withdrew) apply(s *State, _ *Event, _ Finder) error {
	s.drop(f.What)
	return nil
}

func (s *State) drop(what What) {
	s.Offers = slices.DeleteFunc(slices.Clone(s.Offers), func(o Offer) bool { return o.What == what })
}

// lapse ends offers that an action answers: a move by a person who was asked
// for a draw declines it, a move by an opponent ends an offer to take back;
// the author's own moves end nothing.
func (s *State) lapse(f Acted, action rules.Action) {
	if len(s.Offers) == 0 || action.Act == rules.Resign || action.Act == rules.FlagFall {
		return
	}
	s.Offers = slices.DeleteFunc(slices.Clone(s.Offers), func(o Offer) bool {
		switch {
		case s.Chairs[f.Seat].Player == Person && s.Owns(s.Chairs[o.Seat].Owner, f.Seat):
			return false
		case o.What == Draw:
			return f.By == Person && !o.Yes[f.Seat]
		}
		return o.What == TakeBack
	})
}

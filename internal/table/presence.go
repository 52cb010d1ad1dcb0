package table

import (
	"fmt"
	"slices"

	"melee/rules"
)

func (c Hand) decide(s *State, _ moment) ([]Fact, error) {
	if !s.playing() {
		return nil, Refused{Conflict, "no game is being played"}
	}
	seat := c.Seat
	if seat == rules.NoSeat {
		seat = s.FirstSeat(c.Owner)
	}
	if int(seat) >= len(s.Chairs) {
		return nil, errNoSeat
	}
	chair := s.Chairs[seat]
	if s.Opened.Rated {
		return nil, errNoStandIn
	}
	if chair.Player != Person {
		return nil, Refused{Conflict, "nobody plays this seat"}
	}
	if chair.Owner != c.Owner && !(s.IsHost(c.Owner) && s.away[chair.Owner]) {
		return nil, Refused{NotYours, "a seat is given to the CPU by its player or, if he is away, by the host"}
	}
	to := Chair{Player: CPU, Level: DefaultLevel}
	if chair.Owner != c.Owner {
		to.Of = chair.Owner // who was away has it again when he is back
	}
	return []Fact{Seated{Seat: seat, Chair: to, Cause: Handed}}, nil
}

func (c TakeOver) decide(s *State, _ moment) ([]Fact, error) {
	switch {
	case !s.playing():
		return nil, Refused{Conflict, "no game is being played"}
	case int(c.Seat) >= len(s.Chairs):
		return nil, errNoSeat
	case c.Owner == "":
		return nil, Refused{Invalid, "a person who sits down must be known"}
	case s.Outs[c.Seat].Gone:
		return nil, Refused{Conflict, "the seat no longer plays"}
	case c.Bot && !s.Opened.Bots && !s.IsHost(c.Owner):
		return nil, errNoBots
	case s.kicked[c.Owner]:
		return nil, Refused{NotYours, "the host has taken this seat from you; you may watch"}
	case s.Opened.Rated:
		return nil, errNoStandIn
	}
	was := s.Chairs[c.Seat]
	to := Chair{Player: Person, Owner: c.Owner, Name: CleanName(c.Name), Bot: c.Bot}
	if mine := s.FirstSeat(c.Owner); mine != rules.NoSeat && to.Name == "" {
		to.Name = s.Chairs[mine].Name
	}
	ally := s.Owns(c.Owner, partner(s.Variant, c.Seat))
	switch {
	case was.Player == Person && was.Owner != c.Owner && s.away[was.Owner] && ally:
		to.Of = was.Owner // row 16 of the four-player reports: until the partner is back
	case was.Player != CPU:
		return nil, Refused{Conflict, "somebody plays this seat"}
	case s.Opened.Public && !s.IsHost(c.Owner) && !ally && s.everSat(c.Owner) == nil:
		return nil, Refused{NotYours, "at a public table only who has played there takes a seat over during a game"}
	case s.Sits(c.Owner) && !ally:
		return nil, Refused{Conflict, "you play another seat"}
	default:
		to.Of = was.Of
	}
	return []Fact{Seated{Seat: c.Seat, Chair: to, Cause: Taken}}, nil
}

// everSat returns the score of a person who has played at this table, nil if he has not.
func (s *State) everSat(owner string) *Score {
	if i := slices.IndexFunc(s.Series, func(e Score) bool { return e.Owner == owner }); i >= 0 {
		return &s.Series[i]
	}
	return nil
}

func (c Leave) decide(s *State, _ moment) ([]Fact, error) {
	if s.Phase() == Gathering {
		return s.free(c.Owner, rules.NoSeat, Absent), nil
	}
	if !s.Sits(c.Owner) || s.away[c.Owner] {
		return nil, nil
	}
	facts := append(s.withdrawn(c.Owner), Left(c))
	if s.Opened.Rated && s.playing() {
		facts = append(facts, s.flee(c.Owner)...)
	}
	return facts, nil
}

// errNoStandIn is why seats of rated games do not change hands.
var errNoStandIn = Refused{Conflict, "in a rated game nobody plays for another"}

func (c Return) decide(s *State, _ moment) ([]Fact, error) {
	if !s.away[c.Owner] {
		return nil, nil
	}
	facts := []Fact{Returned(c)}
	for i := range s.Chairs {
		if chair := &s.Chairs[i]; chair.Of == c.Owner {
			facts = append(facts, Seated{Seat: rules.Seat(i), Chair: s.chairOf(c.Owner), Cause: Back})
		}
	}
	return facts, nil
}

// chairOf returns the chair of a person as he had it last at this table.
func (s *State) chairOf(owner string) Chair {
	chair := Chair{Player: Person, Owner: owner}
	if e := s.everSat(owner); e != nil {
		chair.Name, chair.Bot = e.Name, e.Bot
	}
	return chair
}

// giftMs is how much time an opponent gives at once; mostLeft what a clock holds with gifts.
const (
	giftMs   = 15 * second
	mostLeft = 3 * 3600 * second
)

func (c Give) decide(s *State, m moment) ([]Fact, error) {
	if int(c.Seat) >= len(s.Chairs) {
		return nil, errNoSeat
	}
	if !s.playing() {
		return nil, Refused{Conflict, "no game is being played"}
	}
	if c.Owner == "" {
		if c.Ms <= 0 {
			return nil, Refused{Invalid, fmt.Sprintf("%d ms cannot be given", c.Ms)}
		}
		return []Fact{Given{Seat: c.Seat, Ms: c.Ms, Cause: Outage}}, nil
	}
	switch clock := s.Opened.Clock.Kind; {
	case !s.Sits(c.Owner) || s.Owns(c.Owner, c.Seat):
		return nil, Refused{NotYours, "time is given by an opponent"}
	case s.Outs[c.Seat].Gone:
		return nil, Refused{Conflict, "the seat no longer plays"}
	case clock != Increment && clock != Delay || s.Opened.Rated:
		return nil, Refused{Conflict, "no time can be given at this table"}
	case s.meters[c.Seat].left+giftMs > mostLeft:
		return nil, Refused{Conflict, "the clock holds no more"}
	}
	return []Fact{Given{Seat: c.Seat, Ms: giftMs, Cause: Gift}}, nil
}

func (c Tick) decide(s *State, m moment) ([]Fact, error) {
	next, ok := s.Next()
	if !ok || m.now.Before(next.At) {
		return nil, nil
	}
	switch next.What {
	case OfferDue:
		for i := range s.Offers {
			if o := &s.Offers[i]; !o.Until.IsZero() && !m.now.Before(o.Until) {
				return []Fact{Withdrew{Seat: o.Seat, What: o.What}}, nil
			}
		}
	case CloseDue:
		return []Fact{Closed{Reason: "empty"}}, nil
	case FlagDue, ChoiceDue:
		if !s.Opened.Clock.flags() {
			return nil, nil // the CPU answers the choice
		}
		seat := s.turn()
		flag := Acted{Seat: seat, Token: "time:" + s.Variant.SeatName(seat), By: Person}
		if next.What == ChoiceDue {
			flag.Left = s.meters[seat].left // all clocks stand still during a choice
		}
		return []Fact{flag}, nil
	}
	return nil, nil // TurnDue: the CPU plays
}

func (c Close) decide(s *State, _ moment) ([]Fact, error) {
	switch {
	case c.Owner != s.Opened.Host || c.Owner == "":
		return nil, errNotHost
	case s.playing() && !s.OnlyOwner(c.Owner):
		return nil, Refused{Conflict, "a game is being played"}
	}
	return []Fact{Closed{Reason: "host"}}, nil
}

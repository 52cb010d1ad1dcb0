package table

import (
	"slices"

	"melee/rules"
)

// arranging says whether chairs may change hands now.
func (s *State) arranging() error {
	if p := s.Phase(); p == Playing || p == Choosing {
		return Refused{Conflict, "a game is being played"}
	}
	return nil
}

func (c Sit) decide(s *State, m moment) ([]Fact, error) {
	if c.Owner == "" {
		return nil, Refused{Invalid, "a person who sits down must be known"}
	}
	chair := Chair{Player: Person, Owner: c.Owner, Name: CleanName(c.Name), Bot: c.Bot}
	if s.Opened.Rated && !IsAccount(c.Owner) {
		return nil, errNeedsAccount
	}
	if c.Seat != rules.NoSeat && int(c.Seat) >= len(s.Chairs) {
		return nil, errNoSeat
	}
	if s.Owns(c.Owner, c.Seat) || c.Seat == rules.NoSeat && s.Sits(c.Owner) {
		return s.rename(c.Owner, chair.Name), nil
	}
	if err := s.arranging(); err != nil {
		return nil, err
	}
	if c.Bot && !s.Opened.Bots && c.Owner != s.Opened.Host {
		return nil, errNoBots
	}
	if s.kicked[c.Owner] && c.Owner != s.Opened.Host {
		return nil, Refused{NotYours, "the host has taken this seat from you; you may watch"}
	}
	seat := c.Seat
	if seat == rules.NoSeat {
		i := slices.IndexFunc(s.Chairs, func(c Chair) bool { return c.Player == Vacant })
		if i < 0 {
			return nil, Refused{Conflict, "every seat is taken"}
		}
		seat = rules.Seat(i)
	}
	if s.Chairs[seat].Player != Vacant {
		return nil, Refused{Conflict, "the seat is taken"}
	}
	var facts []Fact
	for i := range s.Chairs {
		if at := rules.Seat(i); s.Owns(c.Owner, at) && at != partner(s.Variant, seat) {
			facts = append(facts, Seated{Seat: at, Chair: Chair{Player: Vacant}})
		}
	}
	return s.startIfFull(append(facts, Seated{Seat: seat, Chair: chair}), m)
}

var errNoBots = Refused{NotYours, "this table is for people; a bot sits down where the host has let bots in"}

// rename changes the name on a person's chairs.
func (s *State) rename(owner, name string) (facts []Fact) {
	for i := range s.Chairs {
		if c := s.Chairs[i]; c.Owner == owner && c.Player == Person && c.Name != name && name != "" {
			c.Name = name
			facts = append(facts, Seated{Seat: rules.Seat(i), Chair: c})
		}
	}
	return facts
}

// startIfFull adds the beginning of the first game to facts that take the last open chair.
func (s *State) startIfFull(facts []Fact, m moment) ([]Fact, error) {
	if !s.Opened.AutoStart || s.Phase() != Gathering {
		return facts, nil
	}
	then := &State{Opened: s.Opened, Variant: s.Variant, Chairs: slices.Clone(s.Chairs), Options: s.Options}
	for _, f := range facts {
		seated := f.(Seated)
		then.Chairs[seated.Seat] = seated.Chair
	}
	if then.anyVacant() || len(then.persons()) == 0 {
		return facts, nil
	}
	begun, err := then.begin(m)
	if err != nil {
		return facts, nil // such as too few armies: the host still has something to arrange
	}
	return append(facts, begun...), nil
}

func (s *State) anyVacant() bool {
	return slices.ContainsFunc(s.Chairs, func(c Chair) bool { return c.Player == Vacant })
}

// persons are the owners of seats, each once, in the order of seats.
func (s *State) persons() (owners []string) {
	for i := range s.Chairs {
		if c := &s.Chairs[i]; c.Player == Person && !slices.Contains(owners, c.Owner) {
			owners = append(owners, c.Owner)
		}
	}
	return owners
}

func (c Stand) decide(s *State, _ moment) ([]Fact, error) {
	if err := s.arranging(); err != nil {
		return nil, err
	}
	if c.Seat != rules.NoSeat {
		if _, err := s.seatOf(c.Owner, c.Seat); err != nil {
			return nil, err
		}
	}
	return s.free(c.Owner, c.Seat, ""), nil
}

// free gives up a person's chair, all of them for NoSeat, and what he has offered.
func (s *State) free(owner string, seat rules.Seat, cause Cause) []Fact {
	facts := s.withdrawn(owner)
	for i := range s.Chairs {
		if at := rules.Seat(i); s.Owns(owner, at) && (seat == rules.NoSeat || seat == at) {
			facts = append(facts, Seated{Seat: at, Chair: Chair{Player: Vacant}, Cause: cause})
		}
	}
	return facts
}

func (c Put) decide(s *State, m moment) ([]Fact, error) {
	if !s.IsHost(c.Owner) {
		return nil, errNotHost
	}
	if int(c.Seat) >= len(s.Chairs) {
		return nil, errNoSeat
	}
	chair := c.Chair
	if chair.Player == Person {
		chair.Owner = c.Owner // nobody is put on a chair by somebody else
	}
	chair, err := chair.checked()
	if err == nil && s.Opened.Rated {
		err = mayRate(chair)
	}
	if err != nil {
		return nil, err
	}
	before := s.Chairs[c.Seat]
	if chair == before || chair.Player == Person && before.Player == Person && before.Owner == chair.Owner {
		return nil, nil
	}
	if err := s.arranging(); err != nil && !(before.Player == CPU && chair.Player == CPU) {
		return nil, err
	}
	if chair.Player == Grey {
		if _, err := s.Variant.CheckOptions(rules.Options{"grey": s.Variant.Seats[c.Seat]}); err != nil {
			return nil, Refused{Invalid, s.Variant.Name + " has no grey armies"}
		}
		if s.armies() <= 2 && before.Player != Grey {
			return nil, Refused{Conflict, "two armies at least must play"}
		}
	}
	put := Seated{Seat: c.Seat, Chair: chair}
	if before.Player == Person && before.Owner != c.Owner && !s.away[before.Owner] {
		put.Cause = Kicked
	}
	return s.startIfFull([]Fact{put}, m)
}

var errNotHost = Refused{NotYours, "only the host can do that"}

// armies counts the seats that are not grey.
func (s *State) armies() (n int) {
	for i := range s.Chairs {
		if s.Chairs[i].Player != Grey {
			n++
		}
	}
	return n
}

func (c Shuffle) decide(s *State, m moment) ([]Fact, error) {
	if !s.IsHost(c.Owner) {
		return nil, errNotHost
	}
	if err := s.arranging(); err != nil {
		return nil, err
	}
	return []Fact{s.draw(m.seed)}, nil
}

func (c Begin) decide(s *State, m moment) ([]Fact, error) {
	if s.Phase() != Gathering {
		return nil, Refused{Conflict, "the game has begun already"}
	}
	if !s.IsHost(c.Owner) {
		return nil, errNotHost
	}
	return s.begin(m)
}

// begin fills the open chairs, draws lots where the table says so, and starts the first game.
func (s *State) begin(m moment) ([]Fact, error) {
	if s.armies() < 2 {
		return nil, Refused{Conflict, "two armies at least must play"}
	}
	then := *s
	then.Chairs = slices.Clone(s.Chairs)
	then.fill()
	var facts []Fact
	if s.Opened.Draw {
		drawn := then.draw(m.seed)
		then.Chairs = drawn.Chairs
		facts = append(facts, drawn)
	}
	options := withGrey(s.Variant, s.Opened.Options, then.Chairs)
	if err := s.rateable(then.Chairs, options); err != nil {
		return nil, err
	}
	return append(facts, Started{Game: 1, Options: options, Chairs: then.Chairs}), nil
}

// fill gives the open chairs to those who play: in MCX4, with two or three
// people and no CPU, to the partner (M20); all others to the CPU. Where lots
// decide who has two clans, they are drawn afterwards.
func (s *State) fill() {
	people := s.persons()
	clans := len(s.Variant.Seats) == 4 && len(s.Variant.Sides) == 2
	cpu := slices.ContainsFunc(s.Chairs, func(c Chair) bool { return c.Player == CPU })
	if clans && !cpu && s.Opened.Draw && len(people) == 2 {
		s.parted() // the lot is to give each a camp
	}
	for i := range s.Chairs {
		if s.Chairs[i].Player != Vacant {
			continue
		}
		s.Chairs[i] = Chair{Player: CPU, Level: DefaultLevel}
		if clans && !cpu && len(people) > 1 {
			if ally := &s.Chairs[partner(s.Variant, rules.Seat(i))]; ally.Player == Person {
				s.Chairs[i] = *ally
			}
		}
	}
}

// parted moves the second of two persons on one camp's chairs to the other camp.
func (s *State) parted() {
	for camp := range 2 {
		if queen, king := &s.Chairs[camp], &s.Chairs[camp+2]; queen.Player == Person && king.Player == Person && queen.Owner != king.Owner {
			s.Chairs[camp+2], s.Chairs[3-camp] = s.Chairs[3-camp], s.Chairs[camp+2]
			return
		}
	}
}

func (f Seated) apply(s *State, _ *Event, _ Finder) error {
	if int(f.Seat) >= len(s.Chairs) {
		return errNoSeat
	}
	before := s.Chairs[f.Seat]
	s.Chairs[f.Seat] = f.Chair
	if f.Cause == Kicked {
		if s.kicked == nil {
			s.kicked = map[string]bool{}
		}
		s.kicked[before.Owner] = true
	}
	if s.Phase() == Gathering && (before.Player == Grey) != (f.Chair.Player == Grey) {
		return s.show()
	}
	return nil
}

func (f Drawn) apply(s *State, e *Event, _ Finder) error {
	if len(f.Chairs) != len(s.Chairs) {
		return errNoSeat
	}
	s.Chairs = append(s.Chairs[:0], f.Chairs...)
	s.Drawn, s.DrawnAt = &f, e.Seq
	if s.Phase() == Gathering {
		return s.show()
	}
	return nil
}

package table

import "melee/rules"

// Adopted puts one owner in the place of another: a device's seats have become an account's.
type Adopted struct {
	From string `json:"from"`
	To   string `json:"to"`
	Name string `json:"name,omitempty"`
}

// Adopt asks the server to do that; nothing happens where the first has left no trace.
type Adopt struct{ From, To, Name string }

func (c Adopt) sender() (owner, id string) { return "", "" }

func (c Adopt) decide(s *State, _ moment) ([]Fact, error) {
	if c.From == "" || c.To == "" || len(c.From) > maxOwner || len(c.To) > maxOwner {
		return nil, Refused{Invalid, "both owners must be known"}
	}
	if c.From == c.To || !s.knows(c.From) {
		return nil, nil
	}
	return []Fact{Adopted{c.From, c.To, CleanName(c.Name)}}, nil
}

// knows reports whether a person has left a trace at the table.
func (s *State) knows(owner string) bool {
	if s.Opened.Host == owner || s.away[owner] || s.hushed[owner] || s.kicked[owner] || s.everSat(owner) != nil {
		return true
	}
	for i := range s.Chairs {
		if s.Chairs[i].Owner == owner || s.Chairs[i].Of == owner {
			return true
		}
	}
	for i := range s.Talk {
		if s.Talk[i].Owner == owner {
			return true
		}
	}
	return false
}

func (f Adopted) kind() string { return "adopted" }

func (f Adopted) apply(s *State, _ *Event, _ Finder) error {
	if s.Opened.Host == f.From {
		s.Opened.Host = f.To
	}
	for i := range s.Chairs {
		c := &s.Chairs[i]
		if c.Owner == f.From {
			c.Owner, c.Name = f.To, f.Name
		}
		if c.Of == f.From {
			c.Of = f.To
		}
	}
	for _, m := range []map[string]bool{s.away, s.hushed, s.kicked, s.fled} {
		if m[f.From] {
			m[f.To] = true
			delete(m, f.From)
		}
	}
	for i := range s.Talk {
		if line := &s.Talk[i]; line.Owner == f.From {
			line.Owner = f.To
			if line.Seat != rules.NoSeat || f.Name != "" {
				line.Name = f.Name
			}
		}
	}
	s.adoptScore(f)
	return nil
}

// adoptScore moves what a person has won in the series to another, or adds it to what he has.
func (s *State) adoptScore(f Adopted) {
	was := s.everSat(f.From)
	if was == nil {
		return
	}
	list := make([]Score, 0, len(s.Series))
	is := s.everSat(f.To)
	for _, e := range s.Series {
		switch {
		case e.Owner == f.From && is != nil:
			continue
		case e.Owner == f.From:
			e.Owner, e.Name = f.To, f.Name
		case e.Owner == f.To && e.CPU == 0:
			e.Games, e.Halves, e.Name = e.Games+was.Games, e.Halves+was.Halves, f.Name
		}
		list = append(list, e)
	}
	s.Series = list
}

// Named returns a fact with the names of persons as name gives them, which is
// told the owner and the name that is there.
func Named(f Fact, name func(owner, name string) string) Fact {
	chairs := func(list []Chair) []Chair {
		list = append([]Chair(nil), list...)
		for i := range list {
			if list[i].Owner != "" {
				list[i].Name = name(list[i].Owner, list[i].Name)
			}
		}
		return list
	}
	switch f := f.(type) {
	case Opened:
		f.Chairs = chairs(f.Chairs)
		return f
	case Seated:
		if f.Chair.Owner != "" {
			f.Chair.Name = name(f.Chair.Owner, f.Chair.Name)
		}
		return f
	case Drawn:
		f.Chairs = chairs(f.Chairs)
		return f
	case Started:
		f.Chairs = chairs(f.Chairs)
		return f
	case Said:
		if f.Owner != "" {
			f.Name = name(f.Owner, f.Name)
		}
		return f
	case Adopted:
		f.Name = name(f.To, f.Name)
		return f
	}
	return f
}

package table

import (
	"maps"
	"slices"

	"melee/rules"
)

// A Score is what a player has won in the series of games at a table. Of each
// pair of players who do not play for one camp, the better placed wins a
// point, as in F24; a tie is half a point for each.
type Score struct {
	Owner  string // "" for the CPU
	Name   string // as on his chair when he last played
	Bot    bool   // an account of kind bot
	CPU    int    // which CPU player it is, from 1; 0 for a person
	Games  int    // finished
	Halves int    // half points
}

// playersOf returns for each seat who plays it, as an index into Series,
// entering who is new; -1 for a grey seat.
func (s *State) playersOf() []int {
	players := make([]int, len(s.Chairs))
	cpus := 0
	for i := range s.Chairs {
		c := &s.Chairs[i]
		entry := Score{Owner: c.Owner, Name: c.Name, Bot: c.Bot}
		switch c.Player {
		case CPU:
			cpus++
			entry = Score{CPU: cpus}
		case Person:
		default:
			players[i] = -1
			continue
		}
		at := slices.IndexFunc(s.Series, func(e Score) bool { return e.Owner == entry.Owner && e.CPU == entry.CPU })
		if at < 0 {
			at = len(s.Series)
			s.Series = append(s.Series, entry)
		}
		s.Series[at].Name = entry.Name
		players[i] = at
	}
	return players
}

// score enters the players of a game that begins, and what they have won in one that has ended.
func (s *State) score() {
	s.Series = slices.Clone(s.Series)
	players := s.playersOf()
	outcome := s.Game.Outcome()
	if outcome == nil {
		return
	}
	place := make([]int, len(players))
	for i, seats := range outcome.Ranking {
		for _, seat := range seats {
			place[seat] = i
		}
	}
	counted := map[int]bool{}
	for i, player := range players {
		if player < 0 {
			continue
		}
		if !counted[player] {
			s.Series[player].Games++
			counted[player] = true
		}
		for j := range players {
			if s.opposes(players, place, i, j) {
				s.Series[player].Halves += halves(place[i], place[j])
			}
		}
	}
}

// opposes reports whether the result of seat i against seat j counts: each has
// another player, and they do not share a camp's place.
func (s *State) opposes(players, place []int, i, j int) bool {
	if i == j || players[j] < 0 || players[i] == players[j] {
		return false
	}
	allied := partner(s.Variant, rules.Seat(i)) == rules.Seat(j)
	return !allied || !s.teamed()
}

func halves(place, other int) int {
	switch {
	case place < other:
		return 2
	case place > other:
		return 0
	}
	return 1
}

func (c NewGame) decide(s *State, m moment) ([]Fact, error) {
	switch {
	case s.Phase() == Gathering:
		return nil, errNoGame
	case !s.Sits(c.Owner):
		return nil, Refused{NotYours, "only who sits at the table can start a game"}
	case s.OnlyOwner(c.Owner):
		return s.next()
	case s.Phase() != Ended:
		return nil, Refused{Conflict, "the game has not ended"}
	}
	return Propose{Owner: c.Owner, Seat: rules.NoSeat, What: Rematch}.decide(s, m)
}

// next starts the next game. Who has left his chair after the last one is replaced by the CPU.
func (s *State) next() ([]Fact, error) {
	then := &State{Opened: s.Opened, Variant: s.Variant, Options: s.Options, Chairs: slices.Clone(s.Chairs)}
	then.fill()
	options := maps.Clone(s.Options)
	started := Started{Game: s.Number + 1, Options: withGrey(s.Variant, options, then.Chairs), Chairs: then.Chairs}
	if s.Opened.RotateFirst && s.Opened.Start == "" {
		then.rotate(&started)
	}
	if err := s.rateable(started.Chairs, started.Options); err != nil {
		return nil, err
	}
	return []Fact{started}, nil
}

// rotate gives the first move to the next seat: by option where the variant
// has one (F21), else by moving the chairs on by one seat.
func (s *State) rotate(next *Started) {
	v := s.Variant
	i := slices.IndexFunc(v.Options, func(o rules.Option) bool { return o.Name == "first_seat" })
	if i < 0 {
		next.Chairs = append(next.Chairs[1:], next.Chairs[0])
		return
	}
	first := v.SeatNamed(v.Get(s.Options, "first_seat"))
	for range v.Seats {
		first = (first + 1) % rules.Seat(len(v.Seats))
		if s.Chairs[first].Player != Grey {
			break
		}
	}
	if next.Options = maps.Clone(next.Options); next.Options == nil {
		next.Options = rules.Options{}
	}
	if next.Options["first_seat"] = v.Seats[first]; v.Seats[first] == v.Options[i].Default() {
		delete(next.Options, "first_seat")
		next.Options = kept(next.Options)
	}
}

package table

import (
	"fmt"
	"strings"
	"unicode"

	"melee/rules"
)

// A Player is who sits on a chair.
type Player string

// The kinds of player. A grey seat is out from the start (F23).
const (
	Vacant Player = "open"
	Person Player = "person"
	CPU    Player = "cpu"
	Grey   Player = "grey"
)

// A Chair says who plays a seat.
type Chair struct {
	Player Player `json:"player"`
	// Owner is the stored form of the person's secret; empty for all but persons.
	Owner string `json:"owner,omitempty"`
	Name  string `json:"name,omitempty"`  // as the person wants to be called, at most MaxName characters
	Level int    `json:"level,omitempty"` // of the CPU, 1 to MaxLevel; 0 is DefaultLevel
	// Bot tells that the person is an account of kind bot.
	Bot bool `json:"bot,omitempty"`
	// Of is the owner of a seat that somebody else plays in his absence; he has it again when he returns.
	Of string `json:"of,omitempty"`
}

// Levels of the CPU and the length of names.
const (
	MaxLevel     = 10
	DefaultLevel = 5
	MaxName      = 24
)

// maxOwner bounds what stands for a person, in bytes.
const maxOwner = 64

// CleanName returns a name as it is kept: printable characters, single spaces, at most MaxName characters.
func CleanName(name string) string { return cleanLine(name, MaxName) }

// unseen are letters and signs that print nothing: fillers of Hangul and the empty Braille cell.
const unseen = "\u115f\u1160\u3164\uffa0\u2800"

// cleanLine makes one line of at most limit printable characters.
func cleanLine(text string, limit int) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range strings.ToValidUTF8(text, "") {
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case !unicode.IsPrint(r) || strings.ContainsRune(unseen, r):
			continue
		}
		if space {
			if n+1 >= limit {
				break
			}
			b.WriteByte(' ')
			n++
			space = false
		}
		if n == limit {
			break
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// checked returns the chair as it is kept, or what is wrong with it.
func (c Chair) checked() (Chair, error) {
	switch c.Player {
	case Vacant, Grey:
		return Chair{Player: c.Player}, nil
	case CPU:
		if c.Level < 0 || c.Level > MaxLevel {
			return c, Refused{Invalid, fmt.Sprintf("the CPU has levels 1 to %d, not %d", MaxLevel, c.Level)}
		}
		if c.Level == 0 {
			c.Level = DefaultLevel
		}
		return Chair{Player: CPU, Level: c.Level}, nil
	case Person:
		if c.Owner == "" || len(c.Owner) > maxOwner {
			return c, Refused{Invalid, "a person who sits down must be known"}
		}
		return Chair{Player: Person, Owner: c.Owner, Name: CleanName(c.Name), Bot: c.Bot}, nil
	}
	return c, Refused{Invalid, fmt.Sprintf("a seat is open, cpu, grey or a person's, not '%s'", short(string(c.Player)))}
}

// short cuts a text that is shown in an error.
func short(text string) string { return cleanLine(text, 40) }

// Partner returns the seat that plays for the same camp or team as another
// (M19, F27), NoSeat in games of single players.
func Partner(v *rules.Variant, seat rules.Seat) rules.Seat { return partner(v, seat) }

// partner returns the seat that plays for the same camp or team, NoSeat in games of single players.
func partner(v *rules.Variant, seat rules.Seat) rules.Seat {
	if len(v.Seats) == 4 && (len(v.Sides) == 2 || v.Name == teams) {
		return (seat + 2) % 4
	}
	return rules.NoSeat
}

// teams is the variant whose seats are partners though each is a side (F27).
const teams = "four-player-teams"

// Owns reports whether the seat is the person's.
func (s *State) Owns(owner string, seat rules.Seat) bool {
	if int(seat) >= len(s.Chairs) {
		return false
	}
	c := &s.Chairs[seat]
	return owner != "" && c.Player == Person && c.Owner == owner
}

// Sits reports whether the person has a seat.
func (s *State) Sits(owner string) bool { return s.FirstSeat(owner) != rules.NoSeat }

// FirstSeat returns the first of the seats a person has, NoSeat if he has none.
func (s *State) FirstSeat(owner string) rules.Seat {
	for i := range s.Chairs {
		if s.Owns(owner, rules.Seat(i)) {
			return rules.Seat(i)
		}
	}
	return rules.NoSeat
}

// seatOf returns the seat a command means: the one given, if the owner has
// it, or the first of the owner's where none is given.
func (s *State) seatOf(owner string, seat rules.Seat) (rules.Seat, error) {
	if seat == rules.NoSeat {
		if seat = s.FirstSeat(owner); seat == rules.NoSeat {
			return seat, errNoPlayer
		}
		return seat, nil
	}
	if int(seat) >= len(s.Chairs) {
		return seat, errNoSeat
	}
	if !s.Owns(owner, seat) {
		return seat, Refused{NotYours, "the seat is somebody else's"}
	}
	return seat, nil
}

var (
	errNoSeat   = Refused{Invalid, "the table has no such seat"}
	errNoPlayer = Refused{NotYours, "only who sits at the table can do that"}
)

// IsHost reports whether the person arranges the table: its host or, while he
// has no seat, also the first person who has one.
func (s *State) IsHost(owner string) bool {
	if owner == "" {
		return false
	}
	if owner == s.Opened.Host {
		return true
	}
	if s.Sits(s.Opened.Host) {
		return false
	}
	for i := range s.Chairs {
		if s.Chairs[i].Player == Person {
			return s.Chairs[i].Owner == owner
		}
	}
	return false
}

// OnlyOwner reports whether every seat that a person plays is the owner's.
func (s *State) OnlyOwner(owner string) bool {
	for i := range s.Chairs {
		if c := &s.Chairs[i]; c.Player == Person && c.Owner != owner {
			return false
		}
	}
	return true
}

// Away reports whether the person has left the game; the CPU stands in (F23).
func (s *State) Away(owner string) bool { return s.away[owner] }

// resting reports whether every person has left: the table then waits for the first to return.
func (s *State) resting() bool {
	persons := false
	for i := range s.Chairs {
		if c := &s.Chairs[i]; c.Player == Person {
			if !s.away[c.Owner] {
				return false
			}
			persons = true
		}
	}
	return persons
}

package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"melee/rules"
)

// A TalkMode says what may be said at a table.
type TalkMode string

// The modes of talk.
const (
	TalkAll     TalkMode = "all"
	TalkPhrases TalkMode = "phrases" // Phrases only
	TalkOff     TalkMode = "off"
)

// A Room is where a line is said.
type Room string

// The rooms of talk.
const (
	AtTable  Room = "table"    // said by those who sit; everybody reads it
	Watching Room = "watchers" // players read it after the game
	InTeam   Room = "team"     // between partners (M19, F27)
)

// Phrases are the lines that can be said by name; the site has the words.
var Phrases = []string{
	"hello", "good-luck", "have-fun", "nice-move", "well-played", "thanks", "sorry", "oops",
	"your-turn", "one-moment", "i-am-back", "again", "good-game", "goodbye",
}

// MaxLine is how many characters a line of talk has at most.
const MaxLine = 200

const (
	keptLines   = 200
	floodLines  = 5
	floodWithin = 10 * time.Second
	crowdLines  = 20 // of all watchers together within floodWithin: a new device is easily had
	alikeWithin = 30 * time.Second
	linkWithin  = time.Minute
)

// A Line is something said at a table.
type Line struct {
	N      int        // from 1
	Seat   rules.Seat // the speaker's when he spoke; NoSeat for a watcher
	Owner  string
	Name   string
	Ally   string // who read it with the speaker, where Room is InTeam: chairs may change hands
	Room   Room
	Text   string
	Phrase string
	At     time.Time
	Hidden bool // the host has silenced the speaker
}

// Say says a line, or one of Phrases.
type Say struct {
	Owner, ID string
	Name      string // of a watcher; who sits is called as on his chair
	Room      Room   // "" is AtTable for who sits, else Watching
	Text      string
	Phrase    string
}

// Hush lets the host silence a person, by seat or by a line he said, or let him speak again.
type Hush struct {
	Owner, ID string
	Seat      rules.Seat // NoSeat where Line tells
	Line      int        // N of a line
	Off       bool
}

func (c Say) sender() (owner, id string)  { return c.Owner, c.ID }
func (c Hush) sender() (owner, id string) { return c.Owner, c.ID }

func (c Say) decide(s *State, m moment) ([]Fact, error) {
	said := Said{Owner: c.Owner, Seat: s.FirstSeat(c.Owner), Name: CleanName(c.Name), Room: c.Room, Phrase: c.Phrase, Text: cleanLine(c.Text, MaxLine)}
	if said.Seat != rules.NoSeat {
		said.Name = s.Chairs[said.Seat].Name
	}
	if said.Room == "" {
		if said.Room = AtTable; said.Seat == rules.NoSeat {
			said.Room = Watching
		}
	}
	if err := s.mayTalk(said, m.now); err != nil {
		return nil, err
	}
	return []Fact{said}, nil
}

func (s *State) mayTalk(f Said, now time.Time) error {
	mode := s.TalkMode()
	switch {
	case f.Owner == "":
		return Refused{Invalid, "who speaks must be known"}
	case s.hushed[f.Owner]:
		return Refused{NotYours, "the host has silenced you at this table"}
	case f.Phrase != "" && f.Text != "" || f.Phrase == "" && f.Text == "":
		return Refused{Invalid, "a line is a text or a phrase, and not empty"}
	case f.Phrase != "" && !slices.Contains(Phrases, f.Phrase):
		return Refused{Invalid, "there is no phrase '" + short(f.Phrase) + "'"}
	case mode == TalkOff:
		return Refused{Conflict, "nobody talks at this table"}
	case mode == TalkPhrases && f.Text != "":
		return Refused{Conflict, "only phrases are said at this table"}
	case f.Room == AtTable && f.Seat == rules.NoSeat, f.Room == Watching && f.Seat != rules.NoSeat && s.playing():
		return Refused{NotYours, "players talk at the table, watchers among themselves"}
	case f.Room == InTeam && (f.Seat == rules.NoSeat || !s.teamed()):
		return Refused{NotYours, "only partners have a room of their own"}
	case f.Room != AtTable && f.Room != Watching && f.Room != InTeam:
		return Refused{Invalid, "a room is table, watchers or team"}
	}
	return s.floods(f, now)
}

// floods refuses lines that come too fast. Links and repetitions are held back
// where strangers read them, not between two who know each other.
func (s *State) floods(f Said, now time.Time) error {
	recent, crowd := 0, 0
	for i := len(s.Talk) - 1; i >= 0; i-- {
		line := &s.Talk[i]
		age := now.Sub(line.At)
		if age >= linkWithin {
			break
		}
		if line.Room == Watching && age < floodWithin {
			crowd++
		}
		if line.Owner != f.Owner {
			continue
		}
		if age < floodWithin {
			recent++
		}
		if !s.Opened.Public && f.Room != Watching {
			continue
		}
		switch {
		case age < alikeWithin && f.Text != "" && line.Text != "" && alike(line.Text, f.Text):
			return Refused{TooMany, "you have just said that"}
		case isLink(f.Text) && isLink(line.Text):
			return Refused{TooMany, "one link a minute is enough"}
		}
	}
	if recent >= floodLines {
		return Refused{TooMany, fmt.Sprintf("at most %d lines in %d seconds", floodLines, floodWithin/time.Second)}
	}
	if f.Room == Watching && crowd >= crowdLines {
		return Refused{TooMany, "too many watchers speak at once; wait a little"}
	}
	return nil
}

// alike reports whether two lines differ in case, spaces and signs only.
func alike(a, b string) bool {
	bare := func(text string) string {
		return strings.Map(func(r rune) rune {
			if r < 0x80 && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z') {
				return -1
			}
			return r
		}, strings.ToLower(text))
	}
	return bare(a) == bare(b)
}

func isLink(text string) bool {
	return strings.Contains(text, "://") || strings.Contains(text, "www.")
}

// TalkMode returns what may be said.
func (s *State) TalkMode() TalkMode {
	if s.Opened.Talk == "" {
		return TalkAll
	}
	return s.Opened.Talk
}

// playing reports whether a game goes on.
func (s *State) playing() bool { p := s.Phase(); return p == Playing || p == Choosing }

// teamed reports whether seats are partners who win together.
func (s *State) teamed() bool {
	return s.Variant.Name == teams || partner(s.Variant, 0) != rules.NoSeat && s.Variant.Get(s.Options, "play") == "double"
}

// MayRead reports whether a person ("" for a stranger) may read a line.
func (s *State) MayRead(owner string, line *Line) bool {
	switch {
	case line.Hidden && line.Owner != owner:
		return false
	case line.Room == InTeam:
		return owner != "" && (owner == line.Owner || owner == line.Ally)
	case line.Room == Watching:
		return !s.Sits(owner) || !s.playing()
	}
	return true
}

// Hushed reports whether the host has silenced a person.
func (s *State) Hushed(owner string) bool { return s.hushed[owner] }

func (c Hush) decide(s *State, _ moment) ([]Fact, error) {
	if !s.IsHost(c.Owner) {
		return nil, errNotHost
	}
	owner := ""
	if c.Seat != rules.NoSeat {
		if int(c.Seat) >= len(s.Chairs) {
			return nil, errNoSeat
		}
		owner = s.Chairs[c.Seat].Owner
	} else if i := slices.IndexFunc(s.Talk, func(l Line) bool { return l.N == c.Line }); i >= 0 {
		owner = s.Talk[i].Owner
	}
	switch {
	case owner == "":
		return nil, Refused{NotFound, "there is nobody to be silenced"}
	case owner == c.Owner:
		return nil, Refused{Conflict, "the host cannot silence himself"}
	case s.hushed[owner] != c.Off:
		return nil, nil
	}
	return []Fact{Hushed{Owner: owner, Off: c.Off}}, nil
}

func (f Said) apply(s *State, e *Event, _ Finder) error {
	s.said++
	line := Line{N: s.said, Seat: f.Seat, Owner: f.Owner, Name: f.Name, Room: f.Room, Text: f.Text, Phrase: f.Phrase, At: e.At}
	if ally := partner(s.Variant, f.Seat); f.Room == InTeam && int(ally) < len(s.Chairs) {
		line.Ally = s.Chairs[ally].Owner
	}
	if len(s.Talk) == keptLines {
		s.Talk = append(s.Talk[:0], s.Talk[1:]...)
	}
	s.Talk = append(s.Talk, line)
	return nil
}

func (f Hushed) apply(s *State, _ *Event, _ Finder) error {
	if s.hushed == nil {
		s.hushed = map[string]bool{}
	}
	if s.hushed[f.Owner] = true; f.Off {
		delete(s.hushed, f.Owner)
	}
	for i := range s.Talk {
		if s.Talk[i].Owner == f.Owner {
			s.Talk[i].Hidden = !f.Off
		}
	}
	return nil
}

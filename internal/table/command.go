package table

import (
	"fmt"
	"time"

	"melee/rules"
)

// A Code says why a command was refused, for programs.
type Code string

// The codes of refusals.
const (
	Invalid     Code = "invalid"
	IllegalMove Code = "illegal_move"
	NotYourTurn Code = "not_your_turn"
	NotYours    Code = "forbidden"
	Conflict    Code = "conflict"
	NotFound    Code = "not_found"
	TooMany     Code = "too_many" // too fast; the same may be asked again later
)

// Refused is the error of a command that was not carried out.
type Refused struct {
	Code Code
	Text string
}

func (r Refused) Error() string { return r.Text }

// A Command is what somebody asks of a table. Owner is who asks; "" is the
// server itself. ID is the client's own, at most MaxID bytes: a command that
// comes again under the same id is not carried out again.
type Command interface {
	sender() (owner, id string)
	decide(s *State, m moment) ([]Fact, error)
}

// A moment is what a decision needs beside the state.
type moment struct {
	now  time.Time
	seed uint64
	find Finder
}

// MaxID bounds a client's command id, in bytes.
const MaxID = 64

// Decide returns the events a command leads to, numbered from s.Seq+1. It
// leaves what can be seen of the state as it is. A command whose id was
// answered before gives no events and no error, as does one that has nothing
// to change. seed is a random number, for lots (M20).
func Decide(s *State, c Command, now time.Time, seed uint64, find Finder) ([]Event, error) {
	owner, id := c.sender()
	if len(id) > MaxID || len(owner) > maxOwner {
		return nil, Refused{Invalid, fmt.Sprintf("a command id has at most %d characters, not %d", MaxID, len(id))}
	}
	command := commandID(owner, id)
	if _, known := s.answered.find(command); known {
		return nil, nil
	}
	if now = now.Truncate(time.Millisecond).UTC(); now.Before(s.At) {
		now = s.At // a clock that was set back does not turn the table's time
	}
	if _, opens := c.(Open); !opens {
		switch {
		case s.Seq == 0:
			return nil, Refused{NotFound, "the table is not open yet"}
		case s.closed:
			return nil, Refused{Conflict, "the table is closed"}
		}
	}
	facts, err := c.decide(s, moment{now, seed, find})
	if err != nil || len(facts) == 0 {
		return nil, err
	}
	events := make([]Event, len(facts))
	for i, f := range facts {
		events[i] = Event{Seq: s.Seq + int64(i) + 1, At: now, Fact: f, Command: command}
	}
	return events, nil
}

func commandID(owner, id string) string {
	if id == "" {
		return ""
	}
	return owner + "/" + id
}

// Open sets up a table. A variant's starting array is used where Start is "".
// If no chair is open, the first game begins at once.
type Open struct {
	Variant     string
	Options     rules.Options
	Start       string
	Chairs      []Chair // by seat
	Host        string
	RotateFirst bool // F21

	// The other settings are those of Opened.
	Public, Confirm, TakeBacks, Draw, AutoStart bool
	Bots                                        bool
	Rated, HideNames                            bool
	Clock                                       Clock
	Away, ChoiceLimit, WatchDelay               int
	Talk                                        TalkMode
}

// Sit puts its sender on an open chair: the one of Seat or, for NoSeat, the
// first. Who sits already moves there, or has both if they are partners; on
// one's own chair it changes the name.
type Sit struct {
	Owner, ID string
	Name      string
	Seat      rules.Seat
	Bot       bool // the sender is an account of kind bot
}

// Stand frees its sender's chair, all of them for NoSeat, while people gather or after a game.
type Stand struct {
	Owner, ID string
	Seat      rules.Seat
}

// Put lets the host say who sits on a chair: the CPU, nobody, a grey army or
// himself. During play it can only change a CPU's level.
type Put struct {
	Owner, ID string
	Seat      rules.Seat
	Chair     Chair
}

// Shuffle lets the host draw the seats by lot, before a game.
type Shuffle struct{ Owner, ID string }

// Begin lets the host begin the first game. Open chairs go to the CPU, in
// MCX4 to the people who are there as M20 says.
type Begin struct{ Owner, ID string }

// Act plays a token for a seat. Owner "" is the CPU.
type Act struct {
	Owner, ID string
	Seat      rules.Seat // NoSeat: the seat on turn
	Token     string     // as records write it; "resign" and "claim" stand for the seat's own
	// Seq, where not 0, is the last event the sender knew: a move in a position that
	// has passed is refused.
	Seq int64
	// Think is how long the client says its player took, RoundTrip what the server measured of
	// the way to the client and back; both in ms, from 0.
	Think, RoundTrip int64
}

// Hand gives a seat to the CPU during play: the sender's own or, by the host, that of somebody who is away.
type Hand struct {
	Owner, ID string
	Seat      rules.Seat
}

// TakeOver gives its sender a seat of the CPU during play, or, to a partner,
// the seat of somebody who is away until he is back.
type TakeOver struct {
	Owner, ID string
	Name      string
	Seat      rules.Seat
	Bot       bool // the sender is an account of kind bot
}

// NewGame starts the next game of the series, where nobody else must be asked; otherwise it offers a rematch.
type NewGame struct{ Owner, ID string }

// Leave says that a person is away (F23): his chair is freed while people
// gather, the CPU plays for him during a game.
type Leave struct{ Owner string }

// Return says that a person is back (F23).
type Return struct{ Owner string }

// Give adds time to a seat's clock: an opponent's gift of a fixed size, or,
// from the server, Ms for an outage.
type Give struct {
	Owner, ID string
	Seat      rules.Seat
	Ms        int64
}

// Tick carries out what is due of itself at this time; nothing if nothing is.
type Tick struct{}

// Close lets the host close a table at which no game is being played.
type Close struct{ Owner, ID string }

func (c Open) sender() (owner, id string)     { return "", "" }
func (c Sit) sender() (owner, id string)      { return c.Owner, c.ID }
func (c Stand) sender() (owner, id string)    { return c.Owner, c.ID }
func (c Put) sender() (owner, id string)      { return c.Owner, c.ID }
func (c Shuffle) sender() (owner, id string)  { return c.Owner, c.ID }
func (c Begin) sender() (owner, id string)    { return c.Owner, c.ID }
func (c Act) sender() (owner, id string)      { return c.Owner, c.ID }
func (c Hand) sender() (owner, id string)     { return c.Owner, c.ID }
func (c TakeOver) sender() (owner, id string) { return c.Owner, c.ID }
func (c NewGame) sender() (owner, id string)  { return c.Owner, c.ID }
func (c Leave) sender() (owner, id string)    { return c.Owner, "" }
func (c Return) sender() (owner, id string)   { return c.Owner, "" }
func (c Give) sender() (owner, id string)     { return c.Owner, c.ID }
func (c Tick) sender() (owner, id string)     { return "", "" }
func (c Close) sender() (owner, id string)    { return c.Owner, c.ID }

// Sender returns who asks for a command, "" for the server itself.
func Sender(c Command) string {
	owner, _ := c.sender()
	return owner
}

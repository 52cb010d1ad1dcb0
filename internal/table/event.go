// Package table is one table as a pure state machine: Decide turns a command
// into events, Apply folds an event into the state.
//
// Nothing here reads a clock, a random source or a file; times and lots come
// in with the commands, so that a table's events alone give its state again.
package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"melee/rules"
)

// An Event is a fact that happened at a table. Its place in the table's log,
// Seq, counts from 1 without gaps.
type Event struct {
	Seq  int64     `json:"seq"`
	At   time.Time `json:"at"`
	Fact Fact      `json:"-"`
	// Command is the client's own id of the command that led here, scoped by
	// its owner; a command that comes again is answered by this event.
	Command string `json:"command,omitempty"`
}

// A Fact is what an event says: Opened, Started, Acted, Left or Returned.
type Fact interface{ kind() string }

// A Chair says who plays a seat.
type Chair struct {
	Player Player `json:"player"`
	// Owner is the stored form of the person's secret; empty for the CPU and a grey seat.
	Owner string `json:"owner,omitempty"`
}

// A Player is who sits on a chair.
type Player string

// The kinds of player. A grey seat is out from the start (F23).
const (
	Person Player = "person"
	CPU    Player = "cpu"
	Grey   Player = "grey"
)

// Opened is the first fact of every table.
type Opened struct {
	Variant     string        `json:"variant"`
	Options     rules.Options `json:"options,omitempty"`
	Start       string        `json:"start,omitempty"`
	Chairs      []Chair       `json:"chairs"`
	Host        string        `json:"host"`
	TurnLimit   int           `json:"turnLimit,omitempty"` // seconds, 0 for none (F22)
	RotateFirst bool          `json:"rotateFirst"`         // F21
	ByLot       bool          `json:"byLot,omitempty"`     // the chairs were drawn (M20)
}

// Started begins the table's next game, with the options and chairs it is played with.
type Started struct {
	Game    int           `json:"game"` // 1 for the first
	Options rules.Options `json:"options,omitempty"`
	Chairs  []Chair       `json:"chairs"`
}

// Acted is an action in the game: a move, a choice, a resignation, a draw.
type Acted struct {
	Seat  rules.Seat `json:"seat"`
	Token string     `json:"token"`
	By    Player     `json:"by"` // CPU also where it played for a person (F22, F23)
}

// Left says that a person is away; the CPU plays his seats (F23).
type Left struct {
	Owner string `json:"owner"`
}

// Returned says that a person who was away is back (F23).
type Returned struct {
	Owner string `json:"owner"`
}

func (Opened) kind() string   { return "opened" }
func (Started) kind() string  { return "started" }
func (Acted) kind() string    { return "acted" }
func (Left) kind() string     { return "left" }
func (Returned) kind() string { return "returned" }

// Kind returns the name under which the event's fact is stored.
func (e Event) Kind() string { return e.Fact.kind() }

// Body returns the event's fact as JSON.
func (e Event) Body() ([]byte, error) { return json.Marshal(e.Fact) }

// maxBody bounds a stored fact; the largest real one, Opened with a long
// position text, is under 2 KB.
const maxBody = 64 << 10

// ParseFact reads a fact from the form that Kind and Body give.
func ParseFact(kind string, body []byte) (Fact, error) {
	if len(body) > maxBody {
		return nil, fmt.Errorf("table: a fact of %d bytes: the limit is %d", len(body), maxBody)
	}
	switch kind {
	case "opened":
		return parse[Opened](body)
	case "started":
		return parse[Started](body)
	case "acted":
		return parse[Acted](body)
	case "left":
		return parse[Left](body)
	case "returned":
		return parse[Returned](body)
	}
	return nil, fmt.Errorf("table: no fact is called %q", kind)
}

func parse[F Fact](body []byte) (Fact, error) {
	var f F
	if err := json.Unmarshal(body, &f); err != nil {
		return nil, errors.Join(fmt.Errorf("table: a fact of kind %s cannot be read", f.kind()), err)
	}
	return f, nil
}

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
)

// An Event is a fact that happened at a table. Its place in the table's log,
// Seq, counts from 1 without gaps. At never goes back within a table and has whole milliseconds.
type Event struct {
	Seq  int64     `json:"seq"`
	At   time.Time `json:"at"`
	Fact Fact      `json:"-"`
	// Command is the client's own id of the command that led here, scoped by
	// its owner; a command that comes again is answered by this event.
	Command string `json:"command,omitempty"`
}

// A Fact is what an event says; the types in facts.go are all there are.
type Fact interface {
	kind() string
	// apply folds the fact into the state; e is its event.
	apply(s *State, e *Event, find Finder) error
}

// Kind returns the name under which the event's fact is stored.
func (e Event) Kind() string { return e.Fact.kind() }

// Body returns the event's fact as JSON.
func (e Event) Body() ([]byte, error) { return json.Marshal(e.Fact) }

// maxBody bounds a stored fact; the largest real one, Opened with a long
// position text, is under 4 KB.
const maxBody = 64 << 10

var parsers = map[string]func([]byte) (Fact, error){
	"opened": parse[Opened], "seated": parse[Seated], "drawn": parse[Drawn], "started": parse[Started],
	"acted": parse[Acted], "offered": parse[Offered], "replied": parse[Replied], "withdrew": parse[Withdrew],
	"took-back": parse[TookBack], "said": parse[Said], "hushed": parse[Hushed], "left": parse[Left],
	"returned": parse[Returned], "given": parse[Given], "closed": parse[Closed], "adopted": parse[Adopted],
}

// ParseFact reads a fact from the form that Kind and Body give. Facts of older
// programs lack newer fields, which then have their zero values.
func ParseFact(kind string, body []byte) (Fact, error) {
	if len(body) > maxBody {
		return nil, fmt.Errorf("table: a fact of %d bytes: the limit is %d", len(body), maxBody)
	}
	read, ok := parsers[kind]
	if !ok {
		return nil, fmt.Errorf("table: no fact is called %q", kind)
	}
	return read(body)
}

func parse[F Fact](body []byte) (Fact, error) {
	var f F
	if err := json.Unmarshal(body, &f); err != nil {
		return nil, errors.Join(fmt.Errorf("table: a fact of kind %s cannot be read", f.kind()), err)
	}
	return f, nil
}

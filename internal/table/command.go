package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"
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
)

// Refused is the error of a command that was not carried out.
type Refused struct {
	Code Code
	Text string
}

func (r Refused) Error() string { return r.Text }

// A Command is what somebody asks of a table: Open, Act, NewGame, Leave or Return.
type Command interface{ command() }

// Open sets up a table and starts its first game. A variant's starting array
// is used where Start is "".
type Open struct {
	Variant     string
	Options     rules.Options
	Start       string
	Chairs      []Chair // by seat
	Host        string
	TurnLimit   int // seconds: 0, or 5 to 3600 (F22)
	RotateFirst bool
	ByLot       bool
}

// Act plays a token for a seat. Owner "" is the CPU.
type Act struct {
	Owner string
	Seat  rules.Seat // NoSeat: the seat on turn
	Token string     // as records write it; "resign", "time" and "claim" stand for the seat's own
	ID    string     // the client's own, at most 64 characters
	// Seq, where not 0, is the last event the sender knew; the CPU's answer to
	// a position that has passed is refused.
	Seq int64
}

// NewGame starts the next game of the series.
type NewGame struct {
	Owner string
	ID    string
}

// Leave says that a person is away (F23).
type Leave struct{ Owner string }

// Return says that a person is back (F23).
type Return struct{ Owner string }

func (Open) command()    {}
func (Act) command()     {}
func (NewGame) command() {}
func (Leave) command()   {}
func (Return) command()  {}

// maxID bounds a client's command id, in bytes.
const maxID = 64

// Decide returns the events a command leads to, numbered from s.Seq+1. It
// leaves the state as it is. A command whose id was answered before gives no events and no error.
func Decide(s *State, c Command, now time.Time, find Finder) ([]Event, error) {
	if id := clientID(c); len(id) > maxID {
		return nil, Refused{Invalid, fmt.Sprintf("a command id has at most %d characters, not %d", maxID, len(id))}
	}
	var facts []Fact
	var err error
	id := ""
	switch c := c.(type) {
	case Open:
		facts, err = open(s, c, find)
	case Act:
		if id = commandID(c.Owner, c.ID); s.knows(id) {
			return nil, nil
		}
		facts, err = decideAct(s, c, now)
	case NewGame:
		if id = commandID(c.Owner, c.ID); s.knows(id) {
			return nil, nil
		}
		facts, err = nextGame(s, c)
	case Leave:
		facts = presence(s, c.Owner, false)
	case Return:
		facts = presence(s, c.Owner, true)
	}
	if err != nil {
		return nil, err
	}
	events := make([]Event, len(facts))
	for i, f := range facts {
		events[i] = Event{Seq: s.Seq + int64(i) + 1, At: now, Fact: f, Command: id}
	}
	return events, nil
}

// clientID returns the id that the sender gave the command, "" for none.
func clientID(c Command) string {
	switch c := c.(type) {
	case Act:
		return c.ID
	case NewGame:
		return c.ID
	}
	return ""
}

// Answered returns the event that answered the owner's command before.
func (s *State) Answered(owner, id string) (int64, bool) {
	seq, ok := s.answered[commandID(owner, id)]
	return seq, ok
}

func (s *State) knows(id string) bool {
	_, ok := s.answered[id]
	return id != "" && ok
}

func commandID(owner, id string) string {
	if id == "" {
		return ""
	}
	return owner + "/" + id
}

func open(s *State, c Open, find Finder) ([]Fact, error) {
	if s.Seq != 0 {
		return nil, Refused{Conflict, "the table is open already"}
	}
	v, err := find(c.Variant)
	if err != nil {
		return nil, Refused{Invalid, err.Error()}
	}
	if len(c.Chairs) != len(v.Seats) {
		return nil, Refused{Invalid, fmt.Sprintf("%s has %d seats, not %d", v.Name, len(v.Seats), len(c.Chairs))}
	}
	if c.TurnLimit != 0 && (c.TurnLimit < 5 || c.TurnLimit > 3600) {
		return nil, Refused{Invalid, "the time for a turn is 5 to 3600 seconds, or none"}
	}
	options, err := v.CheckOptions(withGrey(v, c.Options, c.Chairs))
	if err != nil {
		return nil, err
	}
	if v.Get(options, "resigned_king") == "walking" {
		return nil, Refused{Invalid, "a table has no walking kings; 'resigned_king' may be grey or still"}
	}
	if _, err := v.New(v, options, c.Start); err != nil {
		return nil, err
	}
	chairs := seatGrey(v, options, c.Chairs)
	opened := Opened{
		Variant: v.Name, Options: options, Start: c.Start, Chairs: chairs, Host: c.Host,
		TurnLimit: c.TurnLimit, RotateFirst: c.RotateFirst, ByLot: c.ByLot,
	}
	return []Fact{opened, Started{Game: 1, Options: options, Chairs: chairs}}, nil
}

// withGrey adds the chairs that are grey to the variant's option of F23.
func withGrey(v *rules.Variant, options rules.Options, chairs []Chair) rules.Options {
	var grey []string
	for i, c := range chairs {
		if c.Player == Grey || slices.Contains(strings.Split(options["grey"], ","), v.Seats[i]) {
			grey = append(grey, v.Seats[i])
		}
	}
	if grey == nil {
		return options
	}
	all := maps.Clone(options)
	if all == nil {
		all = rules.Options{}
	}
	all["grey"] = strings.Join(grey, ",")
	return all
}

// seatGrey is the other way round: seats that the options make grey are nobody's.
func seatGrey(v *rules.Variant, options rules.Options, chairs []Chair) []Chair {
	chairs = slices.Clone(chairs)
	for i := range chairs {
		if slices.Contains(strings.Split(options["grey"], ","), v.Seats[i]) {
			chairs[i] = Chair{Player: Grey}
		}
	}
	return chairs
}

func decideAct(s *State, c Act, now time.Time) ([]Fact, error) {
	if s.Game == nil {
		return nil, Refused{Conflict, "no game has begun"}
	}
	if c.Seq != 0 && c.Seq != s.Seq {
		return nil, Refused{Conflict, "the table has moved on"}
	}
	if s.Game.Status() == rules.Ended {
		return nil, Refused{Conflict, "the game has ended"}
	}
	token, seat := c.Token, c.Seat
	if seat == rules.NoSeat {
		seat = s.Game.Turn()
	}
	if int(seat) >= len(s.Chairs) {
		return nil, Refused{Invalid, "the table has no such seat"}
	}
	by := Person
	if c.Owner == "" {
		by = CPU
	}
	if token == "resign" || token == "time" || token == "claim" {
		token += ":" + s.Variant.SeatName(seat)
	}
	action, err := rules.ParseAction(s.Game, token)
	if err != nil {
		return nil, Refused{IllegalMove, err.Error()}
	}
	if err := s.mayAct(c.Owner, seat, action, now); err != nil {
		return nil, err
	}
	if action.Act != rules.MakeMove {
		if _, err := s.Game.Clone().Do(action); err != nil {
			return nil, Refused{IllegalMove, err.Error()}
		}
	}
	return []Fact{Acted{Seat: seat, Token: token, By: by}}, nil
}

// mayAct says whether the owner may act for the seat now.
func (s *State) mayAct(owner string, seat rules.Seat, action rules.Action, now time.Time) error {
	switch action.Act {
	case rules.Resign:
		if action.Seat != seat || !s.Owns(owner, seat) {
			return Refused{NotYours, "only who plays a seat can resign it"}
		}
		return nil
	case rules.Claim:
		if action.Seat != seat || !s.Owns(owner, seat) {
			return Refused{NotYours, "only who plays a seat can claim for it"}
		}
		return nil
	case rules.AgreeDraw:
		if !s.onlyOwner(owner) || s.hasCPU() {
			return Refused{NotYours, "a draw needs everybody who still plays"}
		}
		return nil
	case rules.FlagFall:
		return Refused{NotYours, "time is the table's own affair"}
	}
	if seat != s.Game.Turn() {
		return Refused{NotYourTurn, "it is " + s.Variant.SeatName(s.Game.Turn()) + "'s turn"}
	}
	if owner != "" {
		if !s.Owns(owner, seat) {
			return Refused{NotYourTurn, "it is " + s.Variant.SeatName(seat) + "'s turn"}
		}
		return nil
	}
	if s.CPUTurn() == seat {
		return nil
	}
	if deadline, ok := s.Deadline(); !ok || now.Before(deadline) {
		return Refused{NotYourTurn, "the turn's time has not run out"}
	}
	return nil
}

func (s *State) hasCPU() bool {
	for i, c := range s.Chairs {
		if c.Player == CPU && !s.Outs[i].Gone {
			return true
		}
	}
	return false
}

func nextGame(s *State, c NewGame) ([]Fact, error) {
	if s.Game == nil {
		return nil, Refused{Conflict, "no game has begun"}
	}
	if !slices.ContainsFunc(s.Chairs, func(chair Chair) bool { return c.Owner != "" && chair.Owner == c.Owner }) {
		return nil, Refused{NotYours, "only who sits at the table can start a game"}
	}
	if s.Game.Status() != rules.Ended && !s.onlyOwner(c.Owner) {
		return nil, Refused{Conflict, "the game has not ended"}
	}
	next := Started{Game: s.Number + 1, Options: maps.Clone(s.Options), Chairs: slices.Clone(s.Chairs)}
	if s.Opened.RotateFirst && s.Opened.Start == "" {
		s.rotate(&next)
	}
	return []Fact{next}, nil
}

// rotate gives the first move to the next seat: by option where the variant
// has one (F21), else, with two seats, by changing chairs.
func (s *State) rotate(next *Started) {
	v := s.Variant
	if i := slices.IndexFunc(v.Options, func(o rules.Option) bool { return o.Name == "first_seat" }); i >= 0 {
		first := v.SeatNamed(v.Get(s.Options, "first_seat"))
		for range v.Seats {
			first = (first + 1) % rules.Seat(len(v.Seats))
			if s.Chairs[first].Player != Grey {
				break
			}
		}
		if next.Options == nil {
			next.Options = rules.Options{}
		}
		next.Options["first_seat"] = v.Seats[first]
		if v.Seats[first] == v.Options[i].Default() {
			delete(next.Options, "first_seat")
		}
		return
	}
	if len(next.Chairs) == 2 {
		next.Chairs[0], next.Chairs[1] = next.Chairs[1], next.Chairs[0]
	}
}

func presence(s *State, owner string, here bool) []Fact {
	sits := slices.ContainsFunc(s.Chairs, func(c Chair) bool { return owner != "" && c.Owner == owner })
	if !sits || s.away[owner] != here {
		return nil
	}
	if here {
		return []Fact{Returned{Owner: owner}}
	}
	return []Fact{Left{Owner: owner}}
}

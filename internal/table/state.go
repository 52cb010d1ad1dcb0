package table

import (
	"fmt"
	"time"

	"melee/rules"
)

// A Phase says what a table waits for.
type Phase string

// The phases of a table.
const (
	Gathering Phase = "gathering" // people sit down; no game has begun
	Playing   Phase = "playing"
	Choosing  Phase = "choice" // M14
	Ended     Phase = "ended"  // the last game; the next may follow
	Shut      Phase = "closed"
)

// A State is a table as its events left it. Readers must not change it.
type State struct {
	Seq     int64
	At      time.Time // of the last event
	Opened  Opened
	Variant *rules.Variant
	Game    rules.Game    // being played or played last; the start position while people gather
	Number  int           // of that game, from 1; 0 while people gather
	Options rules.Options // it is played with
	Chairs  []Chair       // by seat
	Outs    []Out         // by seat
	// Since is when the present turn began; chat, offers and absences do not change it.
	Since  time.Time
	Offers []Offer
	Talk   []Line // the last lines
	Series []Score
	Drawn  *Drawn // the last lots, nil if none were drawn
	// Compensated is when time was last given back for an outage.
	Compensated time.Time
	// DrawnAt is the number of their event.
	DrawnAt int64

	plies    record
	meters   []meter // by seat, nil where no clock runs down
	bonus    int64   // ms added to the limit of the present turn or choice
	moved    int64   // Seq of the last event that changed the position
	said     int     // lines in all
	away     map[string]bool
	hushed   map[string]bool
	kicked   map[string]bool
	asked    []asked
	answered answers
	checked  checked
	closed   bool
	// begun and ended are when the present game began and ended.
	begun, ended time.Time
	fled         map[string]bool // who has left the present game, where it is rated
}

// An Out tells how a seat left the game.
type Out struct {
	Gone bool
	Rule string
	By   rules.Seat
	Ply  int // the number of plies played then
}

// Finder returns the variant of that name; rules/catalog has the real one.
type Finder func(name string) (*rules.Variant, error)

// New returns the state of a table that has no events yet.
func New() *State { return &State{} }

// Phase returns what the table waits for.
func (s *State) Phase() Phase {
	switch {
	case s.closed:
		return Shut
	case s.Number == 0:
		return Gathering
	}
	switch s.Game.Status() {
	case rules.Choosing:
		return Choosing
	case rules.Ended:
		return Ended
	}
	return Playing
}

// Apply folds the next event into the state. An error means that the log is
// damaged or of a newer program; the state is then not to be used.
func (s *State) Apply(e Event, find Finder) error {
	if e.Seq != s.Seq+1 {
		return fmt.Errorf("table: event %d follows event %d", e.Seq, s.Seq)
	}
	if _, opens := e.Fact.(Opened); opens != (s.Seq == 0) {
		return fmt.Errorf("table: event %d (%s): a table's first event, and no other, opens it", e.Seq, e.Kind())
	}
	if err := e.Fact.apply(s, &e, find); err != nil {
		return fmt.Errorf("table: event %d (%s): %w", e.Seq, e.Kind(), err)
	}
	s.Seq, s.At = e.Seq, e.At
	s.answered.add(e.Command, e.Seq)
	return nil
}

// Fold returns the state that the events lead to.
func Fold(events []Event, find Finder) (*State, error) {
	s := New()
	for _, e := range events {
		if err := s.Apply(e, find); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (f Opened) apply(s *State, e *Event, find Finder) error {
	if f.TurnLimit > 0 {
		f.Clock, f.TurnLimit = Clock{Kind: PerTurn, Add: int64(f.TurnLimit) * second}, 0
	}
	v, err := find(f.Variant)
	if err != nil {
		return err
	}
	if len(f.Chairs) != len(v.Seats) {
		return fmt.Errorf("%d chairs for the %d seats of %s", len(f.Chairs), len(v.Seats), v.Name)
	}
	s.Opened, s.Variant, s.Chairs = f, v, append([]Chair(nil), f.Chairs...)
	s.Since = e.At
	return s.show()
}

// show sets the start position before people who gather.
func (s *State) show() error {
	options := withGrey(s.Variant, s.Opened.Options, s.Chairs)
	game, err := s.Variant.New(s.Variant, options, s.Opened.Start)
	if err != nil {
		return err
	}
	s.Game, s.Options = game, options
	s.plies.clear()
	s.Outs = make([]Out, len(s.Chairs))
	for i := range s.Chairs {
		if s.Chairs[i].Player == Grey {
			s.Outs[i] = Out{Gone: true, Rule: "F23", By: rules.NoSeat}
		}
	}
	return nil
}

func (f Started) apply(s *State, e *Event, _ Finder) error {
	if len(f.Chairs) != len(s.Variant.Seats) {
		return fmt.Errorf("%d chairs for %d seats", len(f.Chairs), len(s.Variant.Seats))
	}
	game, err := s.Variant.New(s.Variant, f.Options, s.Opened.Start)
	if err != nil {
		return err
	}
	s.Chairs = append(s.Chairs[:0], f.Chairs...)
	if err := s.show(); err != nil {
		return err
	}
	s.Game, s.Options, s.Number = game, f.Options, f.Game
	s.Offers, s.asked = nil, nil
	s.meters, s.fled = nil, nil
	s.begun = e.At
	if clock := s.Opened.Clock; clock.flags() {
		s.meters = make([]meter, len(s.Chairs))
		for i := range s.meters {
			s.meters[i] = clock.meter()
		}
	}
	s.newTurn(e)
	s.score()
	return nil
}

// newTurn begins a turn.
func (s *State) newTurn(e *Event) {
	s.Since, s.bonus, s.moved = e.At, 0, e.Seq
}

func (f Left) apply(s *State, _ *Event, _ Finder) error {
	if s.away == nil {
		s.away = map[string]bool{}
	}
	s.away[f.Owner] = true
	if s.Opened.Rated && s.playing() && s.Sits(f.Owner) {
		if s.fled == nil {
			s.fled = map[string]bool{}
		}
		s.fled[f.Owner] = true
	}
	return nil
}

// A limit of the turn begins anew for who is back, and for all after a rest:
// it did not count while the CPU was to play, or nobody.
func (f Returned) apply(s *State, e *Event, _ Finder) error {
	turn := s.turn()
	if turn != rules.NoSeat && (s.resting() || s.Owns(f.Owner, turn)) {
		s.bonus = s.elapsed(e.At)
	}
	delete(s.away, f.Owner)
	return nil
}

func (f Given) apply(s *State, e *Event, _ Finder) error {
	if int(f.Seat) >= len(s.Chairs) {
		return errNoSeat
	}
	if f.Cause == Outage {
		s.Compensated = e.At
	}
	if s.meters != nil && s.Phase() != Choosing {
		s.meters[f.Seat].left += f.Ms
	} else if f.Seat == s.turn() {
		s.bonus += f.Ms
	}
	return nil
}

func (f Closed) apply(s *State, _ *Event, _ Finder) error {
	s.closed, s.Offers = true, nil
	return nil
}

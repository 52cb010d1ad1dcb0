package table

import (
	"time"

	"melee/rules"
)

// A ClockKind says how time is kept.
type ClockKind string

// The kinds of clocks.
const (
	NoClock   ClockKind = ""
	PerTurn   ClockKind = "turn"      // Add for each turn; the CPU plays it when that has run out (F22)
	Increment ClockKind = "increment" // Base for the game and Add after each turn
	Delay     ClockKind = "delay"     // Base for the game, which begins to run Add after the turn
	Days      ClockKind = "days"      // Add for each turn; who runs out of it loses
)

// A Clock is how much time the players have, in milliseconds.
type Clock struct {
	Kind ClockKind `json:"kind,omitempty"`
	Base int64     `json:"base,omitempty"`
	Add  int64     `json:"add,omitempty"`
}

const (
	second = int64(1000)
	day    = 24 * 60 * 60 * second
)

// check says what is wrong with a clock.
func (c Clock) check() error {
	within := func(n, from, to int64) bool { return from <= n && n <= to }
	switch c.Kind {
	case NoClock:
		if c != (Clock{}) {
			return Refused{Invalid, "without a clock there is no time to set"}
		}
	case PerTurn:
		if c.Base != 0 || !within(c.Add, 5*second, 3600*second) {
			return Refused{Invalid, "the time for a turn is 5 to 3600 seconds"}
		}
	case Increment, Delay:
		if !within(c.Base, 0, 3*3600*second) || !within(c.Add, 0, 180*second) || c.Base+c.Add < 5*second {
			return Refused{Invalid, "the time for a game is 0 to 180 minutes, with 0 to 180 seconds for each turn; together at least 5 seconds"}
		}
	case Days:
		if c.Base != 0 || !within(c.Add, 3600*second, 14*day) {
			return Refused{Invalid, "the time for a turn by correspondence is one hour to 14 days"}
		}
	default:
		return Refused{Invalid, "a clock is of kind turn, increment, delay or days, or there is none"}
	}
	return nil
}

// flags reports whether running out of time loses (F22, A13, M21).
func (c Clock) flags() bool { return c.Kind == Increment || c.Kind == Delay || c.Kind == Days }

// first is what a clock shows at first.
func (c Clock) first() int64 {
	if c.Base == 0 {
		return c.Add
	}
	return c.Base
}

// A meter is one seat's clock.
type meter struct {
	left  int64 // ms when the seat's present turn began, or now if it has none
	quota int64 // ms of lag that can still be refunded
}

// Lag is refunded from a quota that grows with every turn, so that who claims
// more lag than he has gains little (lichess's scheme, in whole milliseconds).
const (
	quotaTurns  = 40 // turns a game is expected to have
	minGain     = 150
	maxGain     = 1000
	firstGains  = 3
	mostGains   = 7
	trustedOver = 140 // ms of lag that are believed beyond half a measured round trip
	maxGrace    = 500 // ms by which a flag falls late at most
)

// gain is by how much the quota grows a turn.
func (c Clock) gain() int64 {
	expected := c.Base + quotaTurns*c.Add
	return min(expected*4/1000/quotaTurns+minGain, maxGain)
}

func (c Clock) meter() meter { return meter{left: c.first(), quota: firstGains * c.gain()} }

// grace is how long a flag waits for a move that is under way.
func (m *meter) grace() int64 { return min(m.quota, maxGrace) }

// charge returns what the clock shows after a turn of elapsed ms, and how much of
// it was refunded as lag: no more than the client's own time leaves, than the
// measured round trip makes likely, and than the quota holds.
func (c Clock) charge(m meter, elapsed, think, roundTrip int64) (left, lag int64) {
	used := elapsed
	if c.Kind == Delay {
		used = max(0, elapsed-c.Add)
	}
	if c.Kind != Days {
		lag = min(max(0, elapsed-max(0, think)), max(0, roundTrip)/2+trustedOver, m.quota)
		if c.Kind == Delay {
			lag = max(0, lag-c.Add) // the delay absorbs lag first
		}
		lag = min(lag, used)
	}
	// A move that is in before the flag has fallen counts; what it is late by is refunded.
	lag = max(lag, used-m.left)
	left = m.left - used + lag
	switch c.Kind {
	case Increment:
		left += c.Add
	case Days:
		left = c.Add
	}
	return left, lag
}

// settle is the clock after a turn that ended so.
func (c Clock) settle(m meter, left, lag int64) meter {
	return meter{left: left, quota: min(max(0, m.quota-lag)+c.gain(), mostGains*c.gain())}
}

// Clocks returns what the clocks showed by seat, in milliseconds, at ClockAt; nil
// where no clock runs down. Only the clock of Running has run since.
func (s *State) Clocks() []int64 {
	if s.meters == nil {
		return nil
	}
	all := make([]int64, len(s.meters))
	for i := range s.meters {
		all[i] = s.meters[i].left
	}
	return all
}

// ClockAt returns the time for which Clocks holds: when the present turn began.
func (s *State) ClockAt() time.Time { return s.Since }

// Running returns the seat whose clock runs, NoSeat if none. During a choice,
// which has a limit of its own, all clocks stand still. A clock with a delay
// begins to fall only when that has passed.
func (s *State) Running() rules.Seat {
	if s.meters == nil || s.Phase() != Playing {
		return rules.NoSeat
	}
	return s.Game.Turn()
}

// elapsed returns how many ms of the present turn have passed.
func (s *State) elapsed(now time.Time) int64 { return max(0, now.Sub(s.Since).Milliseconds()) }

// A Deadline is when something happens of itself.
type Deadline struct {
	At   time.Time
	What Due
}

// Due is what happens at a deadline.
type Due string

// What can be due.
const (
	TurnDue   Due = "turn"   // the CPU plays the turn (F22)
	FlagDue   Due = "flag"   // the seat on turn loses on time
	ChoiceDue Due = "choice" // the open choice is answered by the CPU or by the flag
	OfferDue  Due = "offer"  // an offer ends unanswered
	CloseDue  Due = "close"  // nobody came: the table is closed
)

// Deadline returns when the time for the present turn or choice ends.
func (s *State) Deadline() (Deadline, bool) {
	turn := s.turn()
	if turn == rules.NoSeat || s.Chairs[turn].Player != Person {
		return Deadline{}, false
	}
	after := func(ms int64, what Due) (Deadline, bool) {
		return Deadline{s.Since.Add(time.Duration(ms+s.bonus) * time.Millisecond), what}, true
	}
	clock := s.Opened.Clock
	standIn := s.CPUTurn() == turn
	switch {
	case s.Game.Status() == rules.Choosing:
		if limit := s.choiceLimit(); limit > 0 && !standIn && !s.resting() {
			return after(limit, ChoiceDue)
		}
	case clock.flags():
		m := &s.meters[turn]
		ms := m.left
		if clock.Kind == Delay {
			ms += clock.Add
		}
		return Deadline{s.Since.Add(time.Duration(ms) * time.Millisecond), FlagDue}, true
	case clock.Kind == PerTurn && !standIn && !s.resting():
		return after(clock.Add, TurnDue)
	}
	return Deadline{}, false
}

// choiceLimit returns how many ms a choice may take, 0 for any. Who plays
// alone and without a clock has all the time he wants.
func (s *State) choiceLimit() int64 {
	switch limit := s.Opened.ChoiceLimit; {
	case limit > 0:
		return int64(limit) * second
	case limit < 0 || s.Opened.Clock.Kind == NoClock && s.OnlyOwner(s.Chairs[s.turn()].Owner):
		return 0
	}
	return 60 * second
}

// gatherFor is how long a table waits for its first game before it is closed.
const gatherFor = 24 * time.Hour

// Next returns the earliest time at which something happens of itself; Tick
// then carries it out, or, where it is TurnDue, the CPU's Act. A flag waits
// a little for moves that are under way.
func (s *State) Next() (Deadline, bool) {
	next, ok := s.Deadline()
	if ok && next.What == FlagDue {
		next.At = next.At.Add(time.Duration(s.meters[s.turn()].grace()) * time.Millisecond)
	}
	for i := range s.Offers {
		if until := s.Offers[i].Until; !until.IsZero() && (!ok || until.Before(next.At)) {
			next, ok = Deadline{until, OfferDue}, true
		}
	}
	if s.Phase() == Gathering && !ok {
		next, ok = Deadline{s.At.Add(gatherFor), CloseDue}, true
	}
	return next, ok
}

// CPUTurn returns the seat that the CPU must play now: its own, or that of a
// person who is away (F23); NoSeat if a person must act or nobody.
func (s *State) CPUTurn() rules.Seat {
	turn := s.turn()
	if turn == rules.NoSeat || s.resting() || s.Opened.Rated {
		return rules.NoSeat
	}
	if c := &s.Chairs[turn]; c.Player == CPU || c.Player == Person && s.away[c.Owner] {
		return turn
	}
	return rules.NoSeat
}

// turn returns the seat that must act in the game that is played, NoSeat if none.
func (s *State) turn() rules.Seat {
	if s.Number == 0 || s.closed {
		return rules.NoSeat
	}
	return s.Game.Turn()
}

// Flags reports whether running out of time loses.
func (s *State) Flags() bool { return s.Opened.Clock.flags() }

// TurnSeq returns the event that began the present turn.
func (s *State) TurnSeq() int64 { return s.moved }

// AwayAfter returns how long a person may be absent before the CPU plays for
// him (F23); false for ever, as always by correspondence.
func (s *State) AwayAfter() (time.Duration, bool) {
	switch away := s.Opened.Away; {
	case away < 0 || s.Opened.Clock.Kind == Days:
		return 0, false
	case away > 0:
		return time.Duration(away) * time.Second, true
	}
	return time.Minute, true
}

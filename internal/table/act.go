package table

import (
	"time"

	"melee/notation"
	"melee/rules"
)

func (c Act) decide(s *State, m moment) ([]Fact, error) {
	switch s.Phase() {
	case Gathering:
		return nil, Refused{Conflict, "no game has begun"}
	case Ended:
		return nil, Refused{Conflict, "the game has ended"}
	}
	if c.Owner != "" && !s.Sits(c.Owner) {
		// Before anything that depends on the position: watchers may have to see it later.
		return nil, errNoPlayer
	}
	if c.Seq != 0 && c.Seq < s.moved && isTurn(c.Token) {
		return nil, Refused{Conflict, "the table has moved on"}
	}
	token, seat := c.Token, c.Seat
	if seat == rules.NoSeat {
		seat = s.Game.Turn()
	}
	if int(seat) >= len(s.Chairs) {
		return nil, errNoSeat
	}
	if token == "resign" || token == "time" || token == "claim" {
		token += ":" + s.Variant.SeatName(seat)
	}
	action, err := s.parse(token)
	if err != nil {
		return nil, Refused{IllegalMove, err.Error()}
	}
	if err := s.mayAct(c.Owner, seat, action, m); err != nil {
		return nil, err
	}
	if action.Act != rules.MakeMove {
		if _, err := s.Game.Clone().Do(action); err != nil {
			return nil, Refused{IllegalMove, err.Error()}
		}
	}
	acted := Acted{Seat: seat, Token: token, By: Person}
	if c.Owner == "" {
		acted.By = CPU
	}
	if s.Running() == seat {
		clock := s.Opened.Clock
		if acted.By == CPU {
			c.Think = s.elapsed(m.now) // what it plays has no way to come
		}
		acted.Left, acted.Lag = clock.charge(s.meters[seat], s.elapsed(m.now), c.Think, c.RoundTrip)
		if action.Act != rules.MakeMove { // who gives up gains nothing by it
			acted.Left, acted.Lag = s.meters[seat].left-s.used(s.Running(), m.now), 0
		}
	}
	return []Fact{acted}, nil
}

// isTurn reports whether a token is a move or the answer to a choice, which
// are meant for one position; other tokens are meant for the game.
func isTurn(token string) bool {
	switch token {
	case "resign", "claim", "draw", "time":
		return false
	}
	return true
}

// checked is the last token that was found to be possible.
type checked struct {
	seq    int64
	token  string
	action rules.Action
}

// parse reads a token in the present position. What was decided just before is not looked for again.
func (s *State) parse(token string) (rules.Action, error) {
	if s.checked.seq == s.Seq && s.checked.token == token && token != "" {
		return s.checked.action, nil
	}
	action, err := rules.ParseAction(s.Game, token)
	if err == nil {
		s.checked = checked{s.Seq, token, action}
	}
	return action, err
}

// mayAct says whether the owner may act for the seat now.
func (s *State) mayAct(owner string, seat rules.Seat, action rules.Action, m moment) error {
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
		if owner == "" || !s.OnlyOwner(owner) || s.hasCPU() {
			return Refused{NotYours, "a draw needs everybody who still plays"}
		}
		return nil
	case rules.FlagFall:
		return Refused{NotYours, "time is the table's own affair"}
	}
	turn := s.Game.Turn()
	if seat != turn {
		return Refused{NotYourTurn, "it is " + s.Variant.SeatName(turn) + "'s turn"}
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
	if due, ok := s.Deadline(); !ok || due.What == FlagDue || m.now.Before(due.At) {
		return Refused{NotYourTurn, "the turn's time has not run out"}
	}
	return nil
}

func (s *State) hasCPU() bool {
	for i := range s.Chairs {
		if s.Chairs[i].Player == CPU && !s.Outs[i].Gone {
			return true
		}
	}
	return false
}

func (f Acted) apply(s *State, e *Event, _ Finder) error {
	if s.Number == 0 {
		return errNoGame
	}
	if int(f.Seat) >= len(s.Chairs) {
		return errNoSeat
	}
	action, err := s.parse(f.Token)
	if err != nil {
		return err
	}
	turn, running := s.Game.Turn(), s.Running()
	p := ply{at: e.At.UnixMilli(), left: f.Left, seat: f.Seat, act: action.Act, cpu: f.By == CPU, of: action.Seat}
	var effects []rules.Effect
	san := ""
	if m := action.Move; action.Act == rules.MakeMove {
		p.move, p.taken = m, taken(s.Game, m)
		san, effects, err = notation.Play(s.Game, m, notation.StyleSAN)
	} else {
		effects, err = s.Game.Do(action)
	}
	if err != nil {
		return err
	}
	s.plies.add(p, san, effects)
	for _, x := range effects {
		if x.Kind == rules.Elimination || x.Kind == rules.ClanGone {
			s.Outs[x.Seat] = Out{Gone: true, Rule: x.Rule, By: x.By, Ply: len(s.plies.list)}
		}
	}
	s.keepTime(f, e, action, turn, running)
	s.lapse(f, action)
	if s.Game.Outcome() != nil {
		s.Offers = nil
		s.ended = e.At
		s.score()
	}
	return nil
}

var errNoGame = Refused{Conflict, "no game has begun"}

// keepTime stops the clock that ran, if the action has ended its turn, and begins the next turn.
func (s *State) keepTime(f Acted, e *Event, action rules.Action, turn, running rules.Seat) {
	moves := action.Act == rules.MakeMove || action.Act == rules.Survive || action.Act == rules.Decline
	switch {
	case !moves && s.Game.Turn() == turn:
		return // somebody else resigned: the turn goes on
	case running == rules.NoSeat:
	case running == f.Seat && moves:
		s.meters[running] = s.Opened.Clock.settle(s.meters[running], f.Left, f.Lag)
	case running == f.Seat:
		s.meters[running].left = f.Left
	default:
		s.meters[running].left -= s.used(running, e.At)
	}
	if s.Opened.Clock.Kind == Days && s.Game.Outcome() == nil {
		if next := s.Game.Turn(); next != turn {
			s.meters[next].left = s.Opened.Clock.Add
		}
	}
	s.newTurn(e)
}

// used returns what the present turn has taken from the clock of the seat that has it, without refunds and at most all of it.
func (s *State) used(seat rules.Seat, now time.Time) int64 {
	ms := s.elapsed(now)
	if s.Opened.Clock.Kind == Delay {
		ms = max(0, ms-s.Opened.Clock.Add)
	}
	return min(ms, s.meters[seat].left)
}

// taken returns the man that a legal move captures, 0 if none. In en passant
// he is not where the pawn arrives, but where it then is empty.
func taken(g rules.Game, m rules.Move) rules.Man {
	if m.Special() != rules.EnPassant {
		return g.At(m.To())
	}
	next := g.Clone()
	if _, err := next.Do(rules.Action{Act: rules.MakeMove, Move: m}); err != nil {
		return 0
	}
	for i := range g.Geometry().Squares() {
		sq := rules.Square(i)
		if sq != m.From() && g.At(sq) != 0 && next.At(sq) == 0 {
			return g.At(sq)
		}
	}
	return 0
}

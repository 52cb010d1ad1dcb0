package rules

// An Act is what a player can do in a game.
type Act uint8

// The acts: a piece move and the choices that are none.
const (
	MakeMove  Act = iota
	Survive       // MCX4: the Queen plays on alone (M14)
	Decline       // MCX4: the Queen accepts the mate (M14)
	Resign        // a seat gives up, whoever's turn it is (A13, M21, F14)
	FlagFall      // a seat's time has run out (A13, M21, F22)
	AgreeDraw     // a draw is agreed by all still playing (A13, M18)
	Claim         // Four-player: the leader ends the game (F17, option lead)
)

// An Action is one entry of a game's record.
type Action struct {
	Act  Act
	Move Move // of MakeMove
	Seat Seat // of Resign, FlagFall and Claim
}

// Text returns the action as records write it: "e2e4", "survive", "decline",
// "resign:SEAT", "time:SEAT", "claim:SEAT", "draw".
func (a Action) Text(v *Variant, g Geometry) string {
	switch a.Act {
	case MakeMove:
		return a.Move.Text(g)
	case Survive:
		return "survive"
	case Decline:
		return "decline"
	case Resign:
		return "resign:" + v.SeatName(a.Seat)
	case FlagFall:
		return "time:" + v.SeatName(a.Seat)
	case AgreeDraw:
		return "draw"
	case Claim:
		return "claim:" + v.SeatName(a.Seat)
	}
	panic("rules: no such act")
}

// ParseAction reads the text form of an action in a game. A move must be legal
// there; whether a choice is open is for [Game.Do] to say. The error tells what was wrong.
func ParseAction(g Game, text string) (Action, error) {
	if len(text) > 32 {
		return Action{}, Refusal("a move has at most 32 characters")
	}
	for _, c := range [...]struct {
		word string
		act  Act
	}{{"survive", Survive}, {"decline", Decline}, {"draw", AgreeDraw}} {
		if text == c.word {
			return Action{Act: c.act}, nil
		}
	}
	for _, c := range [...]struct {
		prefix string
		act    Act
	}{{"resign:", Resign}, {"time:", FlagFall}, {"claim:", Claim}} {
		if len(text) >= len(c.prefix) && text[:len(c.prefix)] == c.prefix {
			name := text[len(c.prefix):]
			seat := g.Variant().SeatNamed(name)
			if seat == NoSeat {
				return Action{}, Refusal("no seat is called '" + name + "' in " + g.Variant().Name)
			}
			return Action{Act: c.act, Seat: seat}, nil
		}
	}
	if outcome := g.Outcome(); outcome != nil {
		return Action{}, Refusal("the game has ended (" + string(outcome.Reason) + "): '" + text + "' cannot be played")
	}
	m := FindMove(g.Moves(nil), g.Geometry(), text)
	if m == NoMove {
		return Action{}, Refusal("'" + text + "' is not a legal move in this position")
	}
	return Action{Act: MakeMove, Move: m}, nil
}

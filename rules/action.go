package rules

import "strings"

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

// maxActionText bounds the text of an action, in bytes.
const maxActionText = 32

// ParseAction reads the text form of an action in a game. A move must be legal
// there; whether a choice is open is for [Game.Do] to say. The error tells what was wrong.
func ParseAction(g Game, text string) (Action, error) {
	if len(text) > maxActionText {
		return Action{}, Refusal("a move has at most " + CountText(maxActionText) + " characters")
	}
	if a, is, err := ParseChoice(g.Variant(), text); is {
		return a, err
	}
	if outcome := g.Outcome(); outcome != nil {
		return Action{}, Refusal("the game has ended (" + string(outcome.Reason) + "): '" + text + "' cannot be played")
	}
	m := FindMove(g.Moves(make([]Move, 0, 128)), g.Geometry(), text)
	if m == NoMove {
		return Action{}, Refusal("'" + text + "' is not a legal move in this position")
	}
	return Action{Act: MakeMove, Move: m}, nil
}

// ParseChoice reads an action that is no piece move; is tells whether the text
// has the form of one. The error then says which seat is unknown.
func ParseChoice(v *Variant, text string) (a Action, is bool, err error) {
	switch text {
	case "survive":
		return Action{Act: Survive}, true, nil
	case "decline":
		return Action{Act: Decline}, true, nil
	case "draw":
		return Action{Act: AgreeDraw}, true, nil
	}
	word, name, of := strings.Cut(text, ":")
	var act Act
	switch {
	case of && word == "resign":
		act = Resign
	case of && word == "time":
		act = FlagFall
	case of && word == "claim":
		act = Claim
	default:
		return Action{}, false, nil
	}
	seat := v.SeatNamed(name)
	if seat == NoSeat {
		return Action{}, true, Refusal("no seat is called '" + name + "' in " + v.Name)
	}
	return Action{Act: act, Seat: seat}, true, nil
}

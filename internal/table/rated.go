package table

import (
	"fmt"
	"slices"
	"strings"

	"melee/internal/rating"
	"melee/rules"
)

// accountMark begins what stands for an account, and for no device.
const accountMark = "@"

// IsAccount reports whether an owner is an account rather than a device.
func IsAccount(owner string) bool { return strings.HasPrefix(owner, accountMark) }

// ratedOptions are what may differ between rated games: who plays how, and what is shown.
var ratedOptions = []string{"play", "first_seat", "rotate_first", "show_legal_moves"}

// checkRated says why a table cannot be rated (F24).
func (c Open) checkRated(v *rules.Variant) error {
	known := slices.ContainsFunc(rating.Forms, func(f rating.Form) bool {
		return string(f) == v.Name || v.Name == "mcx4" && (f == rating.MCX4Single || f == rating.MCX4Double)
	})
	switch {
	case !known:
		return Refused{Invalid, v.Name + " has no ratings"}
	case !IsAccount(c.Host):
		return errNeedsAccount
	case c.Start != "":
		return Refused{Invalid, "a rated game begins from the starting array"}
	case c.TakeBacks:
		return Refused{Invalid, "no move is taken back in a rated game"}
	case !c.Clock.flags():
		return Refused{Invalid, "a rated game has a clock by which who runs out of time loses: increment, delay or days"}
	}
	kept, err := v.CheckOptions(c.Options)
	if err != nil {
		return err
	}
	for name := range kept {
		if !slices.Contains(ratedOptions, name) {
			return Refused{Invalid, fmt.Sprintf("a rated game is played by the standard rules: %s cannot be changed", name)}
		}
	}
	for i := range c.Chairs {
		if err := mayRate(c.Chairs[i]); err != nil {
			return err
		}
	}
	return nil
}

var errNeedsAccount = Refused{NotYours, "a rated game is for players with an account; sign up or log in"}

// mayRate says why a chair cannot be one of a rated table.
func mayRate(c Chair) error {
	switch {
	case c.Player == Person && !IsAccount(c.Owner):
		return errNeedsAccount
	case c.Player == CPU || c.Player == Grey:
		return Refused{Conflict, "a rated game is played by people alone"}
	}
	return nil
}

// rateable says why a rated game cannot begin with these chairs.
func (s *State) rateable(chairs []Chair, options rules.Options) error {
	if !s.Opened.Rated {
		return nil
	}
	owners := make([]string, len(chairs))
	for i := range chairs {
		if err := mayRate(chairs[i]); err != nil {
			return err
		}
		if chairs[i].Player == Vacant {
			return Refused{Conflict, "a rated game begins when every seat is taken"}
		}
		owners[i] = chairs[i].Owner
	}
	if rating.FormOf(s.Variant.Name, s.Variant.Get(options, "play"), owners) == "" {
		return Refused{Conflict, "in a rated game every seat has a player of its own, or in MCX4 double every camp"}
	}
	return nil
}

// flee gives up the seats of a person who has left a rated game (F24): he is last.
func (s *State) flee(owner string) (facts []Fact) {
	game := s.Game.Clone()
	for i := range s.Chairs {
		seat := rules.Seat(i)
		if !s.Owns(owner, seat) || s.Outs[i].Gone || game.Outcome() != nil {
			continue
		}
		token := "resign:" + s.Variant.SeatName(seat)
		action, err := rules.ParseAction(game, token)
		if err == nil {
			_, err = game.Do(action)
		}
		if err != nil {
			continue // such as a clan that went with the one before
		}
		acted := Acted{Seat: seat, Token: token, By: Person}
		if s.Running() == seat {
			acted.Left = s.meters[seat].left - s.used(seat, s.At)
		}
		facts = append(facts, acted)
	}
	return facts
}

// NamesHidden reports whether players see each other's names only after the game.
func (s *State) NamesHidden() bool {
	p := s.Phase()
	return s.Opened.HideNames && p != Ended && p != Shut
}

// Shown returns the name of a player as a viewer may see it now.
func (s *State) Shown(owner, name, viewer string) string {
	if s.NamesHidden() && owner != viewer {
		return ""
	}
	return name
}

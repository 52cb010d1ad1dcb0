package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"melee/rules"
)

// maxDelay bounds what watchers wait, and maxWait the waits for persons, in seconds.
const (
	maxDelay = 600
	maxWait  = 24 * 3600
)

func (c Open) decide(s *State, m moment) ([]Fact, error) {
	if s.Seq != 0 {
		return nil, Refused{Conflict, "the table is open already"}
	}
	v, err := m.find(c.Variant)
	if err != nil {
		return nil, Refused{Invalid, err.Error()}
	}
	if err := c.check(v); err != nil {
		return nil, err
	}
	chairs := seatGrey(v, c.Options, c.Chairs)
	for i := range chairs {
		if chairs[i], err = chairs[i].checked(); err != nil {
			return nil, err
		}
	}
	options, err := v.CheckOptions(withGrey(v, c.Options, chairs))
	if err != nil {
		return nil, err
	}
	if v.Get(options, "resigned_king") == "walking" {
		return nil, Refused{Invalid, "a table has no walking kings; 'resigned_king' may be grey or still"}
	}
	opened := Opened{
		Variant: v.Name, Options: kept(options), Start: c.Start, Chairs: chairs, Host: c.Host, RotateFirst: c.RotateFirst,
		Public: c.Public, Clock: c.Clock, Away: c.Away, Confirm: c.Confirm, TakeBacks: c.TakeBacks, Talk: c.Talk,
		ChoiceLimit: c.ChoiceLimit, WatchDelay: c.WatchDelay, Draw: c.Draw, AutoStart: c.AutoStart, Bots: c.Bots, Rated: c.Rated, HideNames: c.HideNames,
	}
	if c.Rated && c.Clock.Kind == Days {
		opened.Away = -1 // nobody sits before the board for days
	}
	if opened.Talk == "" && c.Public && len(v.Sides) == 4 {
		opened.Talk = TalkPhrases // strangers who play for themselves do not plot together
	}
	fresh := New()
	if err := opened.apply(fresh, &Event{At: m.now}, m.find); err != nil {
		return nil, err
	}
	facts := []Fact{opened}
	if !fresh.anyVacant() {
		begun, err := fresh.begin(m)
		if err != nil {
			return nil, err
		}
		facts = append(facts, begun...)
	}
	return facts, nil
}

// check says what is wrong with the settings beside options, chairs and start.
func (c Open) check(v *rules.Variant) error {
	wait := func(name string, n, from, to int) error {
		if n < from || n > to {
			return Refused{Invalid, fmt.Sprintf("%s is %d to %d seconds, not %d", name, from, to, n)}
		}
		return nil
	}
	if len(c.Chairs) != len(v.Seats) {
		return Refused{Invalid, fmt.Sprintf("%s has %d seats, not %d", v.Name, len(v.Seats), len(c.Chairs))}
	}
	if len(c.Host) > maxOwner {
		return Refused{Invalid, "the host's id is too long"}
	}
	if err := c.Clock.check(); err != nil {
		return err
	}
	if c.Rated {
		if err := c.checkRated(v); err != nil {
			return err
		}
	}
	if err := wait("the time until the CPU plays for somebody absent", c.Away, -1, maxWait); err != nil {
		return err
	}
	if err := wait("the time for a choice", c.ChoiceLimit, -1, maxWait); err != nil {
		return err
	}
	if err := wait("the watchers' delay", c.WatchDelay, 0, maxDelay); err != nil {
		return err
	}
	switch c.Talk {
	case "", TalkAll, TalkPhrases, TalkOff:
		return nil
	}
	return Refused{Invalid, "talk is all, phrases or off"}
}

// withGrey returns options in which F23's names the chairs that are grey and no other.
func withGrey(v *rules.Variant, options rules.Options, chairs []Chair) rules.Options {
	var grey []string
	for i := range chairs {
		if chairs[i].Player == Grey {
			grey = append(grey, v.Seats[i])
		}
	}
	list := strings.Join(grey, ",")
	if options["grey"] == list {
		return kept(options)
	}
	all := maps.Clone(options)
	if all == nil {
		all = rules.Options{}
	}
	if all["grey"] = list; list == "" {
		delete(all, "grey")
	}
	return kept(all)
}

// kept returns options as facts hold them: nil where there are none.
func kept(options rules.Options) rules.Options {
	if len(options) == 0 {
		return nil
	}
	return options
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

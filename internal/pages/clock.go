package pages

import (
	"fmt"
	"strconv"
	"strings"

	"melee/internal/table"
)

// Milliseconds in the units that forms count in.
const (
	second = 1000
	minute = 60 * second
	day    = 24 * 60 * minute
)

// presets are the clocks that can be had with one click, quick ones first.
var presets = []table.Clock{
	{},
	{Kind: table.PerTurn, Add: 30 * second}, {Kind: table.PerTurn, Add: 60 * second},
	{Kind: table.Increment, Base: 3 * minute, Add: 2 * second}, {Kind: table.Increment, Base: 5 * minute, Add: 5 * second},
	{Kind: table.Increment, Base: 10 * minute}, {Kind: table.Increment, Base: 15 * minute, Add: 10 * second},
	{Kind: table.Delay, Base: 5 * minute, Add: 5 * second},
	{Kind: table.Days, Add: day}, {Kind: table.Days, Add: 3 * day},
}

// otherClock is the choice that asks for the numbers.
const otherClock = "other"

// clockValue is a clock as forms post it.
func clockValue(c table.Clock) string {
	if c.Kind == table.NoClock {
		return "none"
	}
	return string(c.Kind) + ":" + strconv.FormatInt(c.Base/second, 10) + ":" + strconv.FormatInt(c.Add/second, 10)
}

// clockText says how time is kept: "5 min + 3 s a move".
func (p *page) clockText(c table.Clock) string {
	add := strconv.FormatInt(c.Add/second, 10)
	base := strconv.FormatInt(c.Base/minute, 10)
	if rest := c.Base % minute / second; rest > 0 {
		base += fmt.Sprintf(":%02d", rest)
	}
	switch {
	case c.Kind == table.NoClock:
		return p.Say("clock.none")
	case c.Kind == table.PerTurn:
		return p.Say("time.rule.turn", "n", add)
	case c.Kind == table.Days && c.Add%day != 0:
		return p.Count("time.rule.hours", int(c.Add/(60*minute)))
	case c.Kind == table.Days:
		return p.Count("time.rule.days", int(c.Add/day))
	case c.Kind == table.Delay:
		return p.Say("time.rule.delay", "base", base, "add", add)
	case c.Add == 0:
		return p.Say("time.rule.base", "base", base)
	}
	return p.Say("time.rule.increment", "base", base, "add", add)
}

// clockFields ask for the clock: the presets, and the numbers of another.
func (p *page) clockFields() []field {
	known := field{control: radios, name: "clock", key: "pages.form.clock", value: "none", chips: true, hinted: true}
	for _, c := range presets {
		known.choices = append(known.choices, choice{value: clockValue(c), label: p.clockText(c)})
	}
	known.choices = append(known.choices, choice{value: otherClock, label: p.Say("pages.form.clock.other")})
	kind := p.words(menu, "clock.kind", string(table.Increment), string(table.Delay), string(table.PerTurn), string(table.Days))
	return []field{
		known, kind,
		{control: number, name: "clock.minutes", key: "pages.form.clock.minutes", value: "10", max: 180},
		{control: number, name: "clock.seconds", key: "pages.form.clock.seconds", value: "5", max: 3600},
		{control: number, name: "clock.days", key: "pages.form.clock.days", value: "2", min: 1, max: 14},
	}
}

// clock reads which clock the form asks for.
func (p *page) clock(f *form) table.Clock {
	chosen := f.get("clock")
	for _, c := range presets {
		if clockValue(c) == chosen {
			return c
		}
	}
	if chosen != otherClock {
		return table.Clock{} // fill has told
	}
	c := table.Clock{Kind: table.ClockKind(f.get("clock.kind"))}
	seconds := f.field("clock.seconds")
	switch c.Kind {
	case table.PerTurn:
		seconds.min = 5
		c.Add = int64(p.whole(seconds)) * second
	case table.Days:
		c.Add = int64(p.whole(f.field("clock.days"))) * day
	default:
		seconds.max = 180
		c.Base = int64(p.whole(f.field("clock.minutes"))) * minute
		if c.Base == 0 {
			seconds.min = 5
		}
		c.Add = int64(p.whole(seconds)) * second
	}
	return c
}

// isClockPart reports whether a field is a number of another clock than the presets.
func (d field) isClockPart() bool { return strings.HasPrefix(d.name, "clock.") }

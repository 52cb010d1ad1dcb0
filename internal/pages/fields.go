package pages

import (
	"slices"
	"strconv"

	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

// Who can be asked for at a seat; the CPU's choices are "cpu:LEVEL".
const (
	seatMe   = "me"
	seatOpen = "open"
	seatGrey = "grey"
	seatCPU  = "cpu:"
)

// formOf returns a game's form with its defaults.
func (p *page) formOf(g game) form {
	f := form{game: g}
	if len(g.variants) > 1 {
		kinds := field{control: radios, name: "variant", key: "pages.form.variant", value: g.variants[0]}
		for _, name := range g.variants {
			kinds.choices = append(kinds.choices, choice{value: name, label: p.Say("variant." + name), hint: p.Say("pages.form.variant." + name)})
		}
		f.groups = append(f.groups, group{name: "variant", fields: []field{kinds}})
	}
	f.groups = append(f.groups,
		group{name: "seats", fields: p.seatFields(g)},
		group{name: "clock", fields: p.clockFields()},
		group{name: "access", fields: append([]field{
			p.words(radios, "public", "true", "false"),
			p.switched("auto_start", true),
			p.switched("bots", false),
		}, p.ratedFields()...)},
		group{name: "manners", fields: p.mannerFields(g), folded: true},
		group{name: "rules", fields: p.optionFields(g), folded: true},
		group{name: "you", fields: []field{{control: line, name: "name", key: "pages.form.name", value: p.visitor, max: table.MaxName}}},
	)
	return f
}

// seatFields ask who plays each seat of the game.
func (p *page) seatFields(g game) []field {
	v := g.variant()
	var list []field
	for i, seat := range v.Seats {
		d := field{control: menu, name: "seat." + seat, label: p.Say("seat." + seat), sign: signs[seat], value: seatOpen}
		if i == 0 {
			d.value = seatMe
		}
		d.choices = append(d.choices, choice{value: seatMe, label: p.Say("pages.form.seat.me")}, choice{value: seatOpen, label: p.Say("pages.form.seat.open")})
		for level := 1; level <= table.MaxLevel; level++ {
			n := strconv.Itoa(level)
			d.choices = append(d.choices, choice{value: seatCPU + n, label: p.Say("pages.form.seat.cpu", "n", n, "level", p.Say("level."+n))})
		}
		if g.hasOption("grey") {
			d.choices = append(d.choices, choice{value: seatGrey, label: p.Say("pages.form.seat.grey")})
		}
		list = append(list, d)
	}
	draw := p.switched("draw", false)
	draw.hinted = true
	return append(list, draw)
}

// people fills the seats for so many persons, the visitor among them; the CPU has the rest.
func (f *form) people(n int) {
	v, err := catalog.Find(f.variantName())
	if err != nil {
		return
	}
	for i, player := range crowd(v, n) {
		f.field("seat." + v.Seats[i]).value = player
	}
}

// crowd says who sits where when n persons play, the visitor among them. In
// pairs the visitor has both seats of one unless everybody has one: who is
// alone in a camp plays both its clans (M20).
func crowd(v *rules.Variant, n int) []string {
	seats := make([]string, len(v.Seats))
	for i := range seats {
		seats[i] = seatCPU + strconv.Itoa(table.DefaultLevel)
		if i < n {
			seats[i] = seatOpen
		}
	}
	switch {
	case isPaired(v) && n < len(seats):
		other := seats[1]
		seats[2], seats[3] = seatMe, other
	case len(seats) == 4 && n == 2:
		seats[1], seats[2] = seats[2], seats[1] // opposite
	}
	seats[0] = seatMe
	return seats
}

// isPaired reports whether two seats of the variant play for one camp or team.
func isPaired(v *rules.Variant) bool { return v.Name == "mcx4" || v.Name == "four-player-teams" }

// mannerFields ask how people play together.
func (p *page) mannerFields(g game) []field {
	seconds := func(name string, value string, values ...int) field {
		d := field{control: menu, name: name, key: "pages.form." + name, value: value, hinted: true}
		for _, n := range values {
			text := p.Say("pages.form." + name + ".never")
			if n > 0 {
				text = p.timeText(n)
			}
			d.choices = append(d.choices, choice{value: strconv.Itoa(n), label: text})
		}
		return d
	}
	talk := p.words(radios, "talk", string(table.TalkAll), string(table.TalkPhrases), string(table.TalkOff))
	if g.name == "four-player" {
		talk.value = string(table.TalkPhrases) // who plays for himself does not plot with another
	}
	list := []field{
		p.switched("take_backs", true), p.switched("confirm", false),
		talk,
		seconds("away", "60", 15, 30, 60, 120, 300, 900, -1),
	}
	if g.name == "mcx4" {
		list = append(list, seconds("choice_limit", "60", 30, 60, 120, 300, -1))
	}
	return append(list, seconds("watch_delay", "0", 0, 30, 60, 120, 300, 600), p.switched("rotate_first", true))
}

// timeText writes some seconds as people say them.
func (p *page) timeText(seconds int) string {
	if seconds%60 == 0 && seconds > 60 {
		return p.Count("time.minute", seconds/60)
	}
	return p.Say("seconds.short", "n", strconv.Itoa(seconds))
}

// elsewhere are options that a form asks for in another place: the seats, and how the series goes on.
var elsewhere = []string{"grey", "rotate_first"}

// optionFields ask for the rules that can be chosen in the game's forms.
func (p *page) optionFields(g game) []field {
	var list []field
	for _, name := range g.variants {
		v, err := catalog.Find(name)
		if err != nil {
			continue // a test finds every form of the games in the catalog
		}
		for _, o := range v.Options {
			if slices.Contains(elsewhere, o.Name) {
				continue
			}
			if i := slices.IndexFunc(list, func(d field) bool { return d.name == "option."+o.Name }); i >= 0 {
				list[i].of = append(list[i].of, name)
				continue
			}
			list = append(list, p.optionField(o, name))
		}
	}
	for i := range list {
		if len(list[i].of) == len(g.variants) {
			list[i].of = nil
		}
	}
	return list
}

// unplayable are option values that a table does not have.
var unplayable = map[string]string{"resigned_king": "walking"}

func (p *page) optionField(o rules.Option, variant string) field {
	d := field{control: radios, name: "option." + o.Name, key: "pages.form.option." + o.Name, value: o.Default(), of: []string{variant}}
	switch {
	case o.Type == rules.Count:
		d.control, d.value, d.min, d.max, d.hinted = number, "", 1, o.Max, true
	case slices.Equal(o.Values, []string{"true", "false"}):
		d.control = toggle
	default:
		for _, value := range o.Values {
			if value == unplayable[o.Name] {
				continue
			}
			key := d.key + "." + value
			if o.Name == "first_seat" {
				key = "seat." + value
			}
			d.choices = append(d.choices, choice{value: value, label: p.Say(key)})
		}
	}
	return d
}

// words returns a field whose choices have texts of their own; the first is chosen.
func (p *page) words(control control, name string, values ...string) field {
	d := field{control: control, name: name, key: "pages.form." + name, value: values[0]}
	for _, v := range values {
		d.choices = append(d.choices, choice{value: v, label: p.Say(d.key + "." + v)})
	}
	return d
}

func (p *page) switched(name string, on bool) field {
	return field{control: toggle, name: name, key: "pages.form." + name, value: strconv.FormatBool(on)}
}

// variantName is the form of the game that is chosen.
func (f *form) variantName() string {
	if d := f.field("variant"); d != nil {
		return d.value
	}
	return f.game.name
}

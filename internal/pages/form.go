package pages

import (
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"melee/rules"
	"melee/rules/catalog"
)

// A form is one game's card on the front page as it is shown: its settings with
// the values they have and what is wrong with them.
type form struct {
	game   game
	fields []field
	// fault tells what is wrong with the whole, "" if nothing.
	fault string
	open  bool // the settings are shown
}

// A control says how a field is shown.
type control uint8

const (
	radios control = iota // one of the choices
	checks                // any of the choices
	toggle                // yes or no
	number                // a whole number or nothing
)

// A field is one setting of a form.
type field struct {
	control  control
	name     string // as it is posted
	key      string // of its texts
	choices  []choice
	value    string // of number; "true" for a toggle that is on
	max      int    // of number
	advanced bool
	hinted   bool // a sentence says more
	fault    string
}

// A choice is one possibility of a field.
type choice struct {
	value, label, hint string
	sign               string // of a colour
	on                 bool
}

// signs are the marks of the four colours in running text.
var signs = map[string]string{"red": "●", "blue": "▲", "yellow": "■", "green": "◆"}

// lot stands for a seat that is drawn.
const lot = "lot"

// formOf returns a game's form with the values of a request, or the defaults.
func (p *page) formOf(g game, values url.Values, faults faults) form {
	f := form{game: g, fault: faults[""], open: len(faults) > 0}
	switch g.name {
	case "all-in":
		f.fields = p.allInFields()
	case "mcx4":
		f.fields = p.campFields()
	default:
		f.fields = p.fourFields()
	}
	told := 0
	for i := range f.fields {
		f.fields[i].fill(values)
		f.fields[i].fault = faults[f.fields[i].name]
		if f.fields[i].fault != "" {
			told++
		}
	}
	if told == 0 && len(faults) > 0 && f.fault == "" { // an option that the form does not show
		f.fault = p.Say("pages.fault.form")
	}
	return f
}

func (p *page) allInFields() []field {
	forms := field{control: radios, name: "variant", key: "pages.form.variant"}
	for _, name := range gameNamed("all-in").variants {
		forms.choices = append(forms.choices, choice{value: name, label: p.Say("variant." + name), hint: p.Say("pages.form.variant." + name)})
	}
	colour := field{control: radios, name: "seat", key: "pages.form.colour", choices: []choice{
		{value: "white", label: p.Say("seat.white")}, {value: "black", label: p.Say("seat.black")}, {value: lot, label: p.Say("pages.form.lot")},
	}}
	identity := p.words("option.ep_identity", "legal", "nominal")
	identity.advanced, identity.hinted = true, true
	return []field{forms, colour, identity}
}

func (p *page) campFields() []field {
	clan := func(name string) choice { return choice{value: name, label: p.Say("seat." + name)} }
	seats := field{control: radios, name: "seat", key: "pages.form.clans", choices: []choice{
		{value: "wq,wk", label: p.Say("pages.form.camp.white")}, {value: "bq,bk", label: p.Say("pages.form.camp.black")},
		clan("wq"), clan("bq"), clan("wk"), clan("bk"), {value: lot, label: p.Say("pages.form.lot.clan")},
	}}
	return []field{seats, p.words("option.play", "single", "double"), p.words("option.lone_queen", "material", "royal")}
}

func (p *page) fourFields() []field {
	seats := func(control control, name, key string) field {
		f := field{control: control, name: name, key: key}
		for _, seat := range []string{"red", "blue", "yellow", "green"} {
			f.choices = append(f.choices, choice{value: seat, label: p.Say("seat." + seat), sign: signs[seat]})
		}
		return f
	}
	yours := seats(radios, "seat", "pages.form.place")
	yours.choices = append(yours.choices, choice{value: lot, label: p.Say("pages.form.lot")})
	time := field{control: radios, name: "turn_limit", key: "pages.form.turn_limit", choices: []choice{
		{value: "0", label: p.Say("pages.form.turn_limit.none")}, {value: "30", label: p.Say("pages.form.seconds", "n", "30")},
		{value: "60", label: p.Say("pages.form.seconds", "n", "60")},
	}}
	limit := field{control: number, name: "option.move_limit", key: "pages.form.option.move_limit", hinted: true, max: maxOf("four-player", "move_limit")}
	grey := seats(checks, "option.grey", "pages.form.option.grey")
	time.hinted, grey.hinted = true, true
	return []field{
		yours, grey, time, seats(radios, "option.first_seat", "pages.form.option.first_seat"),
		{control: toggle, name: "rotate_first", key: "pages.form.rotate_first", value: "true"},
		p.words("option.setup", "modern", "classic"), p.words("option.stalemate", "20", "0"), limit,
		{control: toggle, name: "option.show_legal_moves", key: "pages.form.option.show_legal_moves", value: "true"},
	}
}

// words returns a field of radios for an option whose choices have texts of their own.
func (p *page) words(name string, values ...string) field {
	f := field{control: radios, name: name, key: "pages.form." + name}
	for _, v := range values {
		f.choices = append(f.choices, choice{value: v, label: p.Say("pages.form." + name + "." + v)})
	}
	return f
}

// maxOf returns the largest number an option takes.
func maxOf(variant, option string) int {
	v, err := catalog.Find(variant)
	if err != nil {
		return 0
	}
	i := slices.IndexFunc(v.Options, func(o rules.Option) bool { return o.Name == option })
	if i < 0 {
		return 0
	}
	return v.Options[i].Max
}

// fill sets the field to what was posted; radios without a value have their first.
func (f *field) fill(values url.Values) {
	posted, given := values[f.name]
	switch f.control {
	case number:
		f.value = values.Get(f.name)
	case toggle:
		if given {
			f.value = posted[len(posted)-1]
		}
	case checks:
		for i := range f.choices {
			f.choices[i].on = slices.Contains(posted, f.choices[i].value)
		}
	case radios:
		on := 0
		if given {
			on = slices.IndexFunc(f.choices, func(c choice) bool { return c.value == posted[0] })
		}
		if on >= 0 {
			f.choices[on].on = true
		}
	}
}

// id returns the field's id in the page, or that of one of its parts.
func (f form) id(field field, part string) string {
	name := []byte(f.game.name + "-" + field.name)
	for i, c := range name {
		if c == '.' || c == '_' {
			name[i] = '-'
		}
	}
	if part != "" {
		return string(name) + "-" + part
	}
	return string(name)
}

// described are the attributes that tie a field to its hint and fault.
func (f form) described(d field) templ.Attributes {
	var ids []string
	if d.hinted {
		ids = append(ids, f.id(d, "hint"))
	}
	a := templ.Attributes{}
	if d.fault != "" {
		ids = append(ids, f.id(d, "fault"))
		if d.control == number {
			a["aria-invalid"] = "true"
		}
	}
	if len(ids) > 0 {
		a["aria-describedby"] = strings.Join(ids, " ")
	}
	return a
}

// hasAdvanced reports whether some fields are shown apart.
func (f form) hasAdvanced() bool {
	return slices.ContainsFunc(f.fields, func(d field) bool { return d.advanced })
}

// advancedFault reports whether something is wrong with one of those.
func (f form) advancedFault() bool {
	return slices.ContainsFunc(f.fields, func(d field) bool { return d.advanced && d.fault != "" })
}

// long reports whether the choices need a line each.
func (d field) long() bool {
	return slices.ContainsFunc(d.choices, func(c choice) bool { return c.hint != "" || len(c.label) > 24 })
}

// many reports whether the choices are best set in columns.
func (d field) many() bool { return len(d.choices) > 3 && !d.long() }

func (d field) inputType() string {
	if d.control == checks {
		return "checkbox"
	}
	return "radio"
}

// part is the choice's value as a part of an id.
func (c choice) part() string { return strings.ReplaceAll(c.value, ",", "-") }

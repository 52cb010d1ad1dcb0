package pages

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// A form asks for a table of one game: its settings with the values they have
// and what is wrong with them.
type form struct {
	game   game
	groups []group
	// fault tells what is wrong with the whole, "" if nothing.
	fault string
}

// A group is fields that stand together.
type group struct {
	name   string // of its heading: "pages.form.group.NAME"
	fields []field
	folded bool // it is seen when asked for
}

// A control says how a field is shown.
type control uint8

const (
	radios control = iota // one of the choices
	menu                  // one of many choices
	toggle                // yes or no
	number                // a whole number
	line                  // a line of text
)

// A field is one setting of a form.
type field struct {
	control  control
	name     string // as it is posted
	key      string // of its texts
	label    string // where the texts do not name it
	sign     string // of a seat's colour
	choices  []choice
	value    string // what is chosen or written; "true" and "false" of a toggle
	min, max int    // of a number; of a line, max is its characters
	hinted   bool   // a sentence says more
	chips    bool   // the choices are short and stand in rows
	// of are the forms of the game that have the setting, nil for all.
	of    []string
	fault string
}

// A choice is one possibility of a field.
type choice struct {
	value, label, hint string
}

// signs are the marks of the four colours in running text.
var signs = map[string]string{"red": "●", "blue": "▲", "yellow": "■", "green": "◆"}

// all goes through the form's fields.
func (f *form) all(yield func(*field) bool) {
	for i := range f.groups {
		for j := range f.groups[i].fields {
			if !yield(&f.groups[i].fields[j]) {
				return
			}
		}
	}
}

// field returns the field of that name, nil if there is none.
func (f *form) field(name string) *field {
	for d := range f.all {
		if d.name == name {
			return d
		}
	}
	return nil
}

// get returns what a field says, "" if the form does not have it.
func (f *form) get(name string) string {
	if d := f.field(name); d != nil {
		return d.value
	}
	return ""
}

// seconds returns the time that a menu of times says.
func (f *form) seconds(name string) int {
	n, _ := strconv.Atoi(f.get(name)) // fill has checked it
	return n
}

// is reports whether a toggle is on.
func (f *form) is(name string) bool { return f.get(name) == "true" }

// blame tells what is wrong with a field, or with the whole if there is no such field.
func (f *form) blame(name, text string) {
	if d := f.field(name); d != nil {
		d.fault = text
		return
	}
	f.fault = text
}

// faulty reports whether something is wrong.
func (f *form) faulty() bool {
	for d := range f.all {
		if d.fault != "" {
			return true
		}
	}
	return f.fault != ""
}

// fill sets the fields to what was posted, and says what cannot be.
func (p *page) fill(f *form, values url.Values) {
	for d := range f.all {
		posted, given := values[d.name]
		if !given {
			continue
		}
		d.value = strings.TrimSpace(posted[len(posted)-1]) // a toggle posts "false" and, if it is on, "true" after it
		switch d.control {
		case radios, menu:
			if !slices.ContainsFunc(d.choices, func(c choice) bool { return c.value == d.value }) {
				d.fault = p.Say("pages.fault.choice")
			}
		case toggle:
			if d.value != "true" && d.value != "false" {
				d.fault = p.Say("pages.fault.choice")
			}
		}
	}
}

// whole reads a field's number; what is wrong is told.
func (p *page) whole(d *field) int {
	n, err := strconv.Atoi(d.value)
	if err != nil || n < d.min || n > d.max {
		d.fault = p.Say("pages.fault.count", "min", p.Number(d.min), "max", p.Number(d.max))
		return d.min
	}
	return n
}

// id returns a field's id in the page, or that of one of its parts.
func (d field) id(part string) string {
	id := strings.NewReplacer(".", "-", "_", "-", ":", "-").Replace(d.name)
	if part != "" {
		id += "-" + strings.NewReplacer(".", "-", "_", "-", ":", "-").Replace(part)
	}
	return id
}

// described are the attributes that tie a control to its hint and fault.
func (d field) described() templ.Attributes {
	var ids []string
	if d.hinted {
		ids = append(ids, d.id("hint"))
	}
	a := templ.Attributes{}
	if d.fault != "" {
		ids = append(ids, d.id("fault"))
		if d.control == number || d.control == menu || d.control == line {
			a["aria-invalid"] = "true"
		}
	}
	if len(ids) > 0 {
		a["aria-describedby"] = strings.Join(ids, " ")
	}
	return a
}

// forms are the attributes that say which forms of the game have the field.
func (d field) forms() templ.Attributes {
	if d.of == nil {
		return nil
	}
	return templ.Attributes{"data-of": strings.Join(d.of, " ")}
}

// long reports whether the choices need a line each.
func (d field) long() bool {
	return slices.ContainsFunc(d.choices, func(c choice) bool { return c.hint != "" || len(c.label) > 30 })
}

// open reports whether the group's fields are to be seen at once.
func (g group) open() bool {
	return slices.ContainsFunc(g.fields, func(d field) bool { return d.fault != "" })
}

// A faultLink leads to what is wrong in a form.
type faultLink struct{ id, text string }

// faults lists what is wrong in the form's fields.
func (p *page) faults(f form) []faultLink {
	var list []faultLink
	for d := range f.all {
		if d.fault != "" {
			list = append(list, faultLink{d.id(""), p.labelOf(*d)})
		}
	}
	return list
}

// labelOf is what a field is called.
func (p *page) labelOf(d field) string {
	if d.label != "" {
		return d.label
	}
	return p.Say(d.key)
}

// current marks the link to the page that is shown.
func current(is bool) templ.Attributes {
	if is {
		return templ.Attributes{"aria-current": "page"}
	}
	return nil
}

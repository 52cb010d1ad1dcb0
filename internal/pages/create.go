package pages

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
	"melee/web"
)

// maxForm bounds a posted form, in bytes.
const maxForm = 16 << 10

// faults are what is wrong with a form: a text for each field, "" for the whole.
type faults map[string]string

// create opens a table as the form says and leads to it; a form that is wrong
// is shown again with what is to be changed.
func (s *site) create(w http.ResponseWriter, r *http.Request, words *web.Words) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.again(w, r, words, games[0], nil, faults{"": words.Say("pages.fault.form")})
		return
	}
	q := request{Words: words, values: r.PostForm, owner: s.Owner(r.Context()), draw: s.Draw, faults: faults{}}
	open := q.open()
	if len(q.faults) == 0 {
		id, err := s.Tables.Open(r.Context(), open)
		if err == nil {
			http.Redirect(w, r, tablePath(words.Lang(), id), http.StatusSeeOther)
			return
		}
		if !q.blame(err) {
			s.refuse(w, r, err)
			return
		}
	}
	g := gameOf(q.values.Get("variant"))
	if g == nil {
		g = &games[0]
	}
	s.again(w, r, words, *g, q.values, q.faults)
}

// A request is a posted form being read.
type request struct {
	*web.Words
	values url.Values
	owner  string
	draw   func(n int) int
	faults faults
}

// open reads the form; it is of use only if there are no faults then.
func (q *request) open() table.Open {
	name := q.values.Get("variant")
	v, err := catalog.Find(name)
	g := gameOf(name)
	if err != nil || g == nil {
		q.faults["variant"] = q.Say("pages.fault.choice")
		return table.Open{}
	}
	open := table.Open{Variant: name, Host: q.owner, Options: q.options(v, g), RotateFirst: q.last("rotate_first", "true") == "true"}
	open.TurnLimit = q.turnLimit()
	open.Chairs, open.ByLot = q.chairs(v, strings.Split(open.Options["grey"], ","))
	return open
}

// last returns the last value of a field: a toggle posts "false" and, if it is on, "true" after it.
func (q *request) last(name, otherwise string) string {
	posted := q.values[name]
	if len(posted) == 0 {
		return otherwise
	}
	return posted[len(posted)-1]
}

// options reads the fields "option.NAME". One that only another form of the
// same game has is left out where it has its default.
func (q *request) options(v *rules.Variant, g *game) rules.Options {
	given := rules.Options{}
	for field := range q.values {
		name, isOption := strings.CutPrefix(field, "option.")
		if !isOption {
			continue
		}
		value := q.optionValue(field)
		if value == "" {
			continue
		}
		if optionOf(v, name) == nil {
			if other := q.elsewhere(g, name); other == nil {
				q.faults[""] = q.Say("pages.fault.form")
			} else if value != optionOf(other, name).Default() {
				q.faults[field] = q.Say("pages.fault.other", "variant", q.Say("variant."+other.Name))
			}
			continue
		}
		given[name] = value
	}
	kept, err := v.CheckOptions(given)
	q.blame(err)
	return kept
}

// optionValue returns what was posted for an option: seats that are ticked make a list.
func (q *request) optionValue(field string) string {
	if field != "option.grey" {
		return strings.TrimSpace(q.last(field, ""))
	}
	var list []string
	for _, value := range q.values[field] {
		if value != "" {
			list = append(list, value)
		}
	}
	return strings.Join(list, ",")
}

// elsewhere returns another form of the game that has the option, nil if none.
func (q *request) elsewhere(g *game, option string) *rules.Variant {
	for _, name := range g.variants {
		if v, err := catalog.Find(name); err == nil && optionOf(v, option) != nil {
			return v
		}
	}
	return nil
}

func optionOf(v *rules.Variant, name string) *rules.Option {
	i := slices.IndexFunc(v.Options, func(o rules.Option) bool { return o.Name == name })
	if i < 0 {
		return nil
	}
	return &v.Options[i]
}

// blame turns an error into faults of the fields it names; it reports whether the form is at fault.
func (q *request) blame(err error) bool {
	var list rules.Faults
	var refused table.Refused
	switch {
	case err == nil:
		return false
	case errors.As(err, &list):
		for _, f := range list {
			name, isOption := strings.CutPrefix(f.Field, "option ")
			switch {
			case !isOption:
				q.faults[""] = q.Say("pages.fault.form")
			case name == "move_limit":
				q.faults["option."+name] = q.Say("pages.fault.count", "max", q.Number(maxOf(q.values.Get("variant"), name)))
			default:
				q.faults["option."+name] = q.Say("pages.fault.choice")
			}
		}
		return true
	case errors.As(err, &refused) && refused.Code == table.Invalid:
		q.faults[""] = q.Say("pages.fault.form")
		return true
	}
	return false
}

func (q *request) turnLimit() int {
	value := q.last("turn_limit", "0")
	if value == "" || value == "none" {
		return 0
	}
	seconds, err := strconv.Atoi(value)
	if err != nil || seconds != 0 && seconds != 30 && seconds != 60 {
		q.faults["turn_limit"] = q.Say("pages.fault.choice")
		return 0
	}
	return seconds
}

// chairs seats the visitor and the CPU; byLot tells that the visitor's seat was drawn.
func (q *request) chairs(v *rules.Variant, grey []string) (chairs []table.Chair, byLot bool) {
	yours, byLot := q.seats(v, grey)
	chairs = make([]table.Chair, len(v.Seats))
	taken := 0
	for i, seat := range v.Seats {
		switch {
		case slices.Contains(grey, seat):
			chairs[i] = table.Chair{Player: table.Grey}
			if slices.Contains(yours, seat) {
				q.faults["option.grey"] = q.Say("pages.fault.grey.yours")
			}
			continue
		case slices.Contains(yours, seat):
			chairs[i] = table.Chair{Player: table.Person, Owner: q.owner}
		default:
			chairs[i] = table.Chair{Player: table.CPU}
		}
		taken++
	}
	if taken < 2 {
		q.faults["option.grey"] = q.Say("pages.fault.grey.many")
	}
	return chairs, byLot
}

// seats returns the names of the seats the visitor plays, and whether they were drawn.
func (q *request) seats(v *rules.Variant, grey []string) (names []string, byLot bool) {
	switch q.values.Get("mode") {
	case "same":
		for _, seat := range v.Seats {
			if !slices.Contains(grey, seat) {
				names = append(names, seat)
			}
		}
		return names, false
	case "cpu":
	default:
		q.faults[""] = q.Say("pages.fault.mode")
		return nil, false
	}
	for _, posted := range q.values["seat"] {
		for name := range strings.SplitSeq(posted, ",") {
			switch {
			case name == lot:
				free := slices.DeleteFunc(slices.Clone(v.Seats), func(seat string) bool { return slices.Contains(grey, seat) })
				if len(free) > 0 {
					return []string{free[q.draw(len(free))]}, true
				}
			case v.SeatNamed(name) == rules.NoSeat:
				q.faults["seat"] = q.Say("pages.fault.choice")
			default:
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 && q.faults["seat"] == "" {
		names = firstSeats(v)
	}
	return names, false
}

// firstSeats are the seats of a visitor who has not chosen: the first, in MCX4 with its ally.
func firstSeats(v *rules.Variant) []string {
	if len(v.Sides) < len(v.Seats) {
		return []string{v.Seats[0], v.Seats[len(v.Sides)]}
	}
	return v.Seats[:1]
}

// again shows the front page with a form that is to be changed.
func (s *site) again(w http.ResponseWriter, r *http.Request, words *web.Words, g game, values url.Values, faults faults) {
	p := s.frontPage(r, words)
	forms := make([]form, len(games))
	for i := range games {
		if games[i].name == g.name {
			forms[i] = p.formOf(games[i], values, faults)
			continue
		}
		forms[i] = p.formOf(games[i], nil, nil)
	}
	s.showFront(w, r, http.StatusUnprocessableEntity, p, forms)
}

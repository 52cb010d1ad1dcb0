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

// ask shows the form that opens a table of a game. The query may fill it: with
// fields as they are posted, or with people, the number of persons who are to play.
func (s *site) ask(w http.ResponseWriter, r *http.Request, words *web.Words) {
	g := gameNamed(r.PathValue("game"))
	if g == nil {
		s.missing(w, r)
		return
	}
	p := s.createPage(r, words, *g)
	f := p.formOf(*g)
	query := r.URL.Query()
	if variant := query.Get("variant"); slices.Contains(g.variants, variant) && len(g.variants) > 1 {
		f.field("variant").value = variant
	}
	if n, err := strconv.Atoi(query.Get("people")); err == nil && 1 <= n && n <= len(g.variant().Seats) {
		f.people(n)
	}
	s.show(w, r, http.StatusOK, createContent(p, f))
}

func (s *site) createPage(r *http.Request, words *web.Words, g game) *page {
	p := s.newPage(r, words, func(lang string) string { return newPath(lang, g.name) })
	p.title = words.Say("pages.create.title", "game", words.Say("variant."+g.name))
	p.class, p.picture, p.scripts = "page-create", picturePath(g.name), []string{"create.js"}
	p.description = words.Say("pages.about." + g.name)
	p.visitor = s.nameOf(r, words)
	return p
}

// create opens a table as the form says and leads to it; a form that is wrong
// is shown again with what is to be changed.
func (s *site) create(w http.ResponseWriter, r *http.Request, words *web.Words) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	g := &games[0]
	if err := r.ParseForm(); err == nil {
		if named := gameOf(r.PostForm.Get("variant")); named != nil {
			g = named
		}
	} else {
		r.PostForm = url.Values{"": nil} // nothing that was sent is taken
	}
	if s.stopped(w, r, words) {
		return
	}
	name := s.called(w, r, words)
	p := s.createPage(r, words, *g)
	p.visitor = name
	f := p.formOf(*g)
	open := p.open(&f, r.PostForm, s.Owner(r.Context()))
	if !f.faulty() {
		id, err := s.Tables.Open(r.Context(), open)
		if err == nil {
			http.Redirect(w, r, tablePath(words.Lang(), id), http.StatusSeeOther)
			return
		}
		if !p.blame(&f, err) {
			s.refuse(w, r, err)
			return
		}
	}
	s.show(w, r, http.StatusUnprocessableEntity, createContent(p, f))
}

// open reads what was posted into the form and returns the table it asks for,
// which is of use only if nothing is wrong then.
func (p *page) open(f *form, values url.Values, owner string) table.Open {
	p.fill(f, values)
	v, err := catalog.Find(values.Get("variant"))
	if err != nil || !slices.Contains(f.game.variants, v.Name) {
		f.blame("variant", p.Say("pages.fault.choice"))
		if f.field("variant") == nil || !values.Has("variant") {
			f.fault = p.Say("pages.fault.form")
		}
		return table.Open{}
	}
	if values.Has("mode") {
		p.atOnce(f, v, values)
	}
	open := table.Open{
		Variant: v.Name, Host: owner, RotateFirst: f.is("rotate_first"), Public: f.is("public"), Confirm: f.is("confirm"),
		TakeBacks: f.is("take_backs"), Bots: f.is("bots"), Draw: f.is("draw"), AutoStart: f.is("auto_start"), Clock: p.clock(f),
		Away: f.seconds("away"), ChoiceLimit: f.seconds("choice_limit"), WatchDelay: f.seconds("watch_delay"), Talk: table.TalkMode(f.get("talk")),
	}
	open.Options = p.options(f, v, values)
	open.Chairs = p.chairs(f, v, owner)
	p.rate(f, v, &open)
	return open
}

// atOnce fills the seats for a game that begins now: against the CPU, or with
// everybody at this screen.
func (p *page) atOnce(f *form, v *rules.Variant, values url.Values) {
	seats := crowd(v, 1)
	switch values.Get("mode") {
	case "same":
		for i := range seats {
			seats[i] = seatMe
		}
	case "cpu":
		for i := range seats {
			if level := values.Get("level"); level != "" && seats[i] != seatMe {
				seats[i] = seatCPU + level
			}
		}
	default:
		f.fault = p.Say("pages.fault.form")
	}
	for i, seat := range v.Seats {
		p.fill(f, url.Values{"seat." + seat: {seats[i]}, "public": {"false"}})
	}
}

// options reads the fields "option.NAME". One that only another form of the
// same game has is left out where it has its default.
func (p *page) options(f *form, v *rules.Variant, values url.Values) rules.Options {
	given := rules.Options{}
	for name := range values {
		if option, isOption := strings.CutPrefix(name, "option."); isOption && f.field(name) == nil || isOption && option == "" {
			f.fault = p.Say("pages.fault.form")
		}
	}
	for d := range f.all {
		name, isOption := strings.CutPrefix(d.name, "option.")
		if !isOption || d.value == "" || d.fault != "" {
			continue
		}
		o := optionOf(v, name)
		if o == nil {
			if other := ownerOf(d); d.value != optionOf(other, name).Default() {
				d.fault = p.Say("pages.fault.other", "variant", p.Say("variant."+other.Name))
			}
			continue
		}
		if d.control == number {
			if p.whole(d); d.fault != "" {
				continue
			}
		}
		given[name] = d.value
	}
	kept, err := v.CheckOptions(given)
	p.blame(f, err)
	return kept
}

// ownerOf returns the first form of the game that has the field's option.
func ownerOf(d *field) *rules.Variant {
	v, err := catalog.Find(d.of[0])
	if err != nil {
		panic("pages: " + err.Error()) // the field was made from the catalog
	}
	return v
}

func optionOf(v *rules.Variant, name string) *rules.Option {
	i := slices.IndexFunc(v.Options, func(o rules.Option) bool { return o.Name == name })
	if i < 0 {
		return nil
	}
	return &v.Options[i]
}

// chairs seats people and the CPU as the form says.
func (p *page) chairs(f *form, v *rules.Variant, owner string) []table.Chair {
	chairs := make([]table.Chair, len(v.Seats))
	persons, armies := 0, 0
	for i, seat := range v.Seats {
		d := f.field("seat." + seat)
		switch level, isCPU := strings.CutPrefix(d.value, seatCPU); {
		case isCPU:
			n, _ := strconv.Atoi(level) // fill has checked it
			chairs[i] = table.Chair{Player: table.CPU, Level: n}
		case d.value == seatMe:
			chairs[i] = table.Chair{Player: table.Person, Owner: owner, Name: p.visitor}
			persons++
		case d.value == seatGrey:
			chairs[i] = table.Chair{Player: table.Grey}
			if optionOf(v, "grey") == nil {
				d.fault = p.Say("pages.fault.grey.teams")
			}
			continue
		default:
			chairs[i] = table.Chair{Player: table.Vacant}
			persons++
		}
		armies++
	}
	first := f.field("seat." + v.Seats[0])
	switch {
	case armies < 2:
		first.fault = p.Say("pages.fault.grey.many")
	case persons == 0:
		first.fault = p.Say("pages.fault.nobody")
	}
	return chairs
}

// blame turns an error into faults of the fields it names; it reports whether the form is at fault.
func (p *page) blame(f *form, err error) bool {
	var list rules.Faults
	var refused table.Refused
	switch {
	case err == nil:
		return false
	case errors.As(err, &list):
		for _, fault := range list {
			name, isOption := strings.CutPrefix(fault.Field, "option ")
			if !isOption || f.field("option."+name) == nil {
				f.fault = p.Say("pages.fault.form")
				continue
			}
			f.blame("option."+name, p.Say("pages.fault.choice"))
		}
		return true
	case errors.As(err, &refused) && (refused.Code == table.Invalid || refused.Code == table.Conflict):
		f.fault = p.Say("pages.fault.form")
		return true
	}
	return false
}

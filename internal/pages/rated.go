package pages

import (
	"net/http"
	"slices"
	"time"

	"melee/internal/account"
	"melee/internal/rating"
	"melee/internal/table"
	"melee/rules"
	"melee/web"
)

// ratedFields ask whether the table's games count; only who has an account can have such.
func (p *page) ratedFields() []field {
	if p.who.Account == "" {
		return nil
	}
	return []field{
		{control: toggle, name: "rated", key: "rated.form", value: "false", hinted: true},
		{control: toggle, name: "hide_names", key: "rated.hide", value: "false", hinted: true},
	}
}

// freeOptions are those that rated games may differ in.
var freeOptions = []string{"play", "first_seat", "rotate_first", "show_legal_moves"}

// rate makes the table's games count if the form says so, and tells at its
// fields what keeps them from it (F24).
func (p *page) rate(f *form, v *rules.Variant, open *table.Open) {
	open.HideNames = f.is("hide_names")
	if open.Rated = f.is("rated"); !open.Rated {
		return
	}
	open.TakeBacks = false
	form := rating.Form(v.Name)
	if v.Name == "mcx4" {
		form = rating.MCX4Single
	}
	if !slices.Contains(rating.Forms, form) {
		f.blame("variant", p.Say("rated.fault.variant"))
	}
	if kind := open.Clock.Kind; kind == table.NoClock || kind == table.PerTurn {
		f.blame("clock", p.Say("rated.fault.clock"))
	}
	for i, chair := range open.Chairs {
		if chair.Player == table.CPU || chair.Player == table.Grey {
			f.blame("seat."+v.Seats[i], p.Say("rated.fault.people"))
		}
	}
	kept, err := v.CheckOptions(open.Options)
	if err != nil {
		return // the table refuses it, and the form is told
	}
	for name := range kept {
		if !slices.Contains(freeOptions, name) {
			f.blame("option."+name, p.Say("rated.fault.rules"))
		}
	}
}

// stopped tells a visitor whom an operator does not let play; it reports whether it answered.
func (s *site) stopped(w http.ResponseWriter, r *http.Request, words *web.Words) bool {
	v := account.VisitorOf(r.Context())
	if v.MayPlay(time.Now()) == nil {
		return false
	}
	p := s.newPage(r, words, nil)
	p.title, p.class = words.Say("people.stopped"), "page-error"
	s.show(w, r, http.StatusForbidden, errorPage(p, words.Say("people.stopped.text", "until", p.moment(v.TimeOut))))
	return true
}

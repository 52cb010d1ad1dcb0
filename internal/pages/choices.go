package pages

import (
	"strconv"
	"time"

	"github.com/a-h/templ"

	"melee/rules/catalog"
)

// variantChoices are all variants.
func (p *page) variantChoices() []choice {
	var list []choice
	for _, g := range games {
		for _, name := range g.variants {
			list = append(list, choice{value: name, label: p.Say("variant." + name)})
		}
	}
	return list
}

// outcomeChoices are the results of games.
func (p *page) outcomeChoices() []choice {
	var list []choice
	for _, result := range outcomes {
		list = append(list, choice{value: result, label: p.outcomeText(result)})
	}
	return list
}

// endingChoices are why games end.
func (p *page) endingChoices() []choice {
	var list []choice
	for _, reason := range endings {
		list = append(list, choice{value: string(reason), label: p.Say("ending." + string(reason))})
	}
	return list
}

// faultOf are an input's attributes that point to what is wrong with it.
func faultOf(id, fault string) templ.Attributes {
	if fault == "" {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": id + "-fault"}
}

// at returns how often somebody had a place; nothing where the game has no such place.
func (r placeRow) at(place int) string {
	if v, err := catalog.Find(r.variant); err != nil || place > len(v.Seats) {
		return ""
	}
	if place > len(r.places) {
		return "0"
	}
	return strconv.Itoa(r.places[place-1])
}

// placeText writes a place: "1er", "2e"; "1st", "2nd".
func (p *page) placeText(place int) string { return p.Say("archive.place." + strconv.Itoa(place)) }

// svgNumber writes a coordinate.
func svgNumber(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// moment writes a time to the minute, as of the server's clock in UTC.
func (p *page) moment(t time.Time) string {
	return p.Say("moment", "date", p.date(t), "time", t.UTC().Format("15:04"))
}

// spanText writes for how long somebody is stopped.
func (p *page) spanText(d time.Duration) string {
	switch {
	case d == 0:
		return p.Say("operator.lift")
	case d < time.Hour:
		return p.Count("time.minute", int(d.Minutes()))
	case d < 24*time.Hour:
		return p.Count("time.hour", int(d.Hours()))
	}
	return p.Count("time.day", int(d.Hours()/24))
}

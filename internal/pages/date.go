package pages

import (
	"strconv"
	"time"
)

// date writes a day as the language does: "30 novembre 2026".
func (p *page) date(t time.Time) string {
	t = t.UTC()
	return p.Say("date", "day", strconv.Itoa(t.Day()), "month", p.Say("month."+strconv.Itoa(int(t.Month()))), "year", strconv.Itoa(t.Year()))
}

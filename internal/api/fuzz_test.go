package api

import (
	"net/http/httptest"
	"strings"
	"testing"

	"melee/rules/catalog"
)

// Whatever is sent as a wish, it is refused or has a seat for everybody.
func FuzzWish(f *testing.F) {
	f.Add(`{"variant":"mcx4","options":{"play":"double"},"clock":{"kind":"increment","base":60000},"color":"wq"}`, false)
	f.Add(`{"variant":"four-player","seats":[{"player":"me"},{"player":"account","name":"Bert"},{"player":"cpu","level":3},{"player":"grey"}]}`, false)
	f.Add("variant=all-in&clock.limit=300&clock.increment=3&options.return=allowed&color=white", true)
	f.Add("variant=all-in&days=99999999999", true)
	f.Add(`{"variant":"all-in"}{`, false)
	f.Fuzz(func(t *testing.T, body string, form bool) {
		r := httptest.NewRequest("POST", "/api/challenge/Bert", strings.NewReader(body))
		if form {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		var a wish
		if readBody(httptest.NewRecorder(), r, &a, a.form) != nil {
			return
		}
		v, err := a.find(catalog.Find)
		if err != nil || a.arrange(v, "Bert") != nil {
			return
		}
		if len(a.Seats) != len(v.Seats) {
			t.Errorf("%q has %d seats", body, len(a.Seats))
		}
	})
}

// curl -d calls every body a form, also the JSON of docs/bots.md.
func TestJSONThatIsCalledAForm(t *testing.T) {
	r := httptest.NewRequest("POST", "/api/challenge/Bert", strings.NewReader(` {"variant":"all-in","color":"white"}`))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var a wish
	if err := readBody(httptest.NewRecorder(), r, &a, a.form); err != nil || a.Variant != "all-in" || a.Color != "white" {
		t.Errorf("it is read as %+v, error %v", a, err)
	}
}

// An id names one game of one table.
func FuzzGameID(f *testing.F) {
	for _, id := range []string{"abcdefgh-1", "abcdefgh", "a-b-1", "-", "x-01", "x-99999999999"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		at, n, err := splitID(id)
		if err != nil {
			return
		}
		if again := gameID(at, n); n > 0 && again != id || n == 0 && at != id {
			t.Errorf("%q is game %d of table %q", id, n, at)
		}
	})
}

// A reader for whom too much waits is cut off; he is not sent a part of it.
func TestSlowReadersAreCutOff(t *testing.T) {
	q := newQueue()
	for range maxLines {
		q.put("line")
	}
	if lines, last := q.take(); len(lines) != maxLines*len("\"line\"\n") || last {
		t.Errorf("%d bytes, last %v", len(lines), last)
	}
	for range maxLines + 1 {
		q.put("line")
	}
	if lines, last := q.take(); lines != nil || !last {
		t.Errorf("%d bytes for who is too slow, last %v", len(lines), last)
	}
	q = newQueue()
	q.put(strings.Repeat("x", maxWaiting))
	if _, last := q.take(); !last {
		t.Error("a line of the largest size is kept")
	}
	q = newQueue()
	q.put(1)
	q.end()
	q.put(2)
	if lines, last := q.take(); string(lines) != "1\n" || !last {
		t.Errorf("at the end: %q, last %v", lines, last)
	}
}

package pages

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rsc.io/qr"

	"melee/internal/table"
	"melee/rules"
)

func TestSeatsAreTakenWithoutScript(t *testing.T) {
	h, live := newSite()
	state := live.put(t, "t", table.Open{Variant: "four-player", Host: "anne", Chairs: []table.Chair{person("anne", "Anne"), vacant, vacant, vacant}})
	for _, c := range []struct {
		form   []string
		status int
		seats  string // of the visitor
		says   string
	}{
		{[]string{"do", "sit", "seat", "red"}, 409, "", "la place vient d’être prise"},
		{[]string{"do", "begin"}, 409, "", "pas faire cela"},
		{[]string{"do", "sit", "seat", "white"}, 404, "", "n’existe pas"},
		{[]string{"do", "dance"}, 400, "", "incomprise"},
		{[]string{"do", "sit", "seat", "green", "name", "Zoé"}, 303, "green", ""},
		{[]string{"do", "sit", "seat", "yellow"}, 303, "yellow", ""}, // he moves there
		{[]string{"do", "stand", "seat", "yellow"}, 303, "", ""},
		{[]string{"do", "sit"}, 303, "blue", ""},
	} {
		r := post(h, "/fr/t/t", c.form...)
		body, _ := io.ReadAll(r.Body)
		if r.StatusCode != c.status || !strings.Contains(string(body), c.says) {
			t.Errorf("%v: status %d, want %d with «%s»", c.form, r.StatusCode, c.status, c.says)
		}
		var seats []string
		for i, name := range state.Variant.Seats {
			if state.Owns(me, rules.Seat(i)) {
				seats = append(seats, name)
			}
		}
		if strings.Join(seats, " ") != c.seats {
			t.Errorf("%v: the visitor has %v, want %s", c.form, seats, c.seats)
		}
	}
}

func TestTheHostBeginsWithoutScript(t *testing.T) {
	h, live := newSite()
	state := live.put(t, "t", table.Open{Variant: "mcx4", Host: me, Chairs: []table.Chair{mine, person("anne", "Anne"), vacant, vacant}})
	for _, do := range []string{"shuffle", "begin"} {
		if r := post(h, "/en/t/t", "do", do); r.StatusCode != 303 {
			t.Fatalf("%s: status %d", do, r.StatusCode)
		}
	}
	if state.Phase() != table.Playing || state.Drawn == nil {
		t.Errorf("phase %s, lots %v", state.Phase(), state.Drawn)
	}
	if r := post(h, "/en/t/t", "do", "close"); r.StatusCode != 409 {
		t.Errorf("a game that is played was closed: %d", r.StatusCode)
	}
	live.put(t, "u", table.Open{Variant: "mcx4", Host: me, Chairs: []table.Chair{mine, vacant, vacant, vacant}})
	post(h, "/en/t/u", "do", "close")
	if r := ask(h, "GET", "/en/t/u", ""); r.StatusCode != 410 {
		t.Errorf("a table that is closed: %d", r.StatusCode)
	}
}

func TestReadingATableKeepsTheSeat(t *testing.T) {
	h, live := newSite()
	live.put(t, "t", table.Open{Variant: "all-in", Host: me, Chairs: []table.Chair{mine, vacant}})
	ask(h, "GET", "/en/t/t/qr.svg", "") // a picture is not read
	if ask(h, "GET", "/en/t/t", ""); !slices.Equal(live.readers, []string{me}) {
		t.Errorf("read by %q", live.readers)
	}
}

// F24: a guest at a rated table is led to an account, and from there back to the table.
func TestARatedTableLeadsGuestsToAnAccount(t *testing.T) {
	h, live := newSite()
	live.put(t, "t", table.Open{
		Variant: "all-in", Host: "@anne", Rated: true, Chairs: []table.Chair{person("@anne", "Anne"), vacant},
		Clock: table.Clock{Kind: table.Increment, Base: 300_000},
	})
	page := read(t, ask(h, "GET", "/en/t/t?seat=black", ""))
	for _, want := range []string{`href="/en/log-in?next=%2Fen%2Ft%2Ft%3Fseat%3Dblack"`, `data-sign-up="/en/sign-up?next=%2Fen%2Ft%2Ft%3Fseat%3Dblack"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, `value="sit"`) {
		t.Error("a guest is offered a seat")
	}
}

func TestAnInvitationNamesItsSeat(t *testing.T) {
	h, live := newSite()
	live.put(t, "t", table.Open{Variant: "four-player", Host: "anne", Chairs: []table.Chair{person("anne", "Anne"), vacant, cpu(2), vacant}})
	body, _ := io.ReadAll(ask(h, "GET", "/en/t/t?seat=green", "").Body)
	page := string(body)
	if !strings.Contains(page, `name="seat" value="green"`) || !strings.Contains(page, "A seat is kept for you") {
		t.Error("the seat of the link is not offered")
	}
	for _, link := range []string{"http://example.com/en/t/t<", "http://example.com/en/t/t?seat=blue", "http://example.com/en/t/t?seat=green"} {
		if !strings.Contains(page, link) {
			t.Errorf("no link %s", link)
		}
	}
	if strings.Contains(page, "?seat=yellow") || strings.Contains(page, me+"\"") {
		t.Error("a seat that is taken is offered, or a secret told")
	}
	taken, _ := io.ReadAll(ask(h, "GET", "/en/t/t?seat=red", "").Body)
	if strings.Contains(string(taken), "A seat is kept for you") {
		t.Error("a taken seat is offered")
	}
}

var run = regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`)

func TestQRCodesShowTheirModules(t *testing.T) {
	h, live := newSite()
	live.put(t, "t", table.Open{Variant: "all-in", Host: "anne", Chairs: []table.Chair{person("anne", "Anne"), vacant}})
	for query, link := range map[string]string{"": "http://example.com/fr/t/t", "?seat=black": "http://example.com/fr/t/t?seat=black"} {
		r := ask(h, "GET", "/fr/t/t/qr.svg"+query, "")
		body, _ := io.ReadAll(r.Body)
		want, err := qr.Encode(link, qr.M)
		if err != nil {
			t.Fatal(err)
		}
		if r.Header.Get("Content-Type") != "image/svg+xml" || !strings.Contains(string(body), `viewBox="0 0 `+strconv.Itoa(want.Size+8)+" ") {
			t.Fatalf("type %s: %.200s", r.Header.Get("Content-Type"), body)
		}
		dark := map[[2]int]bool{}
		for _, m := range run.FindAllStringSubmatch(string(body), -1) {
			x, _ := strconv.Atoi(m[1])
			y, _ := strconv.Atoi(m[2])
			n, _ := strconv.Atoi(m[3])
			for i := range n {
				dark[[2]int{x + i - quiet, y - quiet}] = true
			}
		}
		for y := range want.Size {
			for x := range want.Size {
				if dark[[2]int{x, y}] != want.Black(x, y) {
					t.Fatalf("%s: module %d,%d is wrong", link, x, y)
				}
				delete(dark, [2]int{x, y})
			}
		}
		if len(dark) > 0 {
			t.Errorf("%s: %d modules outside the code", link, len(dark))
		}
	}
	for _, path := range []string{"/fr/t/t/qr.svg?seat=red", "/fr/t/u/qr.svg"} {
		if r := ask(h, "GET", path, ""); r.StatusCode != 404 {
			t.Errorf("%s: status %d", path, r.StatusCode)
		}
	}
}

func TestWatchersOfADelayedGameSeeNothingEarly(t *testing.T) {
	h, live := newSite()
	state := live.put(t, "t", table.Open{Variant: "all-in", Host: "anne", Chairs: []table.Chair{person("anne", "Anne"), person("bert", "Bert")}, WatchDelay: 60})
	start, _ := io.ReadAll(ask(h, "GET", "/pictures/t/t.png", "").Body)
	act(t, state, "e2e4")
	body, _ := io.ReadAll(ask(h, "GET", "/en/t/t", "").Body)
	if page := string(body); strings.Contains(page, "e4</span>") || strings.Contains(page, "Pe4") || !strings.Contains(page, "watched with a delay") {
		t.Error("the page tells the move")
	}
	if now, _ := io.ReadAll(ask(h, "GET", "/pictures/t/t.png", "").Body); string(now) != string(start) {
		t.Error("the picture shows the move")
	}
	state.Chairs[1].Owner = me
	if body, _ := io.ReadAll(ask(h, "GET", "/en/t/t", "").Body); !strings.Contains(string(body), "e4</span>") {
		t.Error("a player does not see the move")
	}
}

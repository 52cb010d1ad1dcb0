package live_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/lxzan/gws"

	"melee/internal/live"
)

func TestWhoSendsTooMuchIsRefusedOrCutOff(t *testing.T) {
	s := newSiteWith(t, live.Config{Limits: live.Limits{Commands: 2, Sockets: 1}})
	anne := s.device()
	id := anne.open(setup("all-in", "white black", ""))
	l := anne.dial(id, nil)
	l.hear(`["view",`)
	for i := range 20 {
		l.say(fmt.Sprintf(`["do",{"id":"%d","do":"begin"}]`, i))
	}
	l.hear(`["x","19","too_many",`) // at once, whatever the others wait for
	if status, a := anne.send(id, `{"do":"begin"}`); status != 429 || a.Code != "too_many" {
		t.Errorf("a posted command: %d %+v", status, a)
	}
	for range 400 {
		// The connection may end before all are sent.
		_ = l.conn.WriteMessage(gws.OpcodeText, []byte(`["h",1]`))
	}
	if code := l.ends(); code != 1008 {
		t.Errorf("closed with %d", code)
	}
	large := s.device().dial(id, nil)
	large.hear(`["view",`)
	large.say(`["do",{"do":"say","text":"` + strings.Repeat("x", 8000) + `"}]`)
	if code := large.ends(); code != 1009 {
		t.Errorf("a frame of 8 KB: closed with %d", code)
	}
	for n := 0; ; n++ {
		resp, err := http.Get(s.url + "/api/tables/" + id + "/socket")
		if err != nil {
			t.Fatal(err)
		}
		if resp.Body.Close(); resp.StatusCode == http.StatusTooManyRequests {
			break
		}
		if n > 100 {
			t.Fatal("an address may connect as often as it likes")
		}
	}
}

func TestANewCookieForEachCommandIsNoWayAroundTheLimit(t *testing.T) {
	s := newSiteWith(t, live.Config{Limits: live.Limits{Commands: 0.4}})
	id := s.device().open(setup("all-in", "white black", ""))
	for n := 1; ; n++ {
		status, a := s.device().send(id, `{"do":"begin"}`)
		if status == 429 {
			if n < 10 {
				t.Errorf("the %dth device at an address is refused: %+v", n, a)
			}
			return
		}
		if n > 1000 { // more come back only to whom 14 requests take 3 seconds
			t.Fatalf("%d devices: %d %+v", n, status, a)
		}
	}
}

// Who asks for whole views again and again gets one a tick.
func TestWholeViewsAreGivenOncePerTick(t *testing.T) {
	s := newSite(t)
	anne := s.device()
	l := anne.dial(anne.open(setup("all-in", "white black", "")), nil)
	l.hear(`["view",`)
	before := s.live.Ticks()
	for range 20 {
		l.say(`["s"]`)
	}
	l.say(`["h",7]`)
	views, heard := 0, ""
	for !strings.HasSuffix(heard, ",7]") {
		if heard = l.hear(""); strings.HasPrefix(heard, `["view",`) {
			views++
		}
	}
	// A tick lets one more be asked for and gives one that is owed.
	if most := 1 + 2*(s.live.Ticks()-before); views < 1 || views > most {
		t.Errorf("20 questions at once were answered by %d views, want 1 to %d", views, most)
	}
	l.say(`["s"]`)
	l.say(`["s"]`)
	s.live.Tick()
	l.hear(`["view",`)
}

// An address has no more than so many connections at once; one that ends makes room.
func TestConnectionsOfAnAddressAreBounded(t *testing.T) {
	s := newSiteWith(t, live.Config{Limits: live.Limits{Sockets: 1000}})
	d := s.device()
	id := d.open(setup("all-in", "white black", ""))
	var first *line
	for range live.OpenPerAddress {
		l := d.dial(id, nil)
		l.hear(`["view"`)
		if first == nil {
			first = l
		}
	}
	if code := d.dial(id, nil).ends(); code != 1013 {
		t.Errorf("one too many ends with %d, want 1013", code)
	}
	first.conn.NetConn().Close()
	for {
		l := d.dial(id, nil)
		select {
		case <-l.texts:
			return
		case <-l.closed: // the server has not heard of the end yet
		}
	}
}

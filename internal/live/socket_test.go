package live_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"melee/client"
	"melee/internal/live"
)

// Each of these heads of frames is wrong in its own way. The connection ends;
// the table and the server go on.
func TestWrongFramesEndTheirConnectionOnly(t *testing.T) {
	s := newSite(t)
	anne := s.device()
	id := anne.open(setup("all-in", "white black", ""))
	other := anne.dial(id, nil)
	other.hear(`["view",`)
	for name, head := range map[string]string{
		"a length of 64 bits":            "\x81\xff\x80\x00\x00\x00\x00\x00\x00\x05mask",
		"a length of -1":                 "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xffmask",
		"a length of 63 bits":            "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xffmask",
		"no mask":                        "\x81\x05[\"s\"]",
		"a reserved bit":                 "\xc1\x80mask",
		"an opcode that is none":         "\x83\x80mask",
		"a continuation of nothing":      "\x80\x80mask",
		"a ping in parts":                "\x09\x80mask",
		"a ping of a length of 64 bits":  "\x89\xff\x80\x00\x00\x00\x00\x00\x00\x05mask",
		"a part of a length of 64 bits":  "\x01\xff\x80\x00\x00\x00\x00\x00\x00\x05mask",
		"a close frame of a single byte": "\x88\x81mask\x00",
	} {
		l := anne.dial(id, nil)
		l.hear(`["view",`)
		if _, err := l.conn.NetConn().Write([]byte(head)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		l.ends()
	}
	other.say(`["do",{"id":"1","do":"move","move":"e2e4"}]`)
	other.hear(`["a","1",3]`)
}

func TestASocketTellsEveryEventOnceAndInOrder(t *testing.T) {
	s := newSite(t)
	anne := s.device()
	id := anne.open(setup("all-in", "white black", ""))
	l := anne.dial(id, nil)
	l.hear(`["view",{"table":"` + id + `","seq":2,`)
	l.say(`["do",{"id":"1","do":"move","move":"e2e4"}]`)
	if patch := l.hear(`["p",3,`); !strings.Contains(patch, `"men":{"e2":"","e4":"0P"},"from":0,"plies":[{"n":1,"seat":0,"token":"e2e4","san":"e4"`) {
		t.Errorf("the move is told by %s", patch)
	}
	l.hear(`["a","1",3]`)
	// The same command again gets its first answer and changes nothing.
	l.say(`["do",{"id":"1","do":"move","move":"e2e4"}]`)
	l.hear(`["a","1",3]`)
	l.say(`["do",{"id":"2","do":"move","move":"e2e4"}]`)
	l.hear(`["x","2","illegal_move",`)
	l.say(`["h",1234.5]`)
	if beat := l.hear(`["h",`); !strings.HasSuffix(beat, `,3,1234.5]`) {
		t.Errorf("the answer to a heartbeat is %s", beat)
	}
	l.say(`["s"]`)
	l.hear(`["view",{"table":"` + id + `","seq":3,`)
	for _, text := range []string{`[]`, `{}`, `["do"]`, `["do",{}`, `["h","x"]`, `["h",{}]`, `["s",1]`, `[1]`, `not JSON`, `["do",{"do":"move"}] x`} {
		l.say(text)
		l.hear(`["x","","`)
	}
}

// The answer comes behind what it answers for, in whichever way the table is told of.
func TestAnAnswerFollowsTheEvent(t *testing.T) {
	s := newSite(t)
	anne := s.device()
	id := anne.open(setup("all-in", "white", "open"))
	l := anne.dial(id, nil)
	l.hear(`["view",`)
	for i, command := range []string{`"do":"put","seat":1,"player":"me"`, `"do":"say","text":"hello"`, `"do":"move","move":"e2e4"`, `"do":"resign","seat":0`} {
		l.say(fmt.Sprintf(`["do",{"id":"c%d",%s}]`, i, command))
		var kinds []string
		for !slices.Contains(kinds, "a") {
			select {
			case text := <-l.texts:
				kinds = append(kinds, strings.Split(text, `"`)[1])
			case <-time.After(patience):
				t.Fatalf("%s: only %v", command, kinds)
			}
		}
		if n := len(kinds); n < 2 || kinds[n-2] != "view" && kinds[n-2] != "p" {
			t.Errorf("%s was answered after %v", command, kinds)
		}
	}
}

func TestASecondTabSeesWhatTheFirstDoes(t *testing.T) {
	s := newSite(t)
	anne := s.device()
	id := anne.open(setup("all-in", "white black", ""))
	one, two := anne.dial(id, nil), anne.dial(id, nil)
	one.hear(`["view",`)
	two.hear(`["view",`)
	one.say(`["do",{"id":"same","do":"move","move":"e2e4"}]`)
	one.hear(`["a","same",3]`)
	two.hear(`["p",3,`)
	two.say(`["do",{"id":"other","do":"move","move":"e7e5"}]`)
	two.hear(`["a","other",4]`)
	one.hear(`["p",4,`)
}

func TestPagesOfOtherSitesMayNotConnect(t *testing.T) {
	s := newSiteWith(t, live.Config{Origin: "https://melee.example"})
	anne := s.device()
	id := anne.open(setup("all-in", "white black", ""))
	for origin, want := range map[string]int{
		s.url: 101, "https://melee.example": 101, "": 101,
		"https://evil.example": 403, "null": 403, "http://": 403, "https://melee.example.evil.example": 403,
	} {
		req, err := http.NewRequest("GET", s.url+"/api/tables/"+id+"/socket", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header = http.Header{
			"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"},
			"Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="}, "Origin": {origin},
		}
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		if resp.Body.Close(); resp.StatusCode != want {
			t.Errorf("from '%s': got %d, want %d", origin, resp.StatusCode, want)
		}
	}
}

func TestAReaderWhoDoesNotReadIsCutOffAndHoldsUpNobody(t *testing.T) {
	s := newSite(t)
	anne := s.device()
	id := anne.open(setup("all-in", "white black", ""))
	address, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	stuck, err := net.Dial("tcp", address.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer stuck.Close()
	if err := stuck.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(stuck, "GET /api/tables/%s/socket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", id, address.Host)
	if resp, err := http.ReadResponse(bufio.NewReaderSize(stuck, 16), nil); err != nil || resp.StatusCode != 101 {
		t.Fatal(resp, err)
	}
	table := anne.follow(id)
	await(t, table, func(v *client.View) bool { return v.Watchers == 1 })
	for n := 0; ; n++ {
		move := []string{"b1c3", "b8c6", "c3b1", "c6b8"}[n%4]
		if n%8 == 4 { // the return that A6 forbids is avoided, and so is repetition (A10)
			anne.send(id, `{"do":"new"}`)
		}
		anne.send(id, `{"do":"move","move":"`+move+`"}`)
		gone := false
		table.Look(func(v *client.View) { gone = v.Watchers == 0 })
		if gone {
			break
		}
		if n > 20000 {
			t.Fatal("he is still there")
		}
	}
	if stats := table.Stats(); stats.Connects != 1 || stats.Gaps != 0 {
		t.Errorf("who reads was told by %+v", stats)
	}
}

// Silence is broken after the time that the view has told, and who is not heard is dropped.
func TestSilenceIsBrokenAndTheDeadAreDropped(t *testing.T) {
	s := newSite(t)
	anne := s.device()
	for beat, clock := range map[int]client.Clock{25: {}, 5: {Kind: "increment", Base: 60_000}} {
		table := setup("all-in", "white black", "")
		table.Clock = clock
		l := anne.dial(anne.open(table), nil)
		if view := l.hear(`["view",`); !strings.Contains(view, fmt.Sprintf(`"beat":%d000,`, beat)) {
			t.Errorf("with clock %v: %s, want a beat of %d s", clock, view, beat)
		}
		l.hear(`["p",`) // who is here
		for range beat {
			s.live.Tick()
		}
		l.hear(`["h",`)
		// A WebSocket that answers pings lives on.
		for range 100 {
			s.live.Tick()
			l.say(`["h",1]`)
			l.hear(`["h",`)
		}
		l.deaf.Store(true)
		for range 80 {
			s.live.Tick()
		}
		if code := l.ends(); code != 1001 {
			t.Errorf("who was silent was closed with %d", code)
		}
	}
}

// Where a clock begins or ends to run, those who follow are told how often they will hear of the server.
func TestTheBeatFollowsTheClock(t *testing.T) {
	s := newSite(t)
	anne := s.device()
	table := setup("all-in", "white black", "")
	table.Clock = client.Clock{Kind: "increment", Base: 60_000}
	id := anne.open(table)
	l := anne.dial(id, nil)
	l.hear(`["view",`)
	anne.send(id, `{"do":"resign","seat":0}`)
	if patch := l.hear(`["p",`); !strings.Contains(patch, `"beat":25000`) {
		t.Errorf("a game has ended: %s", patch)
	}
}

func TestAServerThatStopsSaysGoodbye(t *testing.T) {
	s := newSite(t)
	anne := s.device()
	l := anne.dial(anne.open(setup("all-in", "white black", "")), nil)
	l.hear(`["view",`)
	s.live.Close()
	l.hear(`["bye","restart"]`)
	if code := l.ends(); code != 1001 {
		t.Errorf("closed with %d", code)
	}
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET /api/lobby HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
	if _, err := io.Copy(io.Discard, conn); err != nil {
		t.Error(err)
	}
}

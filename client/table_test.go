package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lxzan/gws"

	"melee/client"
)

// A script is a server that says what a test wants, to see what the client makes of it.
type script struct {
	gws.BuiltinEventHandler
	*testing.T
	url   string
	opens chan *gws.Conn
	heard chan string
	gone  atomic.Bool // the table
}

func newScript(t *testing.T) *script {
	s := &script{T: t, opens: make(chan *gws.Conn, 8), heard: make(chan string, 64)}
	upgrader := gws.NewUpgrader(s, nil)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.gone.Load() || !strings.HasPrefix(r.URL.Path, "/api/tables/t1/socket") {
			http.Error(w, `{"code":"not_found","text":"no such table"}`, http.StatusNotFound)
			return
		}
		conn, err := upgrader.Upgrade(w, r)
		if err != nil {
			t.Error(err)
			return
		}
		s.heard <- "open " + r.URL.RawQuery
		s.opens <- conn
		go conn.ReadLoop()
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func (s *script) OnMessage(_ *gws.Conn, m *gws.Message) { s.heard <- string(m.Bytes()) }

const start = `["view",{"table":"t1","seq":%d,"game":1,"men":{"e2":"0P"},"from":0,"plies":[{"n":1,"token":"e2e4"}],"turn":0,"legal":["e4e5"]}]`

// follow connects and shows a view with event 5.
func (s *script) follow() (*client.Table, *gws.Conn) {
	s.Helper()
	c, err := client.New(s.url)
	if err != nil {
		s.Fatal(err)
	}
	followed := make(chan *client.Table, 1)
	go func() {
		table, err := c.Follow(s.Context(), "t1", nil)
		if err != nil {
			s.Error(err)
		}
		followed <- table
	}()
	conn := <-s.opens
	s.say(conn, fmt.Sprintf(start, 5))
	s.hears("open ")
	table := <-followed
	if table == nil {
		s.FailNow()
	}
	s.Cleanup(table.Close)
	return table, conn
}

func (s *script) say(conn *gws.Conn, text string) {
	s.Helper()
	if err := conn.WriteMessage(gws.OpcodeText, []byte(text)); err != nil {
		s.Fatal(err)
	}
}

func (s *script) hears(prefix string) string {
	s.Helper()
	select {
	case text := <-s.heard:
		if !strings.HasPrefix(text, prefix) {
			s.Fatalf("heard %s, want %s…", text, prefix)
		}
		return text
	case <-time.After(patience):
		s.Fatalf("nothing is heard, want %s…", prefix)
		return ""
	}
}

// patience is how long anything may take on a machine that has much else to do.
const patience = 90 * time.Second

func await(t *testing.T, table *client.Table, want func(*client.View) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := table.Wait(ctx, want); err != nil {
		table.Look(func(v *client.View) { t.Fatalf("not as wanted: %+v", v) })
	}
}

func TestACommandIsSentAgainUntilItIsAnswered(t *testing.T) {
	s := newScript(t)
	table, conn := s.follow()
	type result struct {
		seq int64
		err error
	}
	done := make(chan result, 1)
	go func() {
		seq, err := table.Do(t.Context(), client.Move("e4e5", 5))
		done <- result{seq, err}
	}()
	sent := s.hears(`["do",{"id":"`)
	// The server dies before it answers; the next knows the table.
	conn.NetConn().Close()
	again := <-s.opens
	if query := s.hears("open "); query != "open game=1&ply=1" {
		t.Errorf("the client came back with '%s'", query)
	}
	s.say(again, fmt.Sprintf(start, 5))
	if resent := s.hears(`["do",`); resent != sent {
		t.Errorf("first %s, then %s", sent, resent)
	}
	id := strings.Split(sent, `"`)[5]
	// One that is busy is asked again, under the same id.
	s.say(again, `["x","`+id+`","busy","later",5]`)
	if resent := s.hears(`["do",`); resent != sent {
		t.Errorf("after a refusal that passes: %s", resent)
	}
	s.say(again, `["a","`+id+`",6]`)
	if r := <-done; r.seq != 6 || r.err != nil {
		t.Errorf("got %+v", r)
	}
	if stats := table.Stats(); stats.Connects != 2 || stats.Resends != 1 {
		t.Errorf("the table was told by %+v", stats)
	}
}

func TestARefusalIsTheCommandsAnswer(t *testing.T) {
	s := newScript(t)
	table, conn := s.follow()
	go func() {
		id := strings.Split(s.hears(`["do",`), `"`)[5]
		s.say(conn, `["x","someone else's","conflict","no",5]`)
		s.say(conn, `["x","`+id+`","illegal_move","a pawn cannot",5]`)
	}()
	_, err := table.Do(t.Context(), client.Move("e4e6", 5))
	var refused client.Refusal
	if !errors.As(err, &refused) || refused.Code != "illegal_move" {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if _, err := table.Do(ctx, client.Say("hello")); err == nil || err.Error() != "enough" {
		t.Errorf("a command nobody waits for: %v", err)
	}
}

func TestAGapAsksForTheWhole(t *testing.T) {
	s := newScript(t)
	table, conn := s.follow()
	s.say(conn, `["p",6,{"men":{"e4":"0P","e2":""},"from":1,"plies":[{"n":2,"token":"e7e5"}],"legal":[]}]`)
	s.say(conn, `["p",6,{"watchers":3}]`) // the same event: who is there has changed
	s.say(conn, `["p",4,{"watchers":9}]`) // of the past
	await(t, table, func(v *client.View) bool { return v.Watchers == 3 })
	table.Look(func(v *client.View) {
		if _, there := v.Men["e2"]; v.Seq != 6 || there || v.Men["e4"] != "0P" || len(v.Plies) != 2 || len(v.Legal) != 0 {
			t.Errorf("folded to %+v", v)
		}
	})
	s.say(conn, `["p",8,{"watchers":4}]`)
	s.hears(`["s"]`)
	s.say(conn, `["p",9,{"watchers":5}]`) // before the view comes; it is not asked for twice
	s.say(conn, fmt.Sprintf(start, 9))
	await(t, table, func(v *client.View) bool { return v.Seq == 9 && v.Watchers == 0 && len(v.Plies) == 1 })
	if stats := table.Stats(); stats.Gaps != 2 || stats.Connects != 1 {
		t.Errorf("the table was told by %+v", stats)
	}
}

func TestAHeartbeatThatIsAheadAsksForTheWhole(t *testing.T) {
	s := newScript(t)
	_, conn := s.follow()
	s.say(conn, `["h",1796000000000,5]`)
	s.say(conn, `["h",1796000000000,7]`)
	s.hears(`["s"]`)
}

func TestWhatCannotBeReadEndsTheConnection(t *testing.T) {
	s := newScript(t)
	table, conn := s.follow()
	s.say(conn, `{"what":"is this"}`)
	s.say(<-s.opens, fmt.Sprintf(start, 6))
	await(t, table, func(v *client.View) bool { return v.Seq == 6 })
}

func TestATableThatGoesEndsTheFollowing(t *testing.T) {
	s := newScript(t)
	table, conn := s.follow()
	conn.NetConn().Close()
	conn = <-s.opens
	s.say(conn, fmt.Sprintf(start, 6))
	await(t, table, func(v *client.View) bool { return v.Seq == 6 })
	s.gone.Store(true)
	conn.NetConn().Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var refused client.Refusal
	if err := table.Wait(ctx, func(*client.View) bool { return false }); !errors.As(err, &refused) || refused.Code != "not_found" {
		t.Errorf("waited until %v", err)
	}
	table.Close() // which waits for the end
}

func TestATableThatIsNotThere(t *testing.T) {
	s := newScript(t)
	c, err := client.New(s.url)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Follow(t.Context(), "t2", nil)
	var refused client.Refusal
	if !errors.As(err, &refused) || refused.Code != "not_found" {
		t.Errorf("followed: %v", err)
	}
	if _, err := c.View(t.Context(), "t2"); !errors.As(err, &refused) || refused.Code != "not_found" {
		t.Errorf("viewed: %v", err)
	}
	if _, err := c.Post(t.Context(), "t2", client.Say("hello")); !errors.As(err, &refused) {
		t.Errorf("posted: %v", err)
	}
}

func TestAClientNeedsAnAddressAndASecret(t *testing.T) {
	for _, address := range []string{"", "melee.example", "ws://melee.example", "http://", "://"} {
		if _, err := client.New(address); err == nil {
			t.Errorf("'%s' is taken", address)
		}
	}
	if _, err := client.New("http://melee.example", client.WithDevice("short")); err == nil {
		t.Error("a short secret is taken")
	}
	one, err := client.New("http://melee.example/")
	if err != nil {
		t.Fatal(err)
	}
	if two, err := client.New("http://melee.example", client.WithDevice(one.Device())); err != nil || two.Device() != one.Device() {
		t.Errorf("the same device: %v", err)
	}
}

package live_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"melee/engine"
	"melee/internal/hub"
	"melee/internal/live"
	"melee/internal/store/sqlite"
	"melee/internal/table"
	"melee/rules/catalog"
)

// A site is the whole server below the pages.
type site struct {
	*testing.T
	hub *hub.Hub
	url string
}

func newSite(t *testing.T) *site {
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "m.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := hub.New(hub.Config{
		Store: store, Find: catalog.Find, Engine: engine.Player{}, Log: slog.New(slog.DiscardHandler),
		Searches: 1, Think: 100 * time.Millisecond, Idle: time.Minute,
	})
	mux := http.NewServeMux()
	mux.Handle("/api/", live.Handler(h, slog.New(slog.DiscardHandler)))
	// What pages do: whoever asks gets a table with the seats he names.
	mux.HandleFunc("POST /open/{variant}", func(w http.ResponseWriter, r *http.Request) {
		v, err := catalog.Find(r.PathValue("variant"))
		if err != nil {
			t.Error(err)
			return
		}
		open := table.Open{Variant: v.Name, Start: r.FormValue("start"), Host: live.VisitorOf(r.Context()).Owner, RotateFirst: true}
		for _, seat := range v.Seats {
			chair := table.Chair{Player: table.CPU}
			if strings.Contains(" "+r.FormValue("mine")+" ", " "+seat+" ") {
				chair = table.Chair{Player: table.Person, Owner: open.Host}
			}
			open.Chairs = append(open.Chairs, chair)
		}
		id, err := h.Open(r.Context(), open)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprint(w, id)
	})
	server := httptest.NewServer(live.Recognise(mux))
	t.Cleanup(func() {
		server.CloseClientConnections()
		h.Close()
		server.Close()
		store.Close()
	})
	return &site{t, h, server.URL}
}

// A device is a browser with its cookie.
type device struct {
	*site
	client *http.Client
}

func (s *site) device() *device {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.Fatal(err)
	}
	return &device{s, &http.Client{Jar: jar, Timeout: 20 * time.Second}}
}

func (d *device) open(variant, mine, start string) string {
	d.Helper()
	resp, err := d.client.PostForm(d.url+"/open/"+variant, map[string][]string{"mine": {mine}, "start": {start}})
	if err != nil {
		d.Fatal(err)
	}
	defer resp.Body.Close()
	id, _ := io.ReadAll(resp.Body)
	return string(id)
}

// get reads path into v and returns the status.
func (d *device) get(path string, v any) int {
	d.Helper()
	resp, err := d.client.Get(d.url + path)
	if err != nil {
		d.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(v); err != nil {
		d.Fatalf("GET %s: %v", path, err)
	}
	return resp.StatusCode
}

type answer struct {
	Seq  int64
	Code string
	Text string
}

// send posts a command's body and returns the status and the answer.
func (d *device) send(id, body string) (int, answer) {
	d.Helper()
	resp, err := d.client.Post(d.url+"/api/tables/"+id+"/commands", "application/json", strings.NewReader(body))
	if err != nil {
		d.Fatal(err)
	}
	defer resp.Body.Close()
	var a answer
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		d.Fatalf("POST %s: %v", body, err)
	}
	return resp.StatusCode, a
}

func (d *device) do(id, token string) {
	d.Helper()
	if status, a := d.send(id, `{"do":"`+token+`"}`); status != 200 {
		d.Fatalf("%s: %d %+v", token, status, a)
	}
}

// stream reads a table's views until the test ends.
func (d *device) stream(id, query string) func() live.View {
	d.Helper()
	ctx, cancel := context.WithCancel(d.Context())
	d.Cleanup(cancel)
	req, _ := http.NewRequestWithContext(ctx, "GET", d.url+"/api/tables/"+id+"/events"+query, nil)
	resp, err := (&http.Client{Jar: d.client.Jar}).Do(req)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { resp.Body.Close() })
	if got := resp.Header.Get("Content-Type"); got != "text/event-stream" {
		d.Fatalf("the stream's type is %q", got)
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	return func() live.View {
		d.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: {\""); ok {
				var v live.View
				if err := json.Unmarshal([]byte("{\""+data), &v); err != nil {
					d.Fatal(err)
				}
				return v
			}
		}
		d.Fatalf("the stream ended: %v", lines.Err())
		return live.View{}
	}
}

func TestLegalMovesGoOnlyToTheDeviceThatHasTheTurn(t *testing.T) {
	s := newSite(t)
	anne, stranger := s.device(), s.device()
	id := anne.open("all-in", "white black", "")
	var hers, his live.View
	anne.get("/api/tables/"+id, &hers)
	stranger.get("/api/tables/"+id, &his)
	if len(hers.Legal) != 40 || len(hers.You) != 2 || hers.Seats[0].Player != "you" {
		t.Errorf("the player sees %d legal moves and seats %v", len(hers.Legal), hers.You)
	}
	if len(his.Legal) != 0 || len(his.You) != 0 || his.Seats[0].Player != "guest" {
		t.Errorf("a stranger sees %d legal moves and seats %v", len(his.Legal), his.You)
	}
	if status, a := stranger.send(id, `{"do":"e2e4"}`); status != 409 || a.Code != "not_your_turn" {
		t.Errorf("a stranger's move: %d %+v", status, a)
	}
	if status, a := stranger.send(id, `{"do":"resign","seat":0}`); status != 403 || a.Code != "forbidden" {
		t.Errorf("a stranger's resignation: %d %+v", status, a)
	}
	if status, a := stranger.send(id, `{"do":"new"}`); status != 403 {
		t.Errorf("a stranger's new game: %d %+v", status, a)
	}
}

func TestTheStreamTellsOfEachMoveAndTakesUpWhereTheClientWas(t *testing.T) {
	anne := newSite(t).device()
	id := anne.open("all-in", "white black", "")
	next := anne.stream(id, "")
	if v := next(); v.From != 0 || len(v.Plies) != 0 || v.Game != 1 {
		t.Errorf("at first: from %d, %d plies, game %d", v.From, len(v.Plies), v.Game)
	}
	anne.do(id, "d2d4")
	if v := next(); v.From != 0 || len(v.Plies) != 1 || v.Plies[0].SAN != "d4" || v.Plies[0].To != "d4" {
		t.Errorf("after d4: from %d, plies %+v", v.From, v.Plies)
	}
	anne.do(id, "g8f6")
	if v := next(); v.From != 1 || len(v.Plies) != 1 || v.Plies[0].N != 2 || v.Men["f6"] != "1N" || v.Forbidden != "f6g8" {
		t.Errorf("after Nf6: from %d, plies %+v, forbidden %q", v.From, v.Plies, v.Forbidden)
	}
	if v := anne.stream(id, "?game=1&ply=1")(); v.From != 1 || len(v.Plies) != 1 {
		t.Errorf("resumed at ply 1: from %d, %d plies", v.From, len(v.Plies))
	}
	anne.do(id, "new")
	if v := next(); v.Game != 2 || v.From != 0 || len(v.Plies) != 0 {
		t.Errorf("a new game: game %d, from %d, %d plies", v.Game, v.From, len(v.Plies))
	}
	anne.do(id, "e2e4")
	if v := anne.stream(id, "?game=1&ply=1")(); v.From != 0 || len(v.Plies) != 1 {
		t.Errorf("resumed from another game: from %d, %d plies", v.From, len(v.Plies))
	}
}

func TestTheCPUAnswers(t *testing.T) {
	anne := newSite(t).device()
	id := anne.open("four-player", "blue", "")
	next := anne.stream(id, "")
	v := next()
	for v.Turn == nil || *v.Turn != 1 {
		v = next()
	}
	if len(v.Legal) == 0 || v.Bottom != 1 || v.Seats[0].Player != "cpu" {
		t.Errorf("blue's turn: %d legal moves, seat %d at the bottom, red is %s", len(v.Legal), v.Bottom, v.Seats[0].Player)
	}
}

func TestACommandThatCannotBeReadIsRefusedInWords(t *testing.T) {
	anne := newSite(t).device()
	id := anne.open("all-in", "white black", "")
	for _, c := range []struct {
		body   string
		status int
		code   string
	}{
		{``, 400, "invalid"},
		{`[]`, 400, "invalid"},
		{`{"do":"e2e4","and":"e7e5"}`, 400, "invalid"},
		{`{"do":"e2e4"}{"do":"e7e5"}`, 400, "invalid"},
		{`{"do":"e2e4"} trailing`, 400, "invalid"},
		{`{"do":"e2e4","seat":-1}`, 400, "invalid"},
		{`{"do":"e2e4","seat":3}`, 400, "invalid"},
		{`{"do":"e2e4","id":"` + strings.Repeat("x", 4000) + `"}`, 400, "invalid"},
		{`{"do":"` + strings.Repeat("e2e4", 4000) + `"}`, 400, "invalid"},
		{`{"do":"e2e5"}`, 422, "illegal_move"},
		{`{"do":"\u0000"}`, 422, "illegal_move"},
		{`{"do":"decline"}`, 422, "illegal_move"},
		{`{"do":"resign:wk","seat":0}`, 422, "illegal_move"},
	} {
		if status, a := anne.send(id, c.body); status != c.status || a.Code != c.code || a.Text == "" {
			t.Errorf("%.40s: got %d %+v, want %d %s", c.body, status, a, c.status, c.code)
		}
	}
	var v live.View
	if anne.get("/api/tables/"+id, &v); v.Seq != 2 {
		t.Errorf("refused commands left the table at event %d, want 2", v.Seq)
	}
	for path, want := range map[string]int{"/api/tables/none": 404, "/api/tables/none/events": 404, "/api/nothing": 404, "/api/tables/" + id + "/plies/9": 404, "/api/tables/" + id + "/plies/x": 400} {
		var a answer
		if got := anne.get(path, &a); got != want || a.Code == "" {
			t.Errorf("%s: got %d %+v, want %d", path, got, a, want)
		}
	}
}

func TestThePastIsShownAsItWas(t *testing.T) {
	anne := newSite(t).device()
	id := anne.open("four-player", "red blue yellow green", "")
	anne.do(id, "d2d4")
	anne.do(id, "resign")
	var now, past live.View
	anne.get("/api/tables/"+id, &now)
	anne.get("/api/tables/"+id+"/plies/1", &past)
	if now.Seats[1].Active || now.Seats[1].Out == nil || now.Men["a7"] != "1Kx" {
		t.Errorf("blue after resigning: %+v, king %q", now.Seats[1], now.Men["a7"])
	}
	if !past.Seats[1].Active || past.Seats[1].Out != nil || past.Men["a7"] != "1K" || past.Men["d4"] != "0P" || len(past.Legal) != 0 {
		t.Errorf("before that: %+v, king %q, pawn %q, %d legal moves", past.Seats[1], past.Men["a7"], past.Men["d4"], len(past.Legal))
	}
}

func TestAPlyNamesTheManTaken(t *testing.T) {
	anne := newSite(t).device()
	for _, c := range []struct{ variant, start, token, want string }{
		{"all-in", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "1P"},
		{"all-in", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "1P"}, // en passant
		{"all-in", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e5", ""},
		{"mcx4", "k8/9/9/3r5/9/2N~6/9/K8 wq - - 0 1 -", "c3d5", "3R"},
	} {
		id := anne.open(c.variant, "white black wq bq wk bk", c.start)
		anne.do(id, c.token)
		var v live.View
		if anne.get("/api/tables/"+id, &v); v.Plies[0].Taken != c.want {
			t.Errorf("%s in %s takes %q, want %q", c.token, c.start, v.Plies[0].Taken, c.want)
		}
	}
}

func TestM9TheMovesThatAbandonTheKingAreNamed(t *testing.T) {
	anne := newSite(t).device()
	// Only the Queen can take the rook that gives check.
	id := anne.open("mcx4", "wq bq wk bk", "1k7/9/9/3Q~5/9/9/7PP/r7K wq - - 0 1 -")
	var v live.View
	anne.get("/api/tables/"+id, &v)
	if len(v.Check) != 1 || v.Check[0] != "i1" || len(v.Abandons) == 0 || len(v.Abandons) >= len(v.Legal) {
		t.Errorf("check %v, %d legal moves, of which %d abandon the king", v.Check, len(v.Legal), len(v.Abandons))
	}
}

func TestTheCookieIsTheDevicesOwn(t *testing.T) {
	s := newSite(t)
	resp, err := http.Get(s.url + "/api/nothing")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	c := resp.Cookies()
	if len(c) != 1 || !c[0].HttpOnly || c[0].SameSite != http.SameSiteLaxMode || len(c[0].Value) < 32 {
		t.Errorf("cookies %+v", c)
	}
	if live.VisitorOf(t.Context()).Owner != "" {
		t.Error("a request without a device has an owner")
	}
}

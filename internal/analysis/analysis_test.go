package analysis_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"melee/internal/analysis"
	"melee/rules/catalog"
)

type ownerKey struct{}

// places lends as many places as it holds.
type places chan struct{}

func (p places) Enter(ctx context.Context) (analysis.Place, error) {
	select {
	case p <- struct{}{}:
		return p, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (places) Yield(ctx context.Context) error { return ctx.Err() }
func (p places) Leave()                        { <-p }

var roomy = analysis.Limits{
	Nodes: 1 << 40, GameNodes: 1000, Time: time.Minute, GameTime: time.Minute, Wall: time.Minute, Alone: time.Minute,
	Lines: 5, Plies: 500, HashMB: 1, Running: 4, Kept: 8,
}

func newDesk(l analysis.Limits, enter func(context.Context) (analysis.Place, error)) *analysis.Desk {
	return analysis.New(analysis.Config{
		Owner: func(ctx context.Context) string { s, _ := ctx.Value(ownerKey{}).(string); return s },
		Allow: func(r *http.Request) bool { return r.Header.Get("Owner") != "nobody" },
		Enter: enter, Log: slog.New(slog.DiscardHandler), Limits: l,
	})
}

// serve serves a desk with one place; requests say whose they are in the header Owner.
func serve(t *testing.T, l analysis.Limits) *httptest.Server {
	t.Helper()
	d := newDesk(l, make(places, 1).Enter)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.Handler().ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), ownerKey{}, r.Header.Get("Owner"))))
	}))
	t.Cleanup(func() {
		d.Close()
		server.Close()
	})
	return server
}

func call(t *testing.T, server *httptest.Server, method, path, owner, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Owner", owner)
	resp, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// begin posts a request and returns its job.
func begin(t *testing.T, server *httptest.Server, path, owner, body string) string {
	t.Helper()
	status, text := call(t, server, "POST", path, owner, body)
	var answer struct{ Job string }
	if err := json.Unmarshal([]byte(text), &answer); err != nil || status != http.StatusCreated {
		t.Fatalf("got %d %s", status, text)
	}
	return answer.Job
}

type message struct {
	kind string
	data map[string]any
}

// follow reads a job's stream until what is wanted comes, or to its end.
func follow(t *testing.T, server *httptest.Server, job string, enough func(message) bool) []message {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+"/api/analysis/"+job+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var all []message
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 8<<20)
	kind := ""
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "event":
			kind = value
		case "data":
			m := message{kind: kind}
			if err := json.Unmarshal([]byte(value), &m.data); err != nil {
				t.Fatal(err)
			}
			all = append(all, m)
			if enough != nil && enough(m) {
				return all
			}
		}
	}
	return all
}

func kinds(all []message) (list []string) {
	for _, m := range all {
		list = append(list, m.kind)
	}
	return list
}

func isKind(kind string) func(message) bool { return func(m message) bool { return m.kind == kind } }

func last(all []message) message { return all[len(all)-1] }

const mate = `{"variant":"all-in","position":"6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1","lines":2,"depth":3}`

func TestLinesOfAPosition(t *testing.T) {
	server := serve(t, roomy)
	all := follow(t, server, begin(t, server, "/api/analysis", "anne", mate), nil)
	if got := kinds(all); got[0] != "start" || !slices.Equal(got[len(got)-2:], []string{"lines", "end"}) {
		t.Fatalf("the stream had %v", got)
	}
	start := all[0].data
	if start["variant"] != "all-in" || start["turn"] != 0.0 || start["unit"] != "pawns" || len(start["seats"].([]any)) != 2 || start["result"] != nil {
		t.Errorf("start %v", start)
	}
	found := all[len(all)-2].data
	lines := found["lines"].([]any)
	if len(lines) != 2 || found["depth"] != 3.0 {
		t.Fatalf("lines %v", found)
	}
	best := lines[0].(map[string]any)
	if best["score"].(map[string]any)["mate"] != 1.0 || best["moves"].([]any)[0] != "g1h1" || best["san"].([]any)[0] != "Rh1#" || best["chance"] != 1.0 {
		t.Errorf("the best line is %v", best)
	}
	if end := last(all).data; end["how"] != "finished" {
		t.Errorf("it ended %v", end)
	}
}

// A game that has ended has a result, and nothing to look for; every variant has lines.
func TestEveryVariantAndTheEndOfAGame(t *testing.T) {
	server := serve(t, roomy)
	all := follow(t, server, begin(t, server, "/api/analysis", "anne", `{"variant":"all-in","position":"6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1","moves":["g1h1"]}`), nil)
	if !slices.Equal(kinds(all), []string{"start", "end"}) || all[0].data["turn"] != nil {
		t.Fatalf("%v", all)
	}
	if r := all[0].data["result"].(map[string]any); r["reason"] != "checkmate" || r["ranking"].([]any)[0].([]any)[0] != "white" {
		t.Errorf("result %v", r)
	}
	for _, v := range catalog.All() {
		body, _ := json.Marshal(map[string]any{"variant": v.Name, "nodes": 2000})
		all := follow(t, server, begin(t, server, "/api/analysis", "anne", string(body)), nil)
		if last(all).data["how"] != "finished" || all[len(all)-2].kind != "lines" || len(all[len(all)-2].data["lines"].([]any)) != 3 {
			t.Errorf("%s: %v", v.Name, all)
		}
	}
}

func TestTheMovesOfAGame(t *testing.T) {
	server := serve(t, roomy)
	byMoves := `{"variant":"all-in","position":"6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1","moves":["a1b1","g7g6"]}`
	asFile, _ := json.Marshal(map[string]any{"format": "pgn", "text": "[Variant \"all-in\"]\n[SetUp \"1\"]\n[FEN \"6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1\"]\n\n1. Kb1 g6 *\n", "nodes": 3000})
	for _, body := range []string{byMoves, string(asFile)} {
		all := follow(t, server, begin(t, server, "/api/analysis/game", "anne", body), nil)
		if got := kinds(all); !slices.Equal(got, []string{"start", "ply", "ply", "end"}) {
			t.Fatalf("the stream had %v", got)
		}
		if all[0].data["plies"] != 2.0 {
			t.Errorf("start %v", all[0].data)
		}
		first := all[1].data
		if first["ply"] != 1.0 || first["seat"] != "white" || first["move"] != "a1b1" || first["san"] != "Kb1" || first["mark"] != "blunder" ||
			first["best"].(map[string]any)["moves"].([]any)[0] != "g1h1" || first["played"].(map[string]any)["moves"].([]any)[0] != "a1b1" {
			t.Errorf("the first ply is %v", first)
		}
		white := last(all).data["seats"].([]any)[0].(map[string]any)
		if white["seat"] != "white" || white["moves"] != 1.0 || white["blunders"] != 1.0 {
			t.Errorf("white has %v", white)
		}
	}
}

func TestWhatIsWrongIsTold(t *testing.T) {
	server := serve(t, roomy)
	for _, c := range []struct {
		path, body string
		status     int
		want       string
	}{
		{"", `{`, 400, "cannot be read"},
		{"", `{"variant":"all-in"} {}`, 400, "more after its end"},
		{"", `{"colour":"red"}`, 400, "colour"},
		{"", `{"variant":"all-in","position":"` + strings.Repeat("x", 70<<10) + `"}`, 400, "too large"},
		{"", `{"variant":"chess"}`, 422, "chess"},
		{"", `{"variant":"all-in","options":{"x":"y"}}`, 422, "unknown in all-in"},
		{"", `{"variant":"all-in","position":"8/8 w"}`, 422, "2 fields"},
		{"", `{"variant":"all-in","moves":["e2e4","e2e4"]}`, 422, "move 2: 'e2e4' is not a legal move"},
		{"", `{"variant":"all-in","lines":6}`, 422, "lines is 6, must be from 1 to 5"},
		{"", `{"variant":"all-in","depth":0}`, 422, "depth is 0"},
		{"", `{"variant":"all-in","nodes":0}`, 422, "nodes is 0"},
		{"", `{"variant":"all-in","seconds":61}`, 422, "at most 60"},
		{"/game", `{"variant":"all-in"}`, 422, "no moves"},
		{"/game", `{"format":"pdf","text":"x"}`, 422, "pdf"},
		{"/game", `{"format":"pgn","text":"[Variant \"all-in\"]\n\n1. Kh5 *"}`, 422, "line 3, column 4"},
		{"/game", `{"format":"pgn","text":"[Variant \"all-in\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 *"}`, 422, "more than one game"},
		{"/game", `{"format":"pgn","variant":"all-in","text":"1. e4 *"}`, 422, "leave out"},
		{"/game", `{"format":"pgn","text":"\n"}`, 422, "no game"},
	} {
		status, body := call(t, server, "POST", "/api/analysis"+c.path, "anne", c.body)
		if status != c.status || !strings.Contains(body, c.want) || !strings.Contains(body, `"code":"invalid"`) {
			t.Errorf("%.60s: %d %s, want %d %q", c.body, status, body, c.status, c.want)
		}
	}
	if status, _ := call(t, server, "POST", "/api/analysis", "nobody", mate); status != http.StatusTooManyRequests {
		t.Errorf("too many: %d", status)
	}
	for _, path := range []string{"/api/analysis/none/events", "/api/analysis/none/other"} {
		if status, _ := call(t, server, "GET", path, "anne", ""); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
}

// endless takes longer than any test waits.
const endless = `{"variant":"four-player"}`

func TestAJobCanBeStoppedByItsOwnerOnly(t *testing.T) {
	server := serve(t, roomy)
	job := begin(t, server, "/api/analysis", "anne", endless)
	follow(t, server, job, isKind("lines"))
	if status, _ := call(t, server, "DELETE", "/api/analysis/"+job, "bert", ""); status != http.StatusForbidden {
		t.Errorf("another's stop: %d", status)
	}
	if status, _ := call(t, server, "DELETE", "/api/analysis/"+job, "anne", ""); status != http.StatusNoContent {
		t.Errorf("stop: %d", status)
	}
	all := follow(t, server, job, nil)
	if last(all).data["how"] != "stopped" || all[len(all)-2].kind != "lines" {
		t.Errorf("it ended with %v", all)
	}
}

func TestANewQuestionEndsTheLastOfItsKind(t *testing.T) {
	server := serve(t, roomy)
	first := begin(t, server, "/api/analysis", "anne", endless)
	follow(t, server, first, isKind("lines"))
	other := begin(t, server, "/api/analysis", "bert", mate)
	if waits := follow(t, server, other, isKind("waiting")); last(waits).data["ahead"] != 1.0 {
		t.Errorf("Bert waits for %v", waits)
	}
	follow(t, server, begin(t, server, "/api/analysis", "anne", mate), nil)
	for job, how := range map[string]string{first: "stopped", other: "finished"} {
		if all := follow(t, server, job, nil); last(all).data["how"] != how {
			t.Errorf("job %s ended %v, want %s", job, last(all).data, how)
		}
	}
}

func TestTimeEndsASearch(t *testing.T) {
	short := roomy
	short.Time = 20 * time.Millisecond
	server := serve(t, short)
	if all := follow(t, server, begin(t, server, "/api/analysis", "anne", endless), nil); last(all).data["how"] != "time" {
		t.Errorf("it ended with %v", last(all).data)
	}
	short = roomy
	short.Wall = 20 * time.Millisecond
	server = serve(t, short)
	if all := follow(t, server, begin(t, server, "/api/analysis", "anne", endless), nil); last(all).data["how"] != "time" {
		t.Errorf("in all: it ended with %v", last(all).data)
	}
}

func TestAJobThatNobodyFollowsStops(t *testing.T) {
	alone := roomy
	alone.Alone = 10 * time.Millisecond
	server := serve(t, alone)
	job := begin(t, server, "/api/analysis", "anne", endless)
	// Another's job has the only place when this one has stopped.
	follow(t, server, begin(t, server, "/api/analysis/game", "bert", `{"variant":"all-in","moves":["e2e4"]}`), nil)
	if all := follow(t, server, job, nil); last(all).data["how"] != "stopped" {
		t.Errorf("it ended with %v", last(all).data)
	}
}

func TestOldJobsMakeRoomAndRunningOnesDoNot(t *testing.T) {
	few := roomy
	few.Kept, few.Running = 3, 2
	server := serve(t, few)
	var done []string
	for _, owner := range []string{"anne", "bert", "cleo"} {
		job := begin(t, server, "/api/analysis", owner, mate)
		follow(t, server, job, nil)
		done = append(done, job)
	}
	begin(t, server, "/api/analysis", "bert", endless)
	if status, _ := call(t, server, "GET", "/api/analysis/"+done[0]+"/events", "anne", ""); status != http.StatusNotFound {
		t.Errorf("the oldest job is still there: %d", status)
	}
	begin(t, server, "/api/analysis", "cleo", endless)
	if status, body := call(t, server, "POST", "/api/analysis", "anne", mate); status != http.StatusServiceUnavailable || !strings.Contains(body, "busy") {
		t.Errorf("a job beyond the last place: %d %s", status, body)
	}
	if status, body := call(t, server, "POST", "/api/analysis", "bert", mate); status != http.StatusCreated {
		t.Errorf("in place of his own: %d %s", status, body)
	}
}

func TestClosingEndsWhatRunsAndRefusesMore(t *testing.T) {
	d := newDesk(roomy, make(places, 1).Enter)
	post := func() *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		d.Handler().ServeHTTP(w, httptest.NewRequest("POST", "/api/analysis", strings.NewReader(endless)))
		return w
	}
	if w := post(); w.Code != http.StatusCreated {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d.Close()
	if w := post(); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "stopping") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// FuzzRequest hands anything to the reader of requests: what it takes can be looked at, the rest is refused.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(mate), false)
	f.Add([]byte(`{"variant":"mcx4","options":{"play":"double"},"moves":["c2c4"],"seconds":0.5,"nodes":10}`), false)
	f.Add([]byte(`{"variant":"four-player-teams","moves":["h2h3","resign:blue"]}`), true)
	f.Add([]byte(`{"format":"pgn","text":"1. e4 e5 *"}`), true)
	small := roomy
	small.Nodes, small.GameNodes, small.Plies = 50, 50, 4
	f.Fuzz(func(t *testing.T, body []byte, game bool) {
		d := newDesk(small, make(places, 1).Enter)
		defer d.Close()
		path := "/api/analysis"
		if game {
			path += "/game"
		}
		w := httptest.NewRecorder()
		d.Handler().ServeHTTP(w, httptest.NewRequest("POST", path, bytes.NewReader(body)))
		switch w.Code {
		case http.StatusCreated:
			r := httptest.NewRecorder()
			d.Handler().ServeHTTP(r, httptest.NewRequest("GET", w.Header().Get("Location")+"/events", nil))
			if !strings.Contains(r.Body.String(), `"how":"finished"`) {
				t.Errorf("it did not finish: %s", r.Body)
			}
		case http.StatusBadRequest, http.StatusUnprocessableEntity:
		default:
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
	})
}

package workbench_test

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

	"melee/internal/workbench"
)

type ownerKey struct{}

// newBench serves a bench; requests say whose they are in the header Owner.
func newBench(t *testing.T, l workbench.Limits) *httptest.Server {
	t.Helper()
	b := workbench.New(workbench.Config{
		Owner:  func(ctx context.Context) string { s, _ := ctx.Value(ownerKey{}).(string); return s },
		Allow:  func(r *http.Request) bool { return r.Header.Get("Owner") != "nobody" },
		Log:    slog.New(slog.DiscardHandler),
		Limits: l,
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.Handler().ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), ownerKey{}, r.Header.Get("Owner"))))
	}))
	t.Cleanup(func() {
		b.Close()
		server.Close()
	})
	return server
}

var roomy = workbench.Limits{Time: time.Minute, Hash: 8 << 20, Threads: 1, Solvers: 1, Found: 1000, Kept: 8}

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

// begin posts a problem and returns its job.
func begin(t *testing.T, server *httptest.Server, owner, body string) string {
	t.Helper()
	status, text := call(t, server, "POST", "/api/problems/jobs", owner, body)
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
	r, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+"/api/problems/jobs/"+job+"/events", nil)
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
		if m.kind != "progress" && m.kind != "waiting" {
			list = append(list, m.kind)
		}
	}
	return list
}

const helpmate = `{"title":"rnd-006","author":"","board":"8/5P2/7R/5B2/8/5k2/8/2K2B2","condition":"all-in","stipulation":"h#1","options":"","twins":[],"zero":false}`

func TestAHelpmateIsSolvedStepByStep(t *testing.T) {
	server := newBench(t, roomy)
	all := follow(t, server, begin(t, server, "anne", helpmate), nil)
	if got := kinds(all); !slices.Equal(got, []string{"task", "found", "solved", "end"}) {
		t.Fatalf("the stream had %v", got)
	}
	var solved struct {
		Record  struct{ Lines [][]string }
		Text    string
		Verdict []string
		Steps   []struct {
			Move, Text string
			Steps      []struct {
				Move, Text string
				Scene      struct {
					Board string
					Check []string
				}
			}
		}
	}
	data, _ := json.Marshal(all[len(all)-2].data)
	if err := json.Unmarshal(data, &solved); err != nil {
		t.Fatal(err)
	}
	if len(solved.Record.Lines) != 1 || !slices.Equal(solved.Record.Lines[0], []string{"f3g3", "g3h3"}) {
		t.Fatalf("lines %v", solved.Record.Lines)
	}
	last := solved.Steps[0].Steps[0]
	if last.Move != "g3h3" || last.Text != "Kg3-h3 #" || last.Scene.Board != "8/5P2/7R/5B2/8/7k/8/2K2B2" || !slices.Equal(last.Scene.Check, []string{"h3"}) {
		t.Errorf("the last step is %+v", last)
	}
	if !strings.Contains(solved.Text, "Kg3-h3 #") || len(solved.Verdict) == 0 {
		t.Errorf("text %q, verdict %q", solved.Text, solved.Verdict)
	}
	if end := all[len(all)-1].data; end["how"] != "finished" {
		t.Errorf("it ended %v", end)
	}
}

func TestKeysThreatsAndTwinsCanBePlayedThrough(t *testing.T) {
	server := newBench(t, roomy)
	text := "begin\npieces white kh1 sa4 pb2d3 black ke5\nstipulation #2\ncondition halfinchess\noption vari\ntwin move h1 g1\nend\n"
	body, _ := json.Marshal(map[string]string{"text": text})
	all := follow(t, server, begin(t, server, "anne", string(body)), nil)
	var solved []message
	for _, m := range all {
		if m.kind == "solved" {
			solved = append(solved, m)
		}
	}
	if len(solved) != 2 {
		t.Fatalf("%d of 2 twins solved", len(solved))
	}
	steps := solved[0].data["steps"].([]any)
	if len(steps) != 1 {
		t.Fatalf("%d keys, want 1", len(steps))
	}
	key := steps[0].(map[string]any)
	if key["kind"] != "key" || len(key["steps"].([]any)) == 0 {
		t.Errorf("the key is %v", key)
	}
}

func TestFilesOfASolution(t *testing.T) {
	server := newBench(t, roomy)
	job := begin(t, server, "anne", helpmate)
	follow(t, server, job, nil)
	for file, want := range map[string]string{
		"problem.inp": "AllInChess", "solution.txt": "Kg3-h3 #", "solution.json": `"lines":[["f3g3","g3h3"]]`,
		"solution.tex": `\begin`, "solution.svg": "<svg", "solution.pdf": "%PDF",
	} {
		status, body := call(t, server, "GET", "/api/problems/jobs/"+job+"/"+file, "anne", "")
		if status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: status %d, without %q", file, status, want)
		}
	}
	if status, _ := call(t, server, "GET", "/api/problems/jobs/"+job+"/solution.exe", "anne", ""); status != http.StatusNotFound {
		t.Errorf("an unknown file: %d", status)
	}
}

func TestTextAndFormSayTheSame(t *testing.T) {
	server := newBench(t, roomy)
	status, body := call(t, server, "POST", "/api/problems/read", "anne", helpmate)
	var f struct {
		Text, Board, Condition, Stipulation, Options string
	}
	if err := json.Unmarshal([]byte(body), &f); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	text, _ := json.Marshal(map[string]string{"text": strings.Replace(f.Text, "h#1", "h#2.5", 1)})
	if status, body = call(t, server, "POST", "/api/problems/read", "anne", string(text)); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if err := json.Unmarshal([]byte(body), &f); err != nil {
		t.Fatal(err)
	}
	if f.Board != "8/5P2/7R/5B2/8/5k2/8/2K2B2" || f.Condition != "all-in" || f.Stipulation != "h#2.5" {
		t.Errorf("read back: %+v", f)
	}
}

func TestWhatIsWrongIsToldWithItsPlace(t *testing.T) {
	server := newBench(t, roomy)
	for _, c := range []struct{ name, body, want string }{
		{"no JSON", `{`, "cannot be read"},
		{"unknown field", `{"colour":"red"}`, "colour"},
		{"unknown word", `{"text":"begin\npieces white ka1 black kh8\nstipulation #2\ncondition Circe\nend"}`, `"line":4`},
		{"no stipulation", `{"board":"8/8/8/8/8/8/8/K6k","condition":"all-in"}`, "stipulation"},
		{"two problems", `{"text":"begin\npieces white ka1 black kh8\nstipulation #2\nnext\npieces white ka1 black kh8\nstipulation #1\nend"}`, "one at a time"},
		{"no king", `{"board":"8/8/8/8/8/8/8/K7","condition":"all-in","stipulation":"#1"}`, "king"},
		{"too long", `{"title":"` + strings.Repeat("x", 70<<10) + `"}`, "too large"},
	} {
		status, body := call(t, server, "POST", "/api/problems/jobs", "anne", c.body)
		if status < 400 || status >= 500 || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %s, want %q", c.name, status, body, c.want)
		}
	}
	if status, _ := call(t, server, "POST", "/api/problems/jobs", "nobody", helpmate); status != http.StatusTooManyRequests {
		t.Errorf("too many: %d", status)
	}
}

// endless takes longer than any test waits.
const endless = `{"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR","condition":"all-in","stipulation":"#9","options":"variation"}`

func TestAJobCanBeStoppedByItsOwnerOnly(t *testing.T) {
	server := newBench(t, roomy)
	job := begin(t, server, "anne", endless)
	if status, _ := call(t, server, "DELETE", "/api/problems/jobs/"+job, "bert", ""); status != http.StatusForbidden {
		t.Errorf("another's stop: %d", status)
	}
	follow(t, server, job, func(m message) bool { return m.kind == "task" })
	if status, _ := call(t, server, "DELETE", "/api/problems/jobs/"+job, "anne", ""); status != http.StatusNoContent {
		t.Errorf("stop: %d", status)
	}
	all := follow(t, server, job, nil)
	if end := all[len(all)-1]; end.kind != "end" || end.data["how"] != "stopped" {
		t.Errorf("it ended with %v", end)
	}
	_, text := call(t, server, "GET", "/api/problems/jobs/"+job+"/solution.txt", "anne", "")
	if !strings.Contains(text, "#9") {
		t.Errorf("what was found so far: %q", text)
	}
}

func TestTimeEndsASearchAndAnotherProblemEndsTheFirst(t *testing.T) {
	short := roomy
	short.Time = 50 * time.Millisecond
	server := newBench(t, short)
	all := follow(t, server, begin(t, server, "anne", endless), nil)
	if end := all[len(all)-1]; end.data["how"] != "time" {
		t.Errorf("it ended with %v", end)
	}

	server = newBench(t, roomy)
	first := begin(t, server, "anne", endless)
	follow(t, server, first, func(m message) bool { return m.kind == "task" })
	other := begin(t, server, "bert", helpmate)
	if waits := follow(t, server, other, func(m message) bool { return m.kind == "waiting" }); waits[len(waits)-1].data["ahead"] != 1.0 {
		t.Errorf("Bert waits for %v", waits)
	}
	follow(t, server, begin(t, server, "anne", helpmate), nil)
	for _, job := range []string{first, other} {
		all := follow(t, server, job, nil)
		if all[len(all)-1].kind != "end" {
			t.Errorf("job %s did not end", job)
		}
	}
}

func TestOldJobsMakeRoomAndRunningOnesDoNot(t *testing.T) {
	few := roomy
	few.Kept = 2
	server := newBench(t, few)
	first := begin(t, server, "anne", helpmate)
	follow(t, server, first, nil)
	begin(t, server, "bert", endless)
	begin(t, server, "cleo", endless)
	if status, _ := call(t, server, "GET", "/api/problems/jobs/"+first+"/events", "anne", ""); status != http.StatusNotFound {
		t.Errorf("the oldest job is still there: %d", status)
	}
	if status, _ := call(t, server, "POST", "/api/problems/jobs", "anne", helpmate); status != http.StatusServiceUnavailable {
		t.Errorf("a job beyond the last place: %d", status)
	}
}

func TestAPageWithoutScriptGetsItAllAtOnce(t *testing.T) {
	b := workbench.New(workbench.Config{Log: slog.New(slog.DiscardHandler), Limits: roomy})
	t.Cleanup(b.Close)
	printed, faults, err := b.Print(t.Context(), "anne", "debut\npieces blanc rc1 th6 ff1f5 pf7 noir rf3\nenonce h#1\ncondition allinchess\nfin\n", "french")
	if err != nil || faults != nil || !strings.Contains(printed, "Rg3-h3 #") {
		t.Errorf("printed %q, faults %q, %v", printed, faults, err)
	}
	_, faults, err = b.Print(t.Context(), "anne", "begin\npieces white ka1\ncondition Circe\nend", "english")
	if err != nil || len(faults) == 0 || !strings.HasPrefix(faults[0], "3:11: ") {
		t.Errorf("faults %q, %v", faults, err)
	}
}

// FuzzRead hands anything to the reader of forms and texts.
func FuzzRead(f *testing.F) {
	b := workbench.New(workbench.Config{
		Owner: func(context.Context) string { return "" }, Allow: func(*http.Request) bool { return true },
		Log: slog.New(slog.DiscardHandler), Limits: roomy,
	})
	f.Cleanup(b.Close)
	h := b.Handler()
	f.Add([]byte(helpmate))
	f.Add([]byte(`{"text":"begin\npieces white ka1 black kh8\nstipulation #2\nzero move a1 a2\nend"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("POST", "/api/problems/read", bytes.NewReader(body)))
		if w.Code != http.StatusOK {
			return
		}
		// What was understood is understood again in the words it was put in.
		var read struct{ Text string }
		if err := json.Unmarshal(w.Body.Bytes(), &read); err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(map[string]string{"text": read.Text})
		if err != nil {
			t.Fatal(err)
		}
		w = httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("POST", "/api/problems/read", bytes.NewReader(again)))
		if w.Code != http.StatusOK {
			t.Errorf("its own text is refused: %s\n%s", w.Body, read.Text)
		}
	})
}

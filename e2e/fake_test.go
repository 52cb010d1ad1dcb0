package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"melee/web"
)

// The view of a table, as far as these tests fill it in.
type view struct {
	Table     string            `json:"table"`
	Seq       int               `json:"seq"`
	Game      int               `json:"game"`
	Variant   string            `json:"variant"`
	Options   map[string]string `json:"options"`
	Geometry  geometry          `json:"geometry"`
	Seats     []seat            `json:"seats"`
	You       []int             `json:"you"`
	Bottom    int               `json:"bottom"`
	Status    string            `json:"status"`
	Turn      *int              `json:"turn"`
	Slot      *int              `json:"slot,omitempty"`
	SlotRule  string            `json:"slotRule,omitempty"`
	Position  string            `json:"position"`
	Men       map[string]string `json:"men"`
	Legal     []string          `json:"legal"`
	Abandons  []string          `json:"abandons"`
	Forbidden string            `json:"forbidden,omitempty"`
	Barred    string            `json:"barred,omitempty"`
	Check     []string          `json:"check"`
	From      int               `json:"from"`
	Plies     []ply             `json:"plies"`
	Result    *result           `json:"result,omitempty"`
	ShowLegal bool              `json:"showLegal"`
	Deadline  int64             `json:"deadline,omitempty"`
	Now       int64             `json:"now"`
}

type geometry struct {
	Files  int `json:"files"`
	Ranks  int `json:"ranks"`
	Corner int `json:"corner"`
}

type seat struct {
	Name   string `json:"name"`
	Player string `json:"player"`
	Points *int   `json:"points,omitempty"`
	Active bool   `json:"active"`
	Out    *out   `json:"out,omitempty"`
}

type out struct {
	Rule string `json:"rule"`
	By   *int   `json:"by"`
	Ply  int    `json:"ply"`
}

type ply struct {
	N       int      `json:"n"`
	Seat    int      `json:"seat"`
	Token   string   `json:"token"`
	San     string   `json:"san"`
	Long    string   `json:"long"`
	From    string   `json:"from,omitempty"`
	To      string   `json:"to,omitempty"`
	Effects []effect `json:"effects"`
}

type effect struct {
	Kind   string `json:"kind"`
	Seat   int    `json:"seat"`
	By     *int   `json:"by"`
	Points int    `json:"points"`
	Square string `json:"square,omitempty"`
	Rule   string `json:"rule"`
}

type result struct {
	Reason  string  `json:"reason"`
	Ranking [][]int `json:"ranking"`
	Draw    bool    `json:"draw"`
}

type order struct {
	ID   string `json:"id"`
	Do   string `json:"do"`
	Seat *int   `json:"seat"`
}

// A fakeTable answers a table page as the server does, from views given by hand.
type fakeTable struct {
	*httptest.Server
	language string
	commands chan order

	mu      sync.Mutex
	now     view
	past    map[int]view
	refuse  string // the next command's refusal, "" to take it
	streams map[chan view]bool
}

// serveTable starts a server with one table that shows v.
func serveTable(t *testing.T, language string, v view) *fakeTable {
	t.Helper()
	f := &fakeTable{language: language, commands: make(chan order, 16), now: v, past: map[int]view{}, streams: map[chan view]bool{}}
	mux := http.NewServeMux()
	mux.Handle("/static/", web.Handler())
	mux.HandleFunc("GET /t", f.page("T1"))
	mux.HandleFunc("GET /missing", f.page("T2"))
	mux.HandleFunc("GET /still", f.still)
	mux.HandleFunc("GET /faults.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, `window.faults=[];
addEventListener("error",e=>faults.push(String(e.message)));
addEventListener("unhandledrejection",e=>faults.push(String(e.reason)));
document.addEventListener("securitypolicyviolation",e=>faults.push("policy: "+e.violatedDirective+" "+e.blockedURI));`)
	})
	mux.HandleFunc("GET /api/tables/T1", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, f.current()) })
	mux.HandleFunc("GET /api/tables/T1/plies/{n}", f.pastView)
	mux.HandleFunc("GET /api/tables/T1/events", f.events)
	mux.HandleFunc("POST /api/tables/T1/commands", f.command)
	f.Server = httptest.NewServer(mux)
	t.Cleanup(func() {
		f.CloseClientConnections()
		f.Close()
	})
	return f
}

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'"

const head = `<!doctype html><html lang="%[1]s"><head><meta charset="utf-8"><title>Mêlée</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><script src="/faults.js"></script>
<script src="%[2]s"></script><link rel="stylesheet" href="%[3]s"><link rel="icon" type="image/svg+xml" href="%[4]s">`

// page serves the page of a table.
func (f *fakeTable) page(id string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		fmt.Fprintf(w, head+`<script type="module" src="%[5]s"></script></head><body><main class="table" data-table="%[6]s" data-lang="%[1]s"></main></body></html>`,
			f.language, web.Asset("theme.js"), web.Asset("style.css"), web.Asset("icon.svg"), web.Asset("table.js"), id)
	}
}

// still serves a page with one still picture of the view.
func (f *fakeTable) still(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Security-Policy", policy)
	state, _ := json.Marshal(f.current())
	fmt.Fprintf(w, head+`<script type="module" src="%[5]s"></script></head><body><main><melee-board aria-label="Diagram" data-state="%[6]s"><svg class="server" viewBox="0 0 8 8"></svg></melee-board></main></body></html>`,
		f.language, web.Asset("theme.js"), web.Asset("style.css"), web.Asset("icon.svg"), web.Asset("board.js"),
		strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(string(state)))
}

func (f *fakeTable) current() view {
	f.mu.Lock()
	defer f.mu.Unlock()
	v := f.now
	v.Now = time.Now().UnixMilli()
	return v
}

// show changes the view and sends it to every open stream.
func (f *fakeTable) show(change func(*view)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now.Seq++
	change(&f.now)
	v := f.now
	v.Now = time.Now().UnixMilli()
	for stream := range f.streams {
		stream <- v
	}
}

func (f *fakeTable) pastView(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("n"))
	f.mu.Lock()
	v, ok := f.past[n]
	f.mu.Unlock()
	if err != nil || !ok {
		http.NotFound(w, r)
		return
	}
	writeJSON(w, 200, v)
}

func (f *fakeTable) events(w http.ResponseWriter, r *http.Request) {
	stream := make(chan view, 16)
	f.mu.Lock()
	f.streams[stream] = true
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		delete(f.streams, stream)
		f.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "event: ping\ndata:\n\n")
	http.NewResponseController(w).Flush()
	for {
		select {
		case <-r.Context().Done():
			return
		case v := <-stream:
			data, _ := json.Marshal(v)
			fmt.Fprintf(w, "event: view\nid: %d\ndata: %s\n\n", v.Seq, data)
			http.NewResponseController(w).Flush()
		}
	}
}

func (f *fakeTable) command(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		writeJSON(w, 400, map[string]string{"code": "invalid", "text": err.Error()})
		return
	}
	f.mu.Lock()
	refuse := f.refuse
	f.mu.Unlock()
	f.commands <- o
	if refuse != "" {
		writeJSON(w, 409, map[string]string{"code": "conflict", "text": refuse})
		return
	}
	writeJSON(w, 200, map[string]int{"seq": f.current().Seq + 1})
}

// next returns the next command the page sends.
func (f *fakeTable) next(t *testing.T) order {
	t.Helper()
	select {
	case o := <-f.commands:
		return o
	case <-time.After(10 * time.Second):
		t.Fatal("the page sent no command")
		return order{}
	}
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value) // the client may have gone
}

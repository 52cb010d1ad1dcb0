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

	"github.com/lxzan/gws"

	"melee/rules"
	"melee/rules/catalog"
	"melee/web"
)

// A fakeTable answers a table page as the server does, from views given by hand.
type fakeTable struct {
	gws.BuiltinEventHandler
	*httptest.Server
	language string
	commands chan order

	mu      sync.Mutex
	now     view
	past    map[int]view
	refuse  string               // the code of the next commands' refusal, "" to take them
	silent  bool                 // commands are read and not answered
	taken   map[string]bool      // ids of commands that were answered
	heard   map[string]*gws.Conn // which connection a command was last heard on
	sockets map[*gws.Conn]bool
}

// serveTable starts a server with one table that shows v.
func serveTable(t *testing.T, language string, v view) *fakeTable {
	t.Helper()
	f := &fakeTable{language: language, commands: make(chan order, 16), now: v, past: map[int]view{}, taken: map[string]bool{}, heard: map[string]*gws.Conn{}, sockets: map[*gws.Conn]bool{}}
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
	mux.HandleFunc("GET /api/variants/{variant}/reach", reach)
	upgrader := gws.NewUpgrader(f, nil)
	mux.HandleFunc("GET /api/tables/T1/socket", func(w http.ResponseWriter, r *http.Request) {
		if socket, err := upgrader.Upgrade(w, r); err == nil {
			go socket.ReadLoop()
		}
	})
	f.Server = httptest.NewServer(mux)
	t.Cleanup(func() {
		f.cut()
		f.CloseClientConnections()
		f.Close()
	})
	return f
}

// reach tells where men could go before their turn, as the server does.
func reach(w http.ResponseWriter, r *http.Request) {
	of, err := catalog.Find(r.PathValue("variant"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	start, err := of.New(of, nil, "")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	found, geo := map[string][]string{}, start.Geometry()
	for entry := range strings.SplitSeq(r.URL.Query().Get("men"), ",") {
		square, man, _ := strings.Cut(entry, ":")
		found[square] = []string{}
		for _, m := range rules.Reach(nil, start, rules.NewMan(rules.Seat(man[0]-'0'), rules.KindOf(man[1])), geo.Square(square)) {
			found[square] = append(found[square], m.Text(geo))
		}
	}
	writeJSON(w, 200, found)
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

// show changes the view and tells every socket what has changed.
func (f *fakeTable) show(change func(*view)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := f.now.Men
	f.now.Seq++
	change(&f.now)
	v := f.now
	v.Now = time.Now().UnixMilli()
	men := map[string]string{}
	for square := range before {
		men[square] = ""
	}
	for square, man := range v.Men {
		men[square] = man
	}
	v.Men = men
	for socket := range f.sockets {
		send(socket, "p", v.Seq, v)
	}
}

// send writes a message; the reader may have gone.
func send(socket *gws.Conn, message ...any) {
	data, _ := json.Marshal(message)
	socket.WriteMessage(gws.OpcodeText, data)
}

// cut ends every connection without a word.
func (f *fakeTable) cut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for socket := range f.sockets {
		socket.NetConn().Close()
		delete(f.sockets, socket)
	}
}

// OnOpen sends the whole table.
func (f *fakeTable) OnOpen(socket *gws.Conn) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sockets[socket] = true
	f.whole(socket)
}

// whole sends the table as it is; the lock is held.
func (f *fakeTable) whole(socket *gws.Conn) {
	v := f.now
	v.Now = time.Now().UnixMilli()
	send(socket, "view", v)
}

// OnClose forgets the socket.
func (f *fakeTable) OnClose(socket *gws.Conn, _ error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.sockets, socket)
}

// OnMessage answers a page.
func (f *fakeTable) OnMessage(socket *gws.Conn, m *gws.Message) {
	defer m.Close()
	var parts []json.RawMessage
	var kind string
	if json.Unmarshal(m.Bytes(), &parts) != nil || len(parts) == 0 || json.Unmarshal(parts[0], &kind) != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch kind {
	case "s":
		f.whole(socket)
	case "h":
		send(socket, "h", time.Now().UnixMilli(), f.now.Seq, parts[1])
	case "do":
		var o order
		if err := json.Unmarshal(parts[1], &o); err != nil {
			send(socket, "x", "", "invalid", err.Error(), f.now.Seq)
			return
		}
		// A page that waits long for an answer asks again on the same connection.
		if !f.taken[o.ID] && f.heard[o.ID] != socket {
			f.commands <- o
		}
		f.heard[o.ID] = socket
		f.taken[o.ID] = !f.silent
		switch {
		case f.silent:
		case f.refuse != "":
			send(socket, "x", o.ID, f.refuse, "refused by the test", f.now.Seq)
		default:
			send(socket, "a", o.ID, f.now.Seq+1)
		}
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

// next returns the next command the page sends.
func (f *fakeTable) next(t *testing.T) order {
	t.Helper()
	select {
	case o := <-f.commands:
		return o
	case <-time.After(patience):
		t.Fatal("the page sent no command")
		return order{}
	}
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value) // the client may have gone
}

package api_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"melee/internal/account"
	"melee/internal/api"
	"melee/internal/api/apitest"
	"melee/internal/hub"
	"melee/internal/store/sqlite"
	"melee/rules"
	"melee/rules/catalog"
)

// first is a CPU that plays the first legal move.
type first struct{}

func (first) Choose(_ context.Context, g rules.Game, _ hub.Task) rules.Action {
	if g.Status() == rules.Choosing {
		return rules.Action{Act: rules.Survive}
	}
	return rules.Action{Act: rules.MakeMove, Move: g.Moves(nil)[0]}
}

// noGames are the games of a site where no device is adopted.
type noGames struct{}

func (noGames) Adopt(context.Context, string, string, string) error        { return nil }
func (noGames) ExportOwn(context.Context, string, string, io.Writer) error { return nil }
func (noGames) Changed(context.Context, string) error                      { return nil }

// A gate lets in whoever is not on its list of what is shut.
type gate struct{ commands, streams, tables bool }

func (g *gate) MayCommand(*http.Request) bool { return !g.commands }
func (g *gate) MayConnect(*http.Request) bool { return !g.streams }
func (g *gate) MayOpen(*http.Request) bool    { return !g.tables }

// A site is a server with accounts and tables, below the pages.
type site struct {
	*testing.T
	accounts *account.Service
	api      *api.Server
	gate     *gate
	checker  *apitest.Checker // of every answer
	url      string
	owner    account.Visitor // the person who has made the bots
}

func newSite(t *testing.T) *site { return newSiteWith(t, api.Config{}) }

func newSiteWith(t *testing.T, c api.Config) *site {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "m.db"), sqlite.WithDurability(sqlite.OS))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	accounts, err := account.New(account.Config{
		Store: store, Games: noGames{}, Now: time.Now, Rand: rand.Reader, Log: log, Cost: account.Cost{Memory: 64, Passes: 1, Lanes: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	tables := hub.New(hub.Config{Store: store, Find: catalog.Find, Engine: first{}, Log: log, Searches: 1, Think: time.Second, Idle: time.Minute})
	s := &site{T: t, accounts: accounts, gate: &gate{}, checker: apitest.New(t)}
	c.Hub, c.People, c.Find, c.Limits, c.Log = tables, accounts, catalog.Find, s.gate, log
	s.api = api.New(c)
	server := httptest.NewServer(account.Recognise(accounts, s.api))
	s.url = server.URL
	t.Cleanup(func() {
		s.api.Close()
		server.CloseClientConnections()
		tables.Close()
		server.Close()
		store.Close()
	})
	session, err := accounts.SignUp(t.Context(), "Olive", "correct horse battery", account.From{})
	if err != nil {
		t.Fatal(err)
	}
	s.owner = account.Visitor{Account: session.Account, Session: session.ID, Owner: account.Owner(session.Account), Name: "Olive"}
	return s
}

// A robot is a bot's account with its token.
type robot struct {
	*site
	account account.Account
	token   string
}

func (s *site) robot(name string) *robot {
	s.Helper()
	a, token, err := s.accounts.NewBot(s.Context(), s.owner, name, "")
	if err != nil {
		s.Fatal(err)
	}
	return &robot{s, a, token.Secret}
}

// send sends a request; body is sent as JSON unless it is "".
func (r *robot) send(method, path, body string) *http.Response {
	r.Helper()
	req, err := http.NewRequestWithContext(r.Context(), method, r.url+path, bytes.NewBufferString(body))
	if err != nil {
		r.Fatal(err)
	}
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	switch {
	case strings.HasPrefix(body, "{"):
		req.Header.Set("Content-Type", "application/json")
	case body != "":
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		r.Fatal(err)
	}
	if !strings.Contains(resp.Header.Get("Content-Type"), "ndjson") {
		r.checker.Answer(r, req, resp)
	}
	return resp
}

// tokenOf returns a token of a person's account.
func (s *site) tokenOf(v account.Visitor) string {
	s.Helper()
	token, err := s.accounts.NewToken(s.Context(), v, "program")
	if err != nil {
		s.Fatal(err)
	}
	return token.Secret
}

// object is what JSON says.
type object = map[string]any

// asks sends a request and returns the status and the answer.
func (r *robot) asks(method, path, body string) (int, object) {
	r.Helper()
	resp := r.send(method, path, body)
	defer resp.Body.Close()
	var answer object
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		r.Fatalf("%s %s: %v", method, path, err)
	}
	return resp.StatusCode, answer
}

// must posts what must succeed.
func (r *robot) must(path, body string) object {
	r.Helper()
	status, answer := r.asks("POST", path, body)
	if status != http.StatusOK {
		r.Fatalf("POST %s %s: %d %v", path, body, status, answer)
	}
	return answer
}

// A reader follows a stream.
type reader struct {
	*site
	path  string // that was asked for
	lines *bufio.Scanner
	body  io.Closer
}

func (r *robot) reads(path string) *reader {
	r.Helper()
	resp := r.send("GET", path, "")
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(resp.Body)
		r.Fatalf("GET %s: %d %s", path, resp.StatusCode, text)
	}
	r.Cleanup(func() { resp.Body.Close() })
	asked, _, _ := strings.Cut(path, "?")
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	return &reader{r.site, asked, lines, resp.Body}
}

// next returns the next line of one of the types.
func (s *reader) next(types ...string) object {
	s.Helper()
	for s.lines.Scan() {
		if len(s.lines.Bytes()) == 0 {
			continue
		}
		s.checker.Line(s, s.path, s.lines.Bytes())
		var line object
		if err := json.Unmarshal(s.lines.Bytes(), &line); err != nil {
			s.Fatalf("%s: %v", s.lines.Text(), err)
		}
		for _, want := range types {
			if line["type"] == want {
				return line
			}
		}
	}
	s.Fatalf("the stream ended before %v: %v", types, s.lines.Err())
	return nil
}

// ends waits until the stream has ended.
func (s *reader) ends() {
	s.Helper()
	for s.lines.Scan() {
	}
}

// at follows names and indices into JSON.
func at(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(object)
			v = m[p]
		case int:
			list, _ := v.([]any)
			if p >= len(list) {
				return nil
			}
			v = list[p]
		}
	}
	return v
}

func itoa(n int) string { return strconv.Itoa(n) }

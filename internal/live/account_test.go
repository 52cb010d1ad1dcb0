package live_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/live"
	"melee/internal/store/sqlite"
	"melee/rules/catalog"
)

// noGames has no games to adopt or to export.
type noGames struct{}

func (noGames) Adopt(context.Context, string, string, string) error        { return nil }
func (noGames) ExportOwn(context.Context, string, string, io.Writer) error { return nil }
func (noGames) Changed(context.Context, string) error                      { return nil }

// A town is a site at which people have accounts.
type town struct {
	*testing.T
	accounts *account.Service
	url      string
}

func newTown(t *testing.T) *town {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "m.db"), sqlite.WithDurability(sqlite.OS))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	w := &town{T: t}
	w.accounts, err = account.New(account.Config{
		Store: store, Games: noGames{}, Now: time.Now, Rand: rand.Reader, Log: log, Cost: account.Cost{Memory: 8, Passes: 1, Lanes: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	tables := hub.New(hub.Config{Store: store, Find: catalog.Find, Engine: first{}, Log: log, Searches: 1, Think: time.Second, Idle: time.Minute})
	sockets := live.New(live.Config{Hub: tables, Log: log})
	server := httptest.NewServer(account.Recognise(w.accounts, sockets))
	w.url = server.URL
	t.Cleanup(func() {
		sockets.Close()
		server.CloseClientConnections()
		tables.Close()
		server.Close()
		store.Close()
	})
	return w
}

// A citizen acts by a token of his account; without one he is a guest.
type citizen struct {
	*town
	id, token string
}

func (w *town) citizen(name string) *citizen {
	w.Helper()
	s, err := w.accounts.SignUp(w.Context(), name, "correct horse", account.From{Address: "1"})
	if err != nil {
		w.Fatal(err)
	}
	token, err := w.accounts.NewToken(w.Context(), account.Visitor{Account: s.Account, Session: s.ID}, "test")
	if err != nil {
		w.Fatal(err)
	}
	return &citizen{w, s.Account, token.Secret}
}

// ask sends a request and returns its status and answer.
func (c *citizen) ask(method, path, body string) (int, map[string]any) {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer resp.Body.Close()
	var answer map[string]any
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		c.Fatal(err)
	}
	return resp.StatusCode, answer
}

const ratedSetup = `{"variant":"all-in","rated":true,"hideNames":true,"clock":{"kind":"increment","base":60000,"add":1000},"seats":[{"player":"me","name":"Somebody else"},{"player":"open"}]}`

func (c *citizen) do(id, body string) (int, map[string]any) {
	c.Helper()
	return c.ask("POST", "/api/tables/"+id+"/commands", body)
}

func TestF24ARatedGameIsPlayedUnderTheNamesOfAccounts(t *testing.T) {
	w := newTown(t)
	carl, dora, guest := w.citizen("Carl"), w.citizen("Dora"), &citizen{town: w}
	if status, a := guest.ask("POST", "/api/tables", ratedSetup); status != 403 {
		t.Fatalf("a guest's rated table: %d %v", status, a)
	}
	status, a := carl.ask("POST", "/api/tables", ratedSetup)
	if status != 200 {
		t.Fatalf("a rated table: %d %v", status, a)
	}
	id := a["table"].(string)
	if status, a := guest.do(id, `{"do":"sit","seat":1,"name":"G"}`); status != 403 {
		t.Errorf("a guest sits down: %d %v", status, a)
	}
	for _, c := range []struct {
		who  *citizen
		body string
	}{{dora, `{"do":"sit","seat":1,"name":"Carl"}`}, {carl, `{"do":"begin"}`}, {carl, `{"do":"move","move":"e2e4"}`}} {
		if status, a := c.who.do(id, c.body); status != 200 {
			t.Fatalf("%s: %d %v", c.body, status, a)
		}
	}
	who := func(c *citizen, seat int) (name any, member any) {
		t.Helper()
		status, v := c.ask("GET", "/api/tables/"+id, "")
		if status != 200 || v["rated"] != true {
			t.Fatalf("view: %d %v", status, v)
		}
		s := v["seats"].([]any)[seat].(map[string]any)
		return s["who"], s["member"]
	}
	if name, member := who(carl, 0); name != "Carl" || member != true {
		t.Errorf("he himself is %v, %v", name, member)
	}
	if name, _ := who(carl, 1); name != nil {
		t.Errorf("the opponent is shown as %v during the game", name)
	}
	if status, a := dora.do(id, `{"do":"resign","seat":1}`); status != 200 {
		t.Fatal(status, a)
	}
	if name, _ := who(carl, 1); name != "Dora" {
		t.Errorf("the opponent is shown as %v after the game", name)
	}
}

func TestAnOperatorsMuteAndTimeOutHoldAtTables(t *testing.T) {
	w := newTown(t)
	carl := w.citizen("Carl")
	_, a := carl.ask("POST", "/api/tables", ratedSetup)
	id := a["table"].(string)
	if status, a := carl.do(id, `{"do":"say","text":"hello"}`); status != 200 {
		t.Fatal(status, a)
	}
	root := account.Visitor{Operator: true}
	if err := w.accounts.Mute(t.Context(), root, carl.id, time.Hour, ""); err != nil {
		t.Fatal(err)
	}
	if err := w.accounts.SetTimeOut(t.Context(), root, carl.id, time.Hour, ""); err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{`{"do":"say","text":"again"}`, `{"do":"sit","seat":1}`, `{"do":"begin"}`} {
		if status, a := carl.do(id, body); status != 403 || !strings.Contains(a["text"].(string), "operator") {
			t.Errorf("%s: %d %v", body, status, a)
		}
	}
	if status, a := carl.ask("POST", "/api/tables", ratedSetup); status != 403 {
		t.Errorf("another table: %d %v", status, a)
	}
}

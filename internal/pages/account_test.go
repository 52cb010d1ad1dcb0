package pages

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"melee/internal/account"
	"melee/internal/store/sqlite"
	"melee/internal/table"
	"melee/web"
)

// noGames are the games of a site where nobody has played.
type noGames struct{}

func (noGames) Adopt(context.Context, string, string, string) error        { return nil }
func (noGames) ExportOwn(context.Context, string, string, io.Writer) error { return nil }
func (noGames) Changed(context.Context, string) error                      { return nil }

// A town is a site with real accounts.
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
	accounts, err := account.New(account.Config{
		Store: store, Games: noGames{}, Now: time.Now, Rand: rand.Reader, Log: log,
		Cost: account.Cost{Memory: 64, Passes: 1, Lanes: 1}, Attempts: account.StandardAttempts,
	})
	if err != nil {
		t.Fatal(err)
	}
	live := &tables{states: map[string]*table.State{}, changes: make(chan struct{})}
	server := httptest.NewServer(account.Recognise(accounts, Handler(Deps{
		Tables: live, Archive: newArchive(), Accounts: accounts, Limits: &limits{}, Problems: problems{}, Log: log,
		Owner: func(ctx context.Context) string { return account.VisitorOf(ctx).Owner },
	})))
	t.Cleanup(func() {
		server.Close()
		store.Close()
	})
	return &town{t, accounts, strings.Replace(server.URL, "127.0.0.1", "localhost", 1)} // a passkey belongs to a name
}

// A citizen is somebody's browser.
type citizen struct {
	*town
	browser *http.Client
}

func (w *town) citizen() *citizen {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.Fatal(err)
	}
	return &citizen{w, &http.Client{Jar: jar}}
}

// sees returns where a request led in the end and what stands there.
func (c *citizen) sees(r *http.Response, err error) (path string, status int, text string) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
	defer r.Body.Close()
	return r.Request.URL.RequestURI(), r.StatusCode, strings.ReplaceAll(read(c.T, r), "&#39;", "'")
}

func (c *citizen) get(path string) (string, int, string) {
	c.Helper()
	return c.sees(c.browser.Get(c.url + path))
}

func (c *citizen) post(path string, pairs ...string) (string, int, string) {
	c.Helper()
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return c.sees(c.browser.PostForm(c.url+path, values))
}

func (c *citizen) signUp(name string) {
	c.Helper()
	if path, status, text := c.post("/en/sign-up", "name", name, "password", "correct horse"); path != "/en/" || status != 200 {
		c.Fatalf("%s signs up: %d at %s: %s", name, status, path, text)
	}
}

func TestSomebodySignsUpAndComesBack(t *testing.T) {
	anne := newTown(t).citizen()
	path, _, text := anne.post("/fr/inscription", "name", "Anne", "password", "correct horse", "next", "/fr/new/mcx4?people=2")
	if path != "/fr/new/mcx4?people=2" || !strings.Contains(text, "Votre compte\u00a0: Anne") {
		t.Errorf("signing up led to %s", path)
	}
	if _, _, text := anne.get("/fr/"); strings.Contains(text, `id="visitor-name"`) {
		t.Error("who has an account is asked for a name")
	}
	anne.post("/fr/deconnexion")
	if path, _, _ := anne.get("/fr/compte"); path != "/fr/connexion?next=%2Ffr%2Fcompte" {
		t.Errorf("without a session the account leads to %s", path)
	}
	if _, status, text := anne.post("/en/log-in", "name", "anne", "password", "wrong"); status != 422 || !strings.Contains(text, "The name or the password is wrong.") {
		t.Errorf("a wrong password: status %d", status)
	}
	if path, _, text := anne.post("/en/log-in", "name", "anne", "password", "correct horse", "next", "/en/account"); path != "/en/account" || !strings.Contains(text, "this device") {
		t.Errorf("logging in led to %s", path)
	}
}

func TestWhatSigningUpRefusesIsToldAtItsField(t *testing.T) {
	w := newTown(t)
	w.citizen().signUp("Anne")
	for _, c := range []struct{ name, password, field, text string }{
		{"anne", "correct horse", "name", "This name is taken"},
		{"A", "correct horse", "name", "A name has 2 to 24"},
		{"Boris", "short", "password", "too short"},
		{"Boris", "", "password", "too short"},
	} {
		_, status, text := w.citizen().post("/en/sign-up", "name", c.name, "password", c.password)
		if status != 422 || !strings.Contains(text, c.text) || !strings.Contains(text, `id="`+c.field+`-fault"`) || strings.Contains(text, c.password+`"`) && c.password != "" {
			t.Errorf("%s, %s: status %d without «%s» at %s", c.name, c.password, status, c.text, c.field)
		}
	}
}

// TestAFormLeadsNowhereElse holds that a link with a foreign place to go on to stays on the site.
func TestAFormLeadsNowhereElse(t *testing.T) {
	for _, next := range []string{"https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/\tx", "x"} {
		if got := local(next); got != "" {
			t.Errorf("%q leads to %q", next, got)
		}
	}
}

func TestSomebodyArrangesHisAccount(t *testing.T) {
	w := newTown(t)
	anne, phone := w.citizen(), w.citizen()
	anne.signUp("Anne")
	phone.post("/en/log-in", "name", "Anne", "password", "correct horse")
	for _, c := range []struct {
		pairs  []string
		status int
		text   string
	}{
		{[]string{"do", "password", "old", "nonsense", "fresh", "battery staple", "again", "battery staple"}, 422, "The name or the password is wrong."},
		{[]string{"do", "password", "old", "correct horse", "fresh", "battery staple", "again", "other"}, 422, "differ"},
		{[]string{"do", "password", "old", "correct horse", "fresh", "x", "again", "x"}, 422, "too short"},
		{[]string{"do", "password", "old", "correct horse", "fresh", "battery staple", "again", "battery staple"}, 200, "The password is changed"},
		{[]string{"do", "token", "label", ""}, 422, "That cannot be done"},
		{[]string{"do", "token", "label", "my program"}, 200, "melee_"},
		{[]string{"do", "bot", "bot", "Robot"}, 200, "Token of the bot Robot"},
		{[]string{"do", "bot", "bot", "Anne"}, 422, "This name is taken"},
		{[]string{"do", "delete", "password", "battery staple"}, 422, "Tick the box"},
		{[]string{"do", "delete", "password", "nonsense", "sure", "true"}, 422, "The name or the password is wrong."},
		{[]string{"do", "dance"}, 422, "That cannot be done"},
	} {
		if _, status, text := anne.post("/en/account", c.pairs...); status != c.status || !strings.Contains(text, c.text) {
			t.Errorf("%q: status %d without «%s»", c.pairs, status, c.text)
		}
	}
	if path, _, _ := phone.get("/en/account"); !strings.HasPrefix(path, "/en/log-in") {
		t.Errorf("a new password leaves the telephone at %s", path)
	}
	if r, err := anne.browser.Get(w.url + "/en/account/export"); err != nil || r.Header.Get("Content-Type") != "application/zip" {
		t.Errorf("export: %v", err)
	}
	if path, _, text := anne.post("/en/account", "do", "delete", "password", "battery staple", "sure", "true"); path != "/en/" || strings.Contains(text, "Anne") {
		t.Errorf("deleting led to %s", path)
	}
	if _, status, _ := anne.post("/en/log-in", "name", "Anne", "password", "battery staple"); status != 422 {
		t.Errorf("a deleted account is entered: status %d", status)
	}
}

func TestPasskeysAreAskedFor(t *testing.T) {
	anne := newTown(t).citizen()
	send := func(step, body string) (int, string) {
		_, status, text := anne.sees(anne.browser.Post(anne.url+"/fr/passkeys/"+step, "application/json", strings.NewReader(body)))
		return status, text
	}
	if status, text := send("sign-up", `{"name":"Anne"}`); status != 200 || !strings.Contains(text, `"challenge"`) {
		t.Errorf("sign-up: %d %s", status, text)
	}
	for _, c := range []struct {
		step, body string
		status     int
	}{
		{"sign-up", `{"name":"A"}`, 422}, {"sign-up", `{`, 422}, {"add", `{}`, 403}, {"dance", `{}`, 404},
		{"signed-up", `{"id":"none","response":{}}`, 422}, {"logged-in", `{"id":"none","response":{}}`, 422},
	} {
		if status, text := send(c.step, c.body); status != c.status || !strings.Contains(text, `"text":"`) {
			t.Errorf("%s %s: %d %s", c.step, c.body, status, text)
		}
	}
}

func TestDevicesAreCalledAsPeopleKnowThem(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0":                                                                  "Firefox, Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0":                   "Edge, Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1": "Safari, iPhone",
		"Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36":                                "Chrome, Android",
		"curl/8.0": "curl",
		"":         "",
	} {
		if got := browserName(agent); got != want {
			t.Errorf("%q is called %q, want %q", agent, got, want)
		}
	}
}

// TestEveryRefusalHasWords holds that what the accounts refuse can be said.
func TestEveryRefusalHasWords(t *testing.T) {
	for _, code := range []account.Code{
		account.NameTaken, account.NameBad, account.Weak, account.Wrong, account.TooMany, account.NotFound, account.Forbidden, account.Invalid, account.Passkey,
	} {
		for _, lang := range web.Languages {
			if key := "account.refused." + string(code); !web.Speak(lang).Knows(key) {
				t.Errorf("%s has no %s", lang, key)
			}
		}
	}
}

// three is a store with the accounts of three persons.
type three struct{ account.Store }

func (three) Named(_ context.Context, folded string) (account.Account, string, error) {
	name := map[string]string{"anne": "Anne", "magnus": "Magnus", "zoé": "Zoé"}[folded]
	if name == "" {
		return account.Account{}, "", account.ErrNotFound
	}
	return account.Account{ID: folded, Name: name, Kind: account.Person, Created: endedAt}, "", nil
}

// newAccounts returns accounts of a site where three persons have signed up.
func newAccounts() *account.Service {
	s, err := account.New(account.Config{
		Store: three{}, Games: noGames{}, Now: time.Now, Rand: rand.Reader, Log: slog.New(slog.DiscardHandler), Cost: account.Cost{Memory: 64, Passes: 1, Lanes: 1},
	})
	must(err)
	return s
}

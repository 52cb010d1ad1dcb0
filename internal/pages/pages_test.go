package pages

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

// tables are live tables without a store.
type tables struct {
	opened  []table.Open
	states  map[string]*table.State
	err     error
	changes chan struct{}
	readers []string // whose seats were kept
}

func (s *tables) Open(_ context.Context, c table.Open) (string, error) {
	if s.err != nil {
		return "", s.err
	}
	state := table.New()
	if err := decide(state, c); err != nil {
		return "", err
	}
	s.opened = append(s.opened, c)
	s.states["abc"] = state
	return "abc", nil
}

func decide(s *table.State, c table.Command) error {
	events, err := table.Decide(s, c, time.Unix(0, 0), 1, catalog.Find)
	if err != nil {
		return err
	}
	for _, e := range events {
		if err := s.Apply(e, catalog.Find); err != nil {
			return err
		}
	}
	return nil
}

func (s *tables) Do(_ context.Context, id string, c table.Command) (int64, error) {
	state, ok := s.states[id]
	if !ok {
		return 0, hub.ErrNotFound
	}
	err := decide(state, c)
	return state.Seq, errors.Join(s.err, err)
}

func (s *tables) Quick(ctx context.Context, variant, owner, name string) (string, error) {
	for id, state := range s.states {
		if state.Variant.Name == variant && state.Phase() == table.Gathering {
			_, err := s.Do(ctx, id, table.Sit{Owner: owner, Name: name, Seat: rules.NoSeat})
			return id, err
		}
	}
	return "", hub.ErrNotFound
}

func (s *tables) list(wanted func(*table.State) bool) (list []hub.Listed, err error) {
	for id, t := range s.states {
		if t == nil || !wanted(t) {
			continue
		}
		turn := rules.NoSeat
		if t.Number > 0 {
			turn = t.Game.Turn()
		}
		list = append(list, hub.Listed{
			ID: id, Variant: t.Variant.Name, Options: t.Opened.Options, Chairs: t.Chairs, Host: t.Chairs[0].Name, Public: t.Opened.Public,
			Draw: t.Opened.Draw, Clock: t.Opened.Clock, Phase: t.Phase(), Turn: turn, Plies: t.PlyCount(),
		})
	}
	return list, s.err
}

func (s *tables) Lobby(context.Context) ([]hub.Listed, error) {
	return s.list(func(t *table.State) bool { return t.Opened.Public })
}

func (s *tables) Mine(_ context.Context, owner string) ([]hub.Listed, error) {
	return s.list(func(t *table.State) bool { return t.Sits(owner) })
}

func (s *tables) LobbyChanges() (<-chan struct{}, func(), error) {
	return s.changes, func() {}, s.err
}

func (s *tables) ReadAs(ctx context.Context, id, owner string, f func(*table.State)) error {
	s.readers = append(s.readers, owner)
	return s.Read(ctx, id, f)
}

func (s *tables) Read(_ context.Context, id string, f func(*table.State)) error {
	if s.err != nil {
		return s.err
	}
	state, ok := s.states[id]
	if !ok {
		return hub.ErrNotFound
	}
	f(state)
	return nil
}

const me = "owner"

// limits let everything pass, or nothing.
type limits struct{ shut bool }

func (l *limits) MayOpen(*http.Request) bool     { return !l.shut }
func (l *limits) MayConnect(*http.Request) bool  { return !l.shut }
func (l *limits) MayCommand(*http.Request) bool  { return !l.shut }
func (l *limits) Address(r *http.Request) string { return r.RemoteAddr }

func newSite() (http.Handler, *tables) {
	live := &tables{states: map[string]*table.State{}, changes: make(chan struct{})}
	return Handler(Deps{
		Tables: live, Archive: newArchive(), Accounts: newAccounts(),
		Limits: &limits{}, Problems: problems{},
		Owner: func(context.Context) string { return me },
		Log:   slog.New(slog.NewTextHandler(io.Discard, nil)),
	}), live
}

// ask makes a request; headers come in pairs.
func ask(h http.Handler, method, path, body string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// post sends a form.
func post(h http.Handler, path string, pairs ...string) *http.Response {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return ask(h, "POST", path, values.Encode(), "Sec-Fetch-Site", "same-origin")
}

func parse(t *testing.T, r *http.Response) *html.Node {
	t.Helper()
	doc, err := html.Parse(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// addresses are those of every page that is there without a table.
var addresses = []string{
	"/fr/", "/en/",
	"/fr/new/all-in", "/fr/new/mcx4", "/fr/new/four-player", "/en/new/all-in", "/en/new/mcx4", "/en/new/four-player",
	"/fr/regles/all-in", "/fr/regles/mcx4", "/fr/regles/four-player",
	"/en/rules/all-in", "/en/rules/mcx4", "/en/rules/four-player",
	"/fr/problemes", "/en/problems",
	"/fr/inscription", "/en/sign-up", "/fr/connexion", "/en/log-in",
	"/fr/analyse", "/en/analysis",
	"/fr/parties", "/en/archive", "/fr/joueurs/Anne", "/en/people/Anne", "/fr/classements", "/en/leaders",
	"/fr/ouvertures/all-in", "/en/explorer/all-in", "/fr/ouvertures/four-player", "/en/explorer/four-player", "/fr/ouvertures/mcx4?moves=a2a4", "/en/explorer/mcx4?moves=a2a4",
	"/fr/g/allin-1", "/en/g/allin-1", "/fr/g/camps-1?ply=12", "/en/g/camps-1?ply=12", "/fr/g/four-1?ply=9", "/en/g/four-1?ply=9",
}

func TestThePagesAreThere(t *testing.T) {
	h, _ := newSite()
	for _, path := range addresses {
		r := ask(h, "GET", path, "")
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: status %d, type %s", path, r.StatusCode, r.Header.Get("Content-Type"))
		}
	}
}

func TestPagesAreZippedForThoseWhoTakeIt(t *testing.T) {
	h, _ := newSite()
	plain, err := io.ReadAll(ask(h, "GET", "/en/rules/mcx4", "").Body)
	if err != nil {
		t.Fatal(err)
	}
	r := ask(h, "GET", "/en/rules/mcx4", "", "Accept-Encoding", "br, gzip")
	zipped, err := gzip.NewReader(r.Body)
	if err != nil || r.Header.Get("Content-Encoding") != "gzip" || r.Header.Get("Vary") != "Accept-Encoding" {
		t.Fatalf("%v, headers %v", err, r.Header)
	}
	if again, err := io.ReadAll(zipped); err != nil || !bytes.Equal(again, plain) {
		t.Errorf("%v: %d bytes zipped, %d plain", err, len(again), len(plain))
	}
}

func TestTheFirstVisitIsInTheVisitorsLanguage(t *testing.T) {
	h, _ := newSite()
	for _, c := range []struct{ accept, cookie, want string }{
		{"fr-CA,fr;q=0.9,en;q=0.5", "", "/fr/"},
		{"en-GB,en;q=0.9", "", "/en/"},
		{"de-DE,en;q=0.7,fr;q=0.3", "", "/en/"},
		{"de-DE,fr;q=0.7", "", "/fr/"},
		{"ja", "", "/fr/"},
		{"", "", "/fr/"},
		{"en;q=zzz", "", "/fr/"},
		{strings.Repeat("en,", 10000), "", "/fr/"},
		{"fr", "melee_lang=en", "/en/"},
		{"en", "melee_lang=xx", "/en/"},
	} {
		r := ask(h, "GET", "/", "", "Accept-Language", c.accept, "Cookie", c.cookie)
		if r.StatusCode != http.StatusFound || r.Header.Get("Location") != c.want {
			t.Errorf("Accept-Language %.40q, cookie %q: %d to %s, want %s", c.accept, c.cookie, r.StatusCode, r.Header.Get("Location"), c.want)
		}
		if !strings.Contains(r.Header.Get("Vary"), "Accept-Language") {
			t.Error("the answer does not vary with Accept-Language")
		}
	}
}

func TestTheLanguageSwitchIsRemembered(t *testing.T) {
	h, _ := newSite()
	r := ask(h, "GET", "/en/rules/mcx4?lang=en", "")
	cookies := r.Cookies()
	if r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != "/en/rules/mcx4" || len(cookies) != 1 {
		t.Fatalf("%d to %s with %v", r.StatusCode, r.Header.Get("Location"), cookies)
	}
	if c := cookies[0]; c.Name != "melee_lang" || c.Value != "en" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
		t.Errorf("cookie %v", c)
	}
	if r := ask(h, "GET", "/en/?lang=fr", ""); r.StatusCode != http.StatusOK || len(r.Cookies()) != 0 {
		t.Errorf("another language in the query: %d with %v", r.StatusCode, r.Cookies())
	}
}

func TestHeadersKeepPagesSafe(t *testing.T) {
	h, _ := newSite()
	for _, path := range []string{"/fr/", "/nothing", "/robots.txt"} {
		header := ask(h, "GET", path, "").Header
		csp := header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(csp, part) {
				t.Errorf("%s: the policy lacks %s", path, part)
			}
		}
		if strings.Contains(csp, "unsafe-inline") || header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Referrer-Policy") == "" {
			t.Errorf("%s: headers %v", path, header)
		}
	}
}

func TestWhatIsNotThereIsToldInStyle(t *testing.T) {
	h, live := newSite()
	live.states["old"] = nil
	for _, c := range []struct {
		method, path, site string
		status             int
		lang, text         string
	}{
		{"GET", "/fr/rien", "", 404, "fr", "Cette page n’existe pas"},
		{"GET", "/en/nothing", "", 404, "en", "There is no such page"},
		{"GET", "/en/new/chess", "", 404, "en", "There is no such page"},
		{"GET", "/en/t/nowhere/qr.svg", "", 404, "en", "There is no such page"},
		{"POST", "/fr/quick", "same-origin", 404, "fr", "Cette page n’existe pas"},
		{"GET", "/en/rules/chess", "", 404, "en", "There is no such page"},
		{"GET", "/en/t/nowhere", "", 404, "en", "There is no such page"},
		{"GET", "/pictures/chess.png", "", 404, "fr", "Cette page n’existe pas"},
		{"GET", "/en/tables", "", 405, "en", "Nothing to read at this address"},
		{"DELETE", "/fr/", "", 405, "fr", "Rien à lire à cette adresse"},
		{"POST", "/en/tables", "cross-site", 403, "en", "Request refused"},
	} {
		r := ask(h, c.method, c.path, "", "Sec-Fetch-Site", c.site)
		body, _ := io.ReadAll(r.Body)
		text := string(body)
		if r.StatusCode != c.status || !strings.Contains(text, c.text) || !strings.Contains(text, `<html lang="`+c.lang+`"`) {
			t.Errorf("%s %s: status %d, want %d, «%s» in %s", c.method, c.path, r.StatusCode, c.status, c.text, c.lang)
		}
		if c.status == 405 && r.Header.Get("Allow") == "" {
			t.Errorf("%s %s: no Allow field", c.method, c.path)
		}
	}
}

func TestFailuresOfTheTablesAreTold(t *testing.T) {
	h, live := newSite()
	for _, c := range []struct {
		err    error
		status int
	}{{io.ErrUnexpectedEOF, 500}, {hub.ErrClosed, 503}} {
		live.err = c.err
		for _, r := range []*http.Response{
			ask(h, "GET", "/fr/t/abc", ""), post(h, "/fr/tables", "variant", "mcx4", "mode", "cpu"), post(h, "/fr/t/abc", "do", "sit", "seat", "wq"), ask(h, "GET", "/pictures/t/abc.png", ""),
		} {
			body, _ := io.ReadAll(r.Body)
			if r.StatusCode != c.status || strings.Contains(string(body), c.err.Error()) {
				t.Errorf("%v: status %d, want %d without the cause", c.err, r.StatusCode, c.status)
			}
		}
	}
}

func TestWhoAsksTooFastIsToldToWait(t *testing.T) {
	h := Handler(Deps{Tables: &tables{}, Limits: &limits{shut: true}, Owner: func(context.Context) string { return me }})
	for _, r := range []*http.Response{
		post(h, "/fr/tables", "variant", "mcx4", "mode", "cpu"), post(h, "/fr/quick", "variant", "mcx4"), post(h, "/fr/t/abc", "do", "sit"), ask(h, "GET", "/fr/lobby/events", ""),
	} {
		if body, _ := io.ReadAll(r.Body); r.StatusCode != 429 || r.Header.Get("Retry-After") == "" || !strings.Contains(string(body), "Attendez un instant") {
			t.Errorf("status %d", r.StatusCode)
		}
	}
}

func TestAPanicIsAnsweredInStyle(t *testing.T) {
	h := Handler(Deps{
		Tables: &tables{}, Limits: &limits{}, Owner: func(context.Context) string { panic("lost") }, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	r := post(h, "/en/tables", "variant", "mcx4", "mode", "cpu")
	body, _ := io.ReadAll(r.Body)
	if r.StatusCode != 500 || !strings.Contains(string(body), "The server has made a mistake") {
		t.Errorf("status %d", r.StatusCode)
	}
}

func TestATableCanBeReadWithoutScript(t *testing.T) {
	h, live := newSite()
	post(h, "/fr/tables", "variant", "four-player", "seat.red", "cpu:3", "seat.blue", "me", "seat.yellow", "cpu:3", "seat.green", "grey")
	state := live.states["abc"]
	act(t, state, "h2h4")
	r := ask(h, "GET", "/fr/t/abc", "")
	body, _ := io.ReadAll(r.Body)
	text := string(body)
	for _, want := range []string{
		`data-table="abc"`, `data-lang="fr"`, "Trait à Bleu", "vous", "ordinateur 3", "0 point", "place vide", "<svg", "h4", `<script type="module" src="/static/table-`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %s", want)
		}
	}
	if r := ask(h, "GET", "/pictures/t/abc.png", ""); r.StatusCode != 200 || r.Header.Get("Content-Type") != "image/png" {
		t.Errorf("picture: %d %s", r.StatusCode, r.Header.Get("Content-Type"))
	}
}

func act(t *testing.T, s *table.State, token string) {
	t.Helper()
	if err := decide(s, table.Act{Owner: s.Chairs[s.Game.Turn()].Owner, Seat: rules.NoSeat, Token: token}); err != nil {
		t.Fatal(err)
	}
}

func TestRobotsAndIcons(t *testing.T) {
	h, _ := newSite()
	body, _ := io.ReadAll(ask(h, "GET", "/robots.txt", "").Body)
	for _, want := range []string{"User-agent: *", "Disallow: /fr/t/", "Disallow: /api/"} {
		if !strings.Contains(string(body), want) {
			t.Errorf("robots.txt lacks %q", want)
		}
	}
	if to := ask(h, "GET", "/favicon.ico", "").Header.Get("Location"); !strings.HasPrefix(to, "/static/icon-") {
		t.Errorf("the icon is at %q", to)
	}
	for _, g := range games {
		r := ask(h, "GET", picturePath(g.name), "")
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != "image/png" {
			t.Errorf("picture of %s: %d %s", g.name, r.StatusCode, r.Header.Get("Content-Type"))
		}
	}
}

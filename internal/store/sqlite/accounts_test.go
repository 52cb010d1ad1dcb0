package sqlite_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"melee/internal/account"
	"melee/internal/archive"
	"melee/internal/store/sqlite"
	"melee/internal/table"
)

// games are the archive's, with nothing live.
type games struct {
	*archive.Archive
	adopted, changed []string
}

func (g *games) Adopt(ctx context.Context, device, owner, _ string) error {
	g.adopted = append(g.adopted, device+" "+owner)
	return g.Store.AdoptGames(ctx, device, owner)
}

func (g *games) Changed(_ context.Context, owner string) error {
	g.changed = append(g.changed, owner)
	return nil
}

// A town is a service under test with a clock of its own.
type town struct {
	*testing.T
	*account.Service
	store *sqlite.Store
	games *games
	now   time.Time
}

func newTown(t *testing.T) *town {
	t.Helper()
	s, _ := temporary(t)
	w := &town{T: t, store: s, games: &games{Archive: archiveOf(s)}, now: began}
	var err error
	w.Service, err = account.New(account.Config{
		Store: s, Games: w.games, Now: func() time.Time { return w.now }, Rand: rand.Reader, Log: slog.New(slog.DiscardHandler),
		Cost:     account.Cost{Memory: 8, Passes: 1, Lanes: 1},
		Attempts: account.Attempts{PerName: 3, PerAddress: 5, SignUps: 20, Within: time.Minute},
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *town) signUp(name, device string) account.Visitor {
	w.Helper()
	session, err := w.SignUp(w.Context(), name, "correct horse", account.From{Device: device, Address: "1", Browser: "Test"})
	if err != nil {
		w.Fatal(err)
	}
	return w.visitor(session)
}

// visitor is who comes with a session's cookie.
func (w *town) visitor(s account.Session) (v account.Visitor) {
	w.Helper()
	r := httptest.NewRequest("GET", "/", nil)
	if s.Secret != "" {
		r.AddCookie(&http.Cookie{Name: "melee_session", Value: s.Secret})
	}
	account.Recognise(w.Service, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { v = account.VisitorOf(r.Context()) })).
		ServeHTTP(httptest.NewRecorder(), r)
	return v
}

func (w *town) refuses(code account.Code, err error) {
	w.Helper()
	if codeOf(err) != code {
		w.Errorf("got %v, want a refusal %q", err, code)
	}
}

// codeOf returns the code of a refusal, "" if it is none.
func codeOf(err error) account.Code {
	var refused *account.Refused
	if !errors.As(err, &refused) {
		return ""
	}
	return refused.Code
}

func TestSignUpLogInAndOut(t *testing.T) {
	w := newTown(t)
	anne := w.signUp("Anne", "")
	if anne.Name != "Anne" || anne.Owner != "@"+anne.Account || anne.Operator || anne.Bot {
		t.Fatalf("visitor %+v", anne)
	}
	from := account.From{Address: "1", Browser: "Other"}
	_, err := w.SignUp(t.Context(), "ANNE", "correct horse", from)
	w.refuses(account.NameTaken, err)
	_, err = w.SignUp(t.Context(), "Bert", "short", from)
	w.refuses(account.Weak, err)
	_, err = w.LogIn(t.Context(), "Anne", "wrong horse", from)
	w.refuses(account.Wrong, err)
	_, err = w.LogIn(t.Context(), "Nobody", "correct horse", from)
	w.refuses(account.Wrong, err)
	session, err := w.LogIn(t.Context(), "anne", "correct horse", from)
	if err != nil {
		t.Fatal(err)
	}
	second := w.visitor(session)
	list, err := w.Sessions(t.Context(), second)
	if err != nil || len(list) != 2 || !slices.ContainsFunc(list, func(s account.Session) bool { return s.Here && s.ID == second.Session }) {
		t.Fatalf("sessions %+v, %v", list, err)
	}
	if err := w.LogOut(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	if v := w.visitor(session); v.Account != "" || v.Owner == "" {
		t.Errorf("after logging out: %+v", v)
	}
	if list, err := w.Sessions(t.Context(), anne); err != nil || len(list) != 1 {
		t.Errorf("sessions %+v, %v", list, err)
	}
}

func TestAUsedDeviceBringsItsGames(t *testing.T) {
	w := newTown(t)
	p := opened(t, w.store, "t", table.Open{Variant: "all-in", Chairs: []table.Chair{person("dev", "Guest"), person("b", "B")}, Host: "dev", Public: true})
	p.do(table.Act{Owner: "b", Token: "resign", Seat: 1})
	anne := w.signUp("Anne", "dev")
	if !slices.Equal(w.games.adopted, []string{"dev " + anne.Owner}) {
		t.Errorf("adopted %v", w.games.adopted)
	}
	found, _, err := w.games.Search(t.Context(), archive.Filter{Owner: anne.Owner})
	if err != nil || len(found) != 1 || found[0].Seats[0].Name != "Anne" || found[0].Seats[1].Name != "B" {
		t.Fatalf("games %+v, %v", found, err)
	}
	if claims, err := w.store.Claims(t.Context()); err != nil || len(claims) != 0 {
		t.Errorf("claims %v, %v", claims, err)
	}
	// A claim that was not settled, as after a crash, is settled at the next start.
	if err := w.store.AddClaim(t.Context(), account.Claim{Device: "b", Account: anne.Account}); err != nil {
		t.Fatal(err)
	}
	if err := w.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if game, err := w.games.Game(t.Context(), "t-1"); err != nil || game.Seats[1].Owner != anne.Owner {
		t.Errorf("game %+v, %v", game, err)
	}
}

func TestADeletedAccountLeavesGamesWithoutItsName(t *testing.T) {
	w := newTown(t)
	anne := w.signUp("Anne", "")
	p := opened(t, w.store, "t", table.Open{Variant: "all-in", Chairs: []table.Chair{person(anne.Owner, "Anne"), person("b", "B")}, Host: "b"})
	p.do(table.Act{Owner: "b", Token: "resign", Seat: 1})
	var text bytes.Buffer
	if err := w.Export(t.Context(), anne, &text); err != nil {
		t.Fatal(err)
	}
	files, err := zip.NewReader(bytes.NewReader(text.Bytes()), int64(text.Len()))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range files.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		got[f.Name] = string(b)
	}
	if !strings.Contains(got["account.json"], `"name": "Anne"`) || !strings.Contains(got["games.pgn"], `[White "Anne"]`) || !strings.Contains(got["games.ndjson"], "Anne") {
		t.Errorf("exported %v", got)
	}
	w.refuses(account.Wrong, w.Delete(t.Context(), anne, "wrong horse", "1"))
	if err := w.Delete(t.Context(), anne, "correct horse", "1"); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(w.games.changed, []string{anne.Owner}) {
		t.Errorf("changed %v", w.games.changed)
	}
	if game, err := w.games.Game(t.Context(), "t-1"); err != nil || game.Seats[0].Name != "" || game.Seats[1].Name != "B" {
		t.Errorf("the opponent's game: %+v, %v", game, err)
	}
	_, err = w.ByName(t.Context(), "Anne")
	w.refuses(account.NotFound, err)
	w.signUp("Anne", "") // the name is free again, of another account
}

func TestTokensActForBots(t *testing.T) {
	w := newTown(t)
	anne := w.signUp("Anne", "")
	bot, token, err := w.NewBot(t.Context(), anne, "Annes Bot", "1")
	if err != nil || bot.Kind != account.Bot {
		t.Fatal(bot, err)
	}
	ask := func(secret string) (v account.Visitor, status int) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Authorization", "Bearer "+secret)
		answer := httptest.NewRecorder()
		account.Recognise(w.Service, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { v = account.VisitorOf(r.Context()) })).ServeHTTP(answer, r)
		return v, answer.Code
	}
	if v, _ := ask(token.Secret); !v.Bot || v.Owner != account.Owner(bot.ID) || v.Name != "Annes Bot" || v.Session != "" {
		t.Errorf("visitor %+v", v)
	}
	if _, status := ask(token.Secret[:len(token.Secret)-1] + "~"); status != http.StatusUnauthorized {
		t.Errorf("a wrong token: %d", status)
	}
	// A token cannot make another, nor touch sessions: that takes a session.
	v, _ := ask(token.Secret)
	w.refuses(account.Forbidden, w.LogOut(t.Context(), v))
	w.refuses(account.Forbidden, w.End(t.Context(), v, ""))
	w.refuses(account.Forbidden, w.EndToken(t.Context(), v, token.ID))
	v.Operator = true
	w.refuses(account.Forbidden, w.Mute(t.Context(), v, anne.Account, time.Hour, ""))
	_, err = w.NewToken(t.Context(), v, "more")
	w.refuses(account.Forbidden, err)
	if err := w.store.EndToken(t.Context(), bot.ID, token.ID); err != nil {
		t.Fatal(err)
	}
	if _, status := ask(token.Secret); status != http.StatusUnauthorized {
		t.Errorf("an ended token: %d", status)
	}
}

func TestOperatorsReadReportsAndAreWrittenDown(t *testing.T) {
	w := newTown(t)
	anne, bert := w.signUp("Anne", ""), w.signUp("Bert", "")
	_, err := w.Report(t.Context(), bert, account.Report{Account: anne.Account, Game: "t-1", Ply: 3, Reason: "dislike"})
	w.refuses(account.Invalid, err)
	id, err := w.Report(t.Context(), bert, account.Report{Account: anne.Account, Game: "t-1", Ply: 3, Reason: "insult", Text: " he said so "})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Reports(t.Context(), bert, true, 0)
	w.refuses(account.Forbidden, err)
	w.refuses(account.Forbidden, w.Mute(t.Context(), bert, anne.Account, time.Hour, ""))
	root := account.Visitor{Operator: true}
	if err := w.SetOperator(t.Context(), root, bert.Account, true); err != nil {
		t.Fatal(err)
	}
	bert.Operator = true
	if list, err := w.Reports(t.Context(), bert, true, 0); err != nil || len(list) != 1 || list[0].Text != "he said so" || list[0].Ply != 3 {
		t.Errorf("reports %+v, %v", list, err)
	}
	if err := w.Mute(t.Context(), bert, anne.Account, time.Hour, "insult"); err != nil {
		t.Fatal(err)
	}
	if err := w.SetTimeOut(t.Context(), bert, anne.Account, 2*time.Hour, ""); err != nil {
		t.Fatal(err)
	}
	if err := w.CloseReport(t.Context(), bert, id, "muted"); err != nil {
		t.Fatal(err)
	}
	w.refuses(account.NotFound, w.CloseReport(t.Context(), bert, id, "again"))
	if a, err := w.ByID(t.Context(), anne.Account); err != nil || !a.Muted.Equal(w.now.Add(time.Hour)) || !a.TimeOut.Equal(w.now.Add(2*time.Hour)) {
		t.Errorf("account %+v, %v", a, err)
	}
	list, err := w.Audit(t.Context(), bert, 0)
	var done []string
	for _, e := range list {
		done = append(done, e.Action)
	}
	if err != nil || !slices.Equal(done, []string{"close-report", "time-out", "mute", "operator"}) || list[0].Actor != bert.Account {
		t.Errorf("audit %+v, %v", list, err)
	}
}

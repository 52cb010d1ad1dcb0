package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"melee/internal/archive"
	"melee/internal/store/sqlite"
)

// A browser keeps its cookies.
type browser struct {
	*host
	http.Client
}

func (h *host) browser() *browser {
	h.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.Fatal(err)
	}
	return &browser{h, http.Client{Jar: jar}}
}

// answer reads an answer, which must be of status 200.
func (b *browser) answer(r *http.Response, err error) string {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		b.Fatalf("%s: %d %v %.300s", r.Request.URL, r.StatusCode, err, text)
	}
	return string(text)
}

func (b *browser) get(path string) string {
	b.Helper()
	return b.answer(b.Get("http://" + b.addr + path))
}

func (b *browser) post(path, body string) string {
	b.Helper()
	return b.answer(b.Post("http://"+b.addr+path, "application/json", strings.NewReader(body)))
}

func (b *browser) enter(page, name string) {
	b.Helper()
	b.answer(b.PostForm("http://"+b.addr+page, url.Values{"name": {name}, "password": {"correct horse"}}))
}

func (b *browser) open(setup string) (id string) {
	b.Helper()
	var opened struct{ Table string }
	if err := json.Unmarshal([]byte(b.post("/api/tables", setup)), &opened); err != nil {
		b.Fatal(err)
	}
	return opened.Table
}

func TestAGuestWhoSignsUpKeepsHisSeatAndGame(t *testing.T) {
	h, _ := newHost(t)
	b := h.browser()
	id := b.open(`{"variant":"all-in","public":true,"seats":[{"player":"me","name":"Guest"},{"player":"open"}]}`)
	b.enter("/en/sign-up", "Zoé")
	var v struct {
		You   []int
		Host  bool
		Seats []struct{ Who string }
	}
	if err := json.Unmarshal([]byte(b.get("/api/tables/"+id)), &v); err != nil {
		t.Fatal(err)
	}
	if len(v.You) != 1 || !v.Host || v.Seats[0].Who != "Zoé" {
		t.Fatalf("after signing up: %+v", v)
	}
	b.post("/api/tables/"+id+"/commands", `{"do":"begin"}`)
	b.post("/api/tables/"+id+"/commands", `{"do":"resign","seat":0}`)
	if page := b.get("/en/archive?player=" + url.QueryEscape("Zoé")); !strings.Contains(page, id+"-1") {
		t.Error("the game is not in the archive under the account's name")
	}
	b.get("/en/g/" + id + "-1")
}

func TestF24ARatedGameSurvivesTheServersDeath(t *testing.T) {
	h, _ := newHost(t)
	anne, bert := h.browser(), h.browser()
	anne.enter("/en/sign-up", "Anne")
	bert.enter("/en/sign-up", "Bert")
	id := anne.open(`{"variant":"all-in","rated":true,"away":-1,"clock":{"kind":"increment","base":60000,"add":1000},"seats":[{"player":"me"},{"player":"open"}]}`)
	commands := "/api/tables/" + id + "/commands"
	bert.post(commands, `{"do":"sit","seat":1}`)
	anne.post(commands, `{"do":"begin"}`)
	anne.post(commands, `{"do":"move","move":"e2e4"}`)
	bert.post(commands, `{"do":"resign","seat":1}`)
	if err := h.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	h.cmd.Wait() // it was killed
	h.start()
	if page := anne.get("/en/people/Bert"); !strings.Contains(page, "1480") {
		t.Error("who has lost is not shown with 1480")
	}
	h.stop()
	store, err := sqlite.Open(t.Context(), h.data)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	game, err := store.Game(t.Context(), archive.IDOf(id, 1))
	if err != nil || game.Seats[0].Name != "Anne" || game.Seats[0].Change != 20 || game.Seats[1].Change != -20 {
		t.Errorf("game %+v, %v", game, err)
	}
}

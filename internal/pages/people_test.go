package pages

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"melee/internal/account"
)

func TestGamesAreSearchedFor(t *testing.T) {
	h, _ := newSite()
	for _, c := range []struct {
		query  string
		status int
		want   string
		rows   int
	}{
		{"", 200, "Victoire des Noirs", 3},
		{"?variant=mcx4", 200, "MCX4", 1},
		{"?rated=true", 200, "classée", 1},
		{"?ending=checkmate&min=3", 200, "Échec et mat", 1},
		{"?player=Anne", 200, "Zoé", 3},
		{"?from=2026-12-01", 200, "Aucune partie ne correspond.", 0},
		{"?player=Nobody", 422, "Personne ne s’appelle Nobody.", 0},
		{"?variant=chess", 422, "Choisissez", 0},
		{"?min=x", 422, "Un nombre entier est attendu.", 0},
		{"?min=9&max=3", 422, "", 0},
		{"?from=tomorrow", 422, "Une date est attendue.", 0},
		{"?before=nowhere", 422, "", 0},
	} {
		r := ask(h, "GET", "/fr/parties"+c.query, "")
		text := read(t, r)
		if rows := strings.Count(text, `<ol class="chairs">`); r.StatusCode != c.status || !strings.Contains(text, c.want) || rows != c.rows {
			t.Errorf("%s: status %d with %d games, want %d with %d and «%s»", c.query, r.StatusCode, rows, c.status, c.rows, c.want)
		}
	}
}

func TestGamesLeaveAsFiles(t *testing.T) {
	h, _ := newSite()
	for file, want := range map[string]string{
		"games.pgn?variant=all-in": `[Variant "All-in"`, "games.ndjson": `"variant":"mcx4"`, "games.pgn4": "[Variant",
	} {
		r := ask(h, "GET", "/en/archive/"+file, "")
		if text := read(t, r); r.StatusCode != 200 || !strings.Contains(strings.ToLower(text), strings.ToLower(want[:8])) || r.Header.Get("Content-Disposition") == "" {
			t.Errorf("%s: status %d: %.80s", file, r.StatusCode, text)
		}
	}
	if r := ask(h, "GET", "/en/archive/games.exe", ""); r.StatusCode != 404 {
		t.Errorf("an unknown form: status %d", r.StatusCode)
	}
}

func TestAProfileTellsWhatSomebodyHasPlayed(t *testing.T) {
	h, _ := newSite()
	text := read(t, ask(h, "GET", "/en/people/anne", ""))
	for _, want := range []string{"1612", "25 games", `class="graph-line"`, "Rating day by day", "12", "Signed up: 30 November 2026"} {
		if !strings.Contains(text, want) {
			t.Errorf("the profile lacks %q", want)
		}
	}
	if r := ask(h, "GET", "/fr/joueurs/Personne", ""); r.StatusCode != 404 {
		t.Errorf("nobody's profile: status %d", r.StatusCode)
	}
}

// TestLeadersStandAmongTheLevelsOfTheCPU reads the list from the top: every row is at most as high as the one above.
func TestLeadersStandAmongTheLevelsOfTheCPU(t *testing.T) {
	list, err := newArchive().Store.Leaders(t.Context(), "all-in", 1, 50)
	if err != nil {
		t.Fatal(err)
	}
	rows := leaderRows(list, "all-in", 1, false)
	levels := 0
	for i, row := range rows {
		if row.level > 0 {
			levels++
		}
		if i > 0 && row.rating > rows[i-1].rating {
			t.Errorf("%d stands below %d", row.rating, rows[i-1].rating)
		}
	}
	if levels != 10 || rows[0].name != "Magnus" || len(rows) != 13 {
		t.Errorf("%d rows with %d levels, led by %q", len(rows), levels, rows[0].name)
	}
	// A page further down does not repeat the levels above it.
	if rows := leaderRows(list[2:], "all-in", 3, false); rows[0].name != "Zoé" || len(rows) != 5 {
		t.Errorf("the second page begins with %+v", rows[0])
	}
}

func TestOpeningsAreWalkedThrough(t *testing.T) {
	h, _ := newSite()
	for path, want := range map[string]string{
		"/en/explorer/all-in":                           "50%",
		"/fr/ouvertures/four-player":                    "1,8", // half of 3.5
		"/en/explorer/mcx4?moves=a2a4":                  "No game of the archive has this position.",
		"/en/explorer/all-in?moves=e2e4":                "aria-current",
		"/en/explorer/four-player?option.setup=classic": `value="classic" checked`,
	} {
		r := ask(h, "GET", path, "")
		if text := read(t, r); r.StatusCode != 200 || !strings.Contains(text, want) {
			t.Errorf("%s: status %d without %q", path, r.StatusCode, want)
		}
	}
	for path, status := range map[string]int{
		"/en/explorer/chess": 404, "/en/explorer/all-in?moves=e2e5": 400, "/en/explorer/mcx4?option.play=triple": 400,
	} {
		if r := ask(h, "GET", path, ""); r.StatusCode != status {
			t.Errorf("%s: status %d, want %d", path, r.StatusCode, status)
		}
	}
}

// upload sends a file to a collection.
func (c *citizen) upload(name, content string) (int, string) {
	c.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		c.Fatal(err)
	}
	part.Write([]byte(content))
	form.Close()
	_, status, text := c.sees(c.browser.Post(c.url+"/en/collection", form.FormDataContentType(), &body))
	return status, text
}

func TestAFileComesIntoACollection(t *testing.T) {
	w := newTown(t)
	anne, guest := w.citizen(), w.citizen()
	if path, _, _ := anne.get("/en/collection"); !strings.HasPrefix(path, "/en/log-in") {
		t.Errorf("a guest's collection is at %s", path)
	}
	anne.signUp("Anne")
	_, _, pgn := anne.get("/games/allin-1/game.pgn")
	status, text := anne.upload("two.pgn", pgn+"\n"+strings.Replace(pgn, "1. ", "1. Qh9 ", 1))
	if status != 200 || !strings.Contains(text, "1 game added") || !strings.Contains(text, "1 game could not be read:") || !strings.Contains(text, `lang="en"`) {
		t.Errorf("status %d: %s", status, text)
	}
	if _, status, text := anne.get("/en/g/own-0"); status != 200 || strings.Contains(text, "iframe") || !strings.Contains(text, "Anne") {
		t.Errorf("the game in the collection: status %d", status)
	}
	if _, status, _ := guest.get("/en/g/own-0"); status != 404 {
		t.Errorf("somebody else sees it: status %d", status)
	}
	for name, content := range map[string]string{"x.exe": pgn, "empty.pgn": ""} {
		if status, _ := anne.upload(name, content); status != 422 {
			t.Errorf("%s: status %d", name, status)
		}
	}
	if status, text := anne.upload("large.pgn", strings.Repeat(" ", 40<<20)); status != 422 || !strings.Contains(text, "The file is too large") {
		t.Errorf("a file of 40 MB: status %d", status)
	}
	if path, _, text := anne.post("/en/collection?remove=0"); path != "/en/collection?did=removed" || !strings.Contains(text, "No games.") {
		t.Errorf("removing led to %s", path)
	}
}

func TestAReportReachesAnOperator(t *testing.T) {
	w := newTown(t)
	anne, zoe, chief := w.citizen(), w.citizen(), w.citizen()
	anne.signUp("Anne")
	zoe.signUp("Zoé")
	chief.signUp("Chief")
	boss, err := w.accounts.ByName(t.Context(), "chief")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.accounts.SetOperator(t.Context(), account.Visitor{Operator: true}, boss.ID, true); err != nil {
		t.Fatal(err)
	}
	if _, status, _ := anne.get("/en/operator"); status != 404 {
		t.Errorf("anybody sees the operator's page: status %d", status)
	}
	for _, c := range []struct {
		pairs  []string
		status int
		text   string
	}{
		{[]string{"player", "Nobody", "reason", "insult"}, 404, "That is no longer there"},
		{[]string{"player", "Zoé", "reason", "nonsense"}, 422, "That cannot be done"},
		{[]string{"player", "Zoé", "reason", "insult", "game", "nowhere-1"}, 404, "There is no such page"},
		{[]string{"player", "Zoé", "reason", "insult", "game", "allin-1", "ply", "3", "text", "She <b>shouts</b>."}, 200, "The report is sent"},
	} {
		if _, status, text := anne.post("/en/report", c.pairs...); status != c.status || !strings.Contains(text, c.text) {
			t.Errorf("%q: status %d without «%s»", c.pairs, status, c.text)
		}
	}
	_, _, text := chief.get("/en/operator")
	for _, want := range []string{"She &lt;b&gt;shouts", `href="/en/g/allin-1?ply=3"`, "insults", "Anne"} {
		if !strings.Contains(text, want) {
			t.Errorf("the operator does not see %q", want)
		}
	}
	who, err := w.accounts.ByName(t.Context(), "zoé")
	if err != nil {
		t.Fatal(err)
	}
	chief.post("/en/operator", "do", "mute", "account", who.ID, "minutes", "60", "why", "shouting")
	chief.post("/en/operator", "do", "close-report", "id", "1", "why", "muted")
	_, _, text = chief.get("/en/operator?name=zo%C3%A9")
	for _, want := range []string{"muted until", "No reports.", "1h0m0s: shouting", "report closed"} {
		if !strings.Contains(text, want) {
			t.Errorf("after the deed the operator does not see %q", want)
		}
	}
	if _, status, _ := anne.post("/en/operator", "do", "mute", "account", who.ID, "minutes", "60"); status != 404 {
		t.Errorf("anybody mutes: status %d", status)
	}
	if _, status, _ := chief.post("/en/operator", "do", "mute", "account", "nobody", "minutes", "60"); status != http.StatusNotFound {
		t.Errorf("nobody is muted: status %d", status)
	}
}

package pages

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"melee/internal/table"
	"melee/rules"
	"melee/web"
)

func person(owner, name string) table.Chair {
	return table.Chair{Player: table.Person, Owner: owner, Name: name}
}

// put opens a table under an id.
func (s *tables) put(t *testing.T, id string, o table.Open) *table.State {
	t.Helper()
	state := table.New()
	if err := decide(state, o); err != nil {
		t.Fatal(err)
	}
	s.states[id] = state
	return state
}

// rowsOf returns the words of a list's tables.
func rowsOf(doc *html.Node, list string) []string {
	var rows []string
	for _, section := range find(doc, "section") {
		if !strings.Contains(attribute(section, "class"), "list-"+list) {
			continue
		}
		for _, li := range find(section, "li") {
			if strings.HasPrefix(attribute(li, "class"), "listed") {
				rows = append(rows, strings.Join(strings.Fields(text(li)), " "))
			}
		}
	}
	return rows
}

func TestTheLobbyTellsOfTables(t *testing.T) {
	h, live := newSite()
	live.put(t, "open", table.Open{
		Variant: "four-player", Host: "anne", Public: true, Draw: true, Options: rules.Options{"setup": "classic", "move_limit": "200"},
		Clock:  table.Clock{Kind: table.Increment, Base: 300000, Add: 5000},
		Chairs: []table.Chair{person("anne", "Anne"), vacant, cpu(3), nobody},
	})
	live.put(t, "private", table.Open{Variant: "all-in", Host: "anne", Chairs: []table.Chair{person("anne", "Anne"), vacant}})
	live.put(t, "played", table.Open{Variant: "all-in", Host: "bert", Public: true, Chairs: []table.Chair{person("bert", "Bert"), cpu(10)}})
	yours := live.put(t, "yours", table.Open{Variant: "mcx4", Host: me, Chairs: []table.Chair{person(me, "Zoé"), cpu(1), person("bert", "Bert"), cpu(1)}})
	live.put(t, "theirs", table.Open{Variant: "half-in", Host: me, Chairs: []table.Chair{person("bert", ""), person(me, "Zoé")}})

	doc := parse(t, ask(h, "GET", "/en/", ""))
	for list, want := range map[string]string{
		"open":    "Four-player chess 5 min + 5 s a move 200 moves at most classic array seats drawn by lot ● Red: Anne ▲ Blue: free ■ Yellow: computer 3 ◆ Green: empty seat Sit down : Four-player chess, Anne",
		"playing": "All-in chess No clock ○ White: Bert ● Black: computer 10 Watch : All-in chess",
	} {
		rows := rowsOf(doc, list)
		if len(rows) != 1 || plainSpaces(rows[0]) != want {
			t.Errorf("%s:\n got %q\nwant %q", list, rows, want)
		}
	}
	rows := rowsOf(doc, "mine")
	if len(rows) != 2 || !strings.Contains(rows[0], "MCX4") || !strings.Contains(rows[0], "Your turn") || !strings.Contains(rows[1], "guest") {
		t.Errorf("the visitor's own tables, his turn first: %q", rows)
	}
	act(t, yours, "c2c4")
	if rows := rowsOf(parse(t, ask(h, "GET", "/fr/", "")), "mine"); strings.Contains(strings.Join(rows, " "), "À vous de jouer") {
		t.Errorf("somebody else's turn is shown as the visitor's: %q", rows)
	}
}

func plainSpaces(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

func TestALobbyThatCannotBeReadLeavesTheGames(t *testing.T) {
	h, live := newSite()
	live.err = http.ErrHandlerTimeout
	r := ask(h, "GET", "/fr/", "")
	doc := parse(t, r)
	if r.StatusCode != 200 || len(find(doc, "article"))+len(find(doc, "section")) != 3 || !strings.Contains(text(doc), "ne peut pas être lue") {
		t.Errorf("status %d, %d sections", r.StatusCode, len(find(doc, "section")))
	}
}

func TestQuickPlaySitsDownUnderTheVisitorsName(t *testing.T) {
	h, live := newSite()
	state := live.put(t, "t", table.Open{Variant: "mcx4", Host: "anne", Public: true, Chairs: []table.Chair{person("anne", "Anne"), vacant, vacant, vacant}})
	r := post(h, "/fr/quick", "variant", "mcx4")
	if r.StatusCode != 303 || r.Header.Get("Location") != "/fr/t/t" {
		t.Fatalf("status %d to %s", r.StatusCode, r.Header.Get("Location"))
	}
	if got, want := state.Chairs[1], person(me, guest(web.Speak("fr"), me)); got != want {
		t.Errorf("sat down as %+v, want %+v", got, want)
	}
}

func TestANameIsKept(t *testing.T) {
	h, live := newSite()
	r := post(h, "/en/name", "name", "  Zoé \x00 de  la Rue à côté du grand café ")
	if r.StatusCode != 303 || len(r.Cookies()) != 1 {
		t.Fatalf("status %d with %v", r.StatusCode, r.Cookies())
	}
	cookie := r.Cookies()[0]
	if !cookie.HttpOnly || cookie.MaxAge < 1e6 {
		t.Errorf("cookie %v", cookie)
	}
	named := "Cookie"
	value := cookie.Name + "=" + cookie.Value
	doc := parse(t, ask(h, "GET", "/en/", "", named, value))
	shown := ""
	for _, input := range find(doc, "input") {
		if attribute(input, "name") == "name" {
			shown = attribute(input, "value")
		}
	}
	if shown != "Zoé de la Rue à côté du" {
		t.Errorf("the name is %q", shown)
	}
	live.put(t, "t", table.Open{Variant: "all-in", Host: "anne", Chairs: []table.Chair{person("anne", "Anne"), vacant}})
	ask(h, "POST", "/fr/t/t", "do=sit&seat=black", named, value, "Sec-Fetch-Site", "same-origin")
	if got := live.states["t"].Chairs[1].Name; got != shown {
		t.Errorf("sat down as %q", got)
	}
	if r := post(h, "/en/name", "name", " "); len(r.Cookies()) != 1 || r.Cookies()[0].MaxAge >= 0 {
		t.Errorf("an empty name: %v", r.Cookies())
	}
}

func TestGuestsHaveReadableNames(t *testing.T) {
	fr, en := web.Speak("fr"), web.Speak("en")
	for _, key := range []string{"guest.nouns", "guest.adjectives"} {
		if a, b := strings.Count(fr.Say(key), ","), strings.Count(en.Say(key), ","); a != b || a < 20 {
			t.Errorf("%s: %d in French, %d in English", key, a+1, b+1)
		}
	}
	names := map[string]bool{}
	for _, owner := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		for _, words := range []*web.Words{fr, en} {
			name := guest(words, owner)
			if name != table.CleanName(name) || name != guest(words, owner) || strings.ContainsAny(name, "{},") {
				t.Errorf("a guest is called %q", name)
			}
			names[name] = true
		}
	}
	if len(names) < 45 {
		t.Errorf("52 guests have %d names", len(names))
	}
	longest := 0
	for _, noun := range strings.Split(fr.Say("guest.nouns"), ",") {
		for _, adjective := range strings.Split(fr.Say("guest.adjectives"), ",") {
			longest = max(longest, len([]rune(fr.Say("guest.name", "noun", noun, "adjective", adjective))))
		}
	}
	if longest > table.MaxName {
		t.Errorf("a guest's name has %d characters", longest)
	}
}

// TestTheLobbyIsStreamed reads the stream as a browser does.
func TestTheLobbyIsStreamed(t *testing.T) {
	h, live := newSite()
	server := httptest.NewServer(h)
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/en/lobby/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if kind := r.Header.Get("Content-Type"); r.StatusCode != 200 || kind != "text/event-stream" {
		t.Fatalf("status %d, type %s", r.StatusCode, kind)
	}
	lines := bufio.NewScanner(r.Body)
	next := func() *html.Node {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var fragment string
				if err := json.Unmarshal([]byte(data), &fragment); err != nil {
					t.Fatal(err)
				}
				doc, err := html.Parse(strings.NewReader(fragment))
				if err != nil {
					t.Fatal(err)
				}
				return doc
			}
		}
		t.Fatal("the stream has ended")
		return nil
	}
	if rows := rowsOf(next(), "open"); len(rows) != 0 {
		t.Errorf("at first: %q", rows)
	}
	live.put(t, "t", table.Open{Variant: "mcx4", Host: "anne", Public: true, Chairs: []table.Chair{person("anne", "Anne"), vacant, vacant, vacant}})
	live.changes <- struct{}{}
	if rows := rowsOf(next(), "open"); len(rows) != 1 || !strings.Contains(rows[0], "Anne") {
		t.Errorf("after a table was opened: %q", rows)
	}
}

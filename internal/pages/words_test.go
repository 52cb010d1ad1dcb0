package pages

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
	"melee/web"
)

// everything returns what the site can say in a language, one text.
func everything(t *testing.T, lang string) string {
	t.Helper()
	h, live := newSite()
	var all strings.Builder
	take := func(r *http.Response) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(body)
	}
	for _, path := range addresses {
		take(ask(h, "GET", path, ""))
	}
	wrong := func(pairs ...string) { take(post(h, createPath(lang), pairs...)) }
	wrong("variant", "four-player", "option.move_limit", "x", "clock", "turn:0:7")
	wrong("variant", "four-player", "seat.blue", "grey", "seat.yellow", "grey", "seat.green", "grey")
	wrong("variant", "four-player-teams", "seat.blue", "grey")
	wrong("variant", "all-in", "seat.white", "cpu:1", "seat.black", "cpu:1")
	wrong("variant", "half-in", "option.ep_identity", "nominal")
	wrong("variant", "mcx4", "option.size", "9")

	// A table is opened, looked at by its host and by others, and closed.
	post(h, createPath(lang), "variant", "four-player", "draw", "true")
	front := func() { take(ask(h, "GET", frontPath(lang), "")) }
	front()
	takeTable(t, h, lang, take)
	live.states["abc"].Opened.Host = "anne"
	live.states["abc"].Chairs[0] = table.Chair{Player: table.Person, Owner: "anne"}
	front()
	take(ask(h, "GET", tablePath(lang, "abc")+"?seat=blue", ""))
	take(ask(h, "GET", tablePath(lang, "abc")+"/qr.svg", ""))
	take(post(h, tablePath(lang, "abc"), "do", "sit", "seat", "red"))
	take(post(h, tablePath(lang, "abc"), "do", "begin"))
	take(post(h, tablePath(lang, "abc"), "do", "dance"))
	live.states["abc"].Chairs = []table.Chair{live.states["abc"].Chairs[0], cpu(1), cpu(2), nobody}
	if err := decide(live.states["abc"], table.Begin{Owner: "anne"}); err != nil {
		t.Fatal(err)
	}
	front()
	live.states["abc"].Opened.WatchDelay = 60
	takeTable(t, h, lang, take)

	for _, variant := range []string{"mcx4", "four-player"} {
		post(h, createPath(lang), "variant", variant, "mode", "same")
		if variant == "four-player" {
			for i, token := range []string{"h2h4", "resign:blue", "resign:yellow", "resign:green"} {
				takeTable(t, h, lang, take)
				if i > 0 {
					play(t, live, token)
				} else {
					act(t, live.states["abc"], token)
					front()
					act(t, live.states["abc"], "b7c7")
					live.states["abc"].Chairs[3].Owner = "anne"
					front()
				}
			}
		}
		takeTable(t, h, lang, take)
	}
	post(h, createPath(lang), "variant", "mcx4", "mode", "same")
	live.states["abc"].Game = gameOfExample(t, "mcx4/mate")
	takeTable(t, h, lang, take)
	post(h, createPath(lang), "variant", "all-in")
	live.states["abc"].Chairs[0].Owner = "anne"
	front()
	if err := decide(live.states["abc"], table.Close{Owner: me}); err != nil {
		t.Fatal(err)
	}
	takeTable(t, h, lang, take)

	take(ask(h, "GET", "/"+lang+"/nothing", ""))
	take(ask(h, "GET", createPath(lang), ""))
	take(ask(h, "POST", createPath(lang), "", "Sec-Fetch-Site", "cross-site"))
	for _, err := range []error{io.ErrUnexpectedEOF, hub.ErrClosed, table.Refused{Code: table.TooMany}} {
		live.err = err
		front()
		takeTable(t, h, lang, take)
	}
	return strings.NewReplacer("&#39;", "'", "&#34;", `"`, "&amp;", "&").Replace(all.String())
}

func takeTable(t *testing.T, h http.Handler, lang string, take func(*http.Response)) {
	t.Helper()
	take(ask(h, "GET", tablePath(lang, "abc"), ""))
}

// play carries an action out at the table, whoever's it is.
func play(t *testing.T, live *tables, token string) {
	t.Helper()
	s := live.states["abc"]
	action, err := rules.ParseAction(s.Game, token)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Game.Do(action); err != nil {
		t.Fatal(err)
	}
}

func TestEveryTextOfThePagesIsShown(t *testing.T) {
	hole := regexp.MustCompile(`\\\{\w+\\\}`)
	for _, lang := range web.Languages {
		data, err := web.Messages.ReadFile("messages/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		if err := json.Unmarshal(data, &texts); err != nil {
			t.Fatal(err)
		}
		shown := everything(t, lang)
		for key, text := range texts {
			if !strings.HasPrefix(key, "pages.") {
				continue
			}
			wanted := regexp.MustCompile(hole.ReplaceAllString(regexp.QuoteMeta(text), ".+"))
			if !wanted.MatchString(shown) {
				t.Errorf("%s: nothing shows %s, %q", lang, key, text)
			}
		}
	}
}

// same are the words that both languages share, beside names.
var same = []string{
	"Mêlée", "MCX", "Points", "Mainly", "Half", "Free", "for", "all", "Auto", "Action", "Chessics", "Expert", "min", "minutes", "Anne", "Zoé", "Magnus", "points",
	"SVG", "PNG", "PDF", "GIF", "PGN", "JSON", "NDJSON", "FEN",
}

// TestNoWordIsWrittenIntoThePages compares the pages in both languages: what
// they have in common, beside names and notation, is in neither.
func TestNoWordIsWrittenIntoThePages(t *testing.T) {
	word, pawn := regexp.MustCompile(`\pL{3,}`), regexp.MustCompile(`^[a-n]x[a-n]$`) // a pawn's capture is written alike
	all := shown(t)
	for path, doc := range all {
		other, ok := all[counterpart(path)]
		if !ok || strings.HasPrefix(path, "/en/") {
			continue
		}
		english := map[string]bool{}
		for _, text := range saidBy(other) {
			english[text] = true
		}
		for _, text := range saidBy(doc) {
			own := slices.DeleteFunc(word.FindAllString(text, -1), func(w string) bool { return slices.Contains(same, w) || pawn.MatchString(w) })
			if english[text] && len(own) > 0 {
				t.Errorf("%s and its English page both say %q", path, text)
			}
		}
	}
}

func counterpart(path string) string {
	path = strings.Replace(strings.Replace(path, "/fr/", "/en/", 1), "/regles/", "/rules/", 1)
	path = strings.Replace(path, "/analyse", "/analysis", 1)
	for english, word := range french {
		path = strings.Replace(path, "/"+word, "/"+english, 1)
	}
	return path
}

// saidBy are the pieces of text a page shows or says, without code, notation and pictures' men.
func saidBy(n *html.Node) []string {
	var list []string
	switch {
	case n.Type == html.TextNode:
		return []string{strings.TrimSpace(n.Data)}
	case n.Type == html.ElementNode && slices.Contains([]string{"script", "code", "desc", "head"}, n.Data), attribute(n, "class") == "language":
		return nil
	case n.Type == html.ElementNode:
		for _, name := range []string{"aria-label", "alt", "title", "placeholder"} {
			if value := attribute(n, name); value != "" {
				list = append(list, value)
			}
		}
	}
	for c := range n.ChildNodes() {
		list = append(list, saidBy(c)...)
	}
	return list
}

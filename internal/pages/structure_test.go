package pages

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"melee/rules/catalog"
	"melee/web"
)

// shown returns every page there is, also those that need a table or a mistake.
func shown(t *testing.T) map[string]*html.Node {
	t.Helper()
	h, _ := newSite()
	pages := map[string]*html.Node{}
	for _, path := range addresses {
		pages[path] = parse(t, ask(h, "GET", path, ""))
	}
	post(h, "/fr/tables", "variant", "mcx4", "mode", "cpu")
	gathering, _ := newSite()
	post(gathering, "/fr/tables", "variant", "four-player", "seat.blue", "cpu:3")
	pages["/fr/t/abc?seat=green"] = parse(t, ask(gathering, "GET", "/fr/t/abc?seat=green", ""))
	pages["/fr/#lobby"] = parse(t, ask(gathering, "GET", "/fr/", ""))
	for _, lang := range web.Languages {
		pages[tablePath(lang, "abc")] = parse(t, ask(h, "GET", tablePath(lang, "abc"), ""))
		pages["/"+lang+"/404"] = parse(t, ask(h, "GET", "/"+lang+"/404", ""))
		pages[createPath(lang)] = parse(t, post(h, createPath(lang), "variant", "four-player", "option.move_limit", "x", "clock", "turn:0:7"))
	}
	return pages
}

func TestPagesAreWellFormed(t *testing.T) {
	for path, doc := range shown(t) {
		t.Run(path, func(t *testing.T) {
			ids := map[string]bool{}
			for n := range doc.Descendants() {
				if id := attribute(n, "id"); id != "" {
					if ids[id] {
						t.Errorf("id %s stands twice", id)
					}
					ids[id] = true
				}
			}
			checkHeadings(t, doc)
			checkReferences(t, doc, ids)
			checkNames(t, doc)
			lang := attribute(find(doc, "html")[0], "lang")
			if !strings.HasPrefix(path, "/"+lang+"/") {
				t.Errorf("lang is %q", lang)
			}
			for _, name := range []string{"title", "main", "header", "footer", "h1"} {
				if n := len(find(doc, name)); name == "h1" && n != 1 || n < 1 {
					t.Errorf("%d elements %s", n, name)
				}
			}
		})
	}
}

// checkHeadings wants no level left out.
func checkHeadings(t *testing.T, doc *html.Node) {
	t.Helper()
	last := 0
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || len(n.Data) != 2 || n.Data[0] != 'h' {
			continue
		}
		level, err := strconv.Atoi(n.Data[1:])
		if err != nil {
			continue
		}
		if level > last+1 {
			t.Errorf("heading %q of level %d follows one of level %d", text(n), level, last)
		}
		last = level
	}
}

// checkReferences wants labels, descriptions and links in the page to lead somewhere.
func checkReferences(t *testing.T, doc *html.Node, ids map[string]bool) {
	t.Helper()
	for n := range doc.Descendants() {
		for _, name := range []string{"for", "aria-labelledby", "aria-describedby"} {
			for id := range strings.FieldsSeq(attribute(n, name)) {
				if !ids[id] {
					t.Errorf("%s of <%s> names %s, which is not there", name, n.Data, id)
				}
			}
		}
		if id, ok := strings.CutPrefix(attribute(n, "href"), "#"); ok && !ids[id] {
			t.Errorf("a link leads to #%s, which is not there", id)
		}
	}
}

// checkNames wants a name for every control, board, link and picture, and no inline script or style.
func checkNames(t *testing.T, doc *html.Node) {
	t.Helper()
	labelled := map[string]bool{}
	for _, label := range find(doc, "label") {
		labelled[attribute(label, "for")] = text(label) != ""
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		name := ""
		switch n.Data {
		case "input", "select":
			if attribute(n, "type") != "hidden" && !labelled[attribute(n, "id")] {
				t.Errorf("<%s name=%s value=%s> has no label", n.Data, attribute(n, "name"), attribute(n, "value"))
			}
			continue
		case "a", "button", "summary", "h1", "h2", "legend", "caption":
			name = text(n)
		case "nav":
			name = attribute(n, "aria-label") + attribute(n, "aria-labelledby")
		case "svg":
			name = attribute(n, "aria-hidden")
			for _, title := range find(n, "title") {
				name += title.FirstChild.Data
			}
		case "script":
			if n.FirstChild != nil {
				t.Error("a script stands in the page")
			}
			continue
		case "style":
			t.Error("a style sheet stands in the page")
			continue
		default:
			name = "needs none"
		}
		if strings.TrimSpace(name) == "" {
			t.Errorf("a <%s> has no name", n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("<%s> has an attribute %s, which the policy forbids", n.Data, a.Key)
			}
		}
	}
}

func TestLinksLeadSomewhere(t *testing.T) {
	h, _ := newSite()
	post(h, "/fr/tables", "variant", "mcx4", "mode", "cpu")
	tried := map[string]bool{}
	for path, doc := range shown(t) {
		for _, a := range append(find(doc, "a"), find(doc, "link")...) {
			href := strings.TrimPrefix(attribute(a, "href"), "http://example.com")
			href, _, _ = strings.Cut(href, "#")
			if href == "" || tried[href] {
				continue
			}
			tried[href] = true
			if strings.HasPrefix(href, "/static/") {
				if r := ask(web.Handler(), "GET", href, ""); r.StatusCode != http.StatusOK {
					t.Errorf("%s on %s: status %d", href, path, r.StatusCode)
				}
				continue
			}
			r := ask(h, "GET", href, "")
			if r.StatusCode == http.StatusSeeOther {
				r = ask(h, "GET", r.Header.Get("Location"), "")
			}
			if r.StatusCode != http.StatusOK {
				t.Errorf("%s on %s: status %d", href, path, r.StatusCode)
			}
		}
	}
	if len(tried) < 12 {
		t.Errorf("only %d links were found", len(tried))
	}
}

func TestEveryPageNamesItsOtherLanguage(t *testing.T) {
	for path, doc := range shown(t) {
		want := map[string]string{
			"/fr/": "/en/", "/en/": "/fr/", "/fr/regles/mcx4": "/en/rules/mcx4", "/en/rules/mcx4": "/fr/regles/mcx4",
			"/fr/t/abc": "/en/t/abc", "/fr/404": "/en/", "/fr/tables": "/en/new/four-player", "/fr/new/mcx4": "/en/new/mcx4",
		}[path]
		if want == "" {
			continue
		}
		found := false
		for _, a := range find(doc, "a") {
			href, _, isSwitch := strings.Cut(attribute(a, "href"), "?lang=")
			found = found || isSwitch && href == want && attribute(a, "hreflang") != ""
		}
		if !found {
			t.Errorf("%s has no switch to %s", path, want)
		}
	}
}

func TestNoTextIsMissing(t *testing.T) {
	key := regexp.MustCompile(`\b(pages|variant|seat|theme|table|board|moves|player|points)\.[a-z]`)
	for path, doc := range shown(t) {
		if found := key.FindString(text(doc)); found != "" {
			t.Errorf("%s shows the key of a text: %s…", path, found)
		}
	}
}

// gap is what French sets before double punctuation: never an ordinary space.
var plainGap = regexp.MustCompile(` [;:!?»]|« `)

func TestFrenchPunctuationDoesNotBreak(t *testing.T) {
	for path, doc := range shown(t) {
		if !strings.HasPrefix(path, "/fr/") {
			continue
		}
		if at := plainGap.FindStringIndex(text(doc)); at != nil {
			all := text(doc)
			t.Errorf("%s: an ordinary space in %q", path, all[max(0, at[0]-30):min(len(all), at[1]+10)])
		}
	}
}

func TestRulesPagesCiteEveryRuleOnce(t *testing.T) {
	cited := map[string][]string{"all-in": numbered("A", 15), "mcx4": numbered("M", 24), "four-player": append(numbered("F", 27), "F8a", "F26a")}
	for path, doc := range shown(t) {
		game := path[strings.LastIndex(path, "/")+1:]
		if !strings.Contains(path, "/r") || cited[game] == nil {
			continue
		}
		var got []string
		for _, a := range find(doc, "a") {
			if attribute(a, "class") == "rule" && attribute(a, "id") != "" {
				if attribute(a, "id") != text(a) {
					t.Errorf("%s: rule %s is called %s", path, attribute(a, "id"), text(a))
				}
				got = append(got, attribute(a, "id"))
			}
		}
		for _, rule := range cited[game] {
			if !slices.Contains(got, rule) {
				t.Errorf("%s does not explain %s", path, rule)
			}
		}
		if len(got) != len(cited[game]) {
			t.Errorf("%s explains %v", path, got)
		}
	}
}

func numbered(letter string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = letter + strconv.Itoa(i+1)
	}
	return list
}

func TestRulesPagesNameEveryOption(t *testing.T) {
	pages := shown(t)
	for _, g := range games {
		for _, lang := range web.Languages {
			var named []string
			for _, code := range find(pages[rulesPath(lang, g.name)], "code") {
				named = append(named, text(code))
			}
			for _, name := range g.variants {
				v, err := catalog.Find(name)
				if err != nil {
					t.Fatal(err)
				}
				for _, o := range v.Options {
					if !slices.Contains(named, o.Name) {
						t.Errorf("the rules of %s in %s do not name the option %s", g.name, lang, o.Name)
					}
					for _, value := range o.Values {
						if !slices.Contains(named, value) {
							t.Errorf("the rules of %s in %s do not name %s=%s", g.name, lang, o.Name, value)
						}
					}
				}
			}
		}
	}
}

func TestBothLanguagesShowTheSameBoards(t *testing.T) {
	pages := shown(t)
	for _, g := range games {
		boards := map[string][]string{}
		for _, lang := range web.Languages {
			for _, b := range find(pages[rulesPath(lang, g.name)], "svg") {
				if attribute(b, "role") == "img" {
					boards[lang] = append(boards[lang], drawn(b))
				}
			}
		}
		if !slices.Equal(boards["fr"], boards["en"]) || len(boards["fr"]) < 7 {
			t.Errorf("%s: %d boards in French, %d in English, not the same", g.name, len(boards["fr"]), len(boards["en"]))
		}
	}
}

// drawn returns a picture without its words.
func drawn(svg *html.Node) string {
	var b strings.Builder
	for n := range svg.Descendants() {
		if n.Type == html.ElementNode {
			fmt.Fprintln(&b, n.Data, n.Attr)
		}
	}
	return b.String()
}

func find(doc *html.Node, name string) []*html.Node {
	var list []*html.Node
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			list = append(list, n)
		}
	}
	return list
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// text returns the words a node shows.
func text(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	if n.Type == html.ElementNode && (n.Data == "script" || n.Data == "svg") {
		return ""
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		b.WriteString(text(c))
	}
	return b.String()
}

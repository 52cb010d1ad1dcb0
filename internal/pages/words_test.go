package pages

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"melee/internal/hub"
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
	wrong := func(pairs ...string) { take(post(h, createPath(lang), append(pairs, "mode", "cpu")...)) }
	wrong("variant", "four-player", "option.move_limit", "x")
	wrong("variant", "four-player", "seat", "red", "option.grey", "red", "turn_limit", "7")
	wrong("variant", "four-player", "option.grey", "blue", "option.grey", "yellow", "option.grey", "green")
	wrong("variant", "half-in", "option.ep_identity", "nominal")
	wrong("variant", "mcx4", "option.size", "9")
	take(post(h, createPath(lang), "variant", "mcx4"))

	for _, variant := range []string{"mcx4", "four-player"} {
		post(h, createPath(lang), "variant", variant, "mode", "same")
		if variant == "four-player" {
			for _, token := range []string{"h2h4", "resign:blue", "resign:yellow", "resign:green"} {
				takeTable(t, h, lang, take)
				play(t, live, token)
			}
		}
		takeTable(t, h, lang, take)
	}
	live.states["abc"].Game = gameOfExample(t, "mcx4/mate")
	live.states["abc"].Variant = live.states["abc"].Game.Variant()
	takeTable(t, h, lang, take)

	take(ask(h, "GET", "/"+lang+"/nothing", ""))
	take(ask(h, "GET", createPath(lang), ""))
	take(ask(h, "POST", createPath(lang), "", "Sec-Fetch-Site", "cross-site"))
	for _, err := range []error{io.ErrUnexpectedEOF, hub.ErrClosed} {
		live.err = err
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

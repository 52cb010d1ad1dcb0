package pages

import (
	"net/http"
	"strings"
	"testing"

	"melee/internal/table"
)

func TestAPositionIsAnalysedFromItsAddress(t *testing.T) {
	h, live := newSite()
	post(h, createPath("fr"), "variant", "all-in", "mode", "cpu")
	for name, c := range map[string]struct {
		path   string
		status int
		tells  []string
	}{
		"the array":             {"/fr/analyse", 200, []string{`&#34;variant&#34;:&#34;all-in&#34;`}},
		"a position":            {"/en/analysis?variant=half-in&fen=4k3/8/8/8/8/8/4P3/4K3+w+-+-+0+1", 200, []string{"White Ke1 e2. Black Ke8", "half-in"}},
		"moves":                 {"/en/analysis?variant=four-player&moves=h2h3,b7-c7", 200, []string{`&#34;moves&#34;:[&#34;h2h3&#34;,&#34;b7c7&#34;]`}},
		"options":               {"/en/analysis?variant=mcx4&option.play=single", 200, []string{`&#34;play&#34;:&#34;single&#34;`}},
		"no position":           {"/fr/analyse?fen=8", 422, []string{"fault-summary", ">8</textarea>"}},
		"no variant":            {"/fr/analyse?variant=%3Cb%3E", 422, []string{"&#39;&lt;b&gt;&#39;"}},
		"moves up to a fault":   {"/en/analysis?moves=e2e4,Qxe9", 422, []string{"Qxe9", `[&#34;e2e4&#34;]`}},
		"a game":                {"/en/analysis?game=allin-1", 200, []string{`&#34;moves&#34;:[{`}},
		"no game":               {"/en/analysis?game=nothing", 404, nil},
		"no table":              {"/en/analysis?table=nothing", 404, nil},
		"a table that plays on": {"/en/analysis?table=abc", 404, nil},
	} {
		t.Run(name, func(t *testing.T) {
			answer := ask(h, "GET", c.path, "")
			body := readAll(t, answer)
			if answer.StatusCode != c.status {
				t.Errorf("status %d, want %d", answer.StatusCode, c.status)
			}
			for _, tell := range c.tells {
				if !strings.Contains(body, tell) {
					t.Errorf("the page does not say %q", tell)
				}
			}
		})
	}
	if err := decide(live.states["abc"], table.Act{Owner: live.states["abc"].Opened.Host, Seat: 0, Token: "resign"}); err != nil {
		t.Fatal(err)
	}
	answer := ask(h, "GET", "/en/analysis?table=abc", "")
	if body := readAll(t, answer); answer.StatusCode != http.StatusOK || !strings.Contains(body, "resign:white") {
		t.Errorf("a table whose game has ended: %d", answer.StatusCode)
	}
}

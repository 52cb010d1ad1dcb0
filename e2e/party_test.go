package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// A party is people at one table, each with a browser of his own.
type party struct {
	*testing.T
	site *site
	path string // of the table
	tabs []*tab // the first is the host's
}

// gather opens a table as the first guest of a site and shows it to him. setup
// is the body of POST /api/tables; the host sits where it says "me".
func (s *site) gather(t *testing.T, on screen, language string, setup map[string]any) *party {
	t.Helper()
	host := s.guest(t, on, "/"+language+"/")
	body, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	id, err := chromedp.Run(host.ctx, chromedp.Evaluate[string](fmt.Sprintf(
		`fetch("/api/tables", {method: "POST", headers: {"Content-Type": "application/json"}, body: %q}).then(a => a.json()).then(a => a.table ?? JSON.stringify(a))`, body), chromedp.EvalAwaitPromise))
	if err != nil || strings.Contains(id, "{") {
		t.Fatalf("no table: %s, %v", id, err)
	}
	g := &party{T: t, site: s, path: "/" + language + "/t/" + id, tabs: []*tab{host}}
	host.do(chromedp.Navigate(s.url + g.path))
	host.ready()
	return g
}

// guest visits a page in a browser of his own: without anybody's cookies.
func (s *site) guest(t *testing.T, on screen, path string) *tab {
	t.Helper()
	return s.visit(t, on, path)
}

// join lets another guest sit down at the seat with this name.
func (g *party) join(on screen, seat string) *tab {
	g.Helper()
	p := g.watch(on, "?seat="+seat)
	p.tapOn(".room-seat.invited button.strong")
	p.until(`document.querySelector(".room-seat.own")`)
	g.tabs = append(g.tabs, p)
	return p
}

// watch lets another guest look on.
func (g *party) watch(on screen, query string) *tab {
	g.Helper()
	p := g.site.guest(g.T, on, g.path+query)
	p.ready()
	return p
}

// onTurn returns the player who is to move, or to choose.
func (g *party) onTurn() *tab {
	g.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		for _, p := range g.tabs {
			if eval[bool](p, `!!document.querySelector(".seat.own.on-turn")`) {
				return p
			}
		}
	}
	g.tabs[0].tell()
	g.Fatal("nobody is to move")
	return nil
}

// play makes moves, each by the player whose turn it is, and waits until all have seen it.
func (g *party) play(tokens string, watchers ...*tab) {
	g.Helper()
	for _, token := range strings.Fields(tokens) {
		p := g.onTurn()
		n := eval[int](p, plies)
		p.play(token)
		for _, other := range append(watchers, g.tabs...) {
			other.until(plies+` >= %d`, n+1)
		}
	}
}

// drop ends the page's connection as a bad line does; the page does not know why.
func (p *tab) drop() {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](`sockets.at(-1).close()`))
}

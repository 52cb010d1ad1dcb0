package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// pagesWithoutTable are the addresses of every page that needs no table, in both languages.
var pagesWithoutTable = []string{
	"/fr/", "/fr/new/all-in", "/fr/new/mcx4", "/fr/new/four-player", "/fr/regles/all-in", "/fr/regles/mcx4", "/fr/regles/four-player", "/fr/problemes", "/fr/rien", "/fr/tables",
	"/en/", "/en/new/all-in", "/en/new/mcx4", "/en/new/four-player", "/en/rules/all-in", "/en/rules/mcx4", "/en/rules/four-player", "/en/problems", "/en/nothing", "/en/tables",
}

// small finds what a finger could miss: lower or narrower than 44 px, with what
// lies around it for that, and the labels of boxes. Links in running text may be.
const small = `[...document.querySelectorAll("a, button, select, summary, input, textarea, [role=button]")].map(e => e.closest("label") ?? e)
	.filter(e => e.checkVisibility({visibilityProperty: true}) && e.type !== "hidden" && getComputedStyle(e).display !== "inline")
	.filter(e => ["width", "height"].some(side => Math.max(e.getBoundingClientRect()[side], ...["::before", "::after"].map(name => getComputedStyle(e, name))
		.map(around => around.position === "absolute" ? parseFloat(around[side]) : 0)) < 43.5))
	.map(e => e.tagName + " " + (e.name || e.textContent).trim().slice(0, 40))`

// touchable fails the test for every control of the page as it stands that a finger could miss.
func (p *tab) touchable(state string) {
	p.Helper()
	if missed := eval[[]string](p, small); len(missed) > 0 {
		p.Errorf("%s: too small for a finger: %q", state, missed)
	}
}

// TestEveryPageIsForEverybody judges every page on the smallest phone and on a
// desktop in the dark: by axe, by the size of what is pressed, by scrolling.
func TestEveryPageIsForEverybody(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for name, on := range map[string]screen{"320": {width: 320, height: 640, touch: true}, "dark": {width: 1280, height: 800, dark: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := s.person(t, on, "/fr/")
			for _, path := range pagesWithoutTable {
				p.do(chromedp.Navigate(s.url + path))
				eval[bool](p, `document.querySelectorAll("details").forEach(d => d.open = true), true`)
				p.accessible(path)
				p.healthy()
				p.touchable(path)
				p.shoot("page-" + name + strings.ReplaceAll(path, "/", "-"))
			}
		})
	}
}

func TestAWrongFormIsShownAgain(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.person(t, screen{width: 320, height: 640, touch: true}, "/en/new/four-player")
	p.do(
		chromedp.Click(chromedp.CSS("label[for='clock-other']")),
		chromedp.SetValue(chromedp.CSS("#clock-minutes"), "999"),
	)
	eval[bool](p, `(document.querySelector(".create-form").noValidate = true, document.querySelector("#option-move-limit").value = "-1", document.querySelector(".create-form").requestSubmit(), true)`)
	p.do(chromedp.WaitVisible(chromedp.CSS(".fault-summary")))
	p.accessible("a form with faults")
	p.healthy()
	p.shoot("form-faults-320")
	p.tapOn(".fault-summary a[href='#option-move-limit']")
	p.until(`document.querySelector("#option-move-limit").checkVisibility() && location.hash === "#option-move-limit"`)

	// What only the other form of the game has is neither shown nor sent.
	p.do(chromedp.SetValue(chromedp.CSS("#option-move-limit"), "40"), chromedp.SetValue(chromedp.CSS("#clock-minutes"), "9"),
		chromedp.Click(chromedp.CSS("label[for='variant-four-player-teams']")))
	p.until(`!document.querySelector("#option-move-limit").checkVisibility() && document.querySelector("#option-promotion-rank").checkVisibility()`)
	p.tapOn(".create-do button")
	path := p.opened()
	if !strings.HasPrefix(path, "/en/t/") {
		t.Errorf("the form led to %s", path)
	}
}

func TestPagesAreWalkedByKeyboard(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.person(t, desktop, "/fr/")
	p.press(kb.Tab)
	p.until(`document.activeElement.matches(".skip") && document.activeElement.getBoundingClientRect().top >= 0`)
	p.press(kb.Enter)
	p.until(`location.hash === "#content"`)
	p.press(kb.Tab) // the first control of the content
	p.until(`document.activeElement.closest("main") && getComputedStyle(document.activeElement).outlineStyle !== "none"`)
	for range 60 {
		if eval[bool](p, `document.activeElement.matches(".visitor button")`) {
			return
		}
		p.press(kb.Tab)
	}
	t.Error("the last control of the front page cannot be reached")
}

// TestAClosedTableIsTold shows what is left of a table that was closed before anybody played.
func TestAClosedTableIsTold(t *testing.T) {
	t.Parallel()
	s := serve(t)
	host := s.person(t, phone, "/fr/new/all-in")
	host.scripts(false)
	host.do(chromedp.Reload(), chromedp.Click(chromedp.CSS(".create-do button")), chromedp.WaitVisible(chromedp.CSS(".places")))
	path := eval[string](host, `location.pathname`)
	host.do(chromedp.Click(chromedp.CSS(".host-deeds button[value=close]")), chromedp.WaitVisible(chromedp.CSS(".page-error h1")))
	if title := eval[string](host, `document.querySelector("h1").textContent`); title != "Cette table est fermée" {
		t.Errorf("the host is told %q", title)
	}
	p := s.person(t, phone, strings.Replace(path, "/fr/", "/en/", 1))
	p.do(chromedp.WaitVisible(chromedp.CSS(".page-error h1")))
	p.accessible("a closed table")
	p.healthy()
	p.shoot("closed-table-phone")
}

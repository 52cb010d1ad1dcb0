package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// opened waits for a table's page and returns its path.
func (p *tab) opened() string {
	p.Helper()
	p.do(chromedp.WaitVisible(chromedp.CSS("main[data-table] .room, main[data-table] .board")))
	return eval[string](p, `location.pathname`)
}

// listed is the row of a table in a list of the front page.
func listed(list, path string) string {
	return fmt.Sprintf(`document.querySelector(".list-%s .listed a[href$='%s']")?.closest(".listed")`, list, path[strings.LastIndex(path, "/"):])
}

// TestATableIsOpenedFoundAndPlayed follows a table from its form through the
// lobby and a seat's link to its game, with a third person looking on.
func TestATableIsOpenedFoundAndPlayed(t *testing.T) {
	t.Parallel()
	s := serve(t)
	looker := s.person(t, phone, "/en/")
	looker.until(`document.querySelector(".list-open .empty") && document.querySelector(".list-playing .empty")`)
	looker.shoot("lobby-empty-phone")
	looker.accessible("an empty lobby")

	host := s.person(t, desktop, "/fr/new/four-player")
	host.do(
		chromedp.SetValue(chromedp.CSS("#seat-green"), "cpu:2"),
		chromedp.SetValue(chromedp.CSS("#seat-yellow"), "cpu:1"),
		chromedp.Click(chromedp.CSS("label[for='clock-increment-300-5']")),
		chromedp.SetValue(chromedp.CSS("#name"), "Anne"),
	)
	host.shoot("create-desktop-fr")
	host.accessible("the form")
	host.tapOn(".create-do button")
	path := host.opened()

	// The lobby learns of it without a reload, and says so to those who listen.
	row := listed("open", path)
	looker.until("%s", row)
	for _, want := range []string{"Anne", "5 min + 5 s", "computer 2", "free"} {
		if text := strings.ReplaceAll(eval[string](looker, "%s.textContent", row), "\u00a0", " "); !strings.Contains(text, want) {
			t.Errorf("the lobby's row %q lacks %q", text, want)
		}
	}
	looker.until(`document.querySelector(".lobby-news").textContent.includes("1 seat free")`)
	looker.shoot("lobby-phone-en")
	looker.accessible("a lobby with a table")

	// Somebody comes by the link of a seat.
	guest := s.person(t, phone, strings.Replace(path, "/fr/", "/en/", 1)+"?seat=blue")
	guest.until(`document.querySelector(".room-seat.invited[data-seat='1'] button")`)
	guest.tapOn(".room-seat.invited button")
	guest.until(`document.querySelector("melee-board.table-board .man")`) // every seat is taken: the game begins
	host.until(`document.querySelector("melee-board.table-board .man") && !document.querySelector(".room")`)

	// The looker sees it among the games and watches.
	looker.until(`!(%s)`, row)
	looker.until("%s", listed("playing", path))
	looker.tapOn(".list-playing .listed-do .button")
	looker.opened()
	if eval[bool](looker, `!!document.querySelector(".seat.own")`) {
		t.Error("who only watches has a seat")
	}
	for _, p := range []*tab{host, guest, looker} {
		p.healthy()
	}
}

func TestQuickPlayJoinsWhoWaits(t *testing.T) {
	t.Parallel()
	s := serve(t)
	host := s.person(t, desktop, "/en/new/all-in")
	host.tapOn(".create-do button")
	path := host.opened()

	guest := s.person(t, phone, "/en/")
	guest.until("%s", listed("open", path))
	guest.tapOn(".game-card-all-in form[action$='/quick'] button")
	if got := guest.opened(); got != path {
		t.Errorf("quick play led to %s, not to %s, where somebody waits", got, path)
	}
	host.until(`!document.querySelector(".room")`)

	// Nobody waits any more: the next plays the CPU at once.
	third := s.person(t, desktop, "/en/")
	eval[bool](third, `(b => (b.click(), b.click(), true))(document.querySelector(".game-card-all-in form[action$='/quick'] button"))`)
	if got := third.opened(); got == path {
		t.Error("a third person sits at a table for two")
	}
	third.until(`document.querySelector(".seat.own")`)
	third.do(chromedp.Navigate(s.url+"/en/"), chromedp.WaitVisible(chromedp.CSS(".list-mine")))
	if n := eval[int](third, `document.querySelectorAll(".list-mine .listed").length`); n != 1 {
		t.Errorf("a button that was pressed twice opened %d tables", n)
	}
}

// TestATableIsFoundAgain closes a browser in the middle of a game; the same device finds its seat on the front page.
func TestATableIsFoundAgain(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.person(t, desktop, "/fr/")
	p.do(chromedp.SetValue(chromedp.CSS("#visitor-name"), "Zoé"))
	p.tapOn(".visitor button")
	p.do(chromedp.WaitVisible(chromedp.CSS("#visitor-name[value='Zoé']")))
	p.begin("mcx4", "same")
	path := eval[string](p, `location.pathname`)
	p.play("a2a4 b7b5")
	kept := p.leave()

	s.kill()
	s.start()
	again := s.person(t, phone, "/fr/", kept...)
	row := listed("mine", path)
	again.until("%s", row)
	again.until(`%s.textContent.includes("À vous de jouer") && document.querySelector("#visitor-name").value === "Zoé"`, row)
	again.accessible("a lobby with a table of one's own")
	again.shoot("lobby-mine-phone-fr")
	again.tapOn(".list-mine .listed-do .button")
	again.opened()
	again.until(plies + ` === 2`)
	again.play("e1d3")

	if stranger := s.person(t, phone, "/fr/"); eval[bool](stranger, `!!document.querySelector(".list-mine")`) {
		t.Error("a stranger has tables")
	}
}

// TestTheLobbyComesBackAfterTheServer holds that the lists follow again after an outage, and say so meanwhile.
func TestTheLobbyComesBackAfterTheServer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.person(t, desktop, "/en/")
	p.until(`document.querySelector(".list-open .empty")`)
	s.kill()
	p.until(`document.querySelector(".lobby-state").textContent.includes("no longer up to date")`)
	p.accessible("a lobby that is cut off")
	s.start()
	p.until(`document.querySelector(".lobby-state").textContent === ""`)
	host := s.person(t, desktop, "/en/new/mcx4?people=2")
	host.tapOn(".create-do button")
	path := host.opened()
	p.until("%s", listed("open", path))

	// Focus stays where it is while the list around it changes.
	eval[bool](p, `(document.querySelector(".list-open .listed-do button").focus(), true)`)
	second := s.person(t, desktop, "/en/new/all-in")
	second.tapOn(".create-do button")
	p.until("%s", listed("open", second.opened()))
	if !eval[bool](p, `document.activeElement === %s.querySelector(".listed-do button")`, listed("open", path)) {
		t.Error("the focus was lost when the list changed")
	}

	// Who waits and goes is not waited for: his table leaves the list.
	second.leave()
	p.until(`document.querySelectorAll(".list-open .listed").length === 1`)
}

// TestTablesWithoutScript opens a table, invites and sits down with forms alone.
func TestTablesWithoutScript(t *testing.T) {
	t.Parallel()
	s := serve(t)
	host := s.person(t, desktop, "/fr/new/four-player?people=2")
	guest := s.person(t, phone, "/en/nothing")
	guest.scripts(false)
	path, link := host.openedWithoutScript()
	guest.do(chromedp.Navigate(link), chromedp.SetValue(chromedp.CSS("#invited-name"), "Léa"), chromedp.Click(chromedp.CSS(".invited button")))
	guest.do(chromedp.WaitVisible(chromedp.CSS(".reading-seats"))) // all seats are taken: the game begins
	host.shoot("gathering-no-script")
	host.accessibleAsIs("a table that gathers, without script")
	host.do(chromedp.Navigate(s.url+path), chromedp.WaitVisible(chromedp.CSS(".reading-seats")))
	if text := eval[string](host, `document.querySelector(".reading-seats").textContent`); !strings.Contains(text, "Léa") || !strings.Contains(text, "ordinateur 5") {
		t.Errorf("the players: %s", text)
	}
	host.accessibleAsIs("a game without script")

	host.do(chromedp.Navigate(s.url + "/fr/new/four-player?people=2"))
	_, link = host.openedWithoutScript()
	guest.do(chromedp.Navigate(link), chromedp.WaitVisible(chromedp.CSS(".invited button")))
	guest.shoot("invited-no-script")
	guest.accessibleAsIs("an invitation without script")
}

// openedWithoutScript sends the form of the page that is shown, and returns
// the path of the table it opens and the link to its yellow seat.
func (p *tab) openedWithoutScript() (path, link string) {
	p.Helper()
	p.scripts(false)
	p.do(chromedp.Reload(), chromedp.Click(chromedp.CSS(".create-do button")), chromedp.WaitVisible(chromedp.CSS(".places")))
	return eval[string](p, `location.pathname`),
		eval[string](p, `[...document.querySelectorAll(".invitation code")].find(c => c.textContent.includes("seat=yellow")).textContent`)
}

package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// signUp makes an account in the person's browser.
func (p *tab) signUp(lang, name string) {
	p.Helper()
	base := eval[string](p, `location.origin`)
	path := map[string]string{"fr": "/fr/inscription", "en": "/en/sign-up"}[lang]
	p.do(chromedp.Navigate(base+path), chromedp.SetValue(chromedp.CSS("#name"), name), chromedp.SetValue(chromedp.CSS("#password"), "correct horse battery"), chromedp.Click(chromedp.CSS("main button.strong")))
	p.until(`document.querySelector(".who-name")?.textContent === %q`, name)
}

// peoplePages are the pages of people and games, when somebody has an account.
func peoplePages(lang, name, game string) []string {
	if lang == "fr" {
		return []string{"/fr/inscription", "/fr/connexion", "/fr/compte", "/fr/joueurs/" + name, "/fr/classements", "/fr/parties", "/fr/ouvertures/all-in", "/fr/ouvertures/four-player",
			"/fr/collection", "/fr/signalement?game=" + game, "/fr/g/" + game, "/fr/g/" + game + "/embed", "/fr/new/all-in"}
	}
	return []string{"/en/sign-up", "/en/log-in", "/en/account", "/en/people/" + name, "/en/leaders", "/en/archive", "/en/explorer/mcx4", "/en/explorer/four-player",
		"/en/collection", "/en/report?game=" + game, "/en/g/" + game, "/en/g/" + game + "/embed", "/en/new/mcx4"}
}

// TestPagesOfPeopleAreForEverybody judges them as the other pages are judged,
// after a game of four has been played on one screen.
func TestPagesOfPeopleAreForEverybody(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for lang, on := range map[string]screen{"fr": {width: 320, height: 640, touch: true}, "en": {width: 1280, height: 800, dark: true}} {
		t.Run(lang, func(t *testing.T) {
			name := "Anne " + lang
			p := s.person(t, on, "/"+lang+"/")
			p.signUp(lang, name)
			p.do(chromedp.Navigate(s.url + "/" + lang + "/"))
			p.begin("four-player", "same")
			p.rush(fourPlayerGrey + " " + fourPlayerRest)
			p.until(`document.querySelector(".result a[href*='/g/']")`)
			game := eval[string](p, `document.querySelector(".result a[href*='/g/']").pathname.split("/").pop()`)
			for _, path := range peoplePages(lang, strings.ReplaceAll(name, " ", "%20"), game) {
				p.do(chromedp.Navigate(s.url + path))
				if strings.Contains(path, "/g/") {
					p.ready()
				}
				if title := eval[string](p, `document.body.className`); title == "page-error" {
					t.Errorf("%s is not there", path)
				}
				eval[bool](p, `document.querySelectorAll("details").forEach(d => d.open = true), true`)
				p.accessible(path)
				p.healthy()
				if on.touch {
					p.touchable(path)
				}
				p.shoot("people-" + lang + strings.NewReplacer("/", "-", "?", "-", "%", "").Replace(path))
			}
		})
	}
}

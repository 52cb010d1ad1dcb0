package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// settle fills the form for a table and sends it; values are by field name.
func (p *tab) settle(path string, values map[string]string) string {
	p.Helper()
	p.do(chromedp.Navigate(eval[string](p, `location.origin`) + path))
	for name, value := range values {
		eval[bool](p, `(name => {
			for (const field of document.querySelectorAll(".create-form [name='" + name + "']")) {
				if (field.type === "checkbox") field.checked = %[2]q === "true";
				else if (field.type === "radio") field.checked = field.value === %[2]q;
				else if (field.type !== "hidden") field.value = %[2]q;
			}
			return true;
		})(%[1]q)`, name, value)
	}
	p.do(chromedp.Click(chromedp.CSS(".create-do button")))
	return p.opened()
}

// sit takes the free seat of a table that is looked at.
func (p *tab) sit(path, seat string) {
	p.Helper()
	p.do(chromedp.Navigate(eval[string](p, `location.origin`) + path + "?seat=" + seat))
	p.ready()
	p.tapOn(".room-seat.invited button.strong")
	p.until(`document.querySelector(".room-seat.own, .seat.own")`)
}

// standing is what a profile shows as the rating in a form, and the change of the last game.
func (p *tab) standing(path string) string {
	p.Helper()
	p.do(chromedp.Navigate(eval[string](p, `location.origin`) + path))
	return eval[string](p, `[...document.querySelectorAll(".ratings strong, .games .rating")].map(e => e.textContent).join(" ")`)
}

// TestTwoAccountsAndTwoGuestsPlay plays a rated game of two accounts, then one
// of four that does not count, after which a guest signs up and has it still.
func TestTwoAccountsAndTwoGuestsPlay(t *testing.T) {
	t.Parallel()
	s := serve(t)
	anne, boris := s.guest(t, desktop, "/en/"), s.guest(t, phone, "/en/")
	zoe, yan := s.guest(t, desktop, "/en/"), s.guest(t, desktop, "/en/")
	anne.signUp("en", "Anne")
	boris.signUp("en", "Boris")

	rated := anne.settle("/en/new/all-in", map[string]string{"rated": "true", "clock": "increment:300:5", "auto_start": "true", "seat.white": "me", "seat.black": "open"})
	zoe.do(chromedp.Navigate(s.url + "/en/"))
	zoe.until(`document.querySelector(".list-open .rated-mark")`)
	answer, err := chromedp.Run(zoe.ctx, chromedp.Evaluate[string](fmt.Sprintf(
		`fetch("/api/tables/%s/commands", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"do":"sit","seat":1}'}).then(a => a.json()).then(a => a.code)`,
		rated[strings.LastIndex(rated, "/")+1:]), chromedp.EvalAwaitPromise))
	if err != nil || answer != "forbidden" {
		t.Errorf("a guest sits down at a rated table: %q, %v", answer, err)
	}
	zoe.do(chromedp.Navigate(s.url + rated))
	zoe.until(`document.querySelectorAll(".room-entry a").length === 2 && ![...document.querySelectorAll(".room-seat button")].some(b => b.textContent === "Sit down")`)
	zoe.shoot("rated-entry")
	boris.sit(rated, "black")
	g := &party{T: t, site: s, path: rated, tabs: []*tab{anne, boris}}
	for _, p := range g.tabs {
		p.until(`document.querySelector(".arena")`)
	}
	g.play(allInMate)
	anne.until(`document.querySelector(".result a[href*='/g/']")`)
	anne.shoot("rated-result")

	// Both began at 1500 with K = 40: who wins a duel of equals gains half of it (F24).
	for _, c := range []struct{ path, want string }{
		{"/en/people/Boris", "1520? 1500 (+20) 1500 (−20)"},
		{"/en/people/Anne", "1480? 1500 (+20) 1500 (−20)"},
	} {
		if got := zoe.standing(c.path); got != c.want {
			t.Errorf("%s shows %q, want %q", c.path, got, c.want)
		}
		zoe.accessible(c.path)
		zoe.healthy()
	}
	zoe.shoot("rated-profile")

	// Four-player: two accounts and two guests; no rating changes.
	four := zoe.settle("/en/new/four-player", map[string]string{"auto_start": "true", "name": "Zoe",
		"seat.red": "me", "seat.blue": "open", "seat.yellow": "open", "seat.green": "open"})
	boris.sit(four, "blue")
	yan.sit(four, "yellow")
	anne.sit(four, "green")
	g = &party{T: t, site: s, path: four, tabs: []*tab{zoe, boris, yan, anne}}
	for _, p := range g.tabs {
		p.until(`document.querySelector(".arena")`)
	}
	g.play(fourPlayerGrey + " " + fourPlayerRest)
	zoe.until(`document.querySelector(".result a[href*='/g/']")`)
	if got := zoe.standing("/en/people/Anne"); !strings.HasPrefix(got, "1480? ") {
		t.Errorf("after a game that does not count Anne's page shows %q", got)
	}

	// The guest signs up: the game, and the seat in it, are hers.
	zoe.signUp("en", "Zoe")
	zoe.do(chromedp.Navigate(s.url + "/en/people/Zoe"))
	zoe.until(`document.querySelectorAll(".games > li").length === 1`)
	if who := eval[string](zoe, `document.querySelector(".games .dot-red").closest("li").querySelector("a")?.textContent`); who != "Zoe" {
		t.Errorf("red is %q", who)
	}
	zoe.do(chromedp.Navigate(s.url + four))
	zoe.until(`document.querySelector(".seat.own.seat-0")`)
	zoe.healthy()
}

// TestAnAccountIsKeptByWhoHasIt logs in on a second device, ends it from the first, and deletes the account.
func TestAnAccountIsKeptByWhoHasIt(t *testing.T) {
	t.Parallel()
	s := serve(t)
	first, second := s.guest(t, desktop, "/fr/"), s.guest(t, phone, "/fr/")
	first.signUp("fr", "Zoé")
	second.do(chromedp.Navigate(s.url+"/fr/connexion"), chromedp.SetValue(chromedp.CSS("#name"), "zoé"), chromedp.SetValue(chromedp.CSS("#password"), "nonsense"), chromedp.Click(chromedp.CSS("main button.strong")))
	second.until(`document.querySelector("#password-fault")`)
	second.accessible("a wrong password")
	second.do(chromedp.SetValue(chromedp.CSS("#password"), "correct horse battery"), chromedp.Click(chromedp.CSS("main button.strong")))
	second.until(`document.querySelector(".who-name")?.textContent === "Zoé"`)

	first.do(chromedp.Navigate(s.url + "/fr/compte"))
	first.until(`document.querySelectorAll("[aria-labelledby=sessions] .rows li").length === 2`)
	first.do(chromedp.Click(chromedp.CSS("[aria-labelledby=sessions] form:not(.row-do) button")))
	first.until(`document.querySelector(".did") && document.querySelectorAll("[aria-labelledby=sessions] .rows li").length === 1`)
	second.do(chromedp.Navigate(s.url + "/fr/compte"))
	second.until(`location.pathname === "/fr/connexion"`)

	first.do(chromedp.SetValue(chromedp.CSS("#label"), "mon programme"), chromedp.Click(chromedp.CSS("#label ~ * button, form:has(#label) button")))
	first.until(`document.querySelector(".secret code")?.textContent.startsWith("melee_")`)
	first.accessible("a token that was just made")
	first.shoot("account-token")
	eval[bool](first, `document.querySelectorAll("details").forEach(d => d.open = true), true`)
	first.do(chromedp.SetValue(chromedp.CSS("#delete-password"), "correct horse battery"), chromedp.Click(chromedp.CSS("label[for=sure]")), chromedp.Click(chromedp.CSS("button.danger")))
	first.until(`location.pathname === "/fr/" && document.querySelector(".who-name")?.textContent === "Se connecter"`)
	first.healthy()
}

// TestAPasskeyOpensAnAccount signs up and logs in with a passkey of a device that the browser makes up.
func TestAPasskeyOpensAnAccount(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.guest(t, desktop, "/robots.txt")
	p.authenticator()
	site := strings.Replace(s.url, "127.0.0.1", "localhost", 1) // a passkey belongs to a name
	p.do(chromedp.Navigate(site+"/en/sign-up"), chromedp.SetValue(chromedp.CSS("#name"), "Anne"))
	p.until(`!document.querySelector("[data-passkey-do]").hidden`)
	p.do(chromedp.Click(chromedp.CSS("[data-passkey-do]")))
	p.until(`document.querySelector(".who-name")?.textContent === "Anne"`)
	p.do(chromedp.Navigate(site + "/en/account"))
	p.until(`document.querySelectorAll("[aria-labelledby=passkeys] .rows li").length === 1`)
	p.do(chromedp.Click(chromedp.CSS("[aria-labelledby=sessions] form.row-do button")))
	p.until(`document.querySelector(".who-name")?.textContent === "Log in"`)
	p.do(chromedp.Navigate(site + "/en/log-in"))
	p.until(`!document.querySelector("[data-passkey-do]").hidden`)
	p.do(chromedp.Click(chromedp.CSS("[data-passkey-do]")))
	p.until(`document.querySelector(".who-name")?.textContent === "Anne"`)
	p.healthy()
}

// authenticator gives the browser a device that makes passkeys and agrees to everything.
func (p *tab) authenticator() {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, webauthn.Enable, webauthn.EnableParams{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		}})
		return err
	}))
}

package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestMovesAreConfirmedWhereTheTableSaysSo(t *testing.T) {
	t.Parallel()
	v := allIn()
	v.Confirm = true
	f := serveTable(t, "fr", v)
	p := open(t, phone, f.URL+"/t")
	p.ready()
	p.click("f1", "b5")
	p.until(`document.querySelector(".message.asks span")?.textContent.replaceAll("\u00a0", " ") === "Jouer Ff1–b5 ?" && document.querySelector(".man.pending")`)
	p.shoot("confirm-phone")
	p.accessible("a move to be confirmed")
	p.press(kb.Escape)
	p.until(`!document.querySelector(".message") && !document.querySelector(".man.pending")`)
	if n := len(f.commands); n != 0 {
		t.Fatalf("%d commands were sent unconfirmed", n)
	}
	p.click("f1", "b5")
	p.until(`document.activeElement.id === "confirm-move"`)
	p.press(kb.Enter)
	sends(t, f, "f1b5")
	p.until(`document.activeElement.matches(".board-squares")`)
	p.healthy()
}

func TestOffersAreMadeAndAnswered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, text string }{
		{"draw", "Black offers a draw"},
		{"takeback", "Black asks to take back a move"},
		{"rematch", "Black offers a rematch"},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			v := allIn()
			v.Seats[1].Player = "guest"
			v.Offers = []offer{{What: c.what, Seat: 1, Yes: []int{1}, Asked: []int{0}, Until: time.Now().Add(time.Hour).UnixMilli()}}
			f := serveTable(t, "en", v)
			p := open(t, desktop, f.URL+"/t")
			p.ready()
			p.until(`document.querySelector(".message.asks")?.textContent.includes(%q) && document.querySelector("[aria-live=assertive]").textContent !== ""`, c.text)
			p.shoot("offer-" + c.what)
			p.accessible("an offer")
			for selector, yes := range map[string]bool{".message .strong": true, ".message .quiet": false} {
				p.tapOn(selector)
				if got := f.next(t); got.Do != "reply" || got.What != c.what || got.Yes != yes {
					t.Errorf("%s sends %+v", selector, got)
				}
			}
			f.show(func(v *view) { v.Offers = []offer{{What: c.what, Seat: 0, Yes: []int{0}, Asked: []int{1}}} })
			p.until(`document.querySelector(".message")?.textContent.includes("Waiting for Black")`)
			p.tapOn(".message .quiet")
			if got := f.next(t); got.Do != "withdraw" || got.What != c.what {
				t.Errorf("the author's button sends %+v", got)
			}
			p.healthy()
		})
	}
}

func TestTableOffersWhatCanBeDone(t *testing.T) {
	t.Parallel()
	press := func(p *tab, text string) {
		p.until(`[...document.querySelectorAll(".deeds button")].some(b => b.textContent === %q)`, text)
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll(".deeds button")].find(b => b.textContent === %q).click()`, text)))
	}
	t.Run("F17 the claim, only when it is open", func(t *testing.T) {
		v := fourPlayer()
		f := serveTable(t, "en", v)
		p := open(t, desktop, f.URL+"/t")
		p.ready()
		if eval[bool](p, `document.querySelector(".deeds").textContent.includes("Claim")`) {
			t.Error("the win can be claimed without a lead")
		}
		f.show(func(v *view) { v.From, v.Plies, v.Claims = 11, []ply{}, []int{0} })
		p.until(`document.querySelector(".deeds .strong")?.textContent === "Claim the win"`)
		press(p, "Claim the win")
		sends(t, f, "claim")
	})
	t.Run("a draw and a take-back", func(t *testing.T) {
		v := allIn()
		v.TakeBacks, v.Seats[1].Player = true, "guest"
		f := serveTable(t, "en", v)
		p := open(t, desktop, f.URL+"/t")
		p.ready()
		press(p, "Take back")
		if got := f.next(t); got.Do != "offer" || got.What != "takeback" {
			t.Errorf("the page sends %+v", got)
		}
		press(p, "Offer a draw")
		p.until(`document.querySelector("dialog h2")?.textContent === "Offer a draw?"`)
		p.tapOn("dialog .strong")
		if got := f.next(t); got.Do != "offer" || got.What != "draw" {
			t.Errorf("the page sends %+v", got)
		}
	})
	t.Run("a seat", func(t *testing.T) {
		v := fourPlayer()
		v.Host = true
		v.Seats[1].Player, v.Seats[1].Who, v.Seats[1].Here, v.Seats[1].Away = "guest", "Ben", false, true
		v.Talk = []line{{N: 1, Seat: new(1), Name: "Ben", Text: "hi", Room: "table", At: 1}}
		f := serveTable(t, "en", v)
		p := open(t, phone, f.URL+"/t")
		p.ready()
		openSeat := func(seat int) {
			p.until(`!document.querySelector("dialog")`) // the one before has closed
			p.tapOn(fmt.Sprintf(`[data-seat="%d"] .seat-name`, seat))
			p.until(`document.querySelector("dialog.dialog-seat[open]")`)
		}
		openSeat(1)
		p.shoot("seat-phone")
		p.accessible("a seat")
		press(p, "Silence at this table")
		if got := f.next(t); got.Do != "hush" || *got.Seat != 1 || got.Off {
			t.Errorf("the page sends %+v", got)
		}
		f.show(func(v *view) { v.From, v.Plies, v.Seats[1].Hushed = 11, []ply{}, true })
		openSeat(1)
		p.until(`[...document.querySelectorAll(".deeds button")].some(b => b.textContent === "Let them speak again")`)
		press(p, "Let them speak again")
		if got := f.next(t); got.Do != "hush" || *got.Seat != 1 || !got.Off {
			t.Errorf("the page sends %+v", got)
		}
		openSeat(1)
		press(p, "Hand over to the computer")
		p.tapOn("dialog .strong")
		if got := f.next(t); got.Do != "hand" || *got.Seat != 1 {
			t.Errorf("the page sends %+v", got)
		}
		openSeat(2)
		press(p, "Take this seat over")
		if got := f.next(t); got.Do != "takeover" || *got.Seat != 2 {
			t.Errorf("the page sends %+v", got)
		}
		openSeat(2)
		p.do(chromedp.SetValue(chromedp.CSS("dialog select"), "9"), chromedp.Evaluate[chromedp.Void](`document.querySelector("dialog select").dispatchEvent(new Event("change"))`))
		if got := f.next(t); got.Do != "put" || *got.Seat != 2 || got.Player != "cpu" || got.Level != 9 {
			t.Errorf("the page sends %+v", got)
		}
		p.accessible("the seat of a computer")
		p.healthy()
	})
}

func TestTalkIsReadMutedAndRefused(t *testing.T) {
	t.Parallel()
	v := fourPlayer()
	v.Seats[1].Player, v.Seats[1].Who = "guest", "Ben"
	v.Talk = []line{{N: 1, Seat: new(1), Name: "Ben", Phrase: "good-luck", Room: "table", At: 1}, {N: 2, Seat: nil, Name: "Cleo", Text: "<b>x</b>", Room: "watchers", At: 2}}
	f := serveTable(t, "fr", v)
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	lines := `[...document.querySelectorAll(".talk-line")].map(l => l.innerText.replace(/\s+/g, " ").trim()).join("; ")`
	p.until(`%s === "Ben Bonne chance; Cleo <b>x</b>"`, lines)
	p.tapOn(".speaker")
	p.tapOn("dialog [aria-pressed]")
	p.until(`%s === "Cleo <b>x</b>"`, lines)
	p.press(kb.Escape)
	p.do(chromedp.Reload())
	p.ready()
	p.until(`%s === "Cleo <b>x</b>"`, lines)
	p.tapOn(".speaker")
	p.until(`%s === ""`, lines)
	p.tapOn(".talk > .quiet")
	p.until(`%s === "Ben Bonne chance; Cleo <b>x</b>"`, lines)
	f.mu.Lock()
	f.refuse = "too_many"
	f.mu.Unlock()
	p.do(chromedp.SendKeys(chromedp.CSS("#say-text"), "encore"+kb.Enter))
	if got := f.next(t); got.Do != "say" || got.Text != "encore" || got.Room != "table" {
		t.Errorf("the page sends %+v", got)
	}
	p.until(`document.querySelector(".board-note").textContent.startsWith("C’est trop rapide")`)
	f.show(func(v *view) { v.From, v.Plies, v.TalkMode = 11, []ply{}, "phrases" })
	p.until(`!document.querySelector("#say-text") && document.querySelector(".phrases")`)
	f.show(func(v *view) { v.TalkMode = "off" })
	p.until(`!document.querySelector(".talk")`)
	p.do(chromedp.Evaluate[chromedp.Void](`localStorage.clear()`))
	p.healthy()
}

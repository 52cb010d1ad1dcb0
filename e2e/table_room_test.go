package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// room is a four-player table at which red is the host and green the CPU.
func room() view {
	v := fourPlayer()
	v.Men, v.Plies, v.Legal, v.Status, v.Turn, v.Game = men14(fourStart), []ply{}, []string{}, "gathering", nil, 0
	v.Host = true
	v.Clock = clock{Kind: "delay", Base: 300000, Add: 5000}
	for i := range v.Seats {
		v.Seats[i].Points, v.Seats[i].Out, v.Seats[i].Active = new(0), nil, true
	}
	v.Seats[0].Who = "Ana"
	v.Seats[1].Player, v.Seats[1].Level = "open", 0
	v.Seats[2].Player, v.Seats[2].Who, v.Seats[2].Level, v.Seats[2].Here = "guest", "Maximilienne du Bois-Joli", 0, false
	return v
}

func TestRoomIsArrangedByItsHost(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "fr", room())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.accessible("the room")
	p.shoot("room-host-desktop")
	do := func(want order, selector string) {
		t.Helper()
		p.tapOn(selector)
		got := f.next(t)
		if got.Do != want.Do || want.Seat != nil && (got.Seat == nil || *got.Seat != *want.Seat) || got.Player != want.Player {
			t.Errorf("%s sends %+v, want %+v", selector, got, want)
		}
	}
	do(order{Do: "begin"}, ".room-host .strong")
	do(order{Do: "shuffle"}, ".room-host button:nth-child(2)")
	do(order{Do: "stand", Seat: new(0)}, `[data-seat="0"] button`)
	do(order{Do: "sit", Seat: new(1)}, `[data-seat="1"] button`)
	do(order{Do: "put", Seat: new(2), Player: "open"}, `[data-seat="2"] button`)
	for value, want := range map[string]order{"cpu 9": {Player: "cpu", Level: 9}, "grey": {Player: "grey"}} {
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(s => { s.value = %q; s.dispatchEvent(new Event("change")); })(document.querySelector('[data-seat="3"] select'))`, value)))
		if got := f.next(t); got.Do != "put" || *got.Seat != 3 || got.Player != want.Player || got.Level != want.Level {
			t.Errorf("%s sends %+v", value, got)
		}
	}
	p.do(chromedp.SetValue(chromedp.CSS("#name"), "Zoé"))
	p.tapOn(".room-name button")
	if got := f.next(t); got.Do != "sit" || *got.Seat != 0 || got.Name != "Zoé" {
		t.Errorf("a new name sends %+v", got)
	}
	p.healthy()
}

func TestRoomInvites(t *testing.T) {
	t.Parallel()
	v := room()
	v.Host, v.You = false, []int{}
	v.Seats[0].Player = "guest"
	for name, s := range map[string]screen{"320": {width: 320, height: 640, touch: true}, "phone-dark": {width: 360, height: 740, touch: true, dark: true}} {
		f := serveTable(t, "fr", v)
		p := open(t, s, f.URL+"/t?seat=blue")
		p.ready()
		p.until(`document.querySelector(".room-seat.invited .strong")`)
		p.shoot("room-guest-" + name)
		if n := eval[int](p, `document.querySelectorAll(".plan select, .room-host").length`); n != 0 {
			t.Error("a guest is offered what only the host may do")
		}
		p.tapOn(".room-seat.invited .strong")
		if got := f.next(t); got.Do != "sit" || *got.Seat != 1 {
			t.Errorf("the page sends %+v", got)
		}
		p.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll(".invitation summary")].at(-1).click()`))
		p.until(`[...document.querySelectorAll(".seat-links input")].map(i => i.value).join() === location.origin + "/t?seat=blue"`)
		p.healthy()
		p.accessible("the invitation")
	}
}

// TestLotsLeaveTheBag holds that each pawn comes to its seat (M20), moving or not.
func TestLotsLeaveTheBag(t *testing.T) {
	t.Parallel()
	for _, still := range []bool{false, true} {
		v := mcx4()
		v.Status, v.Turn, v.Game, v.Host = "gathering", nil, 0, true
		f := serveTable(t, "en", v)
		p := open(t, screen{width: 1280, height: 800, still: still}, f.URL+"/t")
		p.ready()
		p.pace(0) // the pawns do not come to the end of their way while they are looked at
		f.show(func(v *view) { v.Lots = &lots{N: 5, Seats: []int{2, 0, 3, 1}} })
		p.until(`document.querySelectorAll(".lots .lot").length === 4`)
		order := eval[string](p, `[...document.querySelectorAll(".lot")].map(l => l.getAttribute("aria-label")).join()`)
		if want := "White King,White Queen,Black King,Black Queen"; order != want {
			t.Errorf("the pawns are %s, want %s", order, want)
		}
		eval[bool](p, `document.getAnimations().forEach(a => a.currentTime = a.effect.getComputedTiming().endTime - 1), true`)
		p.until(`[...document.querySelectorAll(".lot")].every(lot => {
			const pawn = lot.getBoundingClientRect(), seat = document.querySelector("[data-seat='" + lot.dataset.lot + "']").getBoundingClientRect();
			return Math.hypot(pawn.x + pawn.width / 2 - seat.x - seat.width / 2, pawn.y + pawn.height / 2 - seat.y - seat.height / 2) < 3;
		})`)
		if !still {
			p.shoot("lots-room")
			f.show(func(v *view) { v.Watchers = 2 }) // drawing the page anew leaves the pawns where they are
			p.until(`document.querySelector(".room-rules").textContent.includes("2") && document.querySelectorAll(".lots .lot").length === 4`)
			p.tapOn(".skip-lots")
		}
		p.pace(1)
		p.until(`!document.querySelector(".lots")`)
		p.healthy()
	}
}

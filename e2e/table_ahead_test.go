package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// waiting shows a four-player table at which blue is to move and red waits.
func waiting(t *testing.T) (*fakeTable, *tab) {
	v := fourPlayer()
	v.Turn, v.Legal = new(1), []string{}
	f := serveTable(t, "en", v)
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	return f, p
}

const queued = `document.querySelectorAll(".ahead-move").length`

// turn gives red the turn with these legal moves, after another ply.
func turn(f *fakeTable, legal ...string) {
	f.show(func(v *view) {
		v.From, v.Turn, v.Legal = v.From+len(v.Plies), new(0), legal
		v.Plies = []ply{move(v.From+1, 2, "g13", "g12", "g12")}
	})
}

func TestPremovesWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	f, p := waiting(t)
	p.reaching("f3g5")
	p.click("f3")
	p.until(`document.querySelectorAll(".board .target").length === 8`) // where a knight could go, whoever stands there now
	p.accessible("a man picked up before his turn")
	p.shoot("premove-targets-desktop")
	p.click("g6")
	p.until(`document.querySelector(".board-note").textContent !== ""`)
	p.click("f3", "g5")
	p.until(queued + ` === 1`)
	p.reaching("g5h7")
	p.click("g5", "h7") // the same man goes on from where he will be
	p.until(queued + ` === 2`)
	p.drag("e2", "e4")
	p.until(queued + ` === 3`)
	p.click("d2", "d3")
	if n := eval[int](p, queued); n != 3 {
		t.Errorf("%d moves wait, want 3 at most", n)
	}
	p.shoot("premoves-desktop")
	turn(f, "f3g5", "d2d4")
	sends(t, f, "f3g5")
	p.until(queued + ` === 2`)
	if n := len(f.commands); n != 0 {
		t.Errorf("%d more commands were sent in place of the pending one", n)
	}
	f.show(func(v *view) {
		v.From, v.Turn, v.Legal = v.From+len(v.Plies), new(1), []string{}
		v.Plies = []ply{move(v.From+1, 0, "f3", "g5", "Ng5")}
	})
	turn(f, "d2d4") // g5h7 cannot be played any more
	p.until(queued + ` === 0 && document.querySelector(".board-note").textContent === "The premove is no longer possible."`)
	if n := len(f.commands); n != 0 {
		t.Errorf("%d commands were sent", n)
	}
	p.healthy()
}

// reaching waits until the page knows that a man can go somewhere.
func (p *tab) reaching(token string) {
	p.Helper()
	p.until(`document.querySelector(".table-board").state.legal.includes(%q)`, token)
}

// TestPremovesAreTyped enters a queue by the box for moves, as who does not see the board does.
func TestPremovesAreTyped(t *testing.T) {
	t.Parallel()
	f, p := waiting(t)
	p.reaching("f3g5")
	p.enter("Ng5")
	p.until(queued + ` === 1 && document.querySelector(".typed-answer").textContent === "Will be played on your turn: Nf3–g5."`)
	p.reaching("g5h7")
	p.enter("g5h7")
	p.until(queued + ` === 2`)
	p.enter("Qa1") // no queen can get there
	p.until(`document.querySelector(".typed-answer").textContent === "This move is not allowed."`)
	p.enter("d4")
	p.until(queued + ` === 3`)
	p.enter("e4")
	p.until(`document.querySelector(".typed-answer").textContent === "No more moves can be kept for your turn."`)
	turn(f, "f3g5", "d2d4")
	sends(t, f, "f3g5")
	p.accessible("premoves that were typed")
	p.healthy()
}

func TestPremovesAreCancelled(t *testing.T) {
	t.Parallel()
	for name, cancel := range map[string]func(f *fakeTable, p *tab){
		"Esc":       func(_ *fakeTable, p *tab) { p.press(kb.Escape) },
		"button":    func(_ *fakeTable, p *tab) { p.tapOn(".message .quiet") },
		"the past":  func(_ *fakeTable, p *tab) { p.tapOn(".steps button:nth-child(2)") },
		"take-back": func(f *fakeTable, _ *tab) { f.show(func(v *view) { v.From, v.Plies = 9, []ply{} }) },
		"the end": func(f *fakeTable, _ *tab) {
			f.show(func(v *view) {
				v.Status, v.Turn, v.Result = "ended", nil, &result{Reason: "lead", Ranking: [][]int{{0}, {1}, {2}, {3}}}
			})
		},
		"elimination": func(f *fakeTable, _ *tab) { f.show(func(v *view) { v.Seats[0].Active = false }) },
		"a resync with a change": func(f *fakeTable, _ *tab) {
			f.mu.Lock()
			f.now.Seq++
			f.now.Plies = append(f.now.Plies, move(12, 1, "a8", "b8", "Qb8"))
			f.mu.Unlock()
			f.cut()
		},
		"right button": func(_ *fakeTable, p *tab) {
			x, y := p.at("h8")
			p.do(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonRight, chromedp.ClickCount(1)))
			p.do(chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonRight, chromedp.ClickCount(1)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, p := waiting(t)
			p.reaching("f3g5")
			p.click("f3", "g5")
			p.until(queued + ` === 1 && document.querySelectorAll("rect.ahead").length === 2`)
			cancel(f, p)
			p.until(queued + ` === 0 && !document.querySelector("rect.ahead")`)
			p.healthy()
		})
	}
}

func TestPremoveOfAPromotionAsksAtOnce(t *testing.T) {
	t.Parallel()
	v := baseView("all-in", geometry{8, 8, 0}, men8("7k/P7/8/8/8/8/p7/7K", false), seats("white", "black"))
	v.Turn = new(1)
	f := serveTable(t, "en", v)
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.reaching("a2a1n")
	p.click("a2", "a1") // A3: a man of the other colour promotes to his own
	p.tapOn(`.promotion button[aria-label="black knight"]`)
	p.until(queued + ` === 1`)
	p.click("a7", "a8")
	if eval[bool](p, `!!document.querySelector(".promotion")`) {
		p.press(kb.Enter)
	}
	p.until(queued + ` === 1`) // one move at a table of two
	f.show(func(v *view) {
		v.From, v.Turn, v.Legal = 0, new(0), []string{"a2a1q", "a2a1n"}
		v.Plies = []ply{move(1, 1, "h8", "g8", "Kg8")}
	})
	sends(t, f, "a2a1n")
	p.healthy()
}

func TestArrowsAndCirclesAreDrawn(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", fourPlayer())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	stroke := func(from, to string, keys ...chromedp.Modifier) {
		x, y := p.at(from)
		toX, toY := p.at(to)
		options := []chromedp.MouseOption{chromedp.ButtonRight, chromedp.ClickCount(1), chromedp.ButtonModifiers(keys...)}
		p.do(chromedp.MouseEvent(chromedp.MousePressed, x, y, options...))
		p.do(chromedp.MouseEvent(chromedp.MouseMoved, toX, toY, options...))
		p.do(chromedp.MouseEvent(chromedp.MouseReleased, toX, toY, options...))
	}
	strokes := `[...document.querySelectorAll(".drawing")].map(d => d.getAttribute("class").slice(-1) + (d.querySelector("line") ? "a" : "c")).sort().join()`
	stroke("h6", "h12")
	stroke("f3", "f3", chromedp.ModifierShift)
	stroke("a8", "i8", chromedp.ModifierAlt)
	stroke("e2", "g4", chromedp.ModifierAlt, chromedp.ModifierShift)
	p.until(`%s === "0a,1c,2a,3a"`, strokes)
	p.shoot("drawings-desktop")
	stroke("h6", "h12")
	p.until(`%s === "1c,2a,3a"`, strokes)
	p.click("f8")
	p.until(`%s === ""`, strokes)
	if n := len(f.commands); n != 0 {
		t.Errorf("%d commands were sent", n)
	}
	p.healthy()

	t.Run("with a finger held still", func(t *testing.T) {
		p := open(t, phone, f.URL+"/t")
		p.ready()
		x, y := p.at("f8")
		toX, toY := p.at("h10")
		p.finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
		p.until(`document.querySelector(".drawing circle")`)
		p.finger(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: toX, Y: toY})
		p.until(`document.querySelector(".drawing line")`)
		p.finger(input.DispatchTouchEventTypeTouchEnd)
		p.until(`%s === "0a"`, strokes)
		p.tap(x, y)
		p.until(`%s === ""`, strokes)
	})
}

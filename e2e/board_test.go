package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// sends checks that the next command is the one wanted.
func sends(t *testing.T, f *fakeTable, want string) {
	t.Helper()
	if got := f.next(t); got.token() != want || got.ID == "" {
		t.Errorf("the page sent %q with id %q, want %q", got.token(), got.ID, want)
	}
}

func TestBoardIsPlayedByMouse(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", allIn())
	p := open(t, desktop, f.URL+"/t")
	p.ready()

	t.Run("click and click", func(t *testing.T) {
		p.click("f1")
		p.until(`document.querySelectorAll(".target").length === 2`)
		p.click("b5")
		sends(t, f, "f1b5")
		p.until(`document.querySelector(".man.pending")`)
		answer(f, "f1", "b5", "0B")
		p.played(7)
	})
	t.Run("drag", func(t *testing.T) {
		p.drag("d2", "d4")
		sends(t, f, "d2d4")
		answer(f, "d2", "d4", "0P")
		p.played(8)
	})
	t.Run("A1 a man of the other colour", func(t *testing.T) {
		p.drag("f6", "e4")
		sends(t, f, "f6e4")
		answer(f, "f6", "e4", "1N")
		p.played(9)
	})
	t.Run("a refused move goes back and is explained", func(t *testing.T) {
		f.mu.Lock()
		f.refuse = "conflict"
		f.mu.Unlock()
		p.click("c6", "d4")
		sends(t, f, "c6d4")
		p.until(`document.querySelector(".board-note").textContent === "The game has moved on or ended meanwhile."`)
		p.until(`!document.querySelector(".man.pending")`)
	})
	t.Run("an illegal try snaps back with the reason", func(t *testing.T) {
		p.click("c6", "h5")
		p.until(`document.querySelector(".board-note").textContent.includes("not allowed")`)
		if n := len(f.commands); n != 0 {
			t.Errorf("%d commands were sent", n)
		}
	})
	p.healthy()
}

// played waits until the page has taken in so many plies and nothing is on its way.
func (p *tab) played(plies int) {
	p.Helper()
	p.until(`document.querySelectorAll(".moves button.move").length === %d && !document.querySelector(".man.pending")`, plies)
}

// answer carries out a move at the table, without a legal list of its own.
func answer(f *fakeTable, from, to, man string) {
	f.show(func(v *view) {
		men := map[string]string{}
		for square, m := range v.Men {
			men[square] = m
		}
		delete(men, from)
		men[to] = man
		v.Men = men
		v.From += len(v.Plies)
		v.Plies = []ply{move(v.From+1, 0, from, to, from+to)}
		v.Forbidden = ""
	})
}

func TestBoardIsPlayedByKeys(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", allIn())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.do(chromedp.Focus(chromedp.CSS(".board-squares")))
	cursor := func() string {
		return eval[string](p, `(() => {
			const board = document.querySelector(".board-squares");
			return document.getElementById(board.getAttribute("aria-activedescendant")).getAttribute("aria-label");
		})()`)
	}
	until := func(label string) {
		t.Helper()
		p.until(`document.getElementById(document.querySelector(".board-squares").getAttribute("aria-activedescendant")).getAttribute("aria-label") === %q`, label)
	}
	until("e1, white king")
	p.press(kb.ArrowRight, kb.ArrowUp, kb.ArrowUp)
	until("f3, white knight")
	p.press(kb.Enter)
	p.until(`document.querySelectorAll(".target").length === 2`)
	p.press(kb.Escape)
	p.until(`document.querySelectorAll(".target").length === 0`)
	p.press(kb.Enter, kb.ArrowUp, kb.ArrowUp, kb.ArrowRight)
	until("g5, empty, can be reached")
	p.press(kb.Enter)
	sends(t, f, "f3g5")
	if label := cursor(); label == "" {
		t.Error("the cursor has no name after the move")
	}
	p.healthy()
}

func TestBoardIsPlayedByFinger(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", fourPlayer())
	p := open(t, screen{width: 320, height: 640, touch: true}, f.URL+"/t")
	p.ready()
	x, y := p.at("f3")
	toX, toY := p.at("g5")

	t.Run("tap and tap", func(t *testing.T) {
		p.tap(x, y)
		p.until(`document.querySelectorAll(".target").length === 3`)
		p.tap(toX, toY)
		sends(t, f, "f3g5")
		answer(f, "f3", "g5", "0N")
		p.played(12)
		f.show(func(v *view) { v.Legal = []string{"g5f7", "h6h9"}; v.From, v.Plies = 12, []ply{} })
	})
	t.Run("drag shows the man above the finger", func(t *testing.T) {
		x, y := p.at("h6")
		toX, toY := p.at("h9")
		p.until(`document.querySelectorAll(".square.hold").length > 0`)
		p.finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
		p.finger(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x, Y: y - 20})
		p.finger(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: toX, Y: toY})
		p.until(`document.querySelector(".dragged .man") && document.querySelector("rect.over")`)
		p.finger(input.DispatchTouchEventTypeTouchEnd)
		sends(t, f, "h6h9")
	})
	p.healthy()
}

func TestBoardPromotes(t *testing.T) {
	t.Parallel()
	v := baseView("all-in", geometry{8, 8, 0}, men8("7k/P7/8/8/8/8/p7/7K", false), seats("white", "black"),
		"a7a8q", "a7a8r", "a7a8b", "a7a8n", "a2a1q", "a2a1r", "a2a1b", "a2a1n", "h1g1")
	f := serveTable(t, "fr", v)
	p := open(t, phone, f.URL+"/t")
	p.ready()

	t.Run("A3 to a man of the pawn's own colour", func(t *testing.T) {
		p.click("a2", "a1")
		p.until(`document.activeElement.getAttribute("aria-label") === "dame noire"`)
		p.shoot("promotion")
		p.healthy()
	})
	t.Run("Esc leaves the choice", func(t *testing.T) {
		p.press(kb.Escape)
		p.until(`!document.querySelector(".promotion")`)
	})
	t.Run("a click elsewhere leaves the choice", func(t *testing.T) {
		p.click("a7", "a8")
		p.until(`document.querySelector(".promotion")`)
		p.click("e4")
		p.until(`!document.querySelector(".promotion")`)
		if len(f.commands) != 0 {
			t.Error("a command was sent")
		}
	})
	t.Run("a choice plays", func(t *testing.T) {
		p.click("a7", "a8")
		p.tapOn(`.promotion button[aria-label="cavalier blanc"]`)
		sends(t, f, "a7a8n")
	})
}

// TestBoardTurns holds that each seat can be at the bottom, where its king then stands.
func TestBoardTurns(t *testing.T) {
	t.Parallel()
	for bottom, corner := range []string{"d1", "a11", "k14", "n4"} {
		v := fourPlayer()
		v.Men, v.Legal, v.Bottom, v.Plies = men14(fourStart), []string{}, bottom, []ply{}
		f := serveTable(t, "en", v)
		p := open(t, desktop, f.URL+"/t")
		p.ready()
		place := eval[[]float64](p, `(() => {
			const cell = document.querySelector('.board [id$="-%s"]');
			return [cell.x.baseVal.value / 48, cell.y.baseVal.value / 48];
		})()`, corner)
		if place[0] != 3 || place[1] != 13 {
			t.Errorf("seat %d at the bottom: %s is shown at column %v, row %v, want 3, 13", bottom, corner, place[0], place[1])
		}
	}
}

func TestBoardShowsNoTargetsWhenToldSo(t *testing.T) {
	t.Parallel()
	v := fourPlayer()
	v.ShowLegal = false
	f := serveTable(t, "fr", v)
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.click("h6")
	p.until(`document.querySelector("rect.selected")`)
	if n := eval[int](p, `document.querySelectorAll(".target").length`); n != 0 {
		t.Errorf("F25: %d targets are marked", n)
	}
	p.click("h14")
	p.until(`document.querySelector(".board-note").textContent === "Ce coup n’est pas permis ici."`)
	p.click("h6", "h12")
	sends(t, f, "h6h12")
}

func TestBoardStandsStillOnRequest(t *testing.T) {
	t.Parallel()
	for _, still := range []bool{false, true} {
		f := serveTable(t, "en", allIn())
		p := open(t, screen{width: 1280, height: 800, still: still}, f.URL+"/t")
		p.ready()
		duration := eval[string](p, `getComputedStyle(document.querySelector(".man")).transitionDuration.split(",")[0]`)
		if want := map[bool]string{false: "0.15s", true: "0s"}[still]; duration != want {
			t.Errorf("reduced motion %v: men glide for %s, want %s", still, duration, want)
		}
	}
}

func TestForbiddenReturnExplainsItself(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "fr", allIn())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	sentence := `document.querySelector(".board-note").textContent.includes("(A6)")`
	p.until(`document.querySelector(".forbidden line")`)
	p.do(chromedp.Focus(chromedp.CSS(".prohibition")))
	p.until("%s", sentence)
	p.shoot("forbidden")
	p.do(chromedp.Blur(chromedp.CSS(".prohibition")))
	p.until(`!(%s)`, sentence)
	p.click("f6", "g8")
	p.until("%s", sentence)
	p.healthy()
}

func TestStillBoardTakesThePlaceOfTheServersPicture(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", allIn())
	p := open(t, phone, f.URL+"/still")
	p.ready()
	if n := eval[int](p, `document.querySelectorAll("svg.server").length`); n != 0 {
		t.Error("the server's picture is still there")
	}
	role := eval[string](p, `document.querySelector("svg.board").getAttribute("role") + " " + document.querySelector("svg.board").getAttribute("aria-label")`)
	if role != "img Diagram" {
		t.Errorf("the still board is %q, want an img called Diagram", role)
	}
	p.healthy()
}

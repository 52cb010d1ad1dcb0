package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What people reported of other servers' tables.

// A move that waits for its answer goes first when the connection is back; a premove
// never goes in its place (lichess mobile 313, pychess 318).
func TestAPendingMoveGoesBeforeThePremove(t *testing.T) {
	t.Parallel()
	f, p := waiting(t)
	p.reaching("f3g5")
	p.click("f3", "g5")
	p.until(queued + ` === 1`)
	p.reaching("g5h7")
	p.click("g5", "h7")
	p.until(queued + ` === 2`)
	f.mu.Lock()
	f.silent = true
	f.mu.Unlock()
	turn(f, "f3g5")
	first := f.next(t)
	f.cut()
	again := f.next(t)
	if again.ID != first.ID || again.token() != "f3g5" {
		t.Errorf("the page sent %+v, then %+v", first, again)
	}
	f.mu.Lock()
	f.silent = false
	f.mu.Unlock()
	f.show(func(v *view) {
		v.From, v.Turn, v.Legal = v.From+len(v.Plies), new(1), []string{}
		v.Plies = []ply{move(v.From+1, 0, "f3", "g5", "Ng5")}
		delete(v.Men, "f3")
		v.Men["g5"] = "0N"
	})
	if n := len(f.commands); n != 0 {
		t.Errorf("%d more commands were sent before their turn", n)
	}
	turn(f, "g5h7")
	sends(t, f, "g5h7")
	p.healthy()
}

// After a look at the past there are premoves again (pychess 1542).
func TestPremovesAreThereAgainAfterALookBack(t *testing.T) {
	t.Parallel()
	_, p := waiting(t)
	p.reaching("f3g5")
	p.tapOn(".steps button:nth-child(2)")
	p.tapOn(".steps button:nth-child(3)")
	p.reaching("f3g5")
	p.click("f3", "g5")
	p.until(queued + ` === 1`)
	p.healthy()
}

// Whichever side is below and however large the page is, arrows stand on their squares and a
// click hits the square under the pointer (openingtree 243, chessJS 49, chess-replayer 6, chessground 27).
func TestTheBoardIsTrueInAllRotationsAndSizes(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", fourPlayer())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	sizes := []screen{desktop, {width: 900, height: 700}, {width: 700, height: 1000}, {width: 1500, height: 600}}
	show := func(bottom int) {
		f.show(func(v *view) { v.Bottom = bottom })
		p.emulate(sizes[bottom])
		// The seat below has its first rank there.
		p.until(`(() => {
			const at = (square) => document.querySelector('.board [id$="-' + square + '"]').getBoundingClientRect();
			const below = at(%q), above = at(%q);
			return below.y > above.y + 5 * below.height;
		})()`, []string{"h2", "b8", "g13", "m7"}[bottom], []string{"h12", "l8", "g3", "c7"}[bottom])
	}
	x, y := p.at("h6")
	toX, toY := p.at("h12")
	right := []chromedp.MouseOption{chromedp.ButtonRight, chromedp.ClickCount(1)}
	p.do(chromedp.MouseEvent(chromedp.MousePressed, x, y, right...))
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, toX, toY, right...))
	p.do(chromedp.MouseEvent(chromedp.MouseReleased, toX, toY, right...))
	for bottom := range sizes {
		show(bottom)
		p.until(`(() => {
			const centre = (square) => { const r = document.querySelector('.board [id$="-' + square + '"]').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
			const [x1, y1] = centre("h6"), [x2, y2] = centre("h12"), r = document.querySelector(".drawing line").getBoundingClientRect();
			const x = (x1 + x2) / 2, y = (y1 + y2) / 2;
			return r.left - 2 <= x && x <= r.right + 2 && r.top - 2 <= y && y <= r.bottom + 2 && (r.height > r.width) === (Math.abs(y2 - y1) > Math.abs(x2 - x1));
		})()`)
	}
	for bottom := range sizes {
		show(bottom)
		p.click("f3")
		p.until(`document.querySelector(".table-board").state.selected === "f3"`)
		p.press(kb.Escape)
		p.until(`document.querySelector(".table-board").state.selected === ""`)
	}
	p.healthy()
}

// The notice of one's turn goes when the move is made, wherever that was, and there
// is none for the table that one looks at (lila 2404, lichobile 2327, lishogi 36).
func TestTheNoticeOfOnesTurnIsWithdrawn(t *testing.T) {
	t.Parallel()
	f, p := waiting(t)
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		localStorage.setItem("melee.notices", "yes");
		window.notices = { shown: 0, closed: 0 };
		window.Notification = class extends EventTarget {
			static permission = "granted";
			constructor() { super(); notices.shown++; }
			close() { notices.closed++; }
		};
		window.looks = true;
		document.hasFocus = () => window.looks;
	})()`))
	others := func() {
		f.show(func(v *view) {
			v.From, v.Turn, v.Legal = v.From+len(v.Plies), new(1), []string{}
			v.Plies = []ply{move(v.From+1, 0, "d2", "d4", "d4")} // on another device of the same person
		})
		p.until(`!document.querySelector(".turn-line.mine")`)
	}
	turn(f, "d2d4")
	p.until(`document.querySelector(".turn-line.mine")`)
	others()
	if n := eval[int](p, `notices.shown`); n != 0 {
		t.Errorf("%d notices for a table that is looked at", n)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`window.looks = false`))
	turn(f, "d2d4")
	p.until(`notices.shown === 1 && notices.closed === 0`)
	others()
	p.until(`notices.closed === 1`)
	p.healthy()
}

package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

func TestTableSaysWhoseTurnItIsAndWhy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, language, want string }{
		{"M8 fr", "fr", "Échec : le Roi blanc prend le tour de la Reine blanche M8"},
		{"M8 en", "en", "Check: the White King takes the turn of the White Queen M8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := serveTable(t, c.language, mcx4())
			p := open(t, desktop, f.URL+"/t")
			p.ready()
			if got := eval[string](p, `document.querySelector(".turn-line").textContent.replaceAll("\u00a0", " ")`); got != c.want {
				t.Errorf("the turn line says %q, want %q", got, c.want)
			}
		})
	}
	t.Run("tab", func(t *testing.T) {
		f := serveTable(t, "fr", fourPlayer())
		p := open(t, desktop, f.URL+"/t")
		p.ready()
		p.until(`document.title === "● À vous · Échecs à quatre · Mêlée"`)
		p.until(`document.querySelector("link[rel=icon]").href.includes("icon-red-")`)
		f.show(func(v *view) { v.Turn, v.From, v.Plies, v.Legal = new(1), len(v.Plies), []ply{}, []string{} })
		p.until(`document.title.startsWith("▲ Bleu")`)
		p.healthy()
	})
}

func TestTableLooksAtThePast(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", fourPlayer())
	earlier := fourPlayer()
	earlier.Men, earlier.Legal, earlier.Plies = men14(fourStart), []string{}, []ply{}
	f.past[4] = earlier
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.tapOn(`[data-plies="4"]`)
	// Both positions have 64 men; only the present one has grey ones.
	p.until(`document.querySelector(".past") && !document.querySelector(".men .man.grey")`)
	if n := eval[int](p, `document.querySelectorAll(".men .man:not(.taken)").length`); n != 64 {
		t.Errorf("the past shows %d men, want 64", n)
	}
	p.shoot("past")
	if n := eval[int](p, `document.querySelectorAll(".square.hold").length`); n != 0 {
		t.Error("men of a past position can be picked up")
	}
	p.tapOn(".past button")
	p.until(`!document.querySelector(".past") && document.querySelectorAll(".square.hold").length > 0`)
	p.healthy()
}

func TestTableListsEveryGainWithMoveAndRule(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "fr", fourPlayer())
	p := open(t, phone, f.URL+"/t")
	p.ready()
	p.tapOn(`[data-seat="0"] .seat-points`)
	p.until(`document.querySelector("dialog[open]")`)
	p.shoot("gains")
	got := eval[string](p, `[...document.querySelectorAll(".gains li")].map(li => li.innerText.replace(/\s+/g, " ").trim()).join("; ")`)
	if want := "+5 Dh6# échec à plusieurs rois F11; +20 Dh6# mat F10"; got != want {
		t.Errorf("the gains are %q, want %q", got, want)
	}
	p.press(kb.Escape)
	p.until(`!document.querySelector("dialog")`)
	p.healthy()
}

func TestTableAsksBeforeTheKingIsAbandoned(t *testing.T) {
	t.Parallel()
	v := mcx4()
	v.Turn, v.SlotRule = new(0), ""
	v.Legal, v.Abandons = []string{"a2a3", "c1b2"}, []string{"a2a3"}
	f := serveTable(t, "fr", v)
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.click("a2", "a3")
	p.until(`document.querySelector("dialog[open]")`)
	p.shoot("abandon")
	if len(f.commands) != 0 {
		t.Fatal("M9: the move was sent without asking")
	}
	p.tapOn("dialog .quiet")
	p.until(`!document.querySelector("dialog")`)
	p.click("a2", "a3")
	p.tapOn("dialog .strong")
	sends(t, f, "a2a3")
	p.healthy()
}

func TestTableAsksTheQueenWhetherSheSurvives(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]screen{"desktop": desktop, "phone": {width: 320, height: 640, touch: true}} {
		t.Run("M14 "+name, func(t *testing.T) {
			v := mcx4()
			v.Status, v.Turn, v.SlotRule, v.Legal = "choice", new(0), "", []string{}
			f := serveTable(t, "fr", v)
			p := open(t, s, f.URL+"/t")
			p.ready()
			p.until(`document.querySelector("dialog[open]") && document.querySelectorAll("dialog melee-board .man").length > 20`)
			p.shoot("survival-" + name)
			p.healthy()
			left := eval[int](p, `document.querySelectorAll("dialog melee-board")[0].querySelectorAll(".seat-2").length`)
			if left != 6 {
				t.Errorf("the Queen's future shows %d men of the King, want his 6 pawns", left)
			}
			p.press(kb.Escape)
			p.until(`!document.querySelector("dialog")`)
			p.tapOn(".turn-line button")
			p.tapOn("dialog .future:first-of-type button")
			sends(t, f, "survive")
		})
	}
}

func TestTableResignsOnlyWhenSure(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", allIn())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.tapOn(".deeds button:first-child")
	p.until(`document.querySelector("dialog[open]")`)
	p.tapOn("dialog .strong")
	got := f.next(t)
	if got.Do != "resign" || got.Seat == nil || *got.Seat != 0 {
		t.Errorf("the page sent %+v, want resign of seat 0", got)
	}
}

func TestTableShowsTheResult(t *testing.T) {
	t.Parallel()
	v := fourPlayer()
	v.Status, v.Turn, v.Legal = "ended", nil, []string{}
	v.Result = &result{Reason: "lead", Ranking: [][]int{{0}, {1}, {2}, {3}}}
	for name, s := range map[string]screen{"desktop": desktop, "phone": phone} {
		f := serveTable(t, "fr", v)
		p := open(t, s, f.URL+"/t")
		p.ready()
		p.until(`document.querySelector(".result h2").textContent === "Victoire de Rouge"`)
		p.shoot("result-" + name)
		p.healthy()
		p.tapOn(".result .strong")
		sends(t, f, "new")
	}
}

// TestTableComesBack breaks the stream and holds that the page says so, comes back by itself and has missed nothing.
func TestTableComesBack(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", allIn())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.until(`document.querySelector(".connection")?.textContent === ""`)
	f.mu.Lock()
	f.now.Seq++
	f.now.Turn, f.now.Legal, f.now.From, f.now.Plies = new(1), []string{}, 0, append(f.now.Plies, move(7, 0, "f1", "b5", "Bb5"))
	f.mu.Unlock()
	f.cut()
	p.until(`document.querySelectorAll(".moves button.move").length === 7`)
	p.until(`document.querySelector(".connection")?.textContent === ""`)
	p.healthy()
}

func TestTableTellsOfAnElimination(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "fr", fourPlayer())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	got := eval[string](p, `document.querySelector(".banner p").innerText.replace(/\s+/g, " ")`)
	if want := "Vert est mat. Éliminé par Rouge. Rouge +20 F12"; got != want {
		t.Errorf("F12: the banner says %q, want %q", got, want)
	}
	if n := eval[int](p, `document.querySelectorAll(".men .man.grey .man-hatch").length`); n != 16 {
		t.Errorf("F13: %d men are hatched, want green's 16", n)
	}
	p.tapOn(".banner .close")
	p.until(`!document.querySelector(".banner")`)
}

func TestTableLetsPointsFlyToTheirSeat(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "en", fourPlayer())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.pace(0)
	f.show(func(v *view) {
		v.From, v.Turn, v.Legal = len(v.Plies), new(1), []string{}
		v.Plies = []ply{move(12, 0, "h6", "h12", "Qxh12", gain(0, 1, "h12", "F9"))}
		v.Seats[0].Points = new(29)
	})
	p.until(`document.querySelector(".gain-float.seat-0")?.textContent === "+1 ●"`)
	p.pace(1)
	p.until(`!document.querySelector(".gain-float")`)
	p.until(`document.querySelector('[data-seat="0"] .seat-points').textContent === "29"`)
}

func TestTableTurnsToThePlayerOnTurn(t *testing.T) {
	t.Parallel()
	v := allIn()
	v.You = []int{0, 1}
	v.Seats[1].Player = "you"
	f := serveTable(t, "en", v)
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	top := `document.querySelector('.board [id$="-a8"]').y.baseVal.value === 0`
	p.tapOn(".deeds [aria-pressed]")
	p.until("%s", top)
	f.show(func(v *view) { v.Turn = new(1) })
	p.until("!(%s)", top)
	p.shoot("turned")
	p.tapOn(".deeds [aria-pressed]")
	p.until("%s", top)
}

func TestTableCountsDown(t *testing.T) {
	t.Parallel()
	v := fourPlayer()
	v.Deadline = &deadline{At: time.Now().Add(25 * time.Minute).UnixMilli(), What: "turn"}
	f := serveTable(t, "en", v)
	p := open(t, phone, f.URL+"/t")
	p.ready()
	shown := `document.querySelector('[data-seat="0"] .seat-clock')?.textContent`
	first := poll[string](p, fmt.Sprintf(`/^2[0-5]:[0-5]\d$/.test(%[1]s) && %[1]s`, shown))
	p.until(`%s < %q`, shown, first)
	p.shoot("clock")
	p.healthy()
}

func TestTableScrollsItsListToTheMoveShown(t *testing.T) {
	t.Parallel()
	v := allIn()
	for n := len(v.Plies); n < 200; n++ {
		v.Plies = append(v.Plies, move(n+1, n%2, "g8", "f6", "Nf6"))
	}
	f := serveTable(t, "en", v)
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.until(`(b => b && b.bottom <= document.querySelector(".moves").getBoundingClientRect().bottom + 1)(document.querySelector(".move[aria-current]")?.getBoundingClientRect())`)
	if scrolled := eval[float64](p, `scrollY`); scrolled != 0 {
		t.Errorf("the page itself has scrolled by %v", scrolled)
	}
}

func TestTableSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "fr", allIn())
	p := open(t, phone, f.URL+"/missing")
	p.until(`document.querySelector(".table-waiting")?.textContent.startsWith("Cette table n’existe pas.")`)
	p.healthy()
}

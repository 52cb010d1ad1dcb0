package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// enter types a text into the box for moves, which opens of itself, and sends it off.
func (p *tab) enter(text string) {
	p.Helper()
	if !eval[bool](p, `!!document.querySelector(".typed")`) {
		p.typing()
	}
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#typed-text").select()`), chromedp.SendKeys(chromedp.CSS("#typed-text"), text+kb.Enter))
}

// typing opens the box for moves by its key, which only the board has.
func (p *tab) typing() {
	p.Helper()
	p.focusBoard()
	p.press("/")
	p.until(`document.activeElement.id === "typed-text"`)
}

func (p *tab) focusBoard() {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".board-squares").focus()`))
}

func TestTypedMovesAreRead(t *testing.T) {
	t.Parallel()
	type reading struct{ text, token string }
	castle := baseView("all-in", geometry{8, 8, 0}, men8("r3k2r/8/8/8/8/2n5/1P4P1/R3K2R", false), seats("white", "black"),
		"e1g1", "e1c1", "b2b3", "b2b4", "b2c3", "a1b1", "h1g1", "g2g4", "e1f1", "a8a7", "h8h7")
	promotion := baseView("all-in", geometry{8, 8, 0}, men8("7k/P7/8/8/8/8/7P/7K", false), seats("white", "black"), "a7a8q", "a7a8n", "h1g1")
	knights := baseView("all-in", geometry{8, 8, 0}, men8("7k/8/8/8/8/1N3N2/8/B6K", false), seats("white", "black"), "b3d2", "f3d2", "f3h4", "b3a5", "b3c1", "a1c3", "b3d4")
	for name, c := range map[string]struct {
		language string
		v        view
		readings []reading
	}{
		"squares and castling": {"en", castle, []reading{
			{"b2b4", "b2b4"}, {"b2-b4", "b2b4"}, {"b2xc3", "b2c3"}, {"B2B4", "b2b4"}, {"bxc3", "b2c3"}, {"g4", "g2g4"},
			{"O-O", "e1g1"}, {"0-0-0", "e1c1"}, {"Kf1", "e1f1"}, {"kf1", "e1f1"}, {"Rb1", "a1b1"}, {"h1-g1", "h1g1"},
		}},
		"promotions":      {"en", promotion, []reading{{"a8=Q", "a7a8q"}, {"a8N", "a7a8n"}, {"a7a8n", "a7a8n"}, {"a7a8=q", "a7a8q"}}},
		"French letters":  {"fr", knights, []reading{{"Ch4", "f3h4"}, {"Cbd2", "b3d2"}, {"C3h4", "f3h4"}, {"Nh4", "f3h4"}, {"Fc3", "a1c3"}}},
		"English letters": {"en", knights, []reading{{"Nfd2", "f3d2"}, {"Nb3-d2", "b3d2"}, {"nb3d2", "b3d2"}, {"Bc3+", "a1c3"}, {"b3d4", "b3d4"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := serveTable(t, c.language, c.v)
			p := open(t, desktop, f.URL+"/t")
			p.ready()
			told := ""
			for i, r := range c.readings {
				// Refused, so that the position stays; in other words each time, so that it is seen when that has been drawn.
				f.mu.Lock()
				f.refuse = []string{"conflict", "too_many"}[i%2]
				f.mu.Unlock()
				p.enter(r.text)
				if got := f.next(t).token(); got != r.token {
					t.Errorf("%q is read as %s, want %s", r.text, got, r.token)
				}
				told = poll[string](p, fmt.Sprintf(`(said => said !== %q && !document.querySelector(".man.pending") && said)(document.querySelector(".board-note").textContent)`, told))
			}
			p.healthy()
		})
	}
}

func TestBoxAnswers(t *testing.T) {
	t.Parallel()
	v := fourPlayer()
	v.Clock, v.Clocks, v.Running = clock{Kind: "increment", Base: 60000}, []int64{65000, 3600000, 61000, 0}, new(1)
	f := serveTable(t, "en", v)
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	for text, want := range map[string]string{
		"b":    "Red: Kh1, Qh6, Qk11, Rd1, Rk1, Bf1, Bi1, Nf3, Nj1, d2",
		"p N":  "Red: Nf3, Nj1. Blue: Na10, Nc5. Yellow: Nf12, Nj14.",
		"c":    "Red: 1 minute and 5 seconds. Blue:",
		"l":    "Yellow Nf12",
		"s h6": "H6, red queen",
		"s a1": "There is no such square.",
		"p":    "Which piece?",
		"h4":   "This move is not allowed.",
		"?!":   "This is neither a move nor a question.",
	} {
		p.enter(text)
		p.until(`document.querySelector(".typed-answer").textContent !== ""`)
		if got := eval[string](p, `document.querySelector(".typed-answer").textContent`); !strings.Contains(got, want) {
			t.Errorf("%q is answered by %q, want %q in it", text, got, want)
		}
		p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".typed .close").click()`))
		p.until(`!document.querySelector(".typed")`)
	}
	if n := len(f.commands); n != 0 {
		t.Errorf("%d commands were sent", n)
	}
	p.typing()
	p.shoot("typed-desktop")
	p.accessible("the box for moves")
	p.healthy()
}

func TestKeysLeadThroughTheGame(t *testing.T) {
	t.Parallel()
	f := serveTable(t, "fr", fourPlayer())
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	shown := `document.querySelector(".move[aria-current]")?.dataset.plies`
	p.press(kb.Home)
	p.until(`document.querySelector(".past")`)
	p.press(kb.ArrowRight, kb.ArrowRight)
	p.until(`%s === "2"`, shown)
	p.press(kb.End)
	p.until(`!document.querySelector(".past") && %s === "11"`, shown)
	p.press("?", "/", "e") // off the board no sign means anything (WCAG 2.1.4)
	p.focusBoard()
	p.press("?")
	p.until(`document.querySelector("dialog.dialog-keys[open]") && !document.querySelector(".typed")`)
	p.shoot("keys-desktop")
	p.accessible("the list of keys")
	p.press(kb.Escape)
	p.until(`!document.querySelector("dialog")`)
	p.focusBoard()
	p.press("e") // typing opens the box with what was typed
	p.until(`document.activeElement.id === "typed-text" && document.activeElement.value === "e"`)
	p.press("2", "e", "4", kb.ArrowLeft, kb.Home) // and edits it
	if got := eval[string](p, `document.activeElement.value`); got != "e2e4" {
		t.Errorf("the box holds %q, want e2e4", got)
	}
	p.press(kb.Enter)
	sends(t, f, "e2e4")
	p.press(kb.Escape)
	p.until(`!document.querySelector(".typed")`)
	p.healthy()
}

// TestNewsIsReadAloud holds that live regions stay the same elements, that moves
// are told politely and the own turn at once, while the focus is in the box.
func TestNewsIsReadAloud(t *testing.T) {
	t.Parallel()
	v := fourPlayer()
	v.Turn, v.Legal = new(2), []string{}
	f := serveTable(t, "en", v)
	p := open(t, desktop, f.URL+"/t")
	p.ready()
	p.typing()
	eval[bool](p, `(window.regions = [...document.querySelectorAll("p[aria-live]")]).length === 2`)
	f.show(func(v *view) {
		v.From, v.Turn, v.Legal, v.Check = len(v.Plies), new(0), []string{"h1g1"}, []string{"h1"}
		v.Plies = []ply{move(12, 2, "h14", "h2", "Qh2+")}
	})
	p.until(`regions[0].textContent.includes("Yellow Qh2+") && regions[0].ariaLive === "polite"`)
	p.until(`regions[1].textContent === "Check: your turn" && regions[1].ariaLive === "assertive"`)
	f.show(func(v *view) {
		v.From, v.Turn, v.Legal, v.Check = 12, new(1), []string{}, []string{}
		v.Plies = []ply{move(13, 0, "h1", "g1", "Kg1")}
	})
	p.until(`regions[0].textContent.includes("Red Kg1") && regions[1].textContent === ""`)
	if !eval[bool](p, `regions.every(r => r.isConnected) && document.activeElement.id === "typed-text"`) {
		t.Error("the live regions were made anew, or the focus has gone")
	}
	p.healthy()
}

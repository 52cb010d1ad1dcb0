package e2e

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The moves of the main line, and of all there are, as the page lists them; where one stands.
const (
	mainMoves = `[...document.querySelectorAll(".tree tr:not(.tried) .move")].map(b => b.firstChild.textContent).join(" ")`
	allMoves  = `[...document.querySelectorAll(".tree .move")].map(b => b.firstChild.textContent).join(" ")`
	standing  = `(document.querySelector(".tree .move[aria-current]")?.firstChild.textContent ?? "")`
)

// waits until the analysis board can be played on.
func (p *tab) analysing() {
	p.Helper()
	p.until(`document.querySelector(".analysis-board melee-board")?.state.live && document.querySelectorAll(".analysis-board .man").length > 1`)
}

// TestAPositionIsAnalysed tries moves, keeps variations and reads what the engine of the real server thinks.
func TestAPositionIsAnalysed(t *testing.T) {
	s := serve(t)
	p := s.person(t, desktop, "/fr/analyse")
	p.analysing()
	p.until(`document.querySelectorAll(".line-list li").length === 3 && document.querySelector(".line-value").textContent !== ""`)
	p.until(`document.querySelectorAll(".analysis-board .best").length >= 1 && document.querySelector(".value-bars").ariaLabel.includes("%%")`)
	p.shoot("analysis-start-fr")
	p.accessible("the analysis board")

	p.click("e2", "e4")
	p.until(mainMoves + ` === "e4"`)
	p.analysing()
	p.click("e7", "e5")
	p.until(mainMoves + ` === "e4 e7e5"`)
	p.press(kb.ArrowLeft, kb.ArrowLeft)
	p.until(standing + ` === ""`)
	p.analysing()
	p.click("g1", "f3")
	p.until(allMoves + ` === "e4 e7e5 Cf3" && ` + standing + ` === "Cf3"`)
	p.press(kb.ArrowUp)
	p.until(standing + ` === "e4"`)
	p.press(kb.ArrowDown)
	p.until(standing + ` === "Cf3"`)
	p.shoot("analysis-variation-fr")
	p.accessible("a variation")
	p.button("En faire la ligne principale")
	p.until(mainMoves + ` === "Cf3"`)
	p.press(kb.Home, kb.End)
	p.until(standing + ` === "Cf3"`)
	p.wheel(".analysis-board svg.board", -120)
	p.until(standing + ` === ""`)
	p.wheel(".analysis-board svg.board", 120)
	p.until(standing + ` === "Cf3"`)

	// A line of the engine is played into the tree.
	p.until(`document.querySelectorAll(".line-list li:first-child .move").length > 1`)
	line := eval[string](p, `[...document.querySelectorAll(".line-list li:first-child .move")].slice(0, 2).map(b => b.textContent).join(" ")`)
	eval[bool](p, `(document.querySelectorAll(".line-list li:first-child .move")[1].click(), true)`)
	p.until(mainMoves+` === %q`, "Cf3 "+line)

	// What is written can be read again.
	p.button("PGN")
	p.until(`document.querySelector("#analysis-text").value.includes("(1. e4 e7e5")`)
	p.button("Supprimer à partir d’ici")
	p.button("Charger")
	p.until(mainMoves+` === %q`, "Cf3 "+line)
	p.fill("#analysis-text", "8/8/8/8/8/8/8/8 w - - 0 1")
	p.button("Charger")
	p.until(`document.querySelector("#analysis-fault").textContent !== ""`)
	p.accessible("a text that is no position")
	p.healthy()
}

func (p *tab) wheel(selector string, by float64) {
	p.Helper()
	eval[bool](p, `document.querySelector(%q).dispatchEvent(new WheelEvent("wheel", {deltaY: %v, bubbles: true, cancelable: true}))`, selector, by)
}

// swipe draws a finger sideways over the middle of something.
func (p *tab) swipe(selector string, by float64) {
	p.Helper()
	at := eval[[]float64](p, `(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%q).getBoundingClientRect())`, selector)
	p.finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: at[0] - by/2, Y: at[1]})
	p.finger(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: at[0], Y: at[1]})
	p.finger(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: at[0] + by/2, Y: at[1]})
	p.finger(input.DispatchTouchEventTypeTouchEnd)
}

func TestFourSeatsAreAnalysed(t *testing.T) {
	s := serve(t)
	p := s.person(t, screen{width: 320, height: 640, touch: true, still: true}, "/en/analysis?variant=four-player&moves=h2h3,b7c7,g13g12,m8l8")
	p.analysing()
	p.until(mainMoves + ` === "h3 c7 g12 l8"`)
	p.press(kb.End)
	p.until(standing + ` === "l8"`)
	p.analysing()
	p.until(`document.querySelectorAll(".value-bar").length === 4 && document.querySelectorAll(".line-list li").length > 0`)
	p.shoot("analysis-four-phone")
	p.accessible("four seats")
	p.touchable("four seats")
	p.swipe(".analysis-board svg.board", 150)
	p.until(standing + ` === "g12"`)
	p.swipe(".analysis-board svg.board", -150)
	p.until(standing + ` === "l8"`)
	p.button("PGN4")
	p.until(`document.querySelector("#analysis-text").value.includes("h2-h3")`)
	p.healthy()
}

// TestAGameIsLookedThrough plays a game with a blunder in it and has it found.
func TestAGameIsLookedThrough(t *testing.T) {
	s := serve(t)
	p := s.person(t, screen{width: 1280, height: 800, dark: true}, "/en/analysis?moves="+url.QueryEscape(strings.ReplaceAll(allInMate, " ", ",")))
	p.until(`document.querySelectorAll(".tree .move").length === 6`)
	p.button("Look for faults in the whole game")
	p.until(`document.querySelectorAll(".sums tbody tr").length === 2 && document.querySelector(".graph polyline").points.length > 5`)
	p.until(`document.querySelectorAll(".tree .nag-4, .tree .nag-2").length > 0`)
	p.shoot("analysis-review-dark")
	p.accessible("a game that was looked through")
	p.do(chromedp.Click(chromedp.CSS(".graph svg")))
	p.until(standing + ` !== ""`)
	p.press(kb.End)
	p.until(`document.querySelector(".analysis-turn").textContent.includes("Checkmate")`)
	p.healthy()
}

// TestAnAddressOfAPositionIsReadWithoutScript holds that the page says the position, and what is wrong with it.
func TestAnAddressOfAPositionIsReadWithoutScript(t *testing.T) {
	s := serve(t)
	p := s.person(t, phone, "/fr/analyse?fen="+url.QueryEscape("8/8/8/8/8/8/8/8 w - - 0 1"))
	p.analysing() // the array stands in for what cannot be
	for path, tells := range map[string]string{
		"/fr/analyse?variant=half-in&fen=" + url.QueryEscape("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"): "Re1 e2. ",
		"/fr/analyse?fen=8":          "class=\"fault-summary\"",
		"/en/analysis?variant=ludo":  "ludo",
		"/en/analysis?moves=e4,Qxe9": "Qxe9",
	} {
		response, err := http.Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || !strings.Contains(string(body), tells) {
			t.Errorf("%s does not say %q, %v", path, tells, err)
		}
	}
}

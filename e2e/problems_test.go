package e2e

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// solution is the first line of steps that the workbench shows.
const solution = `(document.querySelector(".bench-list")?.textContent ?? "")`

// set puts a man of the palette on squares.
func (p *tab) set(man string, squares ...string) {
	p.Helper()
	p.tapOn(".tool[aria-label='" + man + "']")
	for _, square := range squares {
		p.click(square)
	}
}

// fill writes into a field what a person would.
func (p *tab) fill(selector, value string) {
	p.Helper()
	eval[bool](p, `(f => (f.value = %q, f.dispatchEvent(new Event("input"))))(document.querySelector(%q))`, value, selector)
}

func (p *tab) button(name string) {
	p.Helper()
	p.until(`!![...document.querySelectorAll("button")].find(b => b.textContent === %q && !b.disabled)`, name)
	eval[bool](p, `([...document.querySelectorAll("button")].find(b => b.textContent === %q).click(), true)`, name)
}

// unfold opens what is folded under a name.
func (p *tab) unfold(name string) {
	p.Helper()
	p.until(`!![...document.querySelectorAll("summary")].find(s => s.textContent === %q)`, name)
	eval[bool](p, `([...document.querySelectorAll("summary")].find(s => s.textContent === %q).click(), true)`, name)
}

// TestAHelpmateIsSetUpSolvedAndPlayedThrough works on the bench as a composer does: with mouse, menus and arrow keys.
func TestAHelpmateIsSetUpSolvedAndPlayedThrough(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.person(t, desktop, "/fr/problemes")
	p.until(`document.querySelector(".bench melee-board svg.board")`)
	p.button("Échiquier vide")
	p.set("pion blanc", "f7")
	p.set("tour blanche", "h6")
	p.set("fou blanc", "f5", "f1", "a1")
	p.set("roi blanc", "a8", "c1") // a king moves to where he is set
	p.set("roi noir", "f2")
	p.set("Ôter les pièces", "a1")
	p.tapOn(".tool[aria-label='Déplacer les pièces']")
	p.until(`document.querySelector("melee-board").state.live`)
	p.drag("f2", "f3")
	p.until(`document.querySelector("#bench-fen").value === "8/5P2/7R/5B2/8/5k2/8/2K2B2"`)
	p.fill("#bench-stipulation", "h#1")
	p.accessible("a diagram being set up")
	p.button("Résoudre")
	p.until(solution+`.includes(%q)`, "Rg3-h3 #")
	p.until(`document.querySelector(".bench-state")?.textContent.startsWith("Cherché jusqu")`)
	p.tapOn(".bench-step")
	p.until(`document.querySelector(".bench-step[aria-current]")?.textContent.includes("Rf3-g3")`)
	p.press(kb.ArrowRight)
	p.until(`document.querySelector(".bench-step[aria-current]")?.textContent.includes("Rg3-h3 #")`)
	p.until(`JSON.stringify(document.querySelector("melee-board").state.check) === '["h3"]'`)
	p.accessible("a solution being played through")
	p.shoot("problems-helpmate-fr")
	p.button("Retour au diagramme")
	p.button("Copier le lien")
	p.until(`location.hash.length > 20`)
	link := eval[string](p, `location.pathname + location.hash`)
	p.healthy()

	// The link carries the whole problem.
	other := s.person(t, phone, strings.Replace(link, "/fr/problemes", "/en/problems", 1))
	other.until(`document.querySelector("#bench-fen")?.value === "8/5P2/7R/5B2/8/5k2/8/2K2B2"`)
	other.button("Solve")
	other.until(solution+`.includes(%q)`, "Kg3-h3 #")
	other.until(`document.querySelector("a[download='solution.pdf']")`)
	if wide := eval[int](other, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		t.Errorf("the page is %d pixels wider than the phone", wide)
	}
	other.accessible("a solution on a phone")
	other.touchable("a solution on a phone")
	other.shoot("problems-helpmate-phone-en")
	other.healthy()
}

// TestADirectMateIsTakenFromText solves a direct mate given in Popeye's language, with its twin and its threats.
func TestADirectMateIsTakenFromText(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.person(t, desktop, "/en/problems")
	p.until(`document.querySelector(".bench melee-board svg.board")`)
	p.unfold("As text")
	p.until(`document.querySelector("#bench-text").value.includes("AllInChess")`)
	text := "begin\nauthor Chris Tylor\npieces white kh1 sa4 pb2d3 black ke5\nstipulation #2\ncondition halfinchess\noption vari\nend\n"
	p.fill("#bench-text", text)
	p.button("Take over from the text")
	p.until(`document.querySelector("#bench-condition").value === "half-in"`)
	p.button("Solve")
	p.until(`document.querySelectorAll(".bench-step.bench-key").length === 1`)
	p.tapOn(".bench-step.bench-key")
	p.until(`document.querySelectorAll(".bench-list .bench-list .bench-step").length > 1`)
	p.accessible("a tree of variations")
	p.shoot("problems-mate-en")

	// A fault is told with its place, and nothing is lost by it.
	p.fill("#bench-text", strings.Replace(text, "halfinchess", "Circe", 1))
	p.button("Take over from the text")
	p.until(`document.querySelector(".fault-summary")?.textContent.includes("5:11")`)
	if kept := eval[string](p, `document.querySelector("#bench-text").value`); !strings.Contains(kept, "Circe") {
		t.Errorf("what was written is gone: %q", kept)
	}

	// Kept problems come back.
	p.button("Keep")
	p.button("Empty board")
	p.unfold("Kept in this browser")
	p.tapOn(".bench-shelf button")
	p.until(`Object.keys(document.querySelector("melee-board").state.men).length === 5`)
	p.healthy()
}

// TestASearchIsStoppedOnTheBench stops a search that would take days and shows what it was at.
func TestASearchIsStoppedOnTheBench(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.person(t, desktop, "/en/problems")
	p.until(`document.querySelector(".bench melee-board svg.board")`)
	p.button("Starting array")
	p.fill("#bench-stipulation", "#9")
	p.button("Solve")
	p.until(`document.querySelector(".bench-solution progress")`)
	p.button("Stop")
	p.until(`document.querySelector(".bench-state")?.textContent.startsWith("Stopped after")`)
	p.healthy()
}

// TestProblemsWithoutScript sends the plain form.
func TestProblemsWithoutScript(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.person(t, phone, "/robots.txt")
	p.scripts(false)
	p.do(chromedp.Navigate(s.url + "/fr/problemes"))
	p.accessibleAsIs("the bench without script")
	answer, err := http.PostForm(s.url+"/fr/problemes", url.Values{"text": {"begin\npieces white kc1 rh6 bf1f5 pf7 black kf3\nstipulation h#1\ncondition allin\nend"}})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "Rg3-h3 #") {
		t.Errorf("status %d: %s", answer.StatusCode, page)
	}
}

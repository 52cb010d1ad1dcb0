package e2e

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/chromedp/chromedp"
)

// axeFile is axe-core as web/package.json asks for it.
const axeFile = "../web/node_modules/axe-core/axe.min.js"

var axe = sync.OnceValues(func() (string, error) {
	source, err := os.ReadFile(axeFile)
	if err != nil {
		return "", fmt.Errorf("axe-core is not installed ('make web/node_modules/.package-lock.json' does it): %w", err)
	}
	return string(source), nil
})

// A violation is one rule of axe that a page breaks, and where.
type violation struct {
	ID, Impact, Help string
	Places           []string
}

// accessible fails the test for everything that axe finds wrong with the page
// as it stands: the rules of WCAG 2.2 A and AA and axe's best practices. State
// names what is shown in the message. Pictures are judged as a whole: their
// hundreds of shapes say nothing of their own.
func (p *tab) accessible(state string) {
	p.Helper()
	source, err := axe()
	if err != nil {
		p.Fatal(err)
	}
	if !eval[bool](p, `!!window.axe`) {
		p.do(chromedp.Evaluate[chromedp.Void](source))
	}
	// Colours are judged where they come to rest.
	p.until(`document.getAnimations().every(a => a.playState !== "running")`)
	found, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]violation](`axe.run({exclude: [["svg[role=img] > *"]]}, {
		runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"],
		rules: {"target-size": {enabled: true}},
	}).then(result => result.violations.map(v => ({ID: v.id, Impact: v.impact, Help: v.help,
		Places: v.nodes.map(n => n.target.flat().join(" ") + ": " + (n.any[0] ?? n.all[0] ?? n.none[0])?.message)})))`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("axe on %s: %v", state, err)
	}
	for _, v := range found {
		p.Errorf("%s: %s (%s): %s\n\t%s", state, v.ID, v.Impact, v.Help, strings.Join(v.Places, "\n\t"))
	}
}

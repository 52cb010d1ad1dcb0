package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// person shows a page in a browser of its own, which shares nothing with the
// others', but keeps the cookies that are given.
func (s *site) person(t *testing.T, on screen, path string, kept ...*network.Cookie) *tab {
	t.Helper()
	if len(kept) == 0 {
		return s.visit(t, on, path)
	}
	p := s.visit(t, on, "/robots.txt")
	for _, c := range kept {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, Domain: c.Domain, Path: c.Path})
			return err
		}))
	}
	p.do(chromedp.Navigate(s.url + path))
	return p
}

// leave closes the person's browser and returns what browsers keep then:
// cookies that have an end of their own.
func (p *tab) leave() (kept []*network.Cookie) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		jar, err := cdp.Call(ctx, t, network.GetCookies, network.GetCookiesParams{})
		for _, c := range jar.Cookies {
			if !c.Session {
				kept = append(kept, c)
			}
		}
		return err
	}))
	chromedp.Cancel(p.ctx)
	return kept
}

// scripts says whether scripts run in the pages to come. What the test itself
// evaluates runs always, but waits for nothing while they do not.
func (p *tab) scripts(run bool) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !run})
		return err
	}))
}

// accessibleAsIs judges a page that has been loaded without its scripts.
func (p *tab) accessibleAsIs(state string) {
	p.Helper()
	p.scripts(true)
	p.accessible(state)
	p.scripts(false)
}

package e2e

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/animation"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// patience is how long anything may take on a machine that has much else to do.
const patience = 90 * time.Second

// tabsAtOnce is how many tests run side by side: they wait more than they compute.
const tabsAtOnce = "3"

// browser starts one Chromium for all tests of the package; each test opens a window of its own.
var browser = sync.OnceValues(func() (context.Context, error) {
	ctx, _ := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
	)...)
	ctx, _ = chromedp.NewContext(ctx)
	closings = append(closings, func() { chromedp.Cancel(ctx) })
	return ctx, chromedp.Do(ctx)
})

// closings end what all tests share, once all have run.
var closings []func()

func TestMain(m *testing.M) {
	flag.Parse()
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == "test.parallel" })
	if !set {
		if err := flag.Set("test.parallel", tabsAtOnce); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	for _, end := range closings {
		end()
	}
	os.Exit(code)
}

// A tab is one page under test.
type tab struct {
	*testing.T
	ctx context.Context
}

// A screen is what a page is shown on.
type screen struct {
	width, height int64
	dark, touch   bool
	still         bool // the system asks for reduced motion
}

var (
	phone   = screen{width: 360, height: 740, touch: true}
	desktop = screen{width: 1280, height: 800}
)

// open shows an address on a screen, in a browser that shares nothing with the others'.
func open(t *testing.T, s screen, address string) *tab {
	t.Helper()
	parent, err := browser()
	if err != nil {
		t.Fatalf("Chromium does not start: %v", err)
	}
	return openIn(t, parent, s, address, chromedp.WithNewBrowserContext())
}

// beside shows an address in another tab of the same browser.
func (p *tab) beside(s screen, address string) *tab {
	p.Helper()
	return openIn(p.T, p.ctx, s, address)
}

func openIn(t *testing.T, parent context.Context, s screen, address string, options ...chromedp.ContextOption) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, options...)
	t.Cleanup(cancel)
	p := &tab{t, ctx}
	// The window lasts as long as the context of its first use: that one has no limit of time.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("no window: %v", err)
	}
	p.emulate(s)
	p.do(chromedp.Navigate(address))
	return p
}

func (p *tab) emulate(s screen) {
	p.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-reduced-motion", Value: "no-preference"}}
	if s.dark {
		features[0].Value = "dark"
	}
	if s.still {
		features[1].Value = "reduce"
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: s.width, Height: s.height, DeviceScaleFactor: 2, Mobile: s.touch,
		}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: s.touch}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	}))
}

// within gives the page this much time; the tab must have been used before.
func (p *tab) within(d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(p.ctx, d, fmt.Errorf("not within %v", d))
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := p.within(patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.tell()
		p.Fatalf("%v (%v)", err, context.Cause(ctx))
	}
}

// eval returns the value of an expression in the page.
func eval[T any](p *tab, expression string, arguments ...any) T {
	p.Helper()
	ctx, cancel := p.within(patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](fmt.Sprintf(expression, arguments...)))
	if err != nil {
		p.tell()
		p.Fatalf("%s: %v", fmt.Sprintf(expression, arguments...), err)
	}
	return value
}

// until waits for an expression to be true. One that throws is not true yet.
func (p *tab) until(expression string, arguments ...any) {
	p.Helper()
	poll[bool](p, fmt.Sprintf("!!(%s)", fmt.Sprintf(expression, arguments...)))
}

// poll looks at an expression before every frame, on the next page too if the
// tab goes there, until it is true, and returns its value.
func poll[T any](p *tab, expression string) T {
	p.Helper()
	end := time.Now().Add(patience)
	look := fmt.Sprintf(`(() => { try { return %s } catch { return false } })()`, expression)
	for {
		ctx, cancel := p.within(time.Until(end) + patience)
		value, err := chromedp.Run(ctx, chromedp.Poll[T](look, chromedp.WithPollingTimeout(time.Until(end))))
		cancel()
		if err == nil {
			return value
		}
		if errors.Is(err, chromedp.ErrPollingTimeout) || !time.Now().Before(end) || p.ctx.Err() != nil {
			p.shoot("failed-" + strings.ReplaceAll(p.Name(), "/", "-"))
			p.tell()
			p.Fatalf("never true: %s (%v)", expression, err)
		}
	}
}

// tell logs what the page shows, for whoever reads of a failure.
func (p *tab) tell() {
	p.Helper()
	ctx, cancel := p.within(10 * time.Second)
	defer cancel()
	shown, err := chromedp.Run(ctx, chromedp.Evaluate[string](`[location.href, document.title, "faults " + JSON.stringify(window.faults ?? null),
		"focus on " + document.activeElement?.outerHTML.slice(0, 200), document.body?.innerText.slice(0, 1500)].join("\n")`))
	if err != nil {
		shown = err.Error()
	}
	p.Logf("the page:\n%s", shown)
}

// ready waits until the board stands.
func (p *tab) ready() {
	p.Helper()
	p.until(`document.querySelectorAll("melee-board .men .man").length > 3`)
}

// at returns the middle of a square on the screen.
func (p *tab) at(square string) (x, y float64) {
	p.Helper()
	point := eval[[]float64](p, `(() => {
		const cell = document.querySelector('.board [id$="-%s"]').getBoundingClientRect();
		return [cell.x + cell.width / 2, cell.y + cell.height / 2];
	})()`, square)
	return point[0], point[1]
}

func (p *tab) mouse(kind input.DispatchMouseEventType, x, y float64) {
	p.Helper()
	button := chromedp.ButtonLeft
	if kind == chromedp.MouseMoved {
		p.do(chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft))
		return
	}
	p.do(chromedp.MouseEvent(kind, x, y, button, chromedp.ClickCount(1)))
}

// click clicks squares one after another.
func (p *tab) click(squares ...string) {
	p.Helper()
	for _, square := range squares {
		x, y := p.at(square)
		p.do(chromedp.MouseClickXY(x, y))
	}
}

// drag pulls a man with the mouse and lets go.
func (p *tab) drag(from, to string) {
	p.Helper()
	x, y := p.at(from)
	toX, toY := p.at(to)
	p.mouse(chromedp.MousePressed, x, y)
	p.mouse(chromedp.MouseMoved, x+8, y+8)
	p.mouse(chromedp.MouseMoved, toX, toY)
	p.until(`document.querySelector(".dragged .man")`)
	p.mouse(chromedp.MouseReleased, toX, toY)
}

func (p *tab) finger(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if points == nil {
			points = []*input.TouchPoint{}
		}
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		return err
	}))
}

// tap touches a place shortly. The browser itself lets go again: by the time
// that two commands take, a finger may have become one that is held still.
func (p *tab) tap(x, y float64) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.SynthesizeTapGesture, input.SynthesizeTapGestureParams{X: x, Y: y, GestureSourceType: input.GestureSourceTypeTouch})
		return err
	}))
}

// tapOn clicks an element once it is there, has lain still for a frame and nothing covers it.
func (p *tab) tapOn(selector string) {
	p.Helper()
	at := poll[[]float64](p, fmt.Sprintf(`(() => {
		const wanted = document.querySelector(%q);
		if (!wanted?.checkVisibility()) return false;
		wanted.scrollIntoViewIfNeeded();
		const { x, y, width, height } = wanted.getBoundingClientRect();
		const place = [x, y, width, height].join(), before = window.tappedAt;
		window.tappedAt = place;
		const middle = [x + width / 2, y + height / 2];
		return place === before && width * height > 0 && wanted.contains(document.elementFromPoint(...middle)) && middle;
	})()`, selector))
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}

// pace sets how fast animations run: at 0 what passes by stands still to be looked at.
func (p *tab) pace(rate float64) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, animation.SetPlaybackRate, animation.SetPlaybackRateParams{PlaybackRate: rate})
		return err
	}))
}

// press types keys: letters, or those of package kb.
func (p *tab) press(keys ...string) {
	p.Helper()
	for _, key := range keys {
		p.do(chromedp.KeyEvent(key))
	}
}

// healthy fails the test if the page has thrown, or broken its content policy, or scrolls sideways.
func (p *tab) healthy() {
	p.Helper()
	if faults := eval[[]string](p, `window.faults`); len(faults) > 0 {
		p.Errorf("faults in the page: %q", faults)
	}
	if wide := eval[float64](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
		p.Errorf("the page scrolls sideways by %v pixels", wide)
	}
}

// shoot writes a picture of the page into the folder named by MELEE_SHOTS, if there is one.
func (p *tab) shoot(name string) {
	p.Helper()
	folder := os.Getenv("MELEE_SHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		p.Fatal(err)
	}
}

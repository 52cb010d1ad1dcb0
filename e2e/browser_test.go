package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// browser starts one Chromium for all tests of the package; each test opens a tab of its own.
var browser = sync.OnceValues(func() (context.Context, error) {
	ctx, _ := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("no-first-run", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
	)...)
	ctx, _ = chromedp.NewContext(ctx)
	return ctx, chromedp.Do(ctx)
})

// TestMain closes the browser, if a test has started it, when all have run.
func TestMain(m *testing.M) {
	code := m.Run()
	if ctx, err := browser(); err == nil {
		chromedp.Cancel(ctx)
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

// open shows an address on a screen.
func open(t *testing.T, s screen, address string, options ...chromedp.ContextOption) *tab {
	t.Helper()
	parent, err := browser()
	if err != nil {
		t.Fatalf("Chromium does not start: %v", err)
	}
	ctx, cancel := chromedp.NewContext(parent, options...)
	ctx, cancelTime := context.WithTimeout(ctx, 8*time.Minute)
	t.Cleanup(func() { cancelTime(); cancel() })
	p := &tab{t, ctx}
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

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// eval returns the value of an expression in the page.
func eval[T any](p *tab, expression string, arguments ...any) T {
	p.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](fmt.Sprintf(expression, arguments...)))
	if err != nil {
		p.Fatalf("%s: %v", fmt.Sprintf(expression, arguments...), err)
	}
	return value
}

// until waits for an expression to be true.
func (p *tab) until(expression string, arguments ...any) {
	p.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](fmt.Sprintf("!!(%s)", fmt.Sprintf(expression, arguments...)), chromedp.WithPollingTimeout(30*time.Second))); err != nil {
		p.shoot("failed-" + strings.ReplaceAll(p.Name(), "/", "-"))
		p.Fatalf("never true: %s (%v)", fmt.Sprintf(expression, arguments...), err)
	}
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

// tap touches a place shortly.
func (p *tab) tap(x, y float64) {
	p.Helper()
	p.finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	p.finger(input.DispatchTouchEventTypeTouchEnd)
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

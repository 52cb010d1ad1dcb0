package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestTableFitsEveryScreen shows each game on a small phone, a phone and a
// desktop, light and dark, and holds that nothing breaks or scrolls sideways.
func TestTableFitsEveryScreen(t *testing.T) {
	t.Parallel()
	screens := []struct {
		name string
		screen
	}{
		{"320", screen{width: 320, height: 640, touch: true}}, {"phone", phone}, {"desktop", desktop},
		{"phone-dark", screen{width: 360, height: 740, touch: true, dark: true}}, {"desktop-dark", screen{width: 1280, height: 800, dark: true}},
	}
	for game, view := range map[string]func() view{"all-in": allIn, "mcx4": mcx4, "four-player": fourPlayer} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			french, english := serveTable(t, "fr", view()), serveTable(t, "en", view())
			p := open(t, desktop, "about:blank")
			for _, s := range screens {
				f := french
				if s.dark {
					f = english
				}
				p.emulate(s.screen)
				p.do(chromedp.Navigate(f.URL + "/t"))
				p.ready()
				p.healthy()
				if s.touch {
					p.touchable("the board")
					for _, tab := range []string{"moves", "talk", "settings"} {
						eval[bool](p, `(document.querySelector(".sheet-handle[aria-expanded=false]")?.click(), document.querySelector("[aria-controls=part-%s]")?.click(), true)`, tab)
						p.until(`document.querySelector("#part-%s.shown")`, tab)
						p.touchable("the sheet of " + tab)
					}
				}
				p.shoot(game + "-" + s.name)
			}
		})
	}
}

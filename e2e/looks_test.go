package e2e

import "testing"

// TestTableFitsEveryScreen shows each game on a small phone, a phone and a
// desktop, light and dark, and holds that nothing breaks or scrolls sideways.
func TestTableFitsEveryScreen(t *testing.T) {
	games := map[string]func() view{"all-in": allIn, "mcx4": mcx4, "four-player": fourPlayer}
	screens := map[string]screen{
		"320": {width: 320, height: 640, touch: true}, "phone": phone, "desktop": desktop,
		"phone-dark": {width: 360, height: 740, touch: true, dark: true}, "desktop-dark": {width: 1280, height: 800, dark: true},
	}
	for game, view := range games {
		for name, s := range screens {
			t.Run(game+" "+name, func(t *testing.T) {
				language := "fr"
				if s.dark {
					language = "en"
				}
				f := serveTable(t, language, view())
				p := open(t, s, f.URL+"/t")
				p.ready()
				p.healthy()
				p.shoot(game + "-" + name)
			})
		}
	}
}

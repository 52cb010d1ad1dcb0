package e2e

import "testing"

// TestPagesAreAccessible runs axe over every page that is there without a table.
func TestPagesAreAccessible(t *testing.T) {
	s := serve(t)
	for _, path := range []string{
		"/fr/", "/en/", "/fr/regles/all-in", "/en/rules/mcx4", "/fr/regles/four-player", "/en/nothing",
	} {
		for name, on := range map[string]screen{"phone": phone, "dark": {width: 1280, height: 800, dark: true}} {
			t.Run(path+" "+name, func(t *testing.T) {
				p := s.visit(t, on, path)
				p.accessible(path)
				p.healthy()
			})
		}
	}
}

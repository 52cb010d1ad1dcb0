package pages

import (
	"net/http"

	"github.com/a-h/templ"

	"melee/web"
)

// A section is a part of a rules page: where it is found and what it is called.
type section struct{ id, title string }

// A chapter is one game's rules in one language.
type chapter struct {
	title, description string
	sections           []section
	content            func(p *page, c chapter) templ.Component
}

// titleOf returns the title of a section.
func (c chapter) titleOf(id string) string {
	for _, s := range c.sections {
		if s.id == id {
			return s.title
		}
	}
	panic("pages: no section '" + id + "' in " + c.title)
}

// chapters are the rules by language and game.
var chapters = map[string]map[string]chapter{
	"fr": {"all-in": allInFR, "mcx4": mcx4FR, "four-player": fourPlayerFR},
	"en": {"all-in": allInEN, "mcx4": mcx4EN, "four-player": fourPlayerEN},
}

// rules shows the rules of a game.
func (s *site) rules(w http.ResponseWriter, r *http.Request, words *web.Words) {
	g := gameNamed(r.PathValue("game"))
	if g == nil {
		s.fail(w, r, http.StatusNotFound)
		return
	}
	c := chapters[words.Lang()][g.name]
	p := s.newPage(r, words, func(lang string) string { return rulesPath(lang, g.name) })
	p.title, p.description, p.class = c.title, c.description, "page-rules"
	p.picture = picturePath(g.name)
	s.show(w, r, http.StatusOK, rulesContent(p, *g, c))
}

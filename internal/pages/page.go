package pages

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"melee/diagram"
	"melee/internal/account"
	"melee/web"
)

// A page is what the frame around a page's content needs, and the words to fill it.
type page struct {
	*web.Words
	title       string
	description string
	class       string // of the body
	picture     string // path of the picture for links to this page
	// path gives the page's own address in a language; nil for a page without a place, as 404.
	path    func(lang string) string
	origin  string
	scripts []string // assets run as modules
	visitor string   // what the visitor is called
	who     account.Visitor
	here    string // path and query of the request
	// outlines are what the boards drawn for the page share.
	outlines diagram.Definitions
}

// newPage returns a page without its title.
func (s *site) newPage(r *http.Request, words *web.Words, path func(lang string) string) *page {
	return &page{
		Words: words, path: path, origin: s.originOf(r), description: words.Say("pages.description"),
		who: account.VisitorOf(r.Context()), here: r.URL.RequestURI(),
	}
}

// originOf returns the site's address as visitors know it.
func (s *site) originOf(r *http.Request) string {
	if s.Origin != "" {
		return s.Origin
	}
	if isSecure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// fullTitle is the title of the tab.
func (p *page) fullTitle() string {
	if p.title == "" {
		return p.Say("pages.title")
	}
	return p.title + " · Mêlée"
}

// otherLanguages are all languages but the page's own.
func (p *page) otherLanguages() []string {
	var list []string
	for _, lang := range web.Languages {
		if lang != p.Lang() {
			list = append(list, lang)
		}
	}
	return list
}

// switchPath leads to the same page in another language, or to its front page.
func (p *page) switchPath(lang string) string {
	path := frontPath(lang)
	if p.path != nil {
		path = p.path(lang)
	}
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	return path + mark + choose + "=" + lang
}

// localeOf is a language as Open Graph writes it.
func localeOf(lang string) string {
	if lang == "fr" {
		return "fr_FR"
	}
	return "en_GB"
}

// nameIn is what a language calls itself.
func nameIn(lang string) string {
	// The texts of the other language name this one.
	for _, other := range web.Languages {
		if words := web.Speak(other); words.Say("language.other") == lang {
			return words.Say("language.other.name")
		}
	}
	return lang
}

// shared are the outlines of the boards before it in the page.
func (p *page) shared() templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := p.outlines.WriteTo(w)
		return err
	})
}

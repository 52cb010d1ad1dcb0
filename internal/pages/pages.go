// Package pages serves the site's pages: the front page with its forms, the
// rules, the tables as they can be read without script, and what is shown when
// something is not there.
package pages

import (
	"bytes"
	"compress/gzip"
	"context"
	"log/slog"
	"net/http"

	"github.com/a-h/templ"

	"melee/internal/account"
	"melee/internal/archive"
	"melee/internal/hub"
	"melee/internal/table"
	"melee/web"
)

// Tables are the live tables as pages need them; internal/hub has them.
type Tables interface {
	// Open sets up a table, which is durable on return, and returns its id. The
	// error is rules.Faults or table.Refused where the request is at fault.
	Open(ctx context.Context, c table.Open) (id string, err error)
	// Do carries out a command, which is durable on return.
	Do(ctx context.Context, id string, c table.Command) (seq int64, err error)
	// Quick sits the person down at the first public table of the variant with
	// room, or opens one with the CPU, and returns its id.
	Quick(ctx context.Context, variant, owner, name string) (id string, err error)
	// Lobby returns the public tables that have room or are being played at, newest first.
	Lobby(ctx context.Context) ([]hub.Listed, error)
	// LobbyChanges returns a channel that has a value when Lobby has changed, until stop is called.
	LobbyChanges() (changes <-chan struct{}, stop func(), err error)
	// Mine returns the tables that a person sits at, newest first.
	Mine(ctx context.Context, owner string) ([]hub.Listed, error)
	// Read lets f look at a table; hub.ErrNotFound if there is none. f must not keep or change the state.
	Read(ctx context.Context, id string, f func(*table.State)) error
	// ReadAs is Read for a person who is shown the table: it keeps his seat a while.
	ReadAs(ctx context.Context, id, owner string, f func(*table.State)) error
}

// Limits say whether a request may be carried out now, and count it;
// internal/live shares its own with the pages.
type Limits interface {
	MayOpen(*http.Request) bool    // another table
	MayConnect(*http.Request) bool // another stream
	MayCommand(*http.Request) bool // something else
	// Address returns where a request comes from.
	Address(*http.Request) string
}

// Problems solve problems for visitors; internal/workbench has them.
type Problems interface {
	// Print solves a problem in Popeye's language for an owner and returns what
	// is printed, in "english" or "french", or what is wrong with the text, in lines.
	Print(ctx context.Context, owner, text, language string) (printed string, faults []string, err error)
}

// Deps are what pages need of the rest of the program.
type Deps struct {
	Tables   Tables
	Archive  *archive.Archive
	Accounts *account.Service
	Problems Problems
	Limits   Limits
	// Owner returns what stands for the visitor's device in a request's context.
	Owner func(context.Context) string
	// Origin is the site's address without a path ("https://melee.example");
	// where it is empty, that of each request is taken.
	Origin string
	Log    *slog.Logger
}

type site struct {
	Deps
	gallery *gallery
}

// Handler serves every page. Requests must already carry what Owner reads.
func Handler(d Deps) http.Handler {
	s := &site{d, newGallery()}
	mux := http.NewServeMux()
	s.page(mux, "GET", "/{$}", s.welcome)
	s.page(mux, "GET", "/robots.txt", robots)
	s.page(mux, "GET", "/favicon.ico", favicon)
	s.page(mux, "GET", "/pictures/{game}", s.gamePicture)
	s.page(mux, "GET", "/pictures/t/{id}", s.tablePicture)
	s.page(mux, "GET", gameFilePath("{id}", "{file}"), s.gameFile)
	for _, lang := range web.Languages {
		words := web.Speak(lang)
		with := func(serve worded) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				if !chosen(w, r, lang) {
					serve(w, r, words)
				}
			}
		}
		s.page(mux, "GET", "/"+lang, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, frontPath(lang), http.StatusMovedPermanently)
		})
		s.page(mux, "GET", frontPath(lang)+"{$}", with(s.front))
		s.page(mux, "GET", rulesPath(lang, "{game}"), with(s.rules))
		s.page(mux, "GET", newPath(lang, "{game}"), with(s.ask))
		s.form(mux, problemsPath(lang), with(s.problems), with(s.solve))
		s.page(mux, "GET", analysisPath(lang), s.limited(d.Limits.MayCommand, with(s.analysis)))
		s.accountPages(mux, lang, with)
		s.archivePages(mux, lang, with)
		s.page(mux, "GET", lobbyPath(lang), s.limited(d.Limits.MayConnect, with(s.follow)))
		s.page(mux, "GET", tablePath(lang, "{id}")+"/qr.svg", with(s.qr))
		s.page(mux, "POST", createPath(lang), s.limited(d.Limits.MayOpen, with(s.create)))
		s.page(mux, "POST", quickPath(lang), s.limited(d.Limits.MayOpen, with(s.quick)))
		s.page(mux, "POST", namePath(lang), with(s.rename))
		s.form(mux, tablePath(lang, "{id}"), with(s.table), with(s.arrange))
	}
	mux.HandleFunc("/", s.missing)

	origin := http.NewCrossOriginProtection()
	origin.SetDenyHandler(http.HandlerFunc(s.foreign))
	return secured(s.sheltered(origin.Handler(mux)))
}

// A worded handler has the words of the page's language.
type worded func(http.ResponseWriter, *http.Request, *web.Words)

// form registers a page that is read and, by its form, posted to.
func (s *site) form(mux *http.ServeMux, path string, read, post http.HandlerFunc) {
	mux.HandleFunc("POST "+path, s.limited(s.Limits.MayCommand, post))
	s.page(mux, "GET", path, read)
}

// accountPages registers what concerns the visitor's own account.
func (s *site) accountPages(mux *http.ServeMux, lang string, with func(worded) http.HandlerFunc) {
	s.form(mux, pathOf(lang, "sign-up"), with(s.signUp), with(s.doSignUp))
	s.form(mux, pathOf(lang, "log-in"), with(s.logIn), with(s.doLogIn))
	s.page(mux, "POST", pathOf(lang, "log-out"), with(s.logOut))
	s.form(mux, pathOf(lang, "account"), with(s.account), with(s.changeAccount))
	s.page(mux, "GET", pathOf(lang, "account", "export"), s.limited(s.Limits.MayOpen, with(s.exportAccount)))
	s.page(mux, "POST", "/"+lang+"/passkeys/{step}", s.limited(s.Limits.MayCommand, with(s.passkey)))
}

// archivePages registers what concerns finished games and those who played them.
func (s *site) archivePages(mux *http.ServeMux, lang string, with func(worded) http.HandlerFunc) {
	s.page(mux, "GET", replayPath(lang, "{id}"), with(s.replay))
	s.page(mux, "GET", replayPath(lang, "{id}")+"/embed", with(s.embed))
	s.page(mux, "GET", pathOf(lang, "archive"), with(s.archivePage))
	s.page(mux, "GET", pathOf(lang, "archive", "{file}"), s.limited(s.Limits.MayConnect, with(s.exportGames)))
	s.page(mux, "GET", pathOf(lang, "people", "{name}"), with(s.profile))
	s.page(mux, "GET", pathOf(lang, "leaders"), with(s.leaders))
	s.page(mux, "GET", pathOf(lang, "explorer", "{variant}"), with(s.explorer))
	s.form(mux, pathOf(lang, "collection"), with(s.collection), with(s.changeCollection))
	s.form(mux, pathOf(lang, "report"), with(s.report), with(s.doReport))
	s.form(mux, pathOf(lang, "operator"), with(s.operator), with(s.operate))
}

// limited refuses requests that come too fast.
func (s *site) limited(may func(*http.Request) bool, serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !may(r) {
			w.Header().Set("Retry-After", "10")
			s.fail(w, r, http.StatusTooManyRequests)
			return
		}
		serve(w, r)
	}
}

// page registers a page under its one method, and for every other the page that says so.
func (s *site) page(mux *http.ServeMux, method, path string, serve http.HandlerFunc) {
	mux.HandleFunc(method+" "+path, serve)
	allowed := method
	if method == "GET" {
		allowed = "GET, HEAD"
	}
	mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed)
		s.fail(w, r, http.StatusMethodNotAllowed)
	})
}

// The addresses of the pages in each language.

func frontPath(lang string) string     { return "/" + lang + "/" }
func createPath(lang string) string    { return "/" + lang + "/tables" }
func quickPath(lang string) string     { return "/" + lang + "/quick" }
func namePath(lang string) string      { return "/" + lang + "/name" }
func lobbyPath(lang string) string     { return "/" + lang + "/lobby/events" }
func newPath(lang, game string) string { return "/" + lang + "/new/" + game }
func tablePath(lang, id string) string { return "/" + lang + "/t/" + id }

func problemsPath(lang string) string {
	if lang == "fr" {
		return "/fr/problemes"
	}
	return "/" + lang + "/problems"
}

func rulesPath(lang, game string) string {
	if lang == "fr" {
		return "/fr/regles/" + game
	}
	return "/" + lang + "/rules/" + game
}

// show writes a page whole or, if it cannot be rendered, says that instead.
func (s *site) show(w http.ResponseWriter, r *http.Request, status int, c templ.Component) {
	var body bytes.Buffer
	if err := c.Render(r.Context(), &body); err != nil {
		s.broken(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "private, no-cache") // a name and seats may stand in it
	s.send(w, r, status, body.Bytes())
}

// send writes a body, packed for those who take it so.
func (s *site) send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	// From here on the visitor may have gone; nobody is left to tell.
	if !web.AcceptsGzip(r) {
		w.WriteHeader(status)
		w.Write(body)
		return
	}
	h.Set("Content-Encoding", "gzip") // boards are long, and much alike
	w.WriteHeader(status)
	zip := gzip.NewWriter(w)
	zip.Write(body)
	zip.Close()
}

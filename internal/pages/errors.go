package pages

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"melee/internal/archive"
	"melee/internal/hub"
	"melee/internal/table"
)

// missing says that there is no such page.
func (s *site) missing(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, http.StatusNotFound)
}

// foreign refuses a form that another site has sent.
func (s *site) foreign(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, http.StatusForbidden)
}

// broken reports an error that is no visitor's fault.
func (s *site) broken(w http.ResponseWriter, r *http.Request, err error) {
	s.Log.Error("a page failed", "method", r.Method, "path", r.URL.Path, "error", err)
	s.fail(w, r, http.StatusInternalServerError)
}

// refuse answers an error of the tables with the page that tells of it.
func (s *site) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var refused table.Refused
	switch {
	case errors.Is(err, hub.ErrNotFound), errors.Is(err, archive.ErrNotFound), errors.As(err, &refused) && refused.Code == table.NotFound:
		s.fail(w, r, http.StatusNotFound)
	case errors.Is(err, hub.ErrClosed):
		w.Header().Set("Retry-After", "5")
		s.fail(w, r, http.StatusServiceUnavailable)
	case errors.As(err, &refused) && refused.Code == table.TooMany:
		w.Header().Set("Retry-After", "10")
		s.fail(w, r, http.StatusTooManyRequests)
	case errors.As(err, &refused) && refused.Code == table.Invalid:
		s.fail(w, r, http.StatusBadRequest)
	case errors.Is(err, context.Canceled) && r.Context().Err() != nil: // nobody is there to read it
	default:
		s.broken(w, r, err)
	}
}

// told are the statuses that have words of their own; others are told as 500.
var told = map[int]bool{
	http.StatusBadRequest: true, http.StatusGone: true, http.StatusTooManyRequests: true,
	http.StatusForbidden: true, http.StatusNotFound: true, http.StatusMethodNotAllowed: true,
	http.StatusInternalServerError: true, http.StatusServiceUnavailable: true,
}

// fail shows the page for an error status in the visitor's language.
func (s *site) fail(w http.ResponseWriter, r *http.Request, status int) {
	words := spoken(r.URL.Path)
	if words == nil {
		words = negotiate(r)
	}
	if !told[status] {
		status = http.StatusInternalServerError
	}
	p := s.newPage(r, words, nil)
	code := strconv.Itoa(status)
	p.title = words.Say("pages.status." + code + ".title")
	p.class = "page-error"
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if err := errorPage(p, words.Say("pages.status."+code+".text")).Render(r.Context(), w); err != nil && r.Context().Err() == nil {
		s.Log.Warn("an error page could not be sent", "path", r.URL.Path, "error", err)
	}
}

// Package live serves tables: views as JSON, sockets that tell of every event,
// commands over a socket or posted. docs/protocol.md describes it for client writers.
package live

import (
	"errors"
	"io"
	"net/http"
	"time"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
)

func (s *Server) view(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, func(v *view) error { v.whole(0); return nil })
}

func (s *Server) past(w http.ResponseWriter, r *http.Request) {
	n, ok := rules.ParseCount(r.PathValue("n"), 1<<20)
	if !ok {
		s.fail(w, r, table.Refused{Code: table.Invalid, Text: "a ply is a whole number"})
		return
	}
	s.show(w, r, func(v *view) error { return v.past(n) })
}

// show answers with what write writes of the table.
func (s *Server) show(w http.ResponseWriter, r *http.Request, write func(*view) error) {
	id := r.PathValue("id")
	v := view{id: id, owner: account.VisitorOf(r.Context()).Owner, now: time.Now(), b: make([]byte, 0, 4096)}
	var written error
	err := s.Hub.LookAs(r.Context(), id, v.owner, func(t *table.State, _ []table.Event, who hub.Presence) {
		v.s, v.here = t, who
		written = write(&v)
	})
	if err = errors.Join(err, written); err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	// A reader who has gone is no failure of ours.
	_, _ = w.Write(append(v.b, '\n'))
}

func (s *Server) command(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCommand))
	if err != nil {
		s.fail(w, r, table.Refused{Code: table.Invalid, Text: "the command cannot be read: " + err.Error()})
		return
	}
	visitor := account.VisitorOf(r.Context())
	c, _, err := readCommand(text, visitor, time.Now(), 0)
	if err == nil && !s.mayCommand(visitor.Owner, s.address(r)) {
		err = errTooFast
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	seq, err := s.Hub.Do(r.Context(), r.PathValue("id"), c)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	stream.Answer(w, http.StatusOK, map[string]int64{"seq": seq})
}

var statuses = map[string]int{
	string(table.Invalid): http.StatusBadRequest, string(table.IllegalMove): http.StatusUnprocessableEntity,
	string(table.NotYourTurn): http.StatusConflict, string(table.Conflict): http.StatusConflict,
	string(table.NotYours): http.StatusForbidden, string(table.NotFound): http.StatusNotFound,
	string(table.TooMany): http.StatusTooManyRequests,
	"busy":                http.StatusServiceUnavailable, "internal": http.StatusInternalServerError,
}

// problemOf turns an error into what the client is told; what is not the client's affair goes to the log alone.
func (s *Server) problemOf(err error) problem {
	var refused table.Refused
	var faults rules.Faults
	switch {
	case errors.As(err, &faults):
		return problem{string(table.Invalid), faults.Error()}
	case errors.As(err, &refused):
		return problem{string(refused.Code), refused.Text}
	case errors.Is(err, hub.ErrNotFound):
		return problem{string(table.NotFound), err.Error()}
	case errors.Is(err, hub.ErrClosed), errors.Is(err, hub.ErrBusy):
		return problem{"busy", err.Error()}
	}
	s.Log.Error("a request failed", "error", err)
	return problem{"internal", "something went wrong on the server; please try again"}
}

// fail answers with the error's code and text.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody is there to read it
	}
	p := s.problemOf(err)
	status := statuses[p.Code]
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "2")
	}
	stream.Answer(w, status, p)
}

// busy asks to come back later.
func (s *Server) busy(w http.ResponseWriter, text string) {
	w.Header().Set("Retry-After", "2")
	stream.Answer(w, http.StatusTooManyRequests, problem{string(table.TooMany), text})
}

type problem struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

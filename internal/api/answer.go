package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
)

// A problem is the body of an answer that tells of an error.
type problem struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Field string `json:"field,omitempty"` // of the request, where one is to blame
	Seq   int64  `json:"seq,omitempty"`   // the table's last event, where it has moved on
}

// blamed is a refusal of one field of a request.
type blamed struct {
	table.Refused
	field string
}

func invalid(field, text string) error {
	return blamed{table.Refused{Code: table.Invalid, Text: text}, field}
}

// outdated is a refusal that tells where the table stands.
type outdated struct {
	error
	seq int64
}

func (o outdated) Unwrap() error { return o.error }

var (
	errTooFast = table.Refused{Code: table.TooMany, Text: "too many requests; wait a little"}
	errNoGame  = table.Refused{Code: table.NotFound, Text: "there is no such game, or it is not being played now"}
)

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
	var field blamed
	var faults rules.Faults
	var person *account.Refused
	switch {
	case errors.As(err, &faults):
		return problem{Code: string(table.Invalid), Text: faults.Error()}
	case errors.As(err, &field):
		return problem{Code: string(field.Code), Text: field.Text, Field: field.field}
	case errors.As(err, &refused):
		p := problem{Code: string(refused.Code), Text: refused.Text}
		var old outdated
		if errors.As(err, &old) && statuses[p.Code] == http.StatusConflict {
			p.Seq = old.seq
		}
		return p
	case errors.As(err, &person):
		return problem{Code: string(person.Code), Text: person.Text, Field: person.Field}
	case errors.Is(err, hub.ErrNotFound):
		return problem{Code: string(table.NotFound), Text: errNoGame.Text}
	case errors.Is(err, hub.ErrClosed), errors.Is(err, hub.ErrBusy):
		return problem{Code: "busy", Text: err.Error()}
	}
	s.Log.Error("a request failed", "error", err)
	return problem{Code: "internal", Text: "something went wrong on the server; please try again"}
}

// fail answers with the error's code and text.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody is there to read it
	}
	p := s.problemOf(err)
	status, ok := statuses[p.Code]
	if !ok {
		status = http.StatusBadRequest
	}
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "2")
	}
	stream.Answer(w, status, p)
}

// done answers a command that was carried out.
func done(w http.ResponseWriter, seq int64) {
	stream.Answer(w, http.StatusOK, struct {
		OK  bool  `json:"ok"`
		Seq int64 `json:"seq,omitempty"`
	}{true, seq})
}

// maxBody bounds the body of a request, in bytes; a position's text takes most of it.
const maxBody = 16 << 10

// readBody reads a request's body: a JSON object into the value, in which every field must be
// known, or, as programs for Lichess send it, a form by the function. What begins as an object
// is one even where it is called a form, as curl's -d calls everything: no field's name begins so.
func readBody(w http.ResponseWriter, r *http.Request, into any, form func(url.Values) error) error {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return invalid("", "the request cannot be read: "+err.Error())
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "application/x-www-form-urlencoded" && !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		values, err := url.ParseQuery(string(text))
		if err != nil {
			return invalid("", "the form cannot be read: "+err.Error())
		}
		return form(values)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err = decoder.Decode(into); err == nil {
		if _, more := decoder.Token(); more != io.EOF {
			err = errors.New("something follows its JSON object")
		}
	}
	if err != nil {
		return invalid("", "the request cannot be read: "+err.Error())
	}
	return nil
}

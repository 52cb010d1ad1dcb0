package analysis

import (
	"errors"
	"net/http"

	"melee/internal/stream"
)

// Handler serves /api/analysis and what lies below.
func (d *Desk) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/analysis", func(w http.ResponseWriter, r *http.Request) {
		d.create(w, r, func() (task, error) { return d.Limits.readPosition(http.MaxBytesReader(w, r.Body, maxPositionBody)) })
	})
	mux.HandleFunc("POST /api/analysis/game", func(w http.ResponseWriter, r *http.Request) {
		d.create(w, r, func() (task, error) { return d.Limits.readGame(http.MaxBytesReader(w, r.Body, maxGameBody)) })
	})
	mux.HandleFunc("GET /api/analysis/{id}/events", d.follow)
	mux.HandleFunc("DELETE /api/analysis/{id}", d.stop)
	mux.HandleFunc("/api/analysis/", func(w http.ResponseWriter, r *http.Request) {
		stream.Answer(w, http.StatusNotFound, refused{"not_found", "there is nothing at " + r.URL.Path})
	})
	return mux
}

type refused struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// create begins what a request asks for.
func (d *Desk) create(w http.ResponseWriter, r *http.Request, read func() (task, error)) {
	if !d.Allow(r) {
		stream.Answer(w, http.StatusTooManyRequests, refused{"too_many", "too many analyses at once; wait a moment"})
		return
	}
	t, err := read()
	var wrong unclear
	switch {
	case errors.As(err, &wrong):
		stream.Answer(w, http.StatusUnprocessableEntity, refused{"invalid", wrong.text})
		return
	case err != nil:
		stream.Answer(w, http.StatusBadRequest, refused{"invalid", err.Error()})
		return
	}
	j, err := d.begin(d.Owner(r.Context()), t)
	if err != nil {
		w.Header().Set("Retry-After", "30")
		stream.Answer(w, http.StatusServiceUnavailable, refused{"busy", err.Error()})
		return
	}
	w.Header().Set("Location", "/api/analysis/"+j.id)
	stream.Answer(w, http.StatusCreated, map[string]string{"job": j.id})
}

// stop ends a job; only who asked for it may.
func (d *Desk) stop(w http.ResponseWriter, r *http.Request) {
	j, ok := d.wanted(w, r)
	if !ok {
		return
	}
	if j.owner != d.Owner(r.Context()) {
		stream.Answer(w, http.StatusForbidden, refused{"forbidden", "only who asked for an analysis can stop it"})
		return
	}
	j.cancel()
	w.WriteHeader(http.StatusNoContent)
}

func (d *Desk) wanted(w http.ResponseWriter, r *http.Request) (*job, bool) {
	j, ok := d.find(r.PathValue("id"))
	if !ok {
		stream.Answer(w, http.StatusNotFound, refused{"not_found", "there is no such analysis, or it is too old"})
	}
	return j, ok
}

// follow streams a job's events from the one after the Last-Event-ID, and ends with the job.
func (d *Desk) follow(w http.ResponseWriter, r *http.Request) {
	j, ok := d.wanted(w, r)
	if !ok {
		return
	}
	defer j.follow(d.Limits.Alone)()
	j.events.ServeHTTP(w, r)
}

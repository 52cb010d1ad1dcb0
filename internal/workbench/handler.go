package workbench

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"melee/problem/popeye"
	"melee/problem/record"
	"melee/problem/sheet"

	"melee/internal/stream"
)

// Handler serves /api/problems/… .
func (b *Bench) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/problems/read", b.read)
	mux.HandleFunc("POST /api/problems/jobs", b.create)
	mux.HandleFunc("GET /api/problems/jobs/{id}/events", b.follow)
	mux.HandleFunc("GET /api/problems/jobs/{id}/{file}", b.export)
	mux.HandleFunc("DELETE /api/problems/jobs/{id}", b.stop)
	mux.HandleFunc("/api/problems/", func(w http.ResponseWriter, r *http.Request) {
		stream.Answer(w, http.StatusNotFound, refused{"not_found", "there is nothing at " + r.URL.Path})
	})
	return mux
}

type refused struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// read answers with what a posted form or text says, in both forms.
func (b *Bench) read(w http.ResponseWriter, r *http.Request) {
	if e, l, ok := b.posted(w, r); ok {
		stream.Answer(w, http.StatusOK, formOf(e, l))
	}
}

// create begins to solve what is posted.
func (b *Bench) create(w http.ResponseWriter, r *http.Request) {
	if !b.Allow(r) {
		stream.Answer(w, http.StatusTooManyRequests, refused{"too_many", "too many problems at once; wait a moment"})
		return
	}
	e, l, ok := b.posted(w, r)
	if !ok {
		return
	}
	if asked, ok := popeye.LanguageNamed(r.URL.Query().Get("language")); ok {
		l = asked
	}
	j, err := b.begin(b.Owner(r.Context()), e, l)
	if err != nil {
		w.Header().Set("Retry-After", "30")
		stream.Answer(w, http.StatusServiceUnavailable, refused{"busy", err.Error()})
		return
	}
	w.Header().Set("Location", "/api/problems/jobs/"+j.id)
	stream.Answer(w, http.StatusCreated, map[string]string{"job": j.id})
}

// posted reads the form in a request; if it cannot, it has answered why.
func (b *Bench) posted(w http.ResponseWriter, r *http.Request) (*popeye.Entry, popeye.Language, bool) {
	var f form
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		stream.Answer(w, http.StatusBadRequest, refused{"invalid", "the problem cannot be read: " + err.Error()})
		return nil, 0, false
	}
	e, l, err := f.read()
	var wrong *faulty
	if errors.As(err, &wrong) {
		stream.Answer(w, http.StatusUnprocessableEntity, wrong)
		return nil, 0, false
	}
	return e, l, true
}

// stop ends a job's search; only who asked for it may.
func (b *Bench) stop(w http.ResponseWriter, r *http.Request) {
	j, ok := b.wanted(w, r)
	if !ok {
		return
	}
	if j.owner != b.Owner(r.Context()) {
		stream.Answer(w, http.StatusForbidden, refused{"forbidden", "only who asked for a solution can stop it"})
		return
	}
	j.cancel()
	w.WriteHeader(http.StatusNoContent)
}

func (b *Bench) wanted(w http.ResponseWriter, r *http.Request) (*job, bool) {
	j, ok := b.find(r.PathValue("id"))
	if !ok {
		stream.Answer(w, http.StatusNotFound, refused{"not_found", "there is no such job, or it is too old"})
	}
	return j, ok
}

// follow streams a job's events from the one after the Last-Event-ID, and ends with the job.
func (b *Bench) follow(w http.ResponseWriter, r *http.Request) {
	j, ok := b.wanted(w, r)
	if !ok {
		return
	}
	j.events.ServeHTTP(w, r)
}

// exports are the files that a job's solution can be had as.
var exports = map[string]string{
	"problem.inp": "text/plain; charset=utf-8", "solution.txt": "text/plain; charset=utf-8", "solution.json": "application/x-ndjson",
	"solution.tex": "text/plain; charset=utf-8", "solution.svg": "image/svg+xml", "solution.pdf": "application/pdf",
}

// export answers with a job's problem, or with what has been found, as a file.
func (b *Bench) export(w http.ResponseWriter, r *http.Request) {
	j, ok := b.wanted(w, r)
	if !ok {
		return
	}
	name := r.PathValue("file")
	kind, known := exports[name]
	if !known {
		stream.Answer(w, http.StatusNotFound, refused{"not_found", "a job has no file " + strconv.Quote(name)})
		return
	}
	body := &bytes.Buffer{}
	if err := j.write(body, name); err != nil {
		b.Log.Error("a solution cannot be exported", "file", name, "error", err)
		stream.Answer(w, http.StatusInternalServerError, refused{"internal", "the file could not be made"})
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "no-store")
	// A reader who has gone is no failure of ours.
	_, _ = w.Write(body.Bytes())
}

func (j *job) write(w *bytes.Buffer, name string) error {
	j.mu.Lock()
	results, took, ended := append([]result(nil), j.results...), j.took, j.events.Over()
	j.mu.Unlock()
	pr := popeye.Printer{Language: j.language}
	set := sheet.Problem{Entry: j.entry, Printer: pr}
	for _, r := range results {
		set.Results = append(set.Results, r.Result)
	}
	switch name {
	case "problem.inp":
		w.WriteString(popeye.Write(j.language, []popeye.Entry{*j.entry}))
	case "solution.txt":
		j.print(w, pr, results, took, ended)
	case "solution.json":
		for _, r := range results {
			if err := record.Write(w, record.New(1, &j.entry.Problem, r.Twin, &r.Solution, r.Faults, r.took)); err != nil {
				return err
			}
		}
	case "solution.tex":
		return sheet.WriteLaTeX(w, []sheet.Problem{set})
	case "solution.svg":
		return sheet.WriteSVG(w, []sheet.Problem{set})
	case "solution.pdf":
		return sheet.WritePDF(w, []sheet.Problem{set}, time.Now())
	}
	return nil
}

// print writes what Popeye would.
func (j *job) print(w *bytes.Buffer, pr popeye.Printer, results []result, took time.Duration, ended bool) {
	report := pr.Report(j.entry)
	w.WriteString(report.Heading())
	for i, r := range results {
		w.WriteString(report.Task(i, &r.Solution, r.Faults, nil))
	}
	w.WriteString(report.End(!ended || len(results) < len(j.entry.Problem.Tasks()), took))
}

package pages

import (
	"net/http"

	"melee/web"
)

// A workbench is the page of problems as it is shown without script.
type workbench struct {
	text    string // in Popeye's language
	printed string // the solution
	faults  []string
}

// firstProblem is what the field holds before anything is written: S. N. Ravi Shankar, The Problemist, March 1989.
const firstProblem = `begin
author S.N. Ravi Shankar
pieces white ka1 rg8 ph7 black kh1 rb7d6 bb8d7
stipulation #5
condition allinchess
option variations
end
`

// problems shows the workbench; the page's script takes it over.
func (s *site) problems(w http.ResponseWriter, r *http.Request, words *web.Words) {
	s.showProblems(w, r, words, http.StatusOK, workbench{text: firstProblem})
}

// solve prints the solution of a posted text, for browsers without script.
func (s *site) solve(w http.ResponseWriter, r *http.Request, words *web.Words) {
	r.Body = http.MaxBytesReader(w, r.Body, maxProblem)
	if err := r.ParseForm(); err != nil {
		s.showProblems(w, r, words, http.StatusUnprocessableEntity, workbench{faults: []string{words.Say("pages.fault.form")}})
		return
	}
	b := workbench{text: r.PostForm.Get("text")}
	language := "english"
	if words.Lang() == "fr" {
		language = "french"
	}
	var err error
	b.printed, b.faults, err = s.Problems.Print(r.Context(), s.Owner(r.Context()), b.text, language)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	status := http.StatusOK
	if len(b.faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	s.showProblems(w, r, words, status, b)
}

// maxProblem bounds a posted problem, in bytes.
const maxProblem = 64 << 10

func (s *site) showProblems(w http.ResponseWriter, r *http.Request, words *web.Words, status int, b workbench) {
	p := s.newPage(r, words, problemsPath)
	p.title, p.description = words.Say("pages.problems"), words.Say("pages.problems.lead")
	p.class, p.picture, p.scripts = "page-problems", picturePath("all-in"), []string{"problems.js"}
	s.show(w, r, status, problemsContent(p, b))
}

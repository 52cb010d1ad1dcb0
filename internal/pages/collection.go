package pages

import (
	"cmp"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"

	"melee/internal/account"
	"melee/internal/archive"
	"melee/notation"
	"melee/web"
)

// A collection is somebody's own games, and what became of the file he has just sent.
type collection struct {
	games  []archive.Kept
	next   string // address of the next page
	did    string
	sent   bool // a file was read
	added  int
	faults []archive.Fault
	fault  string
}

const collectionPage = 50

// drained is how much of a file that is too large is received all the same, in bytes, so that its sender can be told.
const drained = 8 * archive.MaxImport

// collection shows the visitor's own games.
func (s *site) collection(w http.ResponseWriter, r *http.Request, words *web.Words) {
	s.showCollection(w, r, words, http.StatusOK, collection{did: doneText(words, r.URL.Query().Get("did"))})
}

func (s *site) showCollection(w http.ResponseWriter, r *http.Request, words *web.Words, status int, view collection) {
	v := account.VisitorOf(r.Context())
	if v.Session == "" {
		http.Redirect(w, r, after(pathOf(words.Lang(), "log-in"), pathOf(words.Lang(), "collection")), http.StatusSeeOther)
		return
	}
	games, err := s.Archive.Collection(r.Context(), v.Owner, r.URL.Query().Get("before"), collectionPage+1)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if len(games) > collectionPage {
		games = games[:collectionPage]
		view.next = pathOf(words.Lang(), "collection") + "?before=" + url.QueryEscape(games[collectionPage-1].ID)
	}
	view.games = games
	p := s.newPage(r, words, placeOf("collection"))
	p.title, p.class = words.Say("collection.title"), "page-people"
	s.show(w, r, status, collectionContent(p, view))
}

// changeCollection takes a file in, or a game out.
func (s *site) changeCollection(w http.ResponseWriter, r *http.Request, words *web.Words) {
	v := account.VisitorOf(r.Context())
	if v.Session == "" {
		s.fail(w, r, http.StatusForbidden)
		return
	}
	sent := r.Body
	r.Body = http.MaxBytesReader(w, sent, archive.MaxImport+maxForm)
	if id := r.URL.Query().Get("remove"); id != "" {
		if err := s.Archive.Discard(r.Context(), v.Owner, id); err != nil {
			s.refuse(w, r, err)
			return
		}
		http.Redirect(w, r, pathOf(words.Lang(), "collection")+"?did=removed", http.StatusSeeOther)
		return
	}
	view, err := s.takeIn(r, words, v.Owner)
	io.CopyN(io.Discard, sent, drained) // a browser that is still sending reads no answer
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	status := http.StatusOK
	if view.fault != "" || view.added == 0 {
		status = http.StatusUnprocessableEntity
	}
	s.showCollection(w, r, words, status, view)
}

// takeIn reads the file of a form as it comes, without keeping it.
func (s *site) takeIn(r *http.Request, words *web.Words, owner string) (view collection, err error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return collection{fault: words.Say("pages.fault.form")}, nil
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return collection{fault: words.Say("collection.fault.none")}, nil
		}
		if err != nil {
			return collection{fault: words.Say("collection.fault.file")}, nil
		}
		if part.FormName() == "file" && part.FileName() != "" {
			return s.takeFile(r, words, owner, part)
		}
	}
}

func (s *site) takeFile(r *http.Request, words *web.Words, owner string, file *multipart.Part) (view collection, err error) {
	format := notation.FormatOf(file.FileName())
	if format == "" {
		return collection{fault: words.Say("collection.fault.kind")}, nil
	}
	view.sent = true
	view.added, view.faults, err = s.Archive.Import(r.Context(), owner, cmp.Or(string(format), "json"), file)
	var refused archive.Refused
	if errors.As(err, &refused) {
		view.fault, err = words.Say("collection.fault.file"), nil
	}
	return view, err
}

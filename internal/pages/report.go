package pages

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"melee/internal/account"
	"melee/internal/archive"
	"melee/rules"
	"melee/web"
)

// A reportForm tells operators about somebody's conduct in a game.
type reportForm struct {
	game    string
	ply     int
	who     string // account name
	players []string
	reason  string
	text    string
	done    bool
	faults  map[string]string
	fault   string
}

// report asks whom a visitor wants to report, and why.
func (s *site) report(w http.ResponseWriter, r *http.Request, words *web.Words) {
	query := r.URL.Query()
	ply, _ := rules.ParseCount(query.Get("ply"), 100_000)
	s.showReport(w, r, words, http.StatusOK, reportForm{game: query.Get("game"), ply: ply, who: query.Get("player"), done: query.Has("done")})
}

func (s *site) showReport(w http.ResponseWriter, r *http.Request, words *web.Words, status int, f reportForm) {
	if f.game != "" && !f.done {
		game, err := s.Archive.Game(r.Context(), f.game)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		for i := range game.Seats {
			if id, is := account.Of(game.Seats[i].Owner); is && game.Seats[i].Name != "" && id != account.VisitorOf(r.Context()).Account {
				f.players = append(f.players, game.Seats[i].Name)
			}
		}
	}
	p := s.newPage(r, words, placeOf("report"))
	p.title, p.class, p.path = words.Say("report.title"), "page-people", nil
	s.show(w, r, status, reportContent(p, f))
}

// doReport hands a report to the operators.
func (s *site) doReport(w http.ResponseWriter, r *http.Request, words *web.Words) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	f := reportForm{game: r.PostFormValue("game"), who: r.PostFormValue("player"), reason: r.PostFormValue("reason"), text: r.PostFormValue("text"), faults: map[string]string{}}
	f.ply, _ = rules.ParseCount(r.PostFormValue("ply"), 100_000)
	err := s.sendReport(r, f)
	var refused *account.Refused
	switch {
	case errors.Is(err, archive.ErrNotFound):
		s.fail(w, r, http.StatusNotFound)
	case errors.As(err, &refused):
		field, text := refusal(words, refused)
		if f.faults[field] = text; field == "" {
			f.fault = text
		}
		s.showReport(w, r, words, statusOf(refused), f)
	case err != nil:
		s.refuse(w, r, err)
	default:
		http.Redirect(w, r, pathOf(words.Lang(), "report")+"?done", http.StatusSeeOther)
	}
}

func (s *site) sendReport(r *http.Request, f reportForm) error {
	who, err := s.Accounts.ByName(r.Context(), f.who)
	var refused *account.Refused
	if errors.As(err, &refused) {
		return &account.Refused{Code: account.NotFound, Field: "player"}
	}
	if err != nil {
		return err
	}
	if f.game != "" {
		if _, err := s.Archive.Game(r.Context(), f.game); err != nil {
			return err
		}
	}
	_, err = s.Accounts.Report(r.Context(), account.VisitorOf(r.Context()), account.Report{Account: who.ID, Game: f.game, Ply: f.ply, Reason: f.reason, Text: f.text})
	return err
}

// A desk is what operators work at: reports, an account, what was done.
type desk struct {
	reports []deskReport
	all     bool
	entries []deskEntry
	account account.Account // the one looked at, without id if none
	missing string          // a name that nobody has
	did     string
	fault   string
}

type deskReport struct {
	account.Report
	name string // of who is reported
	by   string // of who reports, "" for a guest
}

type deskEntry struct {
	account.Entry
	actor, subject string // names
}

// operator shows the operator's page.
func (s *site) operator(w http.ResponseWriter, r *http.Request, words *web.Words) {
	s.showDesk(w, r, words, http.StatusOK, desk{did: doneText(words, r.URL.Query().Get("did"))})
}

func (s *site) showDesk(w http.ResponseWriter, r *http.Request, words *web.Words, status int, view desk) {
	ctx, v := r.Context(), account.VisitorOf(r.Context())
	if !v.Operator {
		s.fail(w, r, http.StatusNotFound) // whoever is no operator need not know of it
		return
	}
	query := r.URL.Query()
	view.all = query.Get("all") != ""
	names := map[string]string{}
	reports, err := s.Accounts.Reports(ctx, v, !view.all, 0)
	for _, one := range reports {
		by, _ := account.Of(one.By)
		view.reports = append(view.reports, deskReport{one, s.nameByID(r, names, one.Account), s.nameByID(r, names, by)})
	}
	entries, auditErr := s.Accounts.Audit(ctx, v, 0)
	for _, one := range entries {
		view.entries = append(view.entries, deskEntry{one, s.nameByID(r, names, one.Actor), s.nameByID(r, names, one.Subject)})
	}
	if err = errors.Join(err, auditErr); err != nil {
		s.broken(w, r, err)
		return
	}
	if name := query.Get("name"); name != "" {
		view.account, err = s.Accounts.ByName(ctx, name)
		var refused *account.Refused
		if errors.As(err, &refused) {
			view.missing, err = name, nil
		}
		if err != nil {
			s.broken(w, r, err)
			return
		}
	}
	p := s.newPage(r, words, placeOf("operator"))
	p.title, p.class, p.path = words.Say("operator.title"), "page-people", nil
	s.show(w, r, status, operatorContent(p, view))
}

// nameByID returns the name of an account, its id where it has none any more.
func (s *site) nameByID(r *http.Request, known map[string]string, id string) string {
	if name, ok := known[id]; ok || id == "" {
		return name
	}
	name := id
	if a, err := s.Accounts.ByID(r.Context(), id); err == nil && a.Name != "" {
		name = a.Name
	}
	known[id] = name
	return name
}

// spans are for how long an operator can stop somebody.
var spans = []time.Duration{15 * time.Minute, time.Hour, 24 * time.Hour, 7 * 24 * time.Hour, 30 * 24 * time.Hour, 0}

// operate carries out what an operator decides.
func (s *site) operate(w http.ResponseWriter, r *http.Request, words *web.Words) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	ctx, v, get := r.Context(), account.VisitorOf(r.Context()), r.PostFormValue
	if !v.Operator {
		s.fail(w, r, http.StatusNotFound)
		return
	}
	minutes, _ := strconv.Atoi(get("minutes"))
	d := min(max(time.Duration(minutes)*time.Minute, 0), 10*365*24*time.Hour)
	var err error
	switch deed := get("do"); deed {
	case "mute":
		err = s.Accounts.Mute(ctx, v, get("account"), d, get("why"))
	case "time-out":
		err = s.Accounts.SetTimeOut(ctx, v, get("account"), d, get("why"))
	case "close-report":
		id, _ := strconv.ParseInt(get("id"), 10, 64)
		err = s.Accounts.CloseReport(ctx, v, id, get("why"))
	default:
		err = &account.Refused{Code: account.Invalid}
	}
	var refused *account.Refused
	switch {
	case errors.As(err, &refused):
		_, text := refusal(words, refused)
		s.showDesk(w, r, words, statusOf(refused), desk{fault: text})
	case err != nil:
		s.broken(w, r, err)
	default:
		http.Redirect(w, r, pathOf(words.Lang(), "operator")+"?did="+get("do"), http.StatusSeeOther)
	}
}

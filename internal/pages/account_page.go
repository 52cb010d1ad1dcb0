package pages

import (
	"errors"
	"net/http"
	"time"

	"melee/internal/account"
	"melee/web"
)

// An accountView is what somebody sees of his own account.
type accountView struct {
	account  account.Account
	sessions []account.Session
	keys     []account.Key
	tokens   []account.Token
	bots     []account.Account
	secret   string // of a token that was just made
	bot      string // whose it is, "" for the account's own
	did      string // what was just done, "" for nothing
	faults   map[string]string
	fault    string
}

// account shows the visitor's account, or the form to log in.
func (s *site) account(w http.ResponseWriter, r *http.Request, words *web.Words) {
	s.showAccount(w, r, words, http.StatusOK, accountView{did: doneText(words, r.URL.Query().Get("did"))})
}

// doneText tells of a deed that led back to the page.
func doneText(words *web.Words, did string) string {
	if key := "account.did." + did; did != "" && words.Knows(key) {
		return words.Say(key)
	}
	return ""
}

func (s *site) showAccount(w http.ResponseWriter, r *http.Request, words *web.Words, status int, view accountView) {
	v := account.VisitorOf(r.Context())
	if v.Session == "" {
		http.Redirect(w, r, after(pathOf(words.Lang(), "log-in"), pathOf(words.Lang(), "account")), http.StatusSeeOther)
		return
	}
	var errs [5]error
	view.account, errs[0] = s.Accounts.ByID(r.Context(), v.Account)
	view.sessions, errs[1] = s.Accounts.Sessions(r.Context(), v)
	view.keys, errs[2] = s.Accounts.Keys(r.Context(), v)
	view.tokens, errs[3] = s.Accounts.Tokens(r.Context(), v)
	view.bots, errs[4] = s.Accounts.Bots(r.Context(), v)
	if err := errors.Join(errs[:]...); err != nil {
		s.broken(w, r, err)
		return
	}
	p := s.newPage(r, words, placeOf("account"))
	p.title, p.class, p.scripts = words.Say("account.title"), "page-people", []string{"account.js"}
	s.show(w, r, status, accountContent(p, view))
}

// changeAccount carries out what a form of the account page asks for.
func (s *site) changeAccount(w http.ResponseWriter, r *http.Request, words *web.Words) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	v := account.VisitorOf(r.Context())
	if v.Session == "" {
		s.fail(w, r, http.StatusForbidden)
		return
	}
	deed := r.PostFormValue("do")
	view, err := s.carryOut(r, v, deed)
	var refused *account.Refused
	switch {
	case errors.As(err, &refused):
		field, text := refusal(words, refused)
		if view.faults = map[string]string{}; field == "" {
			view.fault = text
		} else {
			view.faults[field] = text
		}
		s.showAccount(w, r, words, statusOf(refused), view)
	case err != nil:
		s.broken(w, r, err)
	case deed == "delete":
		account.ForgetSession(w, r)
		http.Redirect(w, r, frontPath(words.Lang()), http.StatusSeeOther)
	case view.secret != "": // it is shown once, and in no address
		s.showAccount(w, r, words, http.StatusOK, view)
	default:
		http.Redirect(w, r, pathOf(words.Lang(), "account")+"?did="+deed, http.StatusSeeOther)
	}
}

func (s *site) carryOut(r *http.Request, v account.Visitor, deed string) (view accountView, err error) {
	ctx, get := r.Context(), r.PostFormValue
	switch deed {
	case "password":
		if get("fresh") != get("again") {
			return view, &account.Refused{Code: "differs", Field: "again"}
		}
		return view, s.Accounts.ChangePassword(ctx, v, get("old"), get("fresh"), s.Limits.Address(r))
	case "end":
		return view, s.Accounts.End(ctx, v, get("id"))
	case "end-others":
		return view, s.Accounts.End(ctx, v, "")
	case "remove-key":
		return view, s.Accounts.RemoveKey(ctx, v, get("id"))
	case "token":
		token, err := s.Accounts.NewToken(ctx, v, get("label"))
		view.secret = token.Secret
		return view, at(err, "name", "label")
	case "end-token":
		return view, s.Accounts.EndToken(ctx, v, get("id"))
	case "bot":
		bot, token, err := s.Accounts.NewBot(ctx, v, get("bot"), s.Limits.Address(r))
		view.secret, view.bot = token.Secret, bot.Name
		return view, at(err, "name", "bot")
	case "renew-bot":
		bot, token, err := s.Accounts.RenewBot(ctx, v, get("id"))
		view.secret, view.bot = token.Secret, bot.Name
		return view, err
	case "end-bot":
		_, err := s.Accounts.EraseBot(ctx, v, get("id"))
		return view, err
	case "delete":
		if get("sure") != "true" {
			return view, &account.Refused{Code: "unsure", Field: "sure"}
		}
		return view, at(s.Accounts.Delete(ctx, v, get("password"), s.Limits.Address(r)), "old", "delete")
	}
	return view, &account.Refused{Code: account.Invalid}
}

// at puts a refusal to the field that the form has for it.
func at(err error, from, to string) error {
	var refused *account.Refused
	if errors.As(err, &refused) && refused.Field == from {
		return &account.Refused{Code: refused.Code, Field: to, Text: refused.Text}
	}
	return err
}

// exportAccount sends all that is kept of the visitor.
func (s *site) exportAccount(w http.ResponseWriter, r *http.Request, words *web.Words) {
	v := account.VisitorOf(r.Context())
	if v.Session == "" {
		s.fail(w, r, http.StatusForbidden)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", `attachment; filename="melee.zip"`)
	h.Set("Cache-Control", "no-store")
	if err := s.Accounts.Export(r.Context(), v, w); err != nil {
		// The head has gone out: only a broken connection tells that the file is not whole.
		if r.Context().Err() == nil {
			s.Log.Error("an export could not be finished", "account", v.Account, "error", err)
		}
		panic(http.ErrAbortHandler)
	}
}

// since writes how long ago something was, as the language does.
func (p *page) since(t, now time.Time) string {
	days := int(now.Sub(t).Hours() / 24)
	switch {
	case t.IsZero():
		return p.Say("time.never")
	case days < 1:
		return p.Say("time.today")
	case days < 30:
		return p.Count("time.ago", days)
	}
	return p.date(t)
}

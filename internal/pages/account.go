package pages

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"melee/internal/account"
	"melee/web"
)

// A credentials is the form by which somebody signs up or logs in.
type credentials struct {
	name   string
	next   string // where to go on
	faults map[string]string
	fault  string // of the whole
}

// described are an input's attributes that point to its hint and its fault.
func (d input) described() templ.Attributes {
	var ids []string
	a := templ.Attributes{}
	if d.hint != "" {
		ids = append(ids, d.id+"-hint")
	}
	if d.fault != "" {
		ids = append(ids, d.id+"-fault")
		a["aria-invalid"] = "true"
	}
	if len(ids) > 0 {
		a["aria-describedby"] = strings.Join(ids, " ")
	}
	return a
}

// signUp shows the form for a new account.
func (s *site) signUp(w http.ResponseWriter, r *http.Request, words *web.Words) {
	s.showSignUp(w, r, words, http.StatusOK, credentials{next: local(r.URL.Query().Get("next")), name: suggested(r)})
}

// suggested is the name a guest has chosen for himself.
func suggested(r *http.Request) string {
	c, err := r.Cookie(nameCookie)
	if err != nil {
		return ""
	}
	name, err := url.QueryUnescape(c.Value)
	if err != nil {
		return ""
	}
	if name, _, err = account.CheckName(name); err != nil {
		return ""
	}
	return name
}

func (s *site) showSignUp(w http.ResponseWriter, r *http.Request, words *web.Words, status int, f credentials) {
	p := s.newPage(r, words, placeOf("sign-up"))
	p.title, p.description, p.class, p.scripts = words.Say("account.sign-up"), words.Say("account.sign-up.lead"), "page-people", []string{"account.js"}
	s.show(w, r, status, signUpContent(p, f))
}

// logIn shows the form for who has an account.
func (s *site) logIn(w http.ResponseWriter, r *http.Request, words *web.Words) {
	s.showLogIn(w, r, words, http.StatusOK, credentials{next: local(r.URL.Query().Get("next"))})
}

func (s *site) showLogIn(w http.ResponseWriter, r *http.Request, words *web.Words, status int, f credentials) {
	p := s.newPage(r, words, placeOf("log-in"))
	p.title, p.description, p.class, p.scripts = words.Say("account.log-in"), words.Say("account.sign-up.lead"), "page-people", []string{"account.js"}
	s.show(w, r, status, logInContent(p, f))
}

// from says where a request comes from.
func (s *site) from(r *http.Request) account.From {
	return account.From{Device: account.VisitorOf(r.Context()).Device, Address: s.Limits.Address(r), Browser: browserName(r.UserAgent())}
}

// enter takes a posted name and password to an account.
func (s *site) enter(w http.ResponseWriter, r *http.Request, words *web.Words,
	how func(name, password string) (account.Session, error), again func(http.ResponseWriter, *http.Request, *web.Words, int, credentials)) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	f := credentials{name: r.PostFormValue("name"), next: local(r.PostFormValue("next"))}
	session, err := how(f.name, r.PostFormValue("password"))
	var refused *account.Refused
	if errors.As(err, &refused) {
		field, text := refusal(words, refused)
		if f.faults = map[string]string{}; field == "" {
			f.fault = text
		} else {
			f.faults[field] = text
		}
		again(w, r, words, statusOf(refused), f)
		return
	}
	if err != nil {
		s.broken(w, r, err)
		return
	}
	account.RememberSession(w, r, session)
	if f.next == "" {
		f.next = frontPath(words.Lang())
	}
	http.Redirect(w, r, f.next, http.StatusSeeOther)
}

// doSignUp makes an account; what the device has played becomes the account's.
func (s *site) doSignUp(w http.ResponseWriter, r *http.Request, words *web.Words) {
	s.enter(w, r, words, func(name, password string) (account.Session, error) {
		return s.Accounts.SignUp(r.Context(), name, password, s.from(r))
	}, s.showSignUp)
}

func (s *site) doLogIn(w http.ResponseWriter, r *http.Request, words *web.Words) {
	s.enter(w, r, words, func(name, password string) (account.Session, error) {
		return s.Accounts.LogIn(r.Context(), name, password, s.from(r))
	}, s.showLogIn)
}

// logOut ends the session; the device goes on as a guest's.
func (s *site) logOut(w http.ResponseWriter, r *http.Request, words *web.Words) {
	if v := account.VisitorOf(r.Context()); v.Session != "" {
		if err := s.Accounts.LogOut(r.Context(), v); err != nil {
			s.broken(w, r, err)
			return
		}
	}
	account.ForgetSession(w, r)
	http.Redirect(w, r, frontPath(words.Lang()), http.StatusSeeOther)
}

// refusal says in the page's language what the accounts have refused, and at which field.
func refusal(words *web.Words, r *account.Refused) (field, text string) {
	return r.Field, words.Say("account.refused." + string(r.Code))
}

// statuses are the answers to refusals.
var statuses = map[account.Code]int{
	account.NotFound: http.StatusNotFound, account.Forbidden: http.StatusForbidden, account.TooMany: http.StatusTooManyRequests,
}

func statusOf(r *account.Refused) int {
	if status := statuses[r.Code]; status != 0 {
		return status
	}
	return http.StatusUnprocessableEntity
}

// browserName is a browser as people know it: "Firefox, Linux".
func browserName(agent string) string {
	find := func(pairs ...string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if strings.Contains(agent, pairs[i]) {
				return pairs[i+1]
			}
		}
		return ""
	}
	// Most call themselves by the names of others too; the one that tells comes first.
	browser := find("Edg", "Edge", "OPR/", "Opera", "SamsungBrowser", "Samsung Internet", "Firefox/", "Firefox", "FxiOS", "Firefox",
		"CriOS", "Chrome", "Chrome/", "Chrome", "Safari/", "Safari")
	system := find("Android", "Android", "iPhone", "iPhone", "iPad", "iPad", "Windows", "Windows", "Mac OS X", "macOS", "CrOS", "ChromeOS", "Linux", "Linux")
	switch {
	case browser != "" && system != "":
		return browser + ", " + system
	case browser+system != "":
		return browser + system
	}
	agent, _, _ = strings.Cut(agent, "/")
	return strings.TrimSpace(agent)
}

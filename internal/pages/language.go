package pages

import (
	"net/http"
	"net/url"

	"golang.org/x/text/language"

	"melee/web"
)

// languageCookie keeps the language a visitor has chosen.
const languageCookie = "melee_lang"

const cookieAge = 365 * 24 * 60 * 60 // seconds

var matcher = language.NewMatcher(tags())

func tags() []language.Tag {
	list := make([]language.Tag, len(web.Languages))
	for i, lang := range web.Languages {
		list[i] = language.Make(lang)
	}
	return list
}

// maxAccept bounds the Accept-Language field that is read, in bytes.
const maxAccept = 500

// negotiate returns the language to greet a visitor in: the one he has chosen
// before, else what his browser asks for.
func negotiate(r *http.Request) *web.Words {
	if c, err := r.Cookie(languageCookie); err == nil {
		if words := web.Speak(c.Value); words != nil {
			return words
		}
	}
	accepted := r.Header.Get("Accept-Language")
	if len(accepted) > maxAccept {
		accepted = ""
	}
	wanted, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil {
		wanted = nil
	}
	_, i, _ := matcher.Match(wanted...)
	return web.Speak(web.Languages[i])
}

// spoken returns the language of an address, "" if it has none.
func spoken(path string) *web.Words {
	for _, lang := range web.Languages {
		if path == "/"+lang || len(path) > len(lang)+1 && path[:len(lang)+2] == "/"+lang+"/" {
			return web.Speak(lang)
		}
	}
	return nil
}

// welcome sends a visitor to the front page in his language.
func (s *site) welcome(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Vary", "Accept-Language, Cookie")
	w.Header().Set("Cache-Control", "private, no-cache")
	http.Redirect(w, r, frontPath(negotiate(r).Lang()), http.StatusFound)
}

// choose is the query by which the language switch says that it was used.
const choose = "lang"

// chosen keeps the language if the visitor has just switched to it, and shows
// the page under its plain address; it reports whether it answered.
func chosen(w http.ResponseWriter, r *http.Request, lang string) bool {
	if r.Method != http.MethodGet || r.URL.Query().Get(choose) != lang {
		return false
	}
	http.SetCookie(w, &http.Cookie{
		Name: languageCookie, Value: lang, Path: "/", MaxAge: cookieAge,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: isSecure(r),
	})
	query := r.URL.Query()
	query.Del(choose)
	http.Redirect(w, r, (&url.URL{Path: r.URL.Path, RawQuery: query.Encode()}).String(), http.StatusSeeOther)
	return true
}

// isSecure reports whether the visitor came by HTTPS, also through a proxy.
func isSecure(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"
}

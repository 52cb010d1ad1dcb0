package pages

import (
	"hash/fnv"
	"net/http"
	"net/url"
	"strings"

	"melee/internal/account"
	"melee/internal/table"
	"melee/web"
)

// nameCookie keeps the name a visitor has chosen.
const nameCookie = "melee_name"

// nameOf returns the visitor's name: that of his account, else the one he has
// chosen, else a guest's name that stays the same for his device.
func (s *site) nameOf(r *http.Request, words *web.Words) string {
	if v := account.VisitorOf(r.Context()); v.Name != "" {
		return v.Name
	}
	if c, err := r.Cookie(nameCookie); err == nil {
		if text, err := url.QueryUnescape(c.Value); err == nil {
			if name := table.CleanName(text); name != "" {
				return name
			}
		}
	}
	return guest(words, s.Owner(r.Context()))
}

// guest makes a readable name from what stands for a device.
func guest(words *web.Words, owner string) string {
	hash := fnv.New64a()
	hash.Write([]byte(owner)) // a Hash64 takes everything
	n := hash.Sum64()
	nouns, adjectives := strings.Split(words.Say("guest.nouns"), ","), strings.Split(words.Say("guest.adjectives"), ",")
	noun := nouns[n%uint64(len(nouns))]
	adjective := adjectives[n/uint64(len(nouns))%uint64(len(adjectives))]
	return words.Say("guest.name", "noun", noun, "adjective", adjective)
}

// called returns the name that a form gives, which is kept if it is a new one,
// or the visitor's where the form gives none.
func (s *site) called(w http.ResponseWriter, r *http.Request, words *web.Words) string {
	known := s.nameOf(r, words)
	name := table.CleanName(r.PostFormValue("name"))
	if name == "" || name == known || account.VisitorOf(r.Context()).Name != "" {
		return known
	}
	keepName(w, r, name)
	return name
}

// keepName remembers a name; "" goes back to the guest's.
func keepName(w http.ResponseWriter, r *http.Request, name string) {
	c := &http.Cookie{
		Name: nameCookie, Value: url.QueryEscape(name), Path: "/", MaxAge: cookieAge,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: isSecure(r),
	}
	if name == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// rename keeps the name that a visitor wants and leads back to the front page.
func (s *site) rename(w http.ResponseWriter, r *http.Request, words *web.Words) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	keepName(w, r, table.CleanName(r.PostFormValue("name")))
	http.Redirect(w, r, frontPath(words.Lang()), http.StatusSeeOther)
}

package pages

import (
	"net/url"
	"strings"
)

// french are the words of addresses that are not the same in both languages.
var french = map[string]string{
	"sign-up": "inscription", "log-in": "connexion", "log-out": "deconnexion", "account": "compte",
	"people": "joueurs", "leaders": "classements", "archive": "parties", "explorer": "ouvertures",
	"report": "signalement", "operator": "moderation",
}

// pathOf is the address of a page by its English name, with what follows it.
func pathOf(lang, name string, more ...string) string {
	if word := french[name]; lang == "fr" && word != "" {
		name = word
	}
	path := "/" + lang + "/" + name
	for _, part := range more {
		path += "/" + part
	}
	return path
}

// placeOf gives the address of a page in each language.
func placeOf(name string, more ...string) func(lang string) string {
	return func(lang string) string { return pathOf(lang, name, more...) }
}

func profilePath(lang, name string) string { return pathOf(lang, "people", url.PathEscape(name)) }

// after is an address to go to once something is done, with where to go on from there.
func after(path, next string) string {
	if next = local(next); next == "" {
		return path
	}
	return path + "?next=" + url.QueryEscape(next)
}

// local returns a path of this site, "" for anything else: a form must not lead away.
func local(path string) string {
	u, err := url.Parse(path)
	if err != nil || u.Scheme != "" || u.Host != "" || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\n\r\t") {
		return ""
	}
	return path
}

// escapeQuery writes a text into the query of an address.
func escapeQuery(text string) string { return url.QueryEscape(text) }

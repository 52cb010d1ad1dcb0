package web

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"
)

// Languages are the languages of the pages, the preferred one first.
var Languages = []string{"fr", "en"}

// Words are the texts of one language.
type Words struct {
	lang  string
	texts map[string]string
}

var speakers = sync.OnceValue(func() map[string]*Words {
	all := map[string]*Words{}
	for _, lang := range Languages {
		data, err := Messages.ReadFile("messages/" + lang + ".json")
		if err != nil {
			panic("web: " + err.Error())
		}
		w := &Words{lang: lang}
		if err := json.Unmarshal(data, &w.texts); err != nil {
			panic("web: messages/" + lang + ".json: " + err.Error())
		}
		all[lang] = w
	}
	return all
})

// Speak returns the texts of a language, nil if there are none.
func Speak(lang string) *Words { return speakers()[lang] }

// Lang returns the language's tag.
func (w *Words) Lang() string { return w.lang }

// Knows reports whether there is a text of that name.
func (w *Words) Knows(key string) bool {
	_, ok := w.texts[key]
	return ok
}

// Say returns a text with each {name} replaced by the value that follows name
// in pairs. A missing text shows as its key; a test keeps that from happening.
func (w *Words) Say(key string, pairs ...string) string {
	text, ok := w.texts[key]
	if !ok {
		return key
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}

// Count returns the text for n things, "key.one" or "key.other" as the language
// counts: French has its singular for 0 too.
func (w *Words) Count(key string, n int) string {
	form := ".other"
	if n == 1 || n == 0 && w.lang == "fr" {
		form = ".one"
	}
	return w.Say(key+form, "n", w.Number(n))
}

// Number writes a whole number from 0 on, thousands set apart as the language does.
func (w *Words) Number(n int) string {
	gap := ","
	if w.lang == "fr" {
		gap = "\u202f" // a narrow space that does not break
	}
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + gap + text[i:]
	}
	return text
}

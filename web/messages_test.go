package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"melee/web"
)

func TestTextsAreSaidWithTheirValues(t *testing.T) {
	fr, en := web.Speak("fr"), web.Speak("en")
	for _, c := range []struct{ got, want string }{
		{fr.Say("points.other", "n", "7"), "7 points"},
		{fr.Count("points", 0), "0 point"},
		{fr.Count("points", 1), "1 point"},
		{fr.Count("points", 2), "2 points"},
		{en.Count("points", 0), "0 points"},
		{en.Count("points", 1), "1 point"},
		{en.Count("points", 12000), "12,000 points"},
		{fr.Number(999), "999"},
		{fr.Number(1234567), "1\u202f234\u202f567"},
		{en.Say("no.such.text", "n", "1"), "no.such.text"},
		{en.Lang(), "en"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	if web.Speak("de") != nil {
		t.Error("a language without texts is spoken")
	}
}

// sources are the files that say texts.
var sources = []string{"src/*.ts", "../internal/pages/*.go", "../internal/pages/*.templ", "../internal/live/*.go"}

// A use is a literal that may name texts: as it stands, or around what is put into it.
type use struct {
	file, literal string
	names         *regexp.Regexp
}

var (
	literals = regexp.MustCompile("\"[^\"\\n]*\"|`[^`]*`")
	asked    = regexp.MustCompile(`\b(?:say|count|Say|Count)\((?:"([^"]+)"|` + "`([^`]+)`" + `)\s*[,)]`)
	hole     = regexp.MustCompile(`\\\$\\\{[^}]*\\\}`)
)

// pattern matches the texts a literal can name: ${…} stands for anything, and so does what follows a final dot.
func pattern(literal string) *regexp.Regexp {
	text := hole.ReplaceAllString(regexp.QuoteMeta(literal), `.+`)
	if strings.HasSuffix(literal, ".") {
		text += ".+"
	}
	return regexp.MustCompile("^" + text + `(?:\.(?:one|other|hint))?$`)
}

func uses(t *testing.T) (all, direct []use) {
	t.Helper()
	for _, glob := range sources {
		files, err := filepath.Glob(glob)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", glob, len(files), err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_templ.go") {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, quoted := range literals.FindAllString(string(data), -1) {
				text := quoted[1 : len(quoted)-1]
				if strings.HasPrefix(text, "$") || strings.ContainsAny(text, " \n") {
					continue // it would name every text, or names none
				}
				all = append(all, use{file, text, pattern(text)})
			}
			for _, call := range asked.FindAllStringSubmatch(string(data), -1) {
				text := call[1] + call[2]
				direct = append(direct, use{file, text, pattern(text)})
				all = append(all, direct[len(direct)-1])
			}
		}
	}
	return all, direct
}

func TestTextsThatAreSaidExist(t *testing.T) {
	texts := messages(t, "fr")
	_, direct := uses(t)
	if len(direct) < 50 {
		t.Fatalf("only %d calls were found", len(direct))
	}
	for _, u := range direct {
		found := false
		for key := range texts {
			found = found || u.names.MatchString(key)
		}
		if !found {
			t.Errorf("%s says %q, which no language has", u.file, u.literal)
		}
	}
}

func TestTextsThatExistAreSaid(t *testing.T) {
	all, _ := uses(t)
	for key := range messages(t, "fr") {
		used := false
		for _, u := range all {
			used = used || u.names.MatchString(key)
		}
		if !used {
			t.Errorf("nothing says %q", key)
		}
	}
}

// sentence is what only a text for people looks like: a capital, a small letter and words apart.
var sentence = regexp.MustCompile(`["` + "`" + `>][A-ZÀ-Ý][a-zà-ÿ’']+ [a-zà-ÿ]+[^"` + "`" + `]*`)

// TestNoSentenceIsWrittenIntoTheIslands keeps texts in the messages, where every language has them.
func TestNoSentenceIsWrittenIntoTheIslands(t *testing.T) {
	files, err := filepath.Glob("src/*.ts")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			code, _, _ := strings.Cut(line, "//")
			if strings.HasPrefix(strings.TrimSpace(code), "*") || strings.HasPrefix(strings.TrimSpace(code), "/*") {
				continue
			}
			if found := sentence.FindString(code); found != "" {
				t.Errorf("%s:%d writes %s", file, i+1, found)
			}
		}
	}
}

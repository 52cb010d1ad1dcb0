package account

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mtibben/confusables"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The lengths of names, in characters.
const (
	MinName = 2
	MaxName = 24
)

// reserved are names that would pass for somebody they are not.
var reserved = []string{
	"admin", "administrator", "anonymous", "anonyme", "bot", "computer", "cpu", "deleted", "guest", "invité", "mêlée", "melee",
	"moderator", "operator", "opérateur", "ordinateur", "root", "supprimé", "support", "system",
}

var reservedKeys = func() map[string]bool {
	keys := map[string]bool{}
	for _, name := range reserved {
		for _, key := range keysOf(name) {
			keys[key] = true
		}
	}
	return keys
}()

// CheckName returns a name as it is kept, and the keys by which look-alikes
// are found: two names that have a key in common cannot both be taken.
func CheckName(name string) (kept string, keys []string, err error) {
	if len(name) > 4*MaxName {
		return "", nil, refuse(NameBad, "name", "a name has at most %d characters", MaxName)
	}
	kept = norm.NFC.String(strings.TrimSpace(name))
	if n := utf8.RuneCountInString(kept); n < MinName || n > MaxName || !utf8.ValidString(kept) {
		return "", nil, refuse(NameBad, "name", "a name has %d to %d characters", MinName, MaxName)
	}
	if err := checkLetters(kept); err != nil {
		return "", nil, err
	}
	keys = keysOf(kept)
	for _, key := range keys {
		if reservedKeys[key] {
			return "", nil, refuse(NameTaken, "name", "the name '%s' is kept for the site", kept)
		}
	}
	return kept, keys, nil
}

// checkLetters refuses names that cannot be told apart, read aloud or typed.
func checkLetters(name string) error {
	var last rune
	script := ""
	for i, r := range name {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r) && i > 0:
			s := scriptOf(r)
			if s != "" && script != "" && s != script {
				return refuse(NameBad, "name", "a name is written in one script, not in %s and %s", script, s)
			}
			if s != "" {
				script = s
			}
		case r >= '0' && r <= '9':
		case strings.ContainsRune(" ._-'", r):
			if i == 0 || strings.ContainsRune(" ._-'", last) {
				return refuse(NameBad, "name", "'%c' stands between letters or digits only", r)
			}
		default:
			return refuse(NameBad, "name", "a name has letters, digits, spaces and . _ - ' only, not %q", r)
		}
		last = r
	}
	if strings.ContainsRune(" ._-'", last) {
		return refuse(NameBad, "name", "a name ends with a letter or digit")
	}
	if script == "" {
		return refuse(NameBad, "name", "a name has at least one letter")
	}
	return nil
}

// scriptOf returns the writing a letter belongs to, "" for what all have in
// common. The scripts of Japanese count as one, as do Korean's.
func scriptOf(r rune) string {
	if unicode.In(r, unicode.Common, unicode.Inherited) {
		return ""
	}
	for name, table := range unicode.Scripts {
		if !unicode.Is(table, r) {
			continue
		}
		switch name {
		case "Hiragana", "Katakana", "Han", "Hangul", "Bopomofo":
			return "Han"
		}
		return name
	}
	return ""
}

// fold returns a name without what differs only by case or by width.
func fold(name string) string {
	return cases.Fold().String(norm.NFKC.String(strings.TrimSpace(name)))
}

// keysOf returns the folded name, and how it looks as it is written and in small letters.
func keysOf(name string) []string {
	bare := func(s string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(" ._-'", r) {
				return -1
			}
			return r
		}, s)
	}
	keys := []string{fold(name)}
	for _, key := range []string{
		bare(fold(name)),
		bare(fold(confusables.Skeleton(norm.NFKC.String(name)))),
		bare(fold(confusables.Skeleton(fold(name)))),
	} {
		known := false
		for _, k := range keys {
			known = known || k == key
		}
		if !known {
			keys = append(keys, key)
		}
	}
	return keys
}

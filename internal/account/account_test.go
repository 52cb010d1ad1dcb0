package account_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"melee/internal/account"
)

// code returns the code of a refusal, "" if there is none.
func code(err error) account.Code {
	var refused *account.Refused
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

func TestNamesThatPeopleHave(t *testing.T) {
	for _, name := range []string{"Zoé", "Jean-Luc", "O'Neil", "x2", "Магнус", "佐藤さくら", "김민준", "Ελένη", "محمد", "a.b_c", "Anne Marie"} {
		kept, keys, err := account.CheckName("  " + name + " ")
		if err != nil || kept != name || len(keys) == 0 {
			t.Errorf("%s: got '%s', %q, %v", name, kept, keys, err)
		}
	}
}

func TestNamesThatAreRefused(t *testing.T) {
	for name, want := range map[string]account.Code{
		"":                        account.NameBad,
		"x":                       account.NameBad,
		strings.Repeat("x", 25):   account.NameBad,
		strings.Repeat("é", 2000): account.NameBad,
		"12345":                   account.NameBad, // no letter
		"a  b":                    account.NameBad,
		"-ab":                     account.NameBad,
		"ab.":                     account.NameBad,
		"a\u200bb":                account.NameBad, // zero width
		"a\u202eb":                account.NameBad, // right to left
		"a\xffb":                  account.NameBad,
		"<b>x":                    account.NameBad,
		"♔ing":                    account.NameBad,
		"Pаul":                    account.NameBad, // Cyrillic а among Latin letters
		"Admin":                   account.NameTaken,
		"аdmіn":                   account.NameBad,
		"Mêlée":                   account.NameTaken,
		"ope-rator":               account.NameTaken,
	} {
		_, _, err := account.CheckName(name)
		if got := code(err); got != want {
			t.Errorf("%q: got %q (%v), want %q", name, got, err, want)
		}
	}
}

// alike reports whether two names cannot both be taken.
func alike(t *testing.T, a, b string) bool {
	t.Helper()
	_, keys, err := account.CheckName(a)
	if err != nil {
		t.Fatal(err)
	}
	_, others, err := account.CheckName(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		for _, o := range others {
			if k == o {
				return true
			}
		}
	}
	return false
}

func TestLookAlikes(t *testing.T) {
	for _, pair := range [][2]string{
		{"Alice", "alice"}, {"Alice", "AIice"}, {"Alice", "A1ice"}, {"Alice", "Al ice"}, {"Alice", "A.lice"}, {"Bob", "B0b"},
		{"modern", "modem"}, {"pop", "рор"}, {"ＡＢＣ", "abc"},
	} {
		if !alike(t, pair[0], pair[1]) {
			t.Errorf("%s and %s can both be taken", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"mail", "mall"}, {"Zoe", "Zoé"}, {"Anna", "Anne"}, {"bot7", "bot1x"}} {
		if alike(t, pair[0], pair[1]) {
			t.Errorf("%s and %s cannot both be taken", pair[0], pair[1])
		}
	}
}

func FuzzCheckName(f *testing.F) {
	for _, name := range []string{"Zoé", "a\u200bb", "Pаul", "\xff", "Jean-Luc", "ﷺ"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		kept, keys, err := account.CheckName(name)
		if err != nil {
			if code(err) == "" {
				t.Fatalf("%q: %v is no refusal", name, err)
			}
			return
		}
		if n := utf8.RuneCountInString(kept); n < account.MinName || n > account.MaxName {
			t.Fatalf("%q is kept as %q", name, kept)
		}
		again, same, err := account.CheckName(kept)
		if err != nil || again != kept || strings.Join(same, "|") != strings.Join(keys, "|") {
			t.Fatalf("%q is kept as %q, which gives %q, %v", name, kept, again, err)
		}
	})
}

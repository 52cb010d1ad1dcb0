package notation

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"melee/rules/catalog"
)

// seedFuzz adds files: our own, and games of servers where they are there.
func seedFuzz(f *testing.F, patterns ...string) {
	f.Helper()
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files[:min(len(files), 20)] {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
}

// fuzzReader checks that nothing panics and that what has been read is written
// in a form that is read as the same.
func fuzzReader(t *testing.T, f Format, text []byte) {
	in, err := NewReader(f, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for {
		r, err := in.Next()
		if _, bad := err.(*GameError); bad {
			continue
		}
		if err != nil {
			return
		}
		forms := []Format{f}
		if f != JSON {
			forms = append(forms, JSON)
		}
		for _, form := range forms {
			again, err := reread(form, r)
			if err != nil {
				t.Fatalf("what has been read cannot be read again as %s: %v", form, err)
			}
			if diff := cmp.Diff(r, again, byName, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("as %s (-read +written and read again):\n%s", form, diff)
			}
		}
	}
}

func reread(f Format, r *Record) (*Record, error) {
	text, err := Append(nil, f, r)
	if err != nil {
		return nil, err
	}
	in, err := NewReader(f, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return in.Next()
}

func FuzzReadPGN(f *testing.F) {
	seedFuzz(f, "testdata/read/*.pgn")
	f.Fuzz(func(t *testing.T, text []byte) { fuzzReader(t, PGN, text) })
}

func FuzzReadPGN4(f *testing.F) {
	seedFuzz(f, "testdata/*.pgn4", "testdata/read/*.pgn4", archive+"/parser_cases/*.pgn4", archive+"/teams_human/*.pgn4", archive+"/ffa_modern/*.pgn4")
	f.Fuzz(func(t *testing.T, text []byte) { fuzzReader(t, PGN4, text) })
}

func FuzzReadJSON(f *testing.F) {
	seedFuzz(f, "testdata/read/*.json")
	for i, v := range catalog.All() {
		text, err := Append(nil, JSON, randomRecord(f, v, nil, rand.New(rand.NewPCG(1, uint64(i))), 12))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) { fuzzReader(t, JSON, text) })
}

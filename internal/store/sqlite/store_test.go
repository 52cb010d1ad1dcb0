package sqlite_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"melee/internal/hub"
	"melee/internal/store/sqlite"
	"melee/internal/store/storetest"
)

func open(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (hub.Store, func() hub.Store) {
		path := filepath.Join(t.TempDir(), "a b?#%.db")
		s := open(t, path)
		t.Cleanup(func() { s.Close() })
		return s, func() hub.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open(t, path)
			return s
		}
	})
}

func TestOpenNamesAFileThatIsNoDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "letter.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("Dear Sir, ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := sqlite.Open(t.Context(), path)
	if err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want an error that names %s", err, path)
	}
	if got, _ := os.ReadFile(path); !strings.HasPrefix(string(got), "Dear Sir") {
		t.Error("the file was changed")
	}
}

func TestAppendAfterCloseIsAnError(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "m.db"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	storetest.AppendMustFail(t, s)
}

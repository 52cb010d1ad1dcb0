package notation

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\n%s", file, firstDifference(string(got), string(want)))
	}
}

// TestGolden reads files as people write them. Beside each stands what comes
// out: the games in their own format and in JSON, and what is told of the bad ones.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/read/*.*")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no files", err)
	}
	for _, file := range files {
		f := FormatOf(file)
		if f == "" {
			continue // a golden file
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			records, faults := readAll(t, f, string(text))
			out := []byte(strings.Join(append(faults, ""), "\n"))
			for _, r := range records {
				if out, err = Append(out, f, r); err != nil {
					t.Fatal(err)
				}
			}
			for _, r := range records {
				if out, err = Append(out, JSON, r); err != nil {
					t.Fatal(err)
				}
			}
			golden(t, file+".golden", out)
			if len(records) > 0 {
				roundTrip(t, f, records)
				roundTrip(t, JSON, records)
			}
		})
	}
}

// TestOwnGames replays whole games in the form in which this program writes
// them: they come out letter by letter as they went in, with their results.
func TestOwnGames(t *testing.T) {
	for _, c := range []struct{ file, result string }{
		{"ffa.pgn4", "lead"}, {"walking.pgn4", "bare-kings"}, {"still.pgn4", "bare-kings"}, {"teams.pgn4", "mate"},
	} {
		t.Run(c.file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", c.file))
			if err != nil {
				t.Fatal(err)
			}
			records, faults := readAll(t, PGN4, string(text))
			if len(records) != 1 || len(faults) > 0 {
				t.Fatalf("%d games, faults %q", len(records), faults)
			}
			r := records[0]
			if r.Result == nil || string(r.Result.Reason) != c.result {
				t.Errorf("ended as %+v, want %s", r.Result, c.result)
			}
			// A result that the moves do not lead to would have been kept.
			if told := r.Tag("Result"); told != "" {
				t.Errorf("the moves do not lead to the result %s", told)
			}
			again, err := Append(nil, PGN4, r)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(again, text) {
				t.Errorf("written again:\n%s", firstDifference(string(again), string(text)))
			}
		})
	}
}

package sqlite_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"melee/internal/hub"
	"melee/internal/store/sqlite"
	"melee/internal/store/storetest"
	"melee/internal/table"
)

// eventsFrom returns n events of a table from seq on; number 1 opens it.
func eventsFrom(id string, seq int64, n int) (list []table.Event) {
	for i := range int64(n) {
		e := table.Event{Seq: seq + i, At: time.Unix(seq+i, 0).UTC(), Fact: table.Acted{Token: fmt.Sprint(id, seq+i), By: table.Person}, Command: "anne/1"}
		if e.Seq == 1 {
			e.Fact = table.Opened{Variant: "all-in", Chairs: []table.Chair{{Player: table.CPU}, {Player: table.CPU}}}
		}
		list = append(list, e)
	}
	return list
}

// crashed copies a database as a machine that lost power would have it.
func crashed(t interface{ Fatal(...any) }, path, to string) string {
	for _, end := range []string{"", "-wal"} {
		text, err := os.ReadFile(path + end)
		if err == nil {
			err = os.WriteFile(to+end, text, 0o600)
		}
		if err != nil && !(end == "-wal" && errors.Is(err, os.ErrNotExist)) {
			t.Fatal(err)
		}
	}
	return to
}

// Wherever events are, in the journal or in their table's own place, written
// by one program or another, before a crash or after it: a table has the same.
func TestAJournalIsSeenByNobody(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.db")
	if err := open(t, empty).Close(); err != nil {
		t.Fatal(err)
	}
	runs := 0
	rapid.Check(t, func(r *rapid.T) {
		runs++
		path := crashed(r, empty, filepath.Join(dir, fmt.Sprintf("%d.db", runs)))
		model := storetest.NewMemory()
		open := func(path string) *sqlite.Store {
			s, err := sqlite.Open(t.Context(), path, sqlite.WithDurability(sqlite.OS))
			if err != nil {
				r.Fatal(err)
			}
			return s
		}
		programs := []*sqlite.Store{open(path), open(path)}
		defer func() {
			for _, s := range programs {
				s.Close()
			}
		}()
		ids := []string{"a", "b", "c"}
		same := func(s hub.Store, ids ...string) {
			for _, id := range ids {
				want, missing := model.Events(t.Context(), id)
				got, err := s.Events(t.Context(), id)
				if diff := cmp.Diff(want, got); diff != "" || errors.Is(err, hub.ErrNotFound) != (missing != nil) {
					r.Fatalf("events of %s (-want +got), %v:\n%s", id, err, diff)
				}
			}
		}
		r.Repeat(map[string]func(*rapid.T){
			"append": func(r *rapid.T) {
				s, id := rapid.SampledFrom(programs).Draw(r, "program"), rapid.SampledFrom(ids).Draw(r, "table")
				stored, _ := model.Events(t.Context(), id)
				seq := max(1, int64(len(stored))+1+rapid.SampledFrom([]int64{0, 0, 0, 0, -1, 1}).Draw(r, "off"))
				list := eventsFrom(id, seq, rapid.IntRange(1, 3).Draw(r, "events"))
				want, got := model.Append(t.Context(), id, list, hub.Mark{}), s.Append(t.Context(), id, list, hub.Mark{})
				if !errors.Is(got, want) {
					r.Fatalf("append of event %d to %s: got %v, want %v", seq, id, got, want)
				}
			},
			"fold": func(r *rapid.T) {
				if err := rapid.SampledFrom(programs).Draw(r, "program").Fold(); err != nil {
					r.Fatal(err)
				}
			},
			"restart": func(r *rapid.T) {
				seldom(r)
				i := rapid.IntRange(0, len(programs)-1).Draw(r, "program")
				if err := programs[i].Close(); err != nil {
					r.Fatal(err)
				}
				programs[i] = open(path)
			},
			"crash": func(r *rapid.T) {
				seldom(r)
				s := open(crashed(r, path, path+".crashed"))
				same(s, ids...)
				if s.Close() != nil || os.Remove(path+".crashed") != nil {
					r.Fatal("the copy cannot be closed")
				}
			},
			"": func(r *rapid.T) {
				same(rapid.SampledFrom(programs).Draw(r, "reader"), rapid.SampledFrom(ids).Draw(r, "looks at"))
			},
		})
		same(programs[0], ids...)
		same(programs[1], ids...)
	})
}

// seldom skips a step that takes long, most of the time.
func seldom(r *rapid.T) {
	if rapid.IntRange(0, 5).Draw(r, "seldom") > 0 {
		r.Skip()
	}
}

// Events that were folded stay when the program crashes next, and so do those that were not.
func TestACrashBetweenJournalAndFold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	s := open(t, path)
	defer s.Close()
	add := func(s *sqlite.Store, seq int64, n int) {
		t.Helper()
		if err := s.Append(t.Context(), "a", eventsFrom("a", seq, n), hub.Mark{}); err != nil {
			t.Fatal(err)
		}
	}
	for seq := range int64(6) {
		add(s, seq+1, 1)
	}
	if err := s.Fold(); err != nil {
		t.Fatal(err)
	}
	add(s, 7, 2)
	if n := s.InJournal(); n != 2 {
		t.Fatalf("%d events in the journal, want 2", n)
	}
	after := open(t, crashed(t, path, path+".crashed"))
	defer after.Close()
	if n := after.InJournal(); n != 2 {
		t.Errorf("%d events in the journal after the crash, want 2", n)
	}
	add(after, 9, 1)
	got, err := after.Events(t.Context(), "a")
	if diff := cmp.Diff(eventsFrom("a", 1, 9), got); diff != "" || err != nil {
		t.Errorf("after the crash (-want +got), %v:\n%s", err, diff)
	}
}

func TestAStoreThatIsClosedLeavesNothingInTheJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	s := open(t, path)
	for seq := int64(1); seq < 3000; seq += 10 {
		if err := s.Append(t.Context(), "a", eventsFrom("a", seq, 10), hub.Mark{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := count(t, path, `select count(*) from events`); n != 3000 {
		t.Errorf("%d events are folded, want 3000", n)
	}
	if n := count(t, path, `select coalesce(sum(length(events)), 0) from journal`); n != 0 {
		t.Errorf("%d bytes are left in the journal", n)
	}
}

func count(t *testing.T, path, query string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// A database of the time before the journal is read, and gone on with.
func TestADatabaseWithoutJournalIsTakenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	if err := sqlite.MigrateTo(t.Context(), path, 2); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	all := eventsFrom("a", 1, 5)
	if _, err := db.Exec(`insert into tables (id, variant, opened, changed, progress) values ('a', 'all-in', 1, 1, 'waiting')`); err != nil {
		t.Fatal(err)
	}
	for _, e := range all[:3] {
		body, err := e.Body()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(`insert into events (table_id, seq, at, kind, body, command) values ('a', ?, ?, ?, ?, ?)`,
			e.Seq, e.At.UnixNano(), e.Kind(), string(body), e.Command); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	s := open(t, path)
	defer s.Close()
	if err := s.Append(t.Context(), "a", all[2:3], hub.Mark{}); !errors.Is(err, hub.ErrConflict) {
		t.Errorf("append of an event that is there: got %v, want ErrConflict", err)
	}
	if err := s.Append(t.Context(), "a", all[3:], hub.Mark{}); err != nil {
		t.Fatal(err)
	}
	got, err := s.Events(t.Context(), "a")
	if diff := cmp.Diff(all, got); diff != "" || err != nil {
		t.Errorf("(-want +got), %v:\n%s", err, diff)
	}
}

// What somebody has done to the file is an error that says where, no panic.
func FuzzRow(f *testing.F) {
	path := filepath.Join(f.TempDir(), "m.db")
	s, err := sqlite.Open(f.Context(), path)
	if err != nil {
		f.Fatal(err)
	}
	if err := s.Append(f.Context(), "a", eventsFrom("a", 1, 2), hub.Mark{}); err != nil {
		f.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		f.Fatal(err)
	}
	var row []byte
	err = db.QueryRow(`select events from journal`).Scan(&row)
	if err = errors.Join(err, db.Close(), s.Close()); err != nil {
		f.Fatal(err)
	}
	if n, err := sqlite.ReadRow(row); n != 2 || err != nil {
		f.Fatalf("%d events, %v, want 2", n, err)
	}
	f.Add(row)
	f.Add(slices.Concat(row, row[:7]))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, row []byte) { sqlite.ReadRow(row) })
}

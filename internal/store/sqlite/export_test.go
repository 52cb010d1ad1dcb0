package sqlite

import (
	"context"
	"io/fs"

	"github.com/pressly/goose/v3"

	"melee/internal/archive"
)

// Fold folds a part of the journal, as the committer does from time to time.
// Nothing may be appended to the store meanwhile.
func (s *Store) Fold() error { return s.write.fold() }

// InJournal returns how many events have not been folded, as far as the store knows.
func (s *Store) InJournal() int { return s.index.size() }

// MigrateTo makes a database as programs had it that knew migrations up to a version.
func MigrateTo(ctx context.Context, path string, version int64) error {
	db, err := open(path, 1, defaults)
	if err != nil {
		return err
	}
	defer db.Close()
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return err
	}
	_, err = provider.UpTo(ctx, version)
	return err
}

// ReadRow reads a row of the journal and returns how many events it has.
func ReadRow(row []byte) (n int, err error) {
	err = entries(row, func(_ int, e entry) error {
		if n++; n > 1 {
			return nil
		}
		_, err := e.event()
		return err
	})
	return n, err
}

// SearchText returns the queries that a filter leads to.
func SearchText(f archive.Filter) []string {
	q, err := newSearch(f)
	if err != nil {
		panic(err)
	}
	if q.all {
		return []string{q.one}
	}
	return []string{q.classes, q.one}
}

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"melee/internal/account"
	"melee/internal/archive"
)

// Collect implements archive.Store.
func (s *Store) Collect(ctx context.Context, owner string, games []archive.Kept, records [][]byte) error {
	return s.change(ctx, "keep games of a file", func(tx *sql.Tx) error {
		for i, k := range games {
			_, err := tx.ExecContext(ctx, `insert into collected (id, owner, added, variant, title, date, plies, ending, record) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				k.ID, owner, msOf(k.Added), k.Variant, k.Title, k.Date, k.Plies, k.Ending, string(records[i]))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Collected implements archive.Store.
func (s *Store) Collected(ctx context.Context, owner, before string, limit int) ([]archive.Kept, error) {
	cursor := `(9e18, '')`
	args := []any{owner}
	if before != "" {
		cursor = `(select added, id from collected where id = ? and owner = ?)`
		args = append(args, before, owner)
	}
	return list(ctx, s.read, "a collection", func(r row, k *archive.Kept) error {
		var added int64
		err := r.Scan(&k.ID, &added, &k.Variant, &k.Title, &k.Date, &k.Plies, &k.Ending)
		k.Added = timeOf(added)
		return err
	}, `select id, added, variant, title, date, plies, ending from collected where owner = ? and (added, id) < `+cursor+` order by added desc, id desc limit ?`,
		append(args, limit)...)
}

// CollectedRecord implements archive.Store.
func (s *Store) CollectedRecord(ctx context.Context, owner, id string) (record []byte, err error) {
	err = s.read.QueryRowContext(ctx, `select record from collected where id = ? and owner = ?`, id, owner).Scan(&record)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, archive.ErrNotFound
	}
	return record, err
}

// Uncollect implements archive.Store.
func (s *Store) Uncollect(ctx context.Context, owner, id string) error {
	err := s.changeOne(ctx, "drop a game", `delete from collected where id = ? and owner = ?`, id, owner)
	if errors.Is(err, account.ErrNotFound) {
		return archive.ErrNotFound
	}
	return err
}

// CountCollected implements archive.Store.
func (s *Store) CountCollected(ctx context.Context, owner string) (n int, err error) {
	if err = s.read.QueryRowContext(ctx, `select count(*) from collected where owner = ?`, owner).Scan(&n); err != nil {
		err = fmt.Errorf("count a collection: %w", err)
	}
	return n, err
}

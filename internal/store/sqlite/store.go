// Package sqlite keeps tables in one SQLite file.
//
// All writes go through one committer, which puts whatever is waiting into one
// transaction: an append costs one fsync, many at once still cost one.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver named "sqlite"

	"melee/internal/hub"
	"melee/internal/table"
)

//go:embed migrations/*.sql
var migrations embed.FS

var _ hub.Store = (*Store)(nil)

// A Store is a SQLite file. Its methods may be called at once.
type Store struct {
	write, read *sql.DB
	queue       chan *appending
	stop        chan struct{}
	done        chan struct{}
}

// Open opens the file, creates it if it is not there, and brings it to the
// present schema. The error says what to do where that can be known.
func Open(ctx context.Context, path string) (*Store, error) {
	write, err := open(path, 1, "immediate")
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, write); err != nil {
		write.Close()
		return nil, fmt.Errorf("%s cannot be used as a database (is it another program's file, or not writable?): %w", path, err)
	}
	read, err := open(path, 4, "deferred")
	if err != nil {
		write.Close()
		return nil, err
	}
	s := &Store{write: write, read: read, queue: make(chan *appending, 1024), stop: make(chan struct{}), done: make(chan struct{})}
	go s.commit()
	return s, nil
}

func open(path string, connections int, lock string) (*sql.DB, error) {
	q := url.Values{"_txlock": {lock}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
	}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// Close commits what is waiting and closes the file.
func (s *Store) Close() error {
	close(s.stop)
	<-s.done
	return errors.Join(s.write.Close(), s.read.Close())
}

// Events implements hub.Store.
func (s *Store) Events(ctx context.Context, id string) ([]table.Event, error) {
	rows, err := s.read.QueryContext(ctx, `select seq, at, kind, body, command from events where table_id = ? order by seq`, id)
	if err != nil {
		return nil, fmt.Errorf("events of table %s: %w", id, err)
	}
	defer rows.Close()
	var events []table.Event
	for rows.Next() {
		var e table.Event
		var at int64
		var kind, body string
		if err := rows.Scan(&e.Seq, &at, &kind, &body, &e.Command); err != nil {
			return nil, fmt.Errorf("events of table %s: %w", id, err)
		}
		e.At = time.Unix(0, at).UTC()
		if e.Fact, err = table.ParseFact(kind, []byte(body)); err != nil {
			return nil, fmt.Errorf("event %d of table %s: %w", e.Seq, id, err)
		}
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("events of table %s: %w", id, err)
	}
	if len(events) == 0 {
		return nil, hub.ErrNotFound
	}
	return events, nil
}

// Due implements hub.Store.
func (s *Store) Due(ctx context.Context) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, `select id from tables where progress = 'due' order by changed`)
	if err != nil {
		return nil, fmt.Errorf("tables that are due: %w", err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("tables that are due: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

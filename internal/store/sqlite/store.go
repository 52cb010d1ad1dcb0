// Package sqlite keeps tables, accounts and finished games in one SQLite file.
//
// All writes go through one committer, which puts whatever is waiting into one
// transaction: an append costs one sync of the disk, many at once still cost one.
// Their events become one row at the end of the journal, so that many tables
// cost few pages, and are folded into the tables' own places later, in bulk.
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
	driver "modernc.org/sqlite"

	"melee/internal/hub"
)

//go:embed migrations/*.sql
var migrations embed.FS

var _ hub.Store = (*Store)(nil)

// A Durability is what an acknowledged append survives.
type Durability string

// The durabilities.
const (
	// Full waits until the disk has what was written: it survives a power cut.
	Full Durability = "full"
	// OS hands what was written to the operating system: it survives a crash
	// of this program, not one of the machine.
	OS Durability = "os"
)

// An Option changes how a store is opened.
type Option func(*options)

type options struct {
	durability Durability
	cache      int // KiB
}

// defaults are the options that are not given.
var defaults = options{durability: Full, cache: 2 << 10}

// WithDurability says what an append survives; Full where it is not given.
func WithDurability(d Durability) Option {
	return func(o *options) { o.durability = d }
}

// WithCache says how many MB of the file each of the six connections may hold in memory; 2 where it is not given.
func WithCache(megabytes int) Option {
	return func(o *options) { o.cache = megabytes << 10 }
}

// A Store is a SQLite file. Its methods may be called at once.
type Store struct {
	write *writer
	index *index
	read  *sql.DB
	// people is the one connection that writes what is not events.
	people *sql.DB
	queue  chan *appending
	stop   chan struct{}
	done   chan struct{}
}

// Open opens the file, creates it if it is not there, and brings it to the
// present schema. The error says what to do where that can be known.
func Open(ctx context.Context, path string, with ...Option) (*Store, error) {
	o := defaults
	for _, set := range with {
		set(&o)
	}
	if o.durability != Full && o.durability != OS {
		return nil, fmt.Errorf("durability is '%s', must be full or os", o.durability)
	}
	// Where the system has it: the same durability without writing the file's times to the journal.
	if _, err := driver.Fdatasync(true); err != nil && !errors.Is(err, driver.ErrFdatasyncUnavailable) {
		return nil, err
	}
	if err := migrate(ctx, path); err != nil {
		return nil, fmt.Errorf("%s cannot be used as a database (is it another program's file, or not writable?): %w", path, err)
	}
	index := newIndex()
	write, err := newWriter(source(path, "immediate", o), index)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	read, err := open(path, 4, o)
	if err != nil {
		return nil, errors.Join(err, write.close())
	}
	people, err := sql.Open("sqlite", source(path, "immediate", o))
	if err != nil {
		return nil, errors.Join(err, write.close(), read.Close())
	}
	people.SetMaxOpenConns(1)
	s := &Store{write: write, index: index, read: read, people: people, queue: make(chan *appending, 1024), stop: make(chan struct{}), done: make(chan struct{})}
	go s.commit()
	return s, nil
}

// source names the file for the driver, with what each connection is set to.
func source(path, lock string, o options) string {
	synchronous := "synchronous(FULL)"
	if o.durability == OS {
		synchronous = "synchronous(NORMAL)"
	}
	q := url.Values{"_txlock": {lock}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", synchronous, "foreign_keys(1)", fmt.Sprintf("cache_size(-%d)", o.cache),
	}}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

func open(path string, connections int, o options) (*sql.DB, error) {
	db, err := sql.Open("sqlite", source(path, "deferred", o))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

func migrate(ctx context.Context, path string) error {
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
	_, err = provider.Up(ctx)
	return err
}

// Close commits what is waiting, empties the journal and closes the file.
func (s *Store) Close() error {
	close(s.stop)
	<-s.done
	return errors.Join(s.write.foldAll(), s.write.close(), s.people.Close(), s.read.Close())
}

// Due implements hub.Store.
func (s *Store) Due(ctx context.Context, at time.Time) ([]string, error) {
	return s.ids(ctx, "tables that are due", `select id from tables where due <= ? order by due, id`, at.UnixMilli())
}

// Owned implements hub.Store.
func (s *Store) Owned(ctx context.Context, owner string, limit int) ([]string, error) {
	return s.ids(ctx, "a person's tables", `select id from seats join tables on id = table_id
		where owner = ? and progress != 'over' order by opened desc, id limit ?`, owner, limit)
}

// Seated implements hub.Store.
func (s *Store) Seated(ctx context.Context, owner string) ([]string, error) {
	return s.ids(ctx, "a person's tables", `select table_id from seats where owner = ? order by table_id`, owner)
}

// ids returns the ids that a query selects.
func (s *Store) ids(ctx context.Context, what, query string, args ...any) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// LastBeat implements hub.Store.
func (s *Store) LastBeat(ctx context.Context) (hub.Beat, bool, error) {
	var at int64
	var beat hub.Beat
	err := s.read.QueryRowContext(ctx, `select at, stopped from beats`).Scan(&at, &beat.Stopped)
	if errors.Is(err, sql.ErrNoRows) {
		return hub.Beat{}, false, nil
	}
	if err != nil {
		return hub.Beat{}, false, fmt.Errorf("the last sign of life: %w", err)
	}
	beat.At = time.UnixMilli(at).UTC()
	return beat, true, nil
}

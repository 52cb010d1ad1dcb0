package hub

import (
	"context"
	"errors"
	"time"

	"melee/internal/table"
)

// ErrConflict says that the first of the events to append is not the next of
// its table: somebody else was first.
var ErrConflict = errors.New("the table has moved on")

// ErrNotFound says that no table has that id.
var ErrNotFound = errors.New("no such table")

// A Mark is what a store must know of a table without reading its events.
type Mark struct {
	// Due is when something happens of itself at the table, or earlier; zero
	// if it waits for people only. It has whole milliseconds.
	Due time.Time
	// Over tells that its last game has ended or that it is closed.
	Over bool
	// Owners are the persons who have seats, and the host, each once; nil leaves what is stored as it is.
	Owners []string
	// Finished is the game that the events have ended, nil if none has. It is
	// stored for good with them, once.
	Finished *table.Finished
}

// A Beat is the sign of life of a program that runs tables.
type Beat struct {
	At time.Time // of the last one
	// Stopped tells that the program has ended in an orderly way then.
	Stopped bool
}

// A Store keeps the events of tables. Its methods may be called at once.
type Store interface {
	// Append stores events of one table, all or none, and its mark. They are
	// numbered without gaps; if the first is not the table's next, the error is
	// ErrConflict. On return they survive a crash of the machine.
	Append(ctx context.Context, id string, events []table.Event, mark Mark) error
	// Mark stores a table's mark; it does nothing where there is no such table.
	Mark(ctx context.Context, id string, mark Mark) error
	// Events returns the table's events from the first; ErrNotFound if it has none.
	Events(ctx context.Context, id string) ([]table.Event, error)
	// Last returns the number of the table's last event; ErrNotFound if it has none.
	Last(ctx context.Context, id string) (int64, error)
	// Due returns the ids of the tables that are due at a time, the earliest first.
	Due(ctx context.Context, at time.Time) ([]string, error)
	// Owned returns the ids of at most limit tables at which a person has a
	// seat or is the host and that are not over, the last opened first.
	Owned(ctx context.Context, owner string, limit int) ([]string, error)
	// Seated returns the ids of all tables at which a person has a seat or is the host.
	Seated(ctx context.Context, owner string) ([]string, error)
	// Beat notes a sign of life.
	Beat(ctx context.Context, beat Beat) error
	// LastBeat returns the last sign of life of any program; false if there was none.
	LastBeat(ctx context.Context) (Beat, bool, error)
}

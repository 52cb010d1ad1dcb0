package hub

import (
	"context"
	"errors"

	"melee/internal/table"
)

// ErrConflict says that the first of the events to append is not the next of
// its table: somebody else was first.
var ErrConflict = errors.New("the table has moved on")

// ErrNotFound says that no table has that id.
var ErrNotFound = errors.New("no such table")

// Progress is what a store must know of a table without reading its events.
type Progress string

// The states in which a table can lie in the store.
const (
	Waiting Progress = "waiting" // for a person
	Due     Progress = "due"     // for the CPU or a deadline: to be woken after a start
	Over    Progress = "over"    // its last game has ended
)

// A Store keeps the events of tables.
type Store interface {
	// Append stores events of one table, all or none, and how the table then
	// stands. They are numbered without gaps; if the first is not the table's
	// next, the error is ErrConflict. On return they survive a crash of the machine.
	Append(ctx context.Context, id string, events []table.Event, progress Progress) error
	// Events returns the table's events from the first; ErrNotFound if it has none.
	Events(ctx context.Context, id string) ([]table.Event, error)
	// Due returns the ids of tables stored as Due, oldest first.
	Due(ctx context.Context) ([]string, error)
}

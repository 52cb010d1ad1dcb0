package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"melee/internal/hub"
	"melee/internal/table"
)

// maxBatch is how many appends one transaction takes at most.
const maxBatch = 256

var errClosed = errors.New("the store is closed")

type appending struct {
	id       string
	events   []table.Event
	bodies   []string
	progress hub.Progress
	answer   chan error
}

// Append implements hub.Store.
func (s *Store) Append(ctx context.Context, id string, events []table.Event, progress hub.Progress) error {
	if len(events) == 0 {
		return nil
	}
	a := &appending{id: id, events: events, progress: progress, answer: make(chan error, 1)}
	for _, e := range events {
		body, err := e.Body()
		if err != nil {
			return fmt.Errorf("event %d of table %s: %w", e.Seq, id, err)
		}
		a.bodies = append(a.bodies, string(body))
	}
	select {
	case s.queue <- a:
	case <-s.stop:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	// The answer is awaited even if ctx ends: the events may be stored by then.
	select {
	case err := <-a.answer:
		return err
	case <-s.done:
		select {
		case err := <-a.answer:
			return err
		default:
			return errClosed
		}
	}
}

// commit is the committer's loop.
func (s *Store) commit() {
	defer close(s.done)
	for {
		select {
		case a := <-s.queue:
			s.commitBatch(s.gather(a))
		case <-s.stop:
			for {
				select {
				case a := <-s.queue:
					s.commitBatch(s.gather(a))
				default:
					return
				}
			}
		}
	}
}

// gather takes what is waiting beside first, without waiting for more.
func (s *Store) gather(first *appending) []*appending {
	batch := []*appending{first}
	for len(batch) < maxBatch {
		select {
		case a := <-s.queue:
			batch = append(batch, a)
		default:
			return batch
		}
	}
	return batch
}

// commitBatch stores the batch in one transaction; a conflict of one append leaves the others be.
func (s *Store) commitBatch(batch []*appending) {
	answers := make([]error, len(batch))
	err := s.transact(func(tx *sql.Tx) error {
		for i, a := range batch {
			answers[i] = a.store(tx)
			if answers[i] != nil && !errors.Is(answers[i], hub.ErrConflict) {
				return answers[i]
			}
		}
		return nil
	})
	for i, a := range batch {
		if err != nil && answers[i] == nil {
			answers[i] = fmt.Errorf("the events were not stored: %w", err)
		}
		a.answer <- answers[i]
	}
}

func (s *Store) transact(do func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// store writes one append. It looks before it writes, so that a conflict needs no undoing.
func (a *appending) store(tx *sql.Tx) error {
	var last sql.NullInt64
	if err := tx.QueryRow(`select max(seq) from events where table_id = ?`, a.id).Scan(&last); err != nil {
		return err
	}
	first := a.events[0]
	if first.Seq != last.Int64+1 {
		return hub.ErrConflict
	}
	changed := a.events[len(a.events)-1].At.UnixMilli()
	if opened, ok := first.Fact.(table.Opened); ok {
		if _, err := tx.Exec(`insert into tables (id, variant, opened, changed, progress) values (?, ?, ?, ?, ?)`,
			a.id, opened.Variant, first.At.UnixMilli(), changed, string(a.progress)); err != nil {
			return err
		}
	} else if _, err := tx.Exec(`update tables set changed = ?, progress = ? where id = ?`, changed, string(a.progress), a.id); err != nil {
		return err
	}
	for i, e := range a.events {
		if _, err := tx.Exec(`insert into events (table_id, seq, at, kind, body, command) values (?, ?, ?, ?, ?, ?)`,
			a.id, e.Seq, e.At.UnixNano(), e.Kind(), a.bodies[i], e.Command); err != nil {
			return err
		}
	}
	return nil
}

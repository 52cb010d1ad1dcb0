package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"melee/internal/archive"
	"melee/internal/hub"
	"melee/internal/table"
)

// maxBatch is how many appends one transaction takes at most.
const maxBatch = 256

var errClosed = errors.New("the store is closed")

// An appending is one append, mark or beat on its way through the committer.
type appending struct {
	id     string
	events []table.Event // none where only the mark is stored
	text   []byte        // of the events, for the journal
	mark   hub.Mark
	game   *archive.Row        // that has ended with the events
	beat   *hub.Beat           // instead of all else
	task   func(*writer) error // instead of all else
	answer chan error
}

// Append implements hub.Store.
func (s *Store) Append(ctx context.Context, id string, events []table.Event, mark hub.Mark) error {
	if len(events) == 0 {
		return nil
	}
	a := &appending{id: id, events: events, mark: mark, text: make([]byte, 0, 160*len(events)), answer: make(chan error, 1)}
	for i := range events {
		e := events[i]
		e.Fact = table.Named(e.Fact, stripped)
		if e.Seq != events[0].Seq+int64(i) {
			return fmt.Errorf("event %d of table %s follows event %d", e.Seq, id, events[i-1].Seq)
		}
		var err error
		if a.text, err = appendEvent(a.text, id, &e); err != nil {
			return fmt.Errorf("event %d of table %s: %w", e.Seq, id, err)
		}
	}
	if mark.Finished != nil {
		var err error
		if a.game, err = archive.RowOf(id, mark.Finished); err != nil {
			return err
		}
	}
	return s.await(ctx, a)
}

// stripped is what is stored of a name: that of a device's player, for accounts
// have theirs in one place, where it can be deleted.
func stripped(owner, name string) string {
	if table.IsAccount(owner) {
		return ""
	}
	return name
}

// within carries out a task in a transaction of the committer.
func (s *Store) within(ctx context.Context, task func(*writer) error) error {
	return s.await(ctx, &appending{task: task, answer: make(chan error, 1)})
}

// Mark implements hub.Store.
func (s *Store) Mark(ctx context.Context, id string, mark hub.Mark) error {
	return s.await(ctx, &appending{id: id, mark: mark, answer: make(chan error, 1)})
}

// Beat implements hub.Store.
func (s *Store) Beat(ctx context.Context, beat hub.Beat) error {
	return s.await(ctx, &appending{beat: &beat, answer: make(chan error, 1)})
}

// await hands something to the committer and waits until it is stored.
func (s *Store) await(ctx context.Context, a *appending) error {
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
	var batch []*appending
	timer := time.NewTimer(s.write.foldWithin())
	defer timer.Stop()
	for {
		select {
		case a := <-s.queue:
			batch = s.gather(append(batch[:0], a))
			idle := s.index.size() == 0
			s.write.commitBatch(batch)
			clear(batch)
			if idle && s.index.size() > 0 {
				timer.Reset(foldEvery)
			}
		case <-timer.C:
			s.write.foldSome()
			timer.Reset(s.write.foldWithin())
		case <-s.stop:
			for {
				select {
				case a := <-s.queue:
					batch = s.gather(append(batch[:0], a))
					s.write.commitBatch(batch)
				default:
					return
				}
			}
		}
	}
}

// gather adds what is waiting, without waiting for more: while one batch is
// synced the next one collects by itself.
func (s *Store) gather(batch []*appending) []*appending {
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

package sqlite

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"time"
)

// How the journal is emptied. Folding many events of one table at once is what
// makes it cheap, so it waits for many, or until nothing else is to be done.
const (
	foldEvery = time.Second
	// foldAtOnce is about how many events one transaction folds: a few milliseconds' worth.
	foldAtOnce = 1024
	// enoughInJournal is with how many events it is worth folding while people play.
	enoughInJournal = 8 * foldAtOnce
	// mostInJournal bounds the journal, and with it the time of a start: some 15 MB.
	mostInJournal = 128 * foldAtOnce
	// restAfter is how long nothing has been appended when the rest is folded.
	restAfter = 5 * time.Second
	// foldNever is a long time, for a timer that has nothing to wait for.
	foldNever = 24 * time.Hour
)

const (
	// maxRows is how many events one statement inserts.
	maxRows = 8
	// eventColumns is how many arguments each of them has.
	eventColumns = 6
)

func insertEvents(rows int) string {
	return `insert into events (table_id, seq, at, kind, body, command) values (?, ?, ?, ?, ?, ?)` + strings.Repeat(`, (?, ?, ?, ?, ?, ?)`, rows-1)
}

// foldWithin is when the journal should be looked at.
func (w *writer) foldWithin() time.Duration {
	if w.index.size() == 0 {
		return foldNever
	}
	return foldEvery
}

// foldSome folds a part of the journal, if it is time. What fails is tried again: nothing is lost by it.
func (w *writer) foldSome() {
	if w.index.size() >= enoughInJournal || time.Since(w.appended) >= restAfter {
		_ = w.fold()
	}
}

// foldAll empties the journal.
func (w *writer) foldAll() error {
	for w.index.size() > 0 {
		if err := w.fold(); err != nil {
			return fmt.Errorf("the journal is not emptied, which the next start makes up for: %w", err)
		}
	}
	return nil
}

// fold moves the oldest events of the journal to their tables' places.
func (w *writer) fold() error {
	var upTo int64
	var list []entry
	err := w.transact(func() (err error) {
		if upTo, list, err = w.oldestEvents(); err != nil || len(list) == 0 {
			return err
		}
		slices.SortFunc(list, func(a, b entry) int {
			return cmp.Or(strings.Compare(string(a.table), string(b.table)), cmp.Compare(a.seq, b.seq))
		})
		for part := range slices.Chunk(list, maxRows) {
			if err := w.insert(part); err != nil {
				return err
			}
		}
		if err := w.drop.exec(min(upTo+1, w.index.known)); err != nil || upTo < w.index.known {
			return err
		}
		return w.empty.exec(upTo)
	})
	if err != nil {
		return err
	}
	var ids []string
	for i := range list {
		if i == 0 || string(list[i].table) != string(list[i-1].table) {
			ids = append(ids, string(list[i].table))
		}
	}
	w.index.folded(upTo, len(list), ids)
	return nil
}

// oldestEvents reads whole rows from the beginning of the journal and says which is the last of them.
func (w *writer) oldestEvents() (upTo int64, list []entry, err error) {
	list = make([]entry, 0, foldAtOnce+maxBatch)
	for len(list) < foldAtOnce && upTo < w.index.known {
		err := w.newer.each(2, func(row []driver.Value) error {
			upTo = row[0].(int64)
			text, _ := row[1].([]byte)
			return entries(text, func(_ int, e entry) error {
				list = append(list, e)
				return nil
			})
		}, upTo, int64(1))
		if err != nil {
			return 0, nil, fmt.Errorf("row %d of the journal: %w", upTo, err)
		}
	}
	return upTo, list, nil
}

func (w *writer) insert(list []entry) error {
	args := make([]driver.Value, 0, maxRows*eventColumns)
	for i := range list {
		e := &list[i]
		args = append(args, string(e.table), e.seq, e.at, string(e.kind), string(e.body), string(e.command))
	}
	return w.inserts[len(list)-1].exec(args...)
}

// catchUp takes into the index what others have written since the last
// transaction. It runs at the beginning of one.
func (w *writer) catchUp() error {
	version, err := w.version.number()
	if err != nil || version == w.seen {
		return err
	}
	var first, size int64
	err = w.oldest.each(2, func(row []driver.Value) error {
		first, _ = row[0].(int64)
		size, _ = row[1].(int64)
		return nil
	})
	if err != nil {
		return err
	}
	if w.seen == 0 || first > w.index.floor || first == w.index.floor && first > 0 && size == 0 {
		// Somebody has folded, perhaps what was never seen here.
		w.index.clear()
		clear(w.tips)
	}
	err = w.newer.each(2, func(row []driver.Value) error {
		text, _ := row[1].([]byte)
		err := entries(text, func(_ int, e entry) error {
			delete(w.tips, string(e.table))
			return nil
		})
		if err != nil {
			return fmt.Errorf("row %d of the journal: %w", row[0], err)
		}
		return w.index.add(row[0].(int64), text)
	}, w.index.known, int64(-1))
	if err == nil {
		w.seen = version
	}
	return err
}

package sqlite

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"melee/internal/hub"
	"melee/internal/table"
)

// A writer is the one connection that writes. It speaks to the driver without
// database/sql between them: its statements stay prepared and its arguments
// need no conversion, which halves the time of an append.
type writer struct {
	conn                    driver.Conn
	begin, commit, rollback *statement
	last, opens, changes    *statement
	stand, sit, beats       *statement
	version, oldest, newer  *statement // what others have done to the journal
	journal, empty, drop    *statement
	inserts                 [maxRows]*statement // of one row, two, …
	tips                    map[string]tip
	keeper                  *keeper
	index                   *index
	row                     []byte    // the journal's next row
	seen                    int64     // the version of the file that the index fits, 0 if it may not fit
	appended                time.Time // when something was appended last
}

const (
	// maxTips bounds the memory of what is known of the tables' ends.
	maxTips = 1 << 14
)

// A tip is what this writer knows of a table's end. Nobody else can append
// during a transaction of ours, and what others have appended before is noticed at its beginning.
type tip struct {
	seq  int64
	due  int64 // as in the tables' row, where marked
	over bool
	// marked tells that due and over are known.
	marked bool
}

func newWriter(source string, index *index) (*writer, error) {
	conn, err := (&sqlite.Driver{}).Open(source)
	if err != nil {
		return nil, err
	}
	w := &writer{conn: conn, tips: map[string]tip{}, index: index}
	texts := map[**statement]string{
		&w.begin: `begin immediate`, &w.commit: `commit`, &w.rollback: `rollback`,
		&w.last:    `select max(seq) from events where table_id = ?`,
		&w.opens:   `insert into tables (id, variant, opened, changed, progress, due, kept) values (?, ?, ?, ?, ?, ?, 1)`,
		&w.changes: `update tables set changed = coalesce(?, changed), progress = ?, due = ? where id = ?`,
		&w.stand:   `delete from seats where table_id = ?`,
		&w.sit:     `insert into seats (owner, table_id) values (?, ?)`,
		&w.version: `pragma data_version`,
		&w.oldest:  `select id, length(events) from journal order by id limit 1`,
		&w.newer:   `select id, events from journal where id > ? order by id limit ?`,
		&w.journal: `insert into journal (id, events) values (?, ?)`,
		&w.empty:   `update journal set events = x'' where id = ?`,
		&w.drop:    `delete from journal where id < ?`,
		&w.beats:   `insert into beats (one, at, stopped) values (1, ?, ?) on conflict do update set at = excluded.at, stopped = excluded.stopped`,
	}
	for i := range w.inserts {
		texts[&w.inserts[i]] = insertEvents(i + 1)
	}
	for to, text := range texts {
		if *to, err = prepare(conn, text); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	if w.keeper, err = newKeeper(conn); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if err := w.transact(func() error { return nil }); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return w, nil
}

func (w *writer) close() error { return w.conn.Close() }

// commitBatch stores the batch in one transaction and answers each append; a
// conflict of one leaves the others be.
func (w *writer) commitBatch(batch []*appending) {
	answers := make([]error, len(batch))
	err := w.transact(func() error {
		for i, a := range batch {
			if answers[i] = w.store(a); answers[i] != nil && !errors.Is(answers[i], hub.ErrConflict) {
				return answers[i]
			}
		}
		if len(w.row) == 0 {
			return nil
		}
		return w.journal.exec(w.index.known+1, w.row)
	})
	if err == nil && len(w.row) > 0 {
		err = w.index.add(w.index.known+1, w.row)
		w.appended = time.Now()
	}
	for i, a := range batch {
		if err != nil && answers[i] == nil {
			answers[i] = fmt.Errorf("the events were not stored: %w", err)
		}
		a.answer <- answers[i]
	}
	if w.index.size() > mostInJournal {
		w.foldSome()
	}
}

// transact does something in one transaction, in which nobody else writes and
// the index has everything.
func (w *writer) transact(do func() error) error {
	w.row = w.row[:0]
	err := w.begin.exec()
	if err == nil {
		err = w.catchUp()
	}
	if err == nil {
		err = do()
	}
	if err == nil {
		err = w.commit.exec()
	}
	if err != nil {
		// Where begin failed or the commit was half done there may be nothing to roll back.
		_ = w.rollback.exec()
		clear(w.tips)
		w.keeper.forget()
		w.seen = 0
	}
	return err
}

// store writes one append. After a conflict nothing of it is written.
func (w *writer) store(a *appending) error {
	switch {
	case a.beat != nil:
		stopped := int64(0)
		if a.beat.Stopped {
			stopped = 1
		}
		return w.beats.exec(a.beat.At.UnixMilli(), stopped)
	case a.task != nil:
		return a.task(w)
	case len(a.events) == 0:
		return w.remark(a, w.tips[a.id])
	}
	first, last := a.events[0], a.events[len(a.events)-1]
	known, ok := w.tips[a.id]
	if !ok {
		var err error
		if known.seq, err = w.end(a.id); err != nil {
			return err
		}
	}
	if known.seq != first.Seq-1 {
		return hub.ErrConflict
	}
	if first.Seq == 1 {
		if err := w.open(a); err != nil {
			return err
		}
	}
	w.row = append(w.row, a.text...)
	if first.Seq > 1 {
		if err := w.remark(a, known); err != nil {
			return err
		}
	}
	if a.mark.Owners != nil {
		if err := w.seat(a); err != nil {
			return err
		}
	}
	if a.game != nil {
		if err := w.keeper.keep(a.game); err != nil {
			return err
		}
	}
	if len(w.tips) >= maxTips {
		clear(w.tips)
	}
	w.tips[a.id] = tip{seq: last.Seq, due: dueOf(a.mark), over: a.mark.Over, marked: true}
	return nil
}

// end returns the number of a table's last event, 0 if it has none.
func (w *writer) end(id string) (int64, error) {
	if last := w.index.last(id); last > 0 {
		return last, nil
	}
	return w.last.number(id)
}

// remark changes what the tables' row says of a table, where it says something else.
func (w *writer) remark(a *appending, known tip) error {
	due, over := dueOf(a.mark), a.mark.Over
	if known.marked && known.due == due && known.over == over {
		return nil
	}
	var changed driver.Value
	if n := len(a.events); n > 0 {
		changed = a.events[n-1].At.UnixMilli()
	}
	if known.seq != 0 {
		known.due, known.over, known.marked = due, over, true
		w.tips[a.id] = known
	}
	return w.changes.exec(changed, progressOf(a.mark), nullIf0(due), a.id)
}

// seat stores who has seats at a table.
func (w *writer) seat(a *appending) error {
	if err := w.stand.exec(a.id); err != nil {
		return err
	}
	for _, owner := range a.mark.Owners {
		if err := w.sit.exec(owner, a.id); err != nil {
			return err
		}
	}
	return nil
}

// dueOf is a mark's deadline in milliseconds since 1970, 0 for none.
func dueOf(m hub.Mark) int64 {
	if m.Due.IsZero() {
		return 0
	}
	return m.Due.UnixMilli()
}

func nullIf0(n int64) driver.Value {
	if n == 0 {
		return nil
	}
	return n
}

// progressOf is a mark in one word.
func progressOf(m hub.Mark) string {
	switch {
	case m.Over:
		return "over"
	case m.Due.IsZero():
		return "waiting"
	}
	return "due"
}

// open writes what the store knows of a table beside its events.
func (w *writer) open(a *appending) error {
	first, last := a.events[0], a.events[len(a.events)-1]
	variant := ""
	if opened, ok := first.Fact.(table.Opened); ok {
		variant = opened.Variant
	}
	return taken(w.opens.exec(a.id, variant, first.At.UnixMilli(), last.At.UnixMilli(), progressOf(a.mark), nullIf0(dueOf(a.mark))))
}

// taken turns the error of a key that is there already into the store's word for it.
func taken(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) && (e.Code() == codes.SQLITE_CONSTRAINT_PRIMARYKEY || e.Code() == codes.SQLITE_CONSTRAINT_UNIQUE) {
		return hub.ErrConflict
	}
	return err
}

package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"

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
	inserts                 [maxRows]*statement // of one row, two, …
	tips                    map[string]tip
}

const (
	// maxRows is how many events one statement inserts.
	maxRows = 8
	// eventColumns is how many arguments each of them has.
	eventColumns = 6
	// maxTips bounds the memory of what is known of the tables' ends.
	maxTips = 1 << 14
)

// A tip is what this writer last wrote of a table. Events are never changed or
// taken away, so as long as nobody else has appended it still holds, and if
// somebody has, the next number is taken and the primary key says so.
type tip struct {
	seq  int64
	due  int64 // as in the tables' row, where marked
	over bool
	// marked tells that due and over are known.
	marked bool
}

func newWriter(source string) (*writer, error) {
	conn, err := (&sqlite.Driver{}).Open(source)
	if err != nil {
		return nil, err
	}
	w := &writer{conn: conn, tips: map[string]tip{}}
	texts := map[**statement]string{
		&w.begin: `begin immediate`, &w.commit: `commit`, &w.rollback: `rollback`,
		&w.last:    `select max(seq) from events where table_id = ?`,
		&w.opens:   `insert into tables (id, variant, opened, changed, progress, due) values (?, ?, ?, ?, ?, ?)`,
		&w.changes: `update tables set changed = coalesce(?, changed), progress = ?, due = ? where id = ?`,
		&w.stand:   `delete from seats where table_id = ?`,
		&w.sit:     `insert into seats (owner, table_id) values (?, ?)`,
		&w.beats:   `insert into beats (one, at, stopped) values (1, ?, ?) on conflict do update set at = excluded.at, stopped = excluded.stopped`,
	}
	for i := range w.inserts {
		texts[&w.inserts[i]] = `insert into events (table_id, seq, at, kind, body, command) values (?, ?, ?, ?, ?, ?)` +
			strings.Repeat(`, (?, ?, ?, ?, ?, ?)`, i)
	}
	for to, text := range texts {
		if *to, err = prepare(conn, text); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return w, nil
}

func (w *writer) close() error { return w.conn.Close() }

// commitBatch stores the batch in one transaction and answers each append; a
// conflict of one leaves the others be.
func (w *writer) commitBatch(batch []*appending) {
	answers := make([]error, len(batch))
	err := w.begin.exec()
	for i, a := range batch {
		if err != nil {
			break
		}
		if answers[i] = w.store(a); answers[i] != nil && !errors.Is(answers[i], hub.ErrConflict) {
			err = answers[i]
		}
	}
	if err == nil {
		err = w.commit.exec()
	}
	if err != nil {
		// Where begin failed or the commit was half done there may be nothing to roll back.
		_ = w.rollback.exec()
		clear(w.tips)
	}
	for i, a := range batch {
		if err != nil && answers[i] == nil {
			answers[i] = fmt.Errorf("the events were not stored: %w", err)
		}
		a.answer <- answers[i]
	}
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
	case len(a.events) == 0:
		return w.remark(a, w.tips[a.id])
	}
	first, last := a.events[0], a.events[len(a.events)-1]
	known, ok := w.tips[a.id]
	if !ok || known.seq != first.Seq-1 {
		seq, err := w.last.number(a.id)
		if err != nil {
			return err
		}
		if seq != first.Seq-1 {
			return hub.ErrConflict
		}
		known = tip{seq: seq}
	}
	if first.Seq == 1 {
		if err := w.open(a); err != nil {
			return err
		}
	}
	// The first statement meets the conflict, if there is one: numbers behind a free one are free.
	for from := 0; from < len(a.events); from += maxRows {
		if err := w.insert(a, from, min(from+maxRows, len(a.events))); err != nil {
			return err
		}
	}
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
	if len(w.tips) >= maxTips {
		clear(w.tips)
	}
	w.tips[a.id] = tip{seq: last.Seq, due: dueOf(a.mark), over: a.mark.Over, marked: true}
	return nil
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

func (w *writer) insert(a *appending, from, to int) error {
	args := make([]driver.Value, 0, maxRows*eventColumns)
	for i, e := range a.events[from:to] {
		args = append(args, a.id, e.Seq, e.At.UnixNano(), e.Kind(), a.bodies[from+i], e.Command)
	}
	return taken(w.inserts[to-from-1].exec(args...))
}

// taken turns the error of a key that is there already into the store's word for it.
func taken(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) && (e.Code() == codes.SQLITE_CONSTRAINT_PRIMARYKEY || e.Code() == codes.SQLITE_CONSTRAINT_UNIQUE) {
		return hub.ErrConflict
	}
	return err
}

// A statement is prepared once and carried out often, by one goroutine.
type statement struct {
	driver.Stmt
	text  string
	named []driver.NamedValue // reused
}

func prepare(conn driver.Conn, text string) (*statement, error) {
	stmt, err := conn.Prepare(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	return &statement{Stmt: stmt, text: text}, nil
}

func (s *statement) bind(args []driver.Value) []driver.NamedValue {
	s.named = s.named[:0]
	for i, a := range args {
		s.named = append(s.named, driver.NamedValue{Ordinal: i + 1, Value: a})
	}
	return s.named
}

func (s *statement) exec(args ...driver.Value) error {
	_, err := s.Stmt.(driver.StmtExecContext).ExecContext(context.Background(), s.bind(args))
	return err
}

// number returns the one number the statement selects, 0 for null.
func (s *statement) number(args ...driver.Value) (int64, error) {
	rows, err := s.Stmt.(driver.StmtQueryContext).QueryContext(context.Background(), s.bind(args))
	if err != nil {
		return 0, err
	}
	row := make([]driver.Value, 1)
	err = rows.Next(row)
	if closed := rows.Close(); err == nil || errors.Is(err, io.EOF) {
		err = closed
	}
	n, _ := row[0].(int64)
	return n, err
}

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/table"
)

// Events implements hub.Store.
func (s *Store) Events(ctx context.Context, id string) ([]table.Event, error) {
	// What is folded from now on is found in its new place: the look into the file comes later.
	spans, known := s.index.of(id)
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err == nil {
		r := reading{ctx: ctx, tx: tx, id: id}
		err = errors.Join(r.folded(), r.spans(spans), r.others(known), tx.Rollback())
		if err == nil && len(r.events) > 0 {
			return r.events, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("events of table %s: %w", id, err)
	}
	return nil, hub.ErrNotFound
}

// Last implements hub.Store.
func (s *Store) Last(ctx context.Context, id string) (int64, error) {
	known := s.index.read() // before the rest: what comes after it is looked through
	last := s.index.last(id)
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return 0, fmt.Errorf("the last event of table %s: %w", id, err)
	}
	defer tx.Rollback()
	var folded int64
	err = tx.QueryRowContext(ctx, `select coalesce(max(seq), 0) from events where table_id = ?`, id).Scan(&folded)
	if err == nil {
		err = newerRows(ctx, tx, known, func(e entry) error {
			if string(e.table) == id {
				last = max(last, e.seq)
			}
			return nil
		})
	}
	if err != nil {
		return 0, fmt.Errorf("the last event of table %s: %w", id, err)
	}
	if last = max(last, folded); last == 0 {
		return 0, hub.ErrNotFound
	}
	return last, nil
}

// newerRows calls each with all events of the journal's rows behind one.
func newerRows(ctx context.Context, tx *sql.Tx, known int64, each func(entry) error) error {
	rows, err := tx.QueryContext(ctx, `select id, events from journal where id > ? order by id`, known)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var row int64
		var text sql.RawBytes
		err := rows.Scan(&row, &text)
		if err == nil {
			err = entries(text, func(_ int, e entry) error { return each(e) })
		}
		if err != nil {
			return fmt.Errorf("row %d of the journal: %w", row, err)
		}
	}
	return rows.Err()
}

// A reading collects the events of one table, out of the file as it stood at one moment.
type reading struct {
	ctx    context.Context
	tx     *sql.Tx
	id     string
	events []table.Event
	names  map[string]string // of accounts that have been met, by owner
}

// folded reads what is in the table's own place.
func (r *reading) folded() error {
	rows, err := r.tx.QueryContext(r.ctx, `select seq, at, kind, body, command from events where table_id = ? order by seq`, r.id)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var seq, at int64
		var kind, command string
		var body sql.RawBytes
		if err := rows.Scan(&seq, &at, &kind, &body, &command); err != nil {
			return err
		}
		if err := r.take(parseEvent(seq, at, kind, body, command)); err != nil {
			return err
		}
	}
	return rows.Err()
}

// take adds an event, which must be the next.
func (r *reading) take(e table.Event, err error) error {
	if err == nil && e.Seq != int64(len(r.events))+1 {
		err = fmt.Errorf("event %d is missing", len(r.events)+1)
	}
	if err == nil {
		e.Fact = table.Named(e.Fact, func(owner, name string) string {
			if table.IsAccount(owner) && err == nil {
				name, err = r.name(owner)
			}
			return name
		})
		r.events = append(r.events, e)
	}
	return err
}

// name returns what an account is called now, "" if it is no more.
func (r *reading) name(owner string) (string, error) {
	name, ok := r.names[owner]
	if ok {
		return name, nil
	}
	id, _ := account.Of(owner)
	err := r.tx.QueryRowContext(r.ctx, `select name from accounts where id = ?`, id).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	if r.names == nil {
		r.names = map[string]string{}
	}
	r.names[owner] = name
	return name, err
}

// spans reads what the index knows of in the journal. Some of it may have been folded meanwhile.
func (r *reading) spans(spans []span) error {
	for _, s := range spans {
		if s.first <= int64(len(r.events)) {
			continue
		}
		var text []byte
		err := r.tx.QueryRowContext(r.ctx, `select substr(events, ?, ?) from journal where id = ?`, s.from+1, s.to-s.from, s.row).Scan(&text)
		if err != nil {
			return fmt.Errorf("row %d of the journal: %w", s.row, err)
		}
		if err := entries(text, func(_ int, e entry) error { return r.own(e) }); err != nil {
			return fmt.Errorf("row %d of the journal: %w", s.row, err)
		}
		if int64(len(r.events)) < s.first {
			return fmt.Errorf("row %d of the journal has no event %d", s.row, s.first)
		}
	}
	return nil
}

// others reads what has been added to the journal since the index was asked.
func (r *reading) others(known int64) error {
	return newerRows(r.ctx, r.tx, known, r.own)
}

// own takes an event that is the table's own.
func (r *reading) own(e entry) error {
	if string(e.table) != r.id {
		return nil
	}
	return r.take(e.event())
}

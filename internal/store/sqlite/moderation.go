package sqlite

import (
	"context"
	"database/sql"
	"math"
	"strconv"

	"melee/internal/account"
)

// AddReport implements account.Store.
func (s *Store) AddReport(ctx context.Context, r account.Report) (id int64, err error) {
	err = s.change(ctx, "keep a report", func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `insert into reports (at, owner, account, game, ply, reason, text) values (?, ?, ?, ?, ?, ?, ?)`,
			msOf(r.At), r.By, r.Account, r.Game, r.Ply, r.Reason, r.Text)
		if err == nil {
			id, err = result.LastInsertId()
		}
		return err
	})
	return id, err
}

const reportColumns = `id, at, owner, account, game, ply, reason, text, closed`

func scanReport(r row, p *account.Report) error {
	var at, closed int64
	err := r.Scan(&p.ID, &at, &p.By, &p.Account, &p.Game, &p.Ply, &p.Reason, &p.Text, &closed)
	p.At, p.Closed = timeOf(at), timeOf(closed)
	return err
}

// Reports implements account.Store.
func (s *Store) Reports(ctx context.Context, open bool, before int64, limit int) ([]account.Report, error) {
	query := `select ` + reportColumns + ` from reports where id < ?`
	if open {
		query += ` and closed = 0`
	}
	return list(ctx, s.read, "reports", scanReport, query+` order by id desc limit ?`, orLast(before), limit)
}

// ReportsBy implements account.Store.
func (s *Store) ReportsBy(ctx context.Context, owner string) ([]account.Report, error) {
	return list(ctx, s.read, "reports", scanReport, `select `+reportColumns+` from reports where owner = ? order by id`, owner)
}

// CloseReport implements account.Store.
func (s *Store) CloseReport(ctx context.Context, id int64, entry account.Entry) error {
	return s.change(ctx, "close a report", func(tx *sql.Tx) error {
		if err := execOne(ctx, tx, `update reports set closed = ? where id = ? and closed = 0`, msOf(entry.At), id); err != nil {
			return err
		}
		entry.Subject = strconv.FormatInt(id, 10)
		return note(ctx, tx, entry)
	})
}

// Audit implements account.Store.
func (s *Store) Audit(ctx context.Context, before int64, limit int) ([]account.Entry, error) {
	return list(ctx, s.read, "audit log", func(r row, e *account.Entry) error {
		var at int64
		err := r.Scan(&e.ID, &at, &e.Actor, &e.Action, &e.Subject, &e.Detail)
		e.At = timeOf(at)
		return err
	}, `select id, at, actor, action, subject, detail from audit where id < ? order by id desc limit ?`, orLast(before), limit)
}

// orLast is a cursor that leaves nothing out where none is given.
func orLast(before int64) int64 {
	if before == 0 {
		return math.MaxInt64
	}
	return before
}

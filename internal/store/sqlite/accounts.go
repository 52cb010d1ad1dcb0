package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"melee/internal/account"
)

var _ account.Store = (*Store)(nil)

// accountColumns are what scanAccount reads.
const accountColumns = `accounts.id, accounts.name, accounts.kind, accounts.created, accounts.password, accounts.operator, accounts.deleted, accounts.time_out, accounts.muted, accounts.maker`

// A row is what a query has found.
type row interface{ Scan(...any) error }

// scanAccount reads an account and the hash of its password, and more behind them.
func scanAccount(r row, more ...any) (a account.Account, hash string, err error) {
	var created, deleted, timeOut, muted int64
	err = r.Scan(append([]any{&a.ID, &a.Name, &a.Kind, &created, &hash, &a.Operator, &deleted, &timeOut, &muted, &a.Maker}, more...)...)
	a.Created, a.TimeOut, a.Muted = timeOf(created), timeOf(timeOut), timeOf(muted)
	a.Deleted, a.HasPassword = deleted != 0, hash != ""
	return a, hash, missing(err)
}

// timeOf is a time as it is stored: milliseconds since 1970, 0 for none.
func timeOf(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func msOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// missing turns the error of a row that is not there into the word of people's stores.
func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return account.ErrNotFound
	}
	return err
}

// change carries out writes that are not events, in one transaction.
func (s *Store) change(ctx context.Context, what string, f func(*sql.Tx) error) error {
	tx, err := s.people.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	defer tx.Rollback()
	if err = f(tx); err == nil {
		err = tx.Commit()
	}
	if err != nil && !errors.Is(err, account.ErrNotFound) && !errors.Is(err, account.ErrTaken) && !errors.Is(err, account.ErrLast) {
		return fmt.Errorf("%s: %w", what, err)
	}
	return err
}

// changeOne carries out one statement that must meet a row.
func (s *Store) changeOne(ctx context.Context, what, query string, args ...any) error {
	return s.change(ctx, what, func(tx *sql.Tx) error { return execOne(ctx, tx, query, args...) })
}

func execOne(ctx context.Context, tx *sql.Tx, query string, args ...any) error {
	result, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, account.ErrNotFound)
	}
	return nil
}

// Create implements account.Store.
func (s *Store) Create(ctx context.Context, a account.Account, keys []string, password, device string, passkeys ...account.Key) error {
	return s.change(ctx, "make an account", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `insert into accounts (id, name, kind, created, password, maker) values (?, ?, ?, ?, ?, ?)`,
			a.ID, a.Name, a.Kind, msOf(a.Created), password, a.Maker)
		for i, key := range keys {
			if err == nil {
				_, err = tx.ExecContext(ctx, `insert into names (key, account, main) values (?, ?, ?)`, key, a.ID, i == 0)
			}
		}
		if isTaken(err) {
			return account.ErrTaken
		}
		for _, k := range passkeys {
			if err == nil {
				err = addKey(ctx, tx, k)
			}
		}
		if err == nil && device != "" {
			_, err = tx.ExecContext(ctx, `insert into claims (device, account) values (?, ?)`, device, a.ID)
		}
		return err
	})
}

// isTaken reports whether an error is that of a key that is there already.
func isTaken(err error) bool {
	var e *driver.Error
	return errors.As(err, &e) && (e.Code() == codes.SQLITE_CONSTRAINT_PRIMARYKEY || e.Code() == codes.SQLITE_CONSTRAINT_UNIQUE)
}

// Account implements account.Store.
func (s *Store) Account(ctx context.Context, id string) (account.Account, error) {
	a, _, err := scanAccount(s.read.QueryRowContext(ctx, `select `+accountColumns+` from accounts where id = ?`, id))
	return a, err
}

// Named implements account.Store.
func (s *Store) Named(ctx context.Context, folded string) (account.Account, string, error) {
	return scanAccount(s.read.QueryRowContext(ctx,
		`select `+accountColumns+` from names join accounts on id = account where key = ? and main = 1`, folded))
}

// SetPassword implements account.Store.
func (s *Store) SetPassword(ctx context.Context, id, hash string) error {
	return s.changeOne(ctx, "change a password", `update accounts set password = ? where id = ? and deleted = 0`, hash, id)
}

// Password implements account.Store.
func (s *Store) Password(ctx context.Context, id string) (hash string, err error) {
	err = s.read.QueryRowContext(ctx, `select password from accounts where id = ?`, id).Scan(&hash)
	return hash, missing(err)
}

// Erase implements account.Store.
func (s *Store) Erase(ctx context.Context, id string, at time.Time) error {
	return s.change(ctx, "delete an account", func(tx *sql.Tx) error {
		bots, err := list(ctx, tx, "bots", func(r row, id *string) error { return r.Scan(id) }, `select id from accounts where maker = ? and maker != '' and deleted = 0`, id)
		for _, one := range append(bots, id) {
			if err == nil {
				err = erase(ctx, tx, one, at)
			}
		}
		return err
	})
}

// erase deletes one account and what belongs to it alone.
func erase(ctx context.Context, tx *sql.Tx, id string, at time.Time) error {
	err := execOne(ctx, tx, `update accounts set name = '', password = '', operator = 0, deleted = ? where id = ? and deleted = 0`, msOf(at), id)
	for _, table := range []string{"names", "sessions", "tokens", "passkeys", "claims"} {
		if err == nil {
			_, err = tx.ExecContext(ctx, `delete from `+table+` where account = ?`, id)
		}
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `delete from collected where owner = ?`, account.Owner(id))
	}
	return err
}

// Bots implements account.Store.
func (s *Store) Bots(ctx context.Context, maker string) ([]account.Account, error) {
	return list(ctx, s.read, "bots", func(r row, a *account.Account) (err error) {
		*a, _, err = scanAccount(r)
		return err
	}, `select `+accountColumns+` from accounts where maker = ? and maker != '' and deleted = 0 order by name, id`, maker)
}

// Sanction implements account.Store.
func (s *Store) Sanction(ctx context.Context, a account.Account, entry account.Entry) error {
	return s.change(ctx, "change an account's rights", func(tx *sql.Tx) error {
		err := execOne(ctx, tx, `update accounts set operator = ?, time_out = ?, muted = ? where id = ? and deleted = 0`,
			a.Operator, msOf(a.TimeOut), msOf(a.Muted), a.ID)
		if err != nil {
			return err
		}
		return note(ctx, tx, entry)
	})
}

// note writes down what an operator has done.
func note(ctx context.Context, tx *sql.Tx, e account.Entry) error {
	_, err := tx.ExecContext(ctx, `insert into audit (at, actor, action, subject, detail) values (?, ?, ?, ?, ?)`,
		msOf(e.At), e.Actor, e.Action, e.Subject, e.Detail)
	return err
}

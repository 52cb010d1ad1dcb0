package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"melee/internal/account"
)

// AddSession implements account.Store.
func (s *Store) AddSession(ctx context.Context, one account.Session, hash []byte, most int) error {
	return s.change(ctx, "begin a session", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `insert into sessions (hash, id, account, device, made, seen) values (?, ?, ?, ?, ?, ?)`,
			hash, one.ID, one.Account, one.Device, msOf(one.Made), msOf(one.Seen))
		if err == nil {
			_, err = tx.ExecContext(ctx, `delete from sessions where account = ?1 and id not in
				(select id from sessions where account = ?1 order by seen desc, id limit ?2) and id != ?3`, one.Account, most, one.ID)
		}
		return err
	})
}

const sessionColumns = `sessions.id, sessions.account, sessions.device, sessions.made, sessions.seen`

// SessionBy implements account.Store.
func (s *Store) SessionBy(ctx context.Context, hash []byte) (one account.Session, a account.Account, err error) {
	var made, seen int64
	a, _, err = scanAccount(s.read.QueryRowContext(ctx,
		`select `+accountColumns+`, `+sessionColumns+` from sessions join accounts on accounts.id = account where hash = ?`, hash),
		&one.ID, &one.Account, &one.Device, &made, &seen)
	one.Made, one.Seen = timeOf(made), timeOf(seen)
	return one, a, err
}

// Saw implements account.Store.
func (s *Store) Saw(ctx context.Context, id string, at time.Time) error {
	return s.changeOne(ctx, "note a session", `update sessions set seen = ? where id = ?`, msOf(at), id)
}

// Sessions implements account.Store.
func (s *Store) Sessions(ctx context.Context, id string) ([]account.Session, error) {
	return list(ctx, s.read, "sessions", func(r row, one *account.Session) error {
		var made, seen int64
		err := r.Scan(&one.ID, &one.Account, &one.Device, &made, &seen)
		one.Made, one.Seen = timeOf(made), timeOf(seen)
		return err
	}, `select `+sessionColumns+` from sessions where account = ? order by seen desc, id`, id)
}

// EndSession implements account.Store.
func (s *Store) EndSession(ctx context.Context, id, session, but string) error {
	return s.change(ctx, "end a session", func(tx *sql.Tx) error {
		if session != "" {
			return execOne(ctx, tx, `delete from sessions where account = ? and id = ?`, id, session)
		}
		_, err := tx.ExecContext(ctx, `delete from sessions where account = ? and id != ?`, id, but)
		return err
	})
}

// AddToken implements account.Store.
func (s *Store) AddToken(ctx context.Context, t account.Token, hash []byte) error {
	return s.changeOne(ctx, "make a token", `insert into tokens (hash, id, account, name, made, used) values (?, ?, ?, ?, ?, 0)`,
		hash, t.ID, t.Account, t.Name, msOf(t.Made))
}

const tokenColumns = `tokens.id, tokens.account, tokens.name, tokens.made, tokens.used`

// TokenBy implements account.Store.
func (s *Store) TokenBy(ctx context.Context, hash []byte) (t account.Token, a account.Account, err error) {
	var made, used int64
	a, _, err = scanAccount(s.read.QueryRowContext(ctx,
		`select `+accountColumns+`, `+tokenColumns+` from tokens join accounts on accounts.id = account where hash = ?`, hash),
		&t.ID, &t.Account, &t.Name, &made, &used)
	t.Made, t.Used = timeOf(made), timeOf(used)
	return t, a, err
}

// UsedToken implements account.Store.
func (s *Store) UsedToken(ctx context.Context, id string, at time.Time) error {
	return s.changeOne(ctx, "note a token", `update tokens set used = ? where id = ?`, msOf(at), id)
}

// Tokens implements account.Store.
func (s *Store) Tokens(ctx context.Context, id string) ([]account.Token, error) {
	return list(ctx, s.read, "tokens", func(r row, t *account.Token) error {
		var made, used int64
		err := r.Scan(&t.ID, &t.Account, &t.Name, &made, &used)
		t.Made, t.Used = timeOf(made), timeOf(used)
		return err
	}, `select `+tokenColumns+` from tokens where account = ? order by made, id`, id)
}

// EndToken implements account.Store.
func (s *Store) EndToken(ctx context.Context, id, token string) error {
	return s.changeOne(ctx, "end a token", `delete from tokens where account = ? and id = ?`, id, token)
}

// AddKey implements account.Store.
func (s *Store) AddKey(ctx context.Context, k account.Key) error {
	return s.change(ctx, "keep a passkey", func(tx *sql.Tx) error { return addKey(ctx, tx, k) })
}

func addKey(ctx context.Context, tx *sql.Tx, k account.Key) error {
	return execOne(ctx, tx, `insert into passkeys (id, account, name, made, used, credential) values (?, ?, ?, ?, 0, ?)`,
		k.ID, k.Account, k.Name, msOf(k.Made), string(k.Credential))
}

const keyColumns = `id, account, name, made, used, credential`

func scanKey(r row, k *account.Key) error {
	var made, used int64
	err := r.Scan(&k.ID, &k.Account, &k.Name, &made, &used, &k.Credential)
	k.Made, k.Used = timeOf(made), timeOf(used)
	return err
}

// Key implements account.Store.
func (s *Store) Key(ctx context.Context, id string) (k account.Key, err error) {
	err = scanKey(s.read.QueryRowContext(ctx, `select `+keyColumns+` from passkeys where id = ?`, id), &k)
	return k, missing(err)
}

// Keys implements account.Store.
func (s *Store) Keys(ctx context.Context, id string) ([]account.Key, error) {
	return list(ctx, s.read, "passkeys", scanKey, `select `+keyColumns+` from passkeys where account = ? order by made, id`, id)
}

// UsedKey implements account.Store.
func (s *Store) UsedKey(ctx context.Context, id string, credential []byte, at time.Time) error {
	return s.changeOne(ctx, "note a passkey", `update passkeys set credential = ?, used = ? where id = ?`, string(credential), msOf(at), id)
}

// RemoveKey implements account.Store.
func (s *Store) RemoveKey(ctx context.Context, id, key string) error {
	return s.change(ctx, "remove a passkey", func(tx *sql.Tx) error {
		if err := execOne(ctx, tx, `delete from passkeys where account = ? and id = ?`, id, key); err != nil {
			return err
		}
		var open bool
		err := tx.QueryRowContext(ctx, `select password != '' or exists (select 1 from passkeys where account = ?) from accounts where id = ?`, id, id).Scan(&open)
		if err == nil && !open {
			return account.ErrLast
		}
		return err
	})
}

// AddClaim implements account.Store.
func (s *Store) AddClaim(ctx context.Context, c account.Claim) error {
	return s.change(ctx, "claim a device", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `insert into claims (device, account) values (?, ?) on conflict do nothing`, c.Device, c.Account)
		return err
	})
}

// Claims implements account.Store.
func (s *Store) Claims(ctx context.Context) ([]account.Claim, error) {
	return list(ctx, s.read, "claims", func(r row, c *account.Claim) error { return r.Scan(&c.Device, &c.Account) },
		`select device, account from claims`)
}

// EndClaim implements account.Store.
func (s *Store) EndClaim(ctx context.Context, c account.Claim) error {
	return s.change(ctx, "settle a claim", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `delete from claims where device = ? and account = ?`, c.Device, c.Account)
		return err
	})
}

// list reads all rows of a query; what they are names them in errors.
func list[T any](ctx context.Context, db querier, what string, scan func(row, *T) error, query string, args ...any) ([]T, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		var one T
		if err := scan(rows, &one); err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return all, nil
}

// A querier is a file, or a look into it as it stood at one moment.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

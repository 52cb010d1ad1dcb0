package account

import (
	"context"
	"time"
)

// A Session is a device on which somebody is logged in.
type Session struct {
	ID      string
	Account string
	Device  string // what the browser called itself
	Made    time.Time
	Seen    time.Time // exact to some minutes
	// Here marks the session the list was asked for from.
	Here bool
	// Secret is what the cookie holds; only the call that made the session knows it.
	Secret string
}

// A Token lets a program act for an account.
type Token struct {
	ID, Account, Name string
	Made, Used        time.Time // Used is zero before the first time
	// Secret is only known to the call that made the token.
	Secret string
}

// A Key is a passkey of an account.
type Key struct {
	ID, Account, Name string
	Made, Used        time.Time
	// Credential is what checks the key's answers, as JSON.
	Credential []byte
}

// A Claim says that a device's seats and games are to become an account's.
type Claim struct{ Device, Account string }

// A Store keeps accounts. Its methods may be called at once; what they have
// done is durable on return. ErrNotFound says that what is named is not there.
type Store interface {
	// Create adds an account with the keys its name is compared by, the first
	// being its folded name, its passkeys, and a claim on a device unless that is "". ErrTaken if any of the keys is another's.
	Create(ctx context.Context, a Account, keys []string, password, device string, passkeys ...Key) error
	Account(ctx context.Context, id string) (Account, error)
	// Named returns the account with that folded name and its password's hash, "" if it has none.
	Named(ctx context.Context, folded string) (Account, string, error)
	SetPassword(ctx context.Context, id, hash string) error
	// Password returns the hash of an account's password, "" if it has none.
	Password(ctx context.Context, id string) (string, error)
	// Bots returns the bots of a maker that are not deleted, by name.
	Bots(ctx context.Context, maker string) ([]Account, error)
	// Erase deletes an account's name and everything that belongs to it alone, its bots too, and leaves their ids.
	Erase(ctx context.Context, id string, at time.Time) error

	// AddSession stores a session under the hash of its secret; the oldest beyond most are ended.
	AddSession(ctx context.Context, s Session, hash []byte, most int) error
	SessionBy(ctx context.Context, hash []byte) (Session, Account, error)
	// Saw notes when a session was last used.
	Saw(ctx context.Context, id string, at time.Time) error
	// Sessions returns those of an account, the last used first.
	Sessions(ctx context.Context, account string) ([]Session, error)
	// EndSession ends one session of an account, or all but one if session is "".
	EndSession(ctx context.Context, account, session, but string) error

	AddToken(ctx context.Context, t Token, hash []byte) error
	TokenBy(ctx context.Context, hash []byte) (Token, Account, error)
	UsedToken(ctx context.Context, id string, at time.Time) error
	Tokens(ctx context.Context, account string) ([]Token, error)
	EndToken(ctx context.Context, account, id string) error

	AddKey(ctx context.Context, k Key) error
	Key(ctx context.Context, id string) (Key, error)
	Keys(ctx context.Context, account string) ([]Key, error)
	UsedKey(ctx context.Context, id string, credential []byte, at time.Time) error
	// RemoveKey removes a passkey; ErrLast if the account has no other and no password.
	RemoveKey(ctx context.Context, account, id string) error

	AddClaim(ctx context.Context, c Claim) error
	Claims(ctx context.Context) ([]Claim, error)
	EndClaim(ctx context.Context, c Claim) error

	Moderation
}

// Moderation is the part of a Store that operators use.
type Moderation interface {
	// Sanction changes an account's rights and notes who did it; a zero time lifts a limit.
	Sanction(ctx context.Context, a Account, entry Entry) error
	AddReport(ctx context.Context, r Report) (int64, error)
	// Reports returns at most limit reports, open ones only if open, the newest first, older than before unless that is 0.
	Reports(ctx context.Context, open bool, before int64, limit int) ([]Report, error)
	// ReportsBy returns what an owner has reported.
	ReportsBy(ctx context.Context, owner string) ([]Report, error)
	// CloseReport closes a report and notes who did it.
	CloseReport(ctx context.Context, id int64, entry Entry) error
	// Audit returns at most limit entries, the newest first, older than before unless that is 0.
	Audit(ctx context.Context, before int64, limit int) ([]Entry, error)
}

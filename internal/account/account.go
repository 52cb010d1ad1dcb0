// Package account is who people are: names, passwords, passkeys, sessions,
// tokens of bots, and what operators may do about them.
//
// Nobody needs an account to play. A device without one is known by a cookie
// of its own; when somebody signs up or logs in on it, the seats and games of
// the device become those of the account.
package account

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"
)

// A Kind says who uses an account.
type Kind string

// The kinds of accounts.
const (
	Person Kind = "person"
	Bot    Kind = "bot" // a program; it plays by the API with a token
)

// An Account is a person or a bot who is known by a name.
type Account struct {
	ID      string // 16 letters and digits, never used again
	Name    string // "" once it is deleted
	Kind    Kind
	Maker   string // the account whose bot it is, "" for people and bots of the site's operators
	Created time.Time
	// Operator may look at reports, mute and time out.
	Operator bool
	Deleted  bool
	// TimeOut is until when the account may not play, Muted until when it may not talk; zero if it may.
	TimeOut, Muted time.Time
	// HasPassword tells whether the account can be logged in to with a password.
	HasPassword bool
}

// ownerMark begins the owner key of an account; keys of devices never begin with it.
const ownerMark = "@"

// Owner returns what stands for an account wherever seats and games are owned.
func Owner(id string) string { return ownerMark + id }

// Of returns the account an owner key stands for; false if it is a device's or nobody's.
func Of(owner string) (id string, ok bool) {
	if len(owner) < 2 || owner[:1] != ownerMark {
		return "", false
	}
	return owner[1:], true
}

// A Code says why something was refused, for programs and for translation.
type Code string

// The codes of refusals.
const (
	NameTaken Code = "name_taken" // or looks like one that is
	NameBad   Code = "name_bad"
	Weak      Code = "weak"  // the password is too short, too long or the name
	Wrong     Code = "wrong" // name or password; it is not said which
	TooMany   Code = "too_many"
	NotFound  Code = "not_found"
	Forbidden Code = "forbidden"
	Invalid   Code = "invalid"
	Passkey   Code = "passkey" // the device's answer does not fit
)

// Refused is the error of a request that was not carried out. Field names the
// input that is to be changed, "" where there is none.
type Refused struct {
	Code  Code
	Field string
	Text  string
}

func (r *Refused) Error() string { return r.Text }

func refuse(code Code, field, text string, args ...any) *Refused {
	return &Refused{code, field, fmt.Sprintf(text, args...)}
}

// Errors of a Store.
var (
	ErrNotFound = errors.New("no such account, session or key")
	ErrTaken    = errors.New("the name is taken")
	ErrLast     = errors.New("it is the last way to log in")
)

// Games is what a Service needs of the games that have been played.
type Games interface {
	// Adopt makes the live seats and the games of a device those of an owner;
	// doing it again is no error.
	Adopt(ctx context.Context, device, owner, name string) error
	// ExportOwn writes the games of an owner, in a form that is named like a file's extension.
	ExportOwn(ctx context.Context, owner, form string, w io.Writer) error
	// Changed tells that an account's name or rights have changed, or that it is gone.
	Changed(ctx context.Context, owner string) error
}

// Config is what a Service works with.
type Config struct {
	Store Store
	Games Games
	Now   func() time.Time
	Rand  io.Reader // cryptographic
	Log   *slog.Logger
	Cost  Cost
	// Attempts bounds how often a password may be tried.
	Attempts Attempts
}

// A Service carries out what people ask of their accounts. Its methods may be called at once.
type Service struct {
	Config
	attempts   attempts
	hashing    chan struct{}
	nobody     string // a password that nobody has, to take as long as if there were one
	ceremonies ceremonies
}

// hashings is how many passwords are hashed at once; each takes a processor and memory.
const hashings = 2

// New returns a service.
func New(c Config) (*Service, error) {
	s := &Service{Config: c, attempts: newAttempts(c.Attempts), hashing: make(chan struct{}, hashings)}
	s.ceremonies.pending = map[string]ceremony{}
	var err error
	s.nobody, err = c.Cost.hash("nobody has this password", c.Rand)
	return s, err
}

// ByID returns an account.
func (s *Service) ByID(ctx context.Context, id string) (Account, error) {
	a, err := s.Store.Account(ctx, id)
	return a, unknown(err)
}

// ByName returns the account of that name, whatever the case of its letters.
func (s *Service) ByName(ctx context.Context, name string) (Account, error) {
	a, _, err := s.Store.Named(ctx, fold(name))
	return a, unknown(err)
}

// unknown says for people that something is not there.
func unknown(err error) error {
	if errors.Is(err, ErrNotFound) {
		return refuse(NotFound, "", "there is no such account")
	}
	return err
}

package account

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	secretBytes  = 32
	idBytes      = 10 // 16 characters
	sessionsEach = 50
	maxDevice    = 160 // bytes of what a browser calls itself
	// sessionAge is how long a session that is not used stays.
	sessionAge = 180 * 24 * time.Hour
	// seenEvery is how exactly it is known when a session was last used.
	seenEvery = 10 * time.Minute
)

// From says where a request comes from.
type From struct {
	Device  string // owner key of the device, "" if there is none
	Address string // for limits
	Browser string // what it calls itself
}

// SignUp makes an account and logs in to it. The seats and games of the device become the account's.
func (s *Service) SignUp(ctx context.Context, name, password string, from From) (Session, error) {
	name, keys, err := CheckName(name)
	if err != nil {
		return Session{}, err
	}
	if err := checkPassword(password, name); err != nil {
		return Session{}, err
	}
	hash, err := s.hash(ctx, password)
	if err != nil {
		return Session{}, err
	}
	id, err := s.newID()
	if err != nil {
		return Session{}, err
	}
	a, err := s.create(ctx, Account{ID: id, Name: name, Kind: Person}, keys, hash, from)
	if err != nil {
		return Session{}, err
	}
	return s.enter(ctx, a, from)
}

// create adds an account, unless the address has made too many.
func (s *Service) create(ctx context.Context, a Account, keys []string, hash string, from From, passkeys ...Key) (Account, error) {
	address := "sign-ups " + from.Address
	if !s.attempts.left(address, s.Attempts.SignUps, s.Now()) {
		return a, refuse(TooMany, "", "too many accounts were made from here; try again in some minutes")
	}
	a.Created, a.HasPassword = s.Now(), hash != ""
	err := s.Store.Create(ctx, a, keys, hash, from.Device, passkeys...)
	if errors.Is(err, ErrTaken) {
		return a, refuse(NameTaken, "name", "the name '%s' is taken, or looks like one that is", a.Name)
	}
	if err == nil {
		s.attempts.take(address, s.Attempts.SignUps, s.Now())
	}
	return a, err
}

// LogIn begins a session with name and password. The seats and games of the
// device become the account's.
func (s *Service) LogIn(ctx context.Context, name, password string, from From) (Session, error) {
	folded := fold(cut(name, 4*MaxName))
	a, hash, err := s.Store.Named(ctx, folded)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Session{}, err
	}
	ok, current, err := s.try(ctx, folded, from.Address, password, hash)
	if err != nil {
		return Session{}, err
	}
	if !ok {
		return Session{}, refuse(Wrong, "password", "name or password is wrong")
	}
	if !current {
		if hash, err = s.hash(ctx, password); err == nil {
			err = s.Store.SetPassword(ctx, a.ID, hash)
		}
		if err != nil {
			return Session{}, err
		}
	}
	if from.Device != "" {
		if err := s.Store.AddClaim(ctx, Claim{from.Device, a.ID}); err != nil {
			return Session{}, err
		}
	}
	return s.enter(ctx, a, from)
}

// enter begins a session and gives the account what is the device's.
func (s *Service) enter(ctx context.Context, a Account, from From) (Session, error) {
	secret := make([]byte, secretBytes)
	if _, err := io.ReadFull(s.Rand, secret); err != nil {
		return Session{}, fmt.Errorf("no random numbers for a session: %w", err)
	}
	id, err := s.newID()
	if err != nil {
		return Session{}, err
	}
	now := s.Now()
	session := Session{
		ID: id, Account: a.ID, Device: cut(from.Browser, maxDevice), Made: now, Seen: now, Here: true,
		Secret: base64.RawURLEncoding.EncodeToString(secret),
	}
	if err := s.Store.AddSession(ctx, session, hashOf(session.Secret), sessionsEach); err != nil {
		return Session{}, err
	}
	if from.Device != "" {
		if err := s.adopt(ctx, Claim{from.Device, a.ID}); err != nil {
			// The claim is stored: it is taken up again at the next start.
			s.Log.Error("a device's games are not yet the account's", "account", a.ID, "error", err)
		}
	}
	return session, nil
}

// Settle carries out the claims that were not finished, such as after a crash.
func (s *Service) Settle(ctx context.Context) error {
	claims, err := s.Store.Claims(ctx)
	for _, c := range claims {
		err = errors.Join(err, s.adopt(ctx, c))
	}
	return err
}

// adopt carries out a claim.
func (s *Service) adopt(ctx context.Context, c Claim) error {
	a, err := s.Store.Account(ctx, c.Account)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if err == nil && !a.Deleted {
		if err := s.Games.Adopt(ctx, c.Device, Owner(a.ID), a.Name); err != nil {
			return err
		}
	}
	return s.Store.EndClaim(ctx, c)
}

// Session returns the session of a cookie's secret and its account.
func (s *Service) Session(ctx context.Context, secret string) (Session, Account, error) {
	if len(secret) != base64.RawURLEncoding.EncodedLen(secretBytes) {
		return Session{}, Account{}, ErrNotFound
	}
	session, a, err := s.Store.SessionBy(ctx, hashOf(secret))
	if err != nil {
		return session, a, err
	}
	now := s.Now()
	if a.Deleted || now.Sub(session.Seen) > sessionAge {
		return session, a, ErrNotFound
	}
	if now.Sub(session.Seen) > seenEvery {
		if err := s.Store.Saw(ctx, session.ID, now); err != nil {
			s.Log.Warn("when a session was used could not be stored", "error", err)
		}
	}
	return session, a, nil
}

// LogOut ends the session a request came with.
func (s *Service) LogOut(ctx context.Context, v Visitor) error {
	if err := v.loggedIn(); err != nil {
		return err
	}
	return s.Store.EndSession(ctx, v.Account, v.Session, "")
}

// Sessions returns where the visitor is logged in, the last used first.
func (s *Service) Sessions(ctx context.Context, v Visitor) ([]Session, error) {
	list, err := s.Store.Sessions(ctx, v.Account)
	for i := range list {
		list[i].Here = list[i].ID == v.Session
	}
	return list, err
}

// End ends one of the visitor's sessions, or all others if id is "".
func (s *Service) End(ctx context.Context, v Visitor, id string) error {
	if err := v.loggedIn(); err != nil {
		return err
	}
	if id == "" {
		return s.Store.EndSession(ctx, v.Account, "", v.Session)
	}
	return unknown(s.Store.EndSession(ctx, v.Account, id, ""))
}

// ChangePassword sets a new password and ends all other sessions. The old one
// must be given where there is one.
func (s *Service) ChangePassword(ctx context.Context, v Visitor, old, fresh, address string) error {
	if err := s.confirm(ctx, v, old, address); err != nil {
		return err
	}
	if err := checkPassword(fresh, v.Name); err != nil {
		return err
	}
	hash, err := s.hash(ctx, fresh)
	if err == nil {
		err = s.Store.SetPassword(ctx, v.Account, hash)
	}
	if err != nil {
		return err
	}
	return s.Store.EndSession(ctx, v.Account, "", v.Session)
}

// confirm checks a visitor's password, if his account has one.
func (s *Service) confirm(ctx context.Context, v Visitor, password, address string) error {
	if err := v.loggedIn(); err != nil {
		return err
	}
	hash, err := s.Store.Password(ctx, v.Account)
	if err != nil || hash == "" {
		return unknown(err)
	}
	ok, _, err := s.try(ctx, fold(v.Name), address, password, hash)
	if err == nil && !ok {
		err = refuse(Wrong, "old", "the password is wrong")
	}
	return err
}

// Delete deletes the visitor's account for good: its name, sessions, keys and bots.
// Games stay with the opponents, without the name.
func (s *Service) Delete(ctx context.Context, v Visitor, password, address string) error {
	if err := s.confirm(ctx, v, password, address); err != nil {
		return err
	}
	return s.Erase(ctx, v.Account)
}

// Erase deletes an account without its password, for operators.
func (s *Service) Erase(ctx context.Context, id string) error {
	bots, err := s.Store.Bots(ctx, id)
	if err != nil {
		return err
	}
	if err := s.Store.Erase(ctx, id, s.Now()); err != nil {
		return unknown(err)
	}
	err = s.Games.Changed(ctx, Owner(id))
	for _, bot := range bots {
		err = errors.Join(err, s.Games.Changed(ctx, Owner(bot.ID)))
	}
	return err
}

// newID returns an id that nobody has.
func (s *Service) newID() (string, error) {
	random := make([]byte, idBytes)
	if _, err := io.ReadFull(s.Rand, random); err != nil {
		return "", fmt.Errorf("no random numbers for an id: %w", err)
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(random)), nil
}

// hashOf is how secrets are stored: they have so many bits that no salt is needed.
func hashOf(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// cut shortens a text to at most n bytes of whole characters.
func cut(text string, n int) string {
	text = strings.ToValidUTF8(text, "")
	for len(text) > n {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

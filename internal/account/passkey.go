package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

const (
	keysEach    = 20
	maxResponse = 64 << 10 // bytes of a device's answer
)

// An Asked is what a browser is to ask its device for; Options is the JSON of
// navigator.credentials' argument, ID belongs to the answer.
type Asked struct {
	ID      string          `json:"id"`
	Options json.RawMessage `json:"options"`
}

// party returns the relying party of a site, named by its origin ("https://melee.example").
func party(site string) (*webauthn.WebAuthn, error) {
	u, err := url.Parse(site)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("the site's own address is '%s', must be like https://melee.example", site)
	}
	return webauthn.New(&webauthn.Config{RPID: u.Hostname(), RPDisplayName: "Mêlée", RPOrigins: []string{site}})
}

// holder is an account as the protocol sees it.
type holder struct {
	id, name    string
	credentials []webauthn.Credential
}

func (h *holder) WebAuthnID() []byte                         { return []byte(h.id) }
func (h *holder) WebAuthnName() string                       { return h.name }
func (h *holder) WebAuthnDisplayName() string                { return h.name }
func (h *holder) WebAuthnCredentials() []webauthn.Credential { return h.credentials }

// mayAdd refuses a further passkey to who has as many as an account may have.
func (h *holder) mayAdd() error {
	if len(h.credentials) >= keysEach {
		return refuse(TooMany, "", "an account has at most %d passkeys", keysEach)
	}
	return nil
}

func (s *Service) holder(ctx context.Context, a Account) (*holder, error) {
	keys, err := s.Store.Keys(ctx, a.ID)
	h := &holder{id: a.ID, name: a.Name}
	for _, k := range keys {
		var c webauthn.Credential
		if err := json.Unmarshal(k.Credential, &c); err != nil {
			return nil, fmt.Errorf("passkey %s: %w", k.ID, err)
		}
		h.credentials = append(h.credentials, c)
	}
	return h, err
}

// BeginSignUp asks a device for the passkey of a new account. The limits count the address.
func (s *Service) BeginSignUp(ctx context.Context, name, site, address string) (Asked, error) {
	name, keys, err := CheckName(name)
	if err != nil {
		return Asked{}, err
	}
	if _, _, err := s.Store.Named(ctx, keys[0]); err == nil {
		return Asked{}, refuse(NameTaken, "name", "the name '%s' is taken", name)
	}
	id, err := s.newID()
	if err != nil {
		return Asked{}, err
	}
	fresh := &Account{ID: id, Name: name, Kind: Person}
	return s.askKey(&holder{id: id, name: name}, ceremony{site: site, from: address, fresh: fresh, keys: keys})
}

// FinishSignUp makes the account if the device has made the passkey, and logs in.
func (s *Service) FinishSignUp(ctx context.Context, id, response string, from From) (Session, error) {
	c, err := s.ceremonies.take(id, s.Now())
	if err != nil {
		return Session{}, err
	}
	if c.fresh == nil {
		return Session{}, refuse(Passkey, "", "this passkey is not for a new account")
	}
	credential, err := c.made(&holder{id: c.fresh.ID, name: c.fresh.Name}, response)
	if err != nil {
		return Session{}, err
	}
	a, err := s.create(ctx, *c.fresh, c.keys, "", from, s.key(c.fresh.ID, "", credential))
	if err != nil {
		return Session{}, err
	}
	return s.enter(ctx, a, from)
}

// BeginAddKey asks the visitor's device for a further passkey.
func (s *Service) BeginAddKey(ctx context.Context, v Visitor, site string) (Asked, error) {
	if err := v.loggedIn(); err != nil {
		return Asked{}, err
	}
	h, err := s.holder(ctx, Account{ID: v.Account, Name: v.Name})
	if err != nil {
		return Asked{}, err
	}
	if err := h.mayAdd(); err != nil {
		return Asked{}, err
	}
	return s.askKey(h, ceremony{site: site, from: v.Owner, owner: v.Account})
}

// FinishAddKey stores the passkey that the visitor's device has made, under a label.
func (s *Service) FinishAddKey(ctx context.Context, v Visitor, id, label, response string) error {
	c, err := s.ceremonies.take(id, s.Now())
	if err != nil {
		return err
	}
	if c.owner == "" || c.owner != v.Account {
		return refuse(Passkey, "", "this passkey is not for this account")
	}
	h, err := s.holder(ctx, Account{ID: v.Account, Name: v.Name})
	if err != nil {
		return err
	}
	if err := h.mayAdd(); err != nil {
		return err
	}
	credential, err := c.made(h, response)
	if err != nil {
		return err
	}
	return s.Store.AddKey(ctx, s.key(v.Account, label, credential))
}

func (s *Service) key(account, label string, c *webauthn.Credential) Key {
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // a credential has nothing that JSON cannot say
	}
	if label = strings.TrimSpace(label); utf8.RuneCountInString(label) > maxLabel {
		label = string([]rune(label)[:maxLabel])
	}
	return Key{ID: base64.RawURLEncoding.EncodeToString(c.ID), Account: account, Name: strings.ToValidUTF8(label, ""), Made: s.Now(), Credential: text}
}

// askKey begins the making of a passkey that knows its account without its name being typed.
func (s *Service) askKey(h *holder, c ceremony) (Asked, error) {
	rp, err := party(c.site)
	if err != nil {
		return Asked{}, err
	}
	creation, data, err := rp.BeginRegistration(h,
		webauthn.WithResidentKeyRequirement(protocol.ResidentKeyRequirementRequired),
		webauthn.WithExclusions(webauthn.Credentials(h.credentials).CredentialDescriptors()))
	if err != nil {
		return Asked{}, err
	}
	c.data = *data
	return s.ask(creation, c)
}

func (s *Service) ask(options any, c ceremony) (Asked, error) {
	id, err := s.newID()
	if err != nil {
		return Asked{}, err
	}
	text, err := json.Marshal(options)
	if err != nil {
		return Asked{}, err
	}
	return Asked{id, text}, s.ceremonies.put(id, c, s.Now())
}

// made checks what a device answers that has made a passkey.
func (c *ceremony) made(h *holder, response string) (*webauthn.Credential, error) {
	rp, err := party(c.site)
	if err != nil {
		return nil, err
	}
	if len(response) > maxResponse {
		return nil, refuse(Passkey, "", "the device's answer is too long")
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(response))
	if err == nil {
		var credential *webauthn.Credential
		if credential, err = rp.CreateCredential(h, c.data, parsed); err == nil {
			return credential, nil
		}
	}
	return nil, refuse(Passkey, "", "the passkey was not accepted: %s", why(err))
}

// BeginLogIn asks a device for any passkey of this site. The limits count the address.
func (s *Service) BeginLogIn(site, address string) (Asked, error) {
	rp, err := party(site)
	if err != nil {
		return Asked{}, err
	}
	assertion, data, err := rp.BeginDiscoverableLogin()
	if err != nil {
		return Asked{}, err
	}
	return s.ask(assertion, ceremony{data: *data, site: site, from: address})
}

// FinishLogIn begins a session of the account whose passkey the device has shown.
func (s *Service) FinishLogIn(ctx context.Context, id, response string, from From) (Session, error) {
	c, err := s.ceremonies.take(id, s.Now())
	if err != nil {
		return Session{}, err
	}
	rp, err := party(c.site)
	if err != nil {
		return Session{}, err
	}
	if c.fresh != nil || c.owner != "" || len(response) > maxResponse {
		return Session{}, refuse(Passkey, "", "the device's answer is to another question")
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(response))
	if err != nil {
		return Session{}, refuse(Passkey, "", "the passkey was not accepted: %s", why(err))
	}
	var a Account
	_, credential, err := rp.ValidatePasskeyLogin(func(raw, _ []byte) (webauthn.User, error) {
		k, err := s.Store.Key(ctx, base64.RawURLEncoding.EncodeToString(raw))
		if err == nil {
			a, err = s.Store.Account(ctx, k.Account)
		}
		if err != nil {
			return nil, err
		}
		if a.Deleted {
			return nil, ErrNotFound
		}
		return s.holder(ctx, a)
	}, c.data, parsed)
	if err == nil && credential.Authenticator.CloneWarning {
		err = errors.New("another device seems to have a copy of it")
	}
	if err != nil {
		return Session{}, refuse(Passkey, "", "the passkey was not accepted: %s", why(err))
	}
	used := s.key(a.ID, "", credential)
	if err := s.Store.UsedKey(ctx, used.ID, used.Credential, s.Now()); err != nil {
		return Session{}, err
	}
	if from.Device != "" {
		if err := s.Store.AddClaim(ctx, Claim{from.Device, a.ID}); err != nil {
			return Session{}, err
		}
	}
	return s.enter(ctx, a, from)
}

// why returns what the protocol's library has to say.
func why(err error) string {
	var e *protocol.Error
	if errors.As(err, &e) && e.Details != "" {
		return e.Details
	}
	return err.Error()
}

// Keys returns the visitor's passkeys.
func (s *Service) Keys(ctx context.Context, v Visitor) ([]Key, error) {
	return s.Store.Keys(ctx, v.Account)
}

// RemoveKey removes a passkey of the visitor, but not the last way to log in.
func (s *Service) RemoveKey(ctx context.Context, v Visitor, id string) error {
	if err := v.loggedIn(); err != nil {
		return err
	}
	err := s.Store.RemoveKey(ctx, v.Account, id)
	if errors.Is(err, ErrLast) {
		return refuse(Invalid, "", "this is the only way to log in; set a password first")
	}
	return unknown(err)
}

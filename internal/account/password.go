package account

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// A Cost is what hashing a password by argon2id takes (RFC 9106).
type Cost struct {
	Memory uint32 // KiB
	Passes uint32
	Lanes  uint8
}

// StandardCost takes some hundredths of a second and 19 MiB.
var StandardCost = Cost{Memory: 19 << 10, Passes: 2, Lanes: 1}

const (
	minPassword  = 8   // characters
	maxPassword  = 256 // bytes
	saltBytes    = 16
	hashBytes    = 32
	mostMemory   = 1 << 20 // KiB that a stored hash may ask for
	mostPasses   = 64
	hashTemplate = "$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s"
)

// hash returns a password's hash as it is stored, in the usual form of such texts.
func (c Cost) hash(password string, random io.Reader) (string, error) {
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(random, salt); err != nil {
		return "", fmt.Errorf("no random numbers for a password: %w", err)
	}
	key := argon2.IDKey([]byte(password), salt, c.Passes, c.Memory, c.Lanes, hashBytes)
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf(hashTemplate, argon2.Version, c.Memory, c.Passes, c.Lanes, b64(salt), b64(key)), nil
}

// matches reports whether a password is the one that was hashed, and whether it was hashed at this cost.
func (c Cost) matches(password, hashed string) (ok, current bool, err error) {
	used, salt, key, err := parseHash(hashed)
	if err != nil {
		return false, false, err
	}
	got := argon2.IDKey([]byte(password), salt, used.Passes, used.Memory, used.Lanes, uint32(len(key)))
	return subtle.ConstantTimeCompare(got, key) == 1, used == c, nil
}

func parseHash(text string) (c Cost, salt, key []byte, err error) {
	var version int
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return c, nil, nil, fmt.Errorf("the stored password is not in the form of argon2id")
	}
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return c, nil, nil, fmt.Errorf("the stored password is of argon2 version '%s', not %d", parts[2], argon2.Version)
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.Memory, &c.Passes, &c.Lanes); err != nil {
		return c, nil, nil, fmt.Errorf("the stored password's cost cannot be read: %w", err)
	}
	if c.Memory == 0 || c.Memory > mostMemory || c.Passes == 0 || c.Passes > mostPasses || c.Lanes == 0 {
		return c, nil, nil, fmt.Errorf("the stored password's cost is out of range")
	}
	b64 := base64.RawStdEncoding.DecodeString
	if salt, err = b64(parts[4]); err == nil {
		key, err = b64(parts[5])
	}
	if err != nil || len(salt) < 8 || len(key) != hashBytes {
		return c, nil, nil, fmt.Errorf("the stored password's salt or hash cannot be read")
	}
	return c, salt, key, nil
}

// checkPassword says what is wrong with a new password.
func checkPassword(password, name string) error {
	switch {
	case utf8.RuneCountInString(password) < minPassword:
		return refuse(Weak, "password", "a password has at least %d characters", minPassword)
	case len(password) > maxPassword:
		return refuse(Weak, "password", "a password has at most %d bytes", maxPassword)
	case fold(password) == fold(name):
		return refuse(Weak, "password", "a password is not the name")
	case strings.Count(password, password[:1]) == len(password):
		return refuse(Weak, "password", "a password is not one character again and again")
	}
	return nil
}

// hash hashes a password when it is its turn.
func (s *Service) hash(ctx context.Context, password string) (string, error) {
	if err := s.turn(ctx); err != nil {
		return "", err
	}
	defer func() { <-s.hashing }()
	return s.Cost.hash(password, s.Rand)
}

// try compares a password with the hash of a name, "" if there is none, when
// it is its turn. A wrong one is counted before the turn ends, so that of many
// that come at once no more are compared than one after the other.
func (s *Service) try(ctx context.Context, folded, address, password, hashed string) (ok, current bool, err error) {
	if err := s.mayTry(folded, address); err != nil {
		return false, false, err
	}
	if len(password) > maxPassword {
		password = "" // is nobody's, and takes no longer
	}
	known := hashed != ""
	if !known {
		hashed = s.nobody // the answer takes as long as for a name that exists
	}
	if err := s.turn(ctx); err != nil {
		return false, false, err
	}
	defer func() { <-s.hashing }()
	if err := s.mayTry(folded, address); err != nil {
		return false, false, err
	}
	ok, current, err = s.Cost.matches(password, hashed)
	if err == nil && !(ok && known) {
		s.failed(folded, address)
	}
	return ok && known, current, err
}

func (s *Service) turn(ctx context.Context) error {
	select {
	case s.hashing <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

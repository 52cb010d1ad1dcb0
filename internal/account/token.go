package account

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// tokenMark begins every token, so that one that leaks is recognised.
const tokenMark = "melee_"

const (
	tokensEach = 20
	maxLabel   = 40 // characters
)

// Tokens returns the tokens of the visitor.
func (s *Service) Tokens(ctx context.Context, v Visitor) ([]Token, error) {
	return s.Store.Tokens(ctx, v.Account)
}

// NewToken makes a token by which a program acts for the visitor. Its Secret is shown once.
func (s *Service) NewToken(ctx context.Context, v Visitor, name string) (Token, error) {
	if err := v.loggedIn(); err != nil {
		return Token{}, err
	}
	return s.newToken(ctx, v.Account, name)
}

func (s *Service) newToken(ctx context.Context, account, name string) (Token, error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > maxLabel || !utf8.ValidString(name) {
		return Token{}, refuse(Invalid, "name", "a token's label has 1 to %d characters", maxLabel)
	}
	list, err := s.Store.Tokens(ctx, account)
	if err != nil {
		return Token{}, err
	}
	if len(list) >= tokensEach {
		return Token{}, refuse(TooMany, "", "an account has at most %d tokens; end one first", tokensEach)
	}
	secret := make([]byte, secretBytes)
	if _, err := io.ReadFull(s.Rand, secret); err != nil {
		return Token{}, fmt.Errorf("no random numbers for a token: %w", err)
	}
	id, err := s.newID()
	if err != nil {
		return Token{}, err
	}
	t := Token{ID: id, Account: account, Name: name, Made: s.Now(), Secret: tokenMark + base64.RawURLEncoding.EncodeToString(secret)}
	return t, s.Store.AddToken(ctx, t, hashOf(t.Secret))
}

// EndToken ends one of the visitor's tokens.
func (s *Service) EndToken(ctx context.Context, v Visitor, id string) error {
	if err := v.loggedIn(); err != nil {
		return err
	}
	return unknown(s.Store.EndToken(ctx, v.Account, id))
}

// Bearer returns the account a token's secret stands for.
func (s *Service) Bearer(ctx context.Context, secret string) (Account, error) {
	if !strings.HasPrefix(secret, tokenMark) || len(secret) != len(tokenMark)+base64.RawURLEncoding.EncodedLen(secretBytes) {
		return Account{}, ErrNotFound
	}
	t, a, err := s.Store.TokenBy(ctx, hashOf(secret))
	if err != nil || a.Deleted {
		return Account{}, ErrNotFound
	}
	if now := s.Now(); now.Sub(t.Used) > seenEvery {
		if err := s.Store.UsedToken(ctx, t.ID, now); err != nil {
			s.Log.Warn("when a token was used could not be stored", "error", err)
		}
	}
	return a, nil
}

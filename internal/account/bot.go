package account

import (
	"context"
	"errors"
)

// botsEach is how many bots somebody may have.
const botsEach = 20

// NewBot makes an account of kind bot and a token for it. It is made by
// an operator or somebody who is logged in, whose address the limits count.
func (s *Service) NewBot(ctx context.Context, v Visitor, name, address string) (Account, Token, error) {
	if err := v.loggedIn(); err != nil && operates(v) != nil {
		return Account{}, Token{}, err
	}
	name, keys, err := CheckName(name)
	if err != nil {
		return Account{}, Token{}, err
	}
	if v.Account != "" {
		own, err := s.Store.Bots(ctx, v.Account)
		if err != nil {
			return Account{}, Token{}, err
		}
		if len(own) >= botsEach {
			return Account{}, Token{}, refuse(TooMany, "", "you have %d bots; delete one first", botsEach)
		}
	}
	id, err := s.newID()
	if err != nil {
		return Account{}, Token{}, err
	}
	a, err := s.create(ctx, Account{ID: id, Name: name, Kind: Bot, Maker: v.Account}, keys, "", From{Address: address})
	if err != nil {
		return Account{}, Token{}, err
	}
	t, err := s.newToken(ctx, a.ID, "first")
	return a, t, err
}

// Bots returns the visitor's bots, by name.
func (s *Service) Bots(ctx context.Context, v Visitor) ([]Account, error) {
	return s.Store.Bots(ctx, v.Account)
}

// RenewBot gives one of the visitor's bots a new token and ends those it had.
func (s *Service) RenewBot(ctx context.Context, v Visitor, id string) (Account, Token, error) {
	a, err := s.ownBot(ctx, v, id)
	if err != nil {
		return Account{}, Token{}, err
	}
	old, err := s.Store.Tokens(ctx, id)
	if err != nil {
		return Account{}, Token{}, err
	}
	for _, t := range old {
		if err := s.Store.EndToken(ctx, id, t.ID); err != nil && !errors.Is(err, ErrNotFound) {
			return Account{}, Token{}, err
		}
	}
	t, err := s.newToken(ctx, id, "renewed")
	return a, t, err
}

// EraseBot deletes one of the visitor's bots, as [Service.Delete] does an account.
func (s *Service) EraseBot(ctx context.Context, v Visitor, id string) (Account, error) {
	a, err := s.ownBot(ctx, v, id)
	if err != nil {
		return Account{}, err
	}
	return a, s.Erase(ctx, id)
}

func (s *Service) ownBot(ctx context.Context, v Visitor, id string) (Account, error) {
	if err := v.loggedIn(); err != nil {
		return Account{}, err
	}
	a, err := s.ByID(ctx, id)
	if err == nil && (a.Maker != v.Account || a.Deleted) {
		err = unknown(ErrNotFound)
	}
	return a, err
}

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"time"

	"melee/internal/account"
	"melee/internal/archive"
	"melee/internal/hub"
	"melee/internal/live"
	"melee/internal/store/sqlite"
	"melee/rules/catalog"
)

// annals are what accounts need of the games: those at live tables, where a
// server has them, and those of the archive.
type annals struct {
	*archive.Archive
	tables  *hub.Hub
	sockets *live.Server
}

// Adopt implements account.Games.
func (g annals) Adopt(ctx context.Context, device, owner, name string) error {
	if err := g.tables.Adopt(ctx, device, owner, name); err != nil {
		return err
	}
	if err := g.Store.AdoptGames(ctx, device, owner); err != nil {
		return err
	}
	g.sockets.Reconnect(device)
	return nil
}

// Changed implements account.Games.
func (g annals) Changed(ctx context.Context, owner string) error {
	if g.tables == nil {
		return nil
	}
	ids, err := g.tables.Reread(ctx, owner)
	g.sockets.Reconnect(owner, ids...)
	return err
}

// archiveIn returns the finished games of a store.
func archiveIn(store *sqlite.Store) *archive.Archive {
	return &archive.Archive{Store: store, Find: catalog.Find, Now: time.Now}
}

func accountsIn(store *sqlite.Store, g annals, log *slog.Logger) (*account.Service, error) {
	return account.New(account.Config{
		Store: store, Games: g, Now: time.Now, Rand: rand.Reader, Log: log, Cost: account.StandardCost, Attempts: account.StandardAttempts,
	})
}

// settle carries out what an earlier program had begun: devices that become
// accounts', and games of tables that were opened before there was an archive.
func settle(ctx context.Context, accounts *account.Service, store *sqlite.Store, log *slog.Logger) {
	if err := accounts.Settle(ctx); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, hub.ErrClosed) {
		log.Error("seats of devices are not yet their accounts'; the next start tries again", "error", err)
	}
	if err := store.CatchUp(ctx, catalog.Find); err != nil && !errors.Is(err, context.Canceled) {
		log.Error("games of older tables are not in the archive; the next start tries again", "error", err)
	}
}

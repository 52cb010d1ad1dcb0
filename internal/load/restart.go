package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"melee/client"
)

// atOnce calls f for 0 to n-1, some calls at once, and returns the first error.
func atOnce(ctx context.Context, n int, f func(int) error) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(64)
	for i := range n {
		if inner.Err() != nil {
			break
		}
		group.Go(func() error { return f(i) })
	}
	return group.Wait()
}

// inSync is the share of clients that must be back for a storm to count as over.
const inSync = 0.99

// storm kills the server under its clients and starts it again: how long until they are all back.
func storm(ctx context.Context, b *bench) (Report, error) {
	games, err := b.setAll(ctx, b.Tables)
	defer func() { closeAll(games) }()
	if err != nil {
		return Report{}, err
	}
	report := Report{Tables: b.Tables, Sockets: b.Tables * b.seats(), Kills: 1}
	before := 0
	for _, g := range games {
		for _, p := range g.players {
			before += p.table.Stats().Connects
		}
	}
	b.server.kill()
	if err := b.server.start(ctx); err != nil {
		return report, err
	}
	began := time.Now()
	for {
		back := -before
		for _, g := range games {
			for _, p := range g.players {
				back += p.table.Stats().Connects
			}
		}
		if float64(back) >= inSync*float64(report.Sockets) {
			break
		}
		if err := sleep(ctx, 5*time.Millisecond); err != nil {
			return report, err
		}
	}
	report.InSync = milliseconds(time.Since(began))
	report.Seconds = time.Since(began).Seconds()
	// Whoever is back can play.
	for _, g := range games {
		p, t, err := g.next(ctx)
		if err != nil || p == nil {
			return report, errors.Join(err, ctx.Err())
		}
		if _, err := p.act(ctx, t); err != nil {
			return report, err
		}
		report.Moves++
	}
	return report, nil
}

// crash kills the server again and again while everybody plays. Whatever was acknowledged must be there afterwards.
func crash(ctx context.Context, b *bench) (Report, error) {
	games, err := b.setAll(ctx, b.Tables)
	defer func() { closeAll(games) }()
	if err != nil {
		return Report{}, err
	}
	report := Report{Tables: b.Tables, Sockets: b.Tables * b.seats()}
	m := &meter{bench: b}
	m.begin()
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	players, playing := errgroup.WithContext(stop)
	var mu sync.Mutex // of games, to which tables are added when others end
	for i, g := range games {
		players.Go(func() error {
			for n := b.Tables + i; ; n += b.Tables {
				if err := g.loop(playing, m, nil); err != nil || playing.Err() != nil {
					return err
				}
				if g = b.setAgain(playing, n); g == nil {
					return nil
				}
				mu.Lock()
				games = append(games, g)
				mu.Unlock()
			}
		})
	}
	random := rand.New(rand.NewPCG(b.Seed, 0))
	var late []time.Duration
	for range b.Kills {
		if err := sleep(playing, 50*time.Millisecond+time.Duration(random.Int64N(int64(250*time.Millisecond)))); err != nil {
			return report, errors.Join(players.Wait(), err)
		}
		b.server.kill()
		began, moves := time.Now(), m.moves.Load()
		if err := b.server.start(ctx); err != nil {
			return report, err
		}
		report.Kills++
		for m.moves.Load() == moves {
			if err := sleep(playing, time.Millisecond); err != nil {
				return report, errors.Join(players.Wait(), err)
			}
		}
		late = append(late, time.Since(began))
	}
	cancel()
	if err := players.Wait(); err != nil {
		return report, err
	}
	report.Moves = int(m.moves.Load())
	report.Seconds = time.Since(m.began).Seconds()
	report.MovesPerSec = float64(report.Moves) / report.Seconds
	report.Late = spread(late)
	for _, g := range games {
		lost, err := g.verify(ctx)
		if err != nil {
			return report, err
		}
		report.Lost += lost
		for _, p := range g.players {
			report.Resynced += p.table.Stats().Connects - 1
		}
	}
	if report.Lost > 0 {
		b.faults.add("%d acknowledged moves are gone", report.Lost)
	}
	return report, nil
}

// setAgain opens a table while the server comes and goes; nil when the time is over.
func (b *bench) setAgain(ctx context.Context, n int) *game {
	for ctx.Err() == nil {
		if g, err := b.set(ctx, n); err == nil {
			return g
		}
		if sleep(ctx, 10*time.Millisecond) != nil {
			break
		}
	}
	return nil
}

// start kills a server that has many tables in its store, at which time runs,
// and starts it again: how long until it has accepted a move.
func start(ctx context.Context, b *bench) (Report, error) {
	ids := make([]string, b.Stored)
	c, err := client.New(b.url())
	if err != nil {
		return Report{}, err
	}
	setup := client.Setup{Variant: b.Variant, Clock: client.Clock{Kind: "turn", Add: 3600_000}}
	for range b.seats() {
		setup.Seats = append(setup.Seats, client.SetupSeat{Player: "me"})
	}
	if err := atOnce(ctx, len(ids), func(i int) (err error) {
		if ids[i], err = c.Open(ctx, setup); err != nil {
			return err
		}
		return step(ctx, c, ids[i])
	}); err != nil {
		return Report{}, err
	}
	b.server.kill()
	report := Report{Tables: b.Stored, Kills: 1}
	began := time.Now()
	if err := b.server.start(ctx); err != nil {
		return report, err
	}
	if err := step(ctx, c, ids[len(ids)/2]); err != nil {
		return report, err
	}
	report.Late = spread([]time.Duration{time.Since(began)})
	report.Seconds = time.Since(began).Seconds()
	report.Moves = 1
	return report, nil
}

// step plays one move at a table whose seats are all one device's.
func step(ctx context.Context, c *client.Client, id string) error {
	v, err := c.View(ctx, id)
	if err != nil {
		return err
	}
	if len(v.Legal) == 0 {
		return errors.New("nobody can move at a table that has just been opened")
	}
	_, err = c.Post(ctx, id, client.Move(v.Legal[len(v.Plies)%len(v.Legal)], v.Seq))
	return err
}

// slowShare is one reader that does not read for so many tables' devices.
const slowShare = 20

// slow lets everybody play while some who connected never read. They must be
// cut off and nobody else may be held up.
func slow(ctx context.Context, b *bench) (Report, error) {
	var mu sync.Mutex
	var stuck []*stuckReader
	defer func() {
		for _, s := range stuck {
			s.close()
		}
	}()
	report, err := b.playing(ctx, b.Tables, func(ctx context.Context, g *game, m *meter) error {
		if g.random.IntN(slowShare/b.seats()) == 0 {
			s, err := connectStuck(ctx, b.url(), g.id)
			if err != nil {
				return err
			}
			mu.Lock()
			stuck = append(stuck, s)
			mu.Unlock()
		}
		return g.loop(ctx, m, nil)
	})
	for _, s := range stuck {
		if s.cut() {
			report.Cut++
		}
	}
	report.Sockets += len(stuck)
	return report, err
}

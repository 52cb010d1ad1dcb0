package load

import (
	"context"
	"time"

	"melee/client"
)

// settle is how long a server gets until what a phase has begun is over.
const settle = 2 * time.Second

// idle opens tables and moves nothing: what a table costs that waits, with a connection on each seat.
func idle(ctx context.Context, b *bench) (Report, error) {
	before, err := b.server.memory(ctx)
	if err != nil {
		return Report{}, err
	}
	games, err := b.setAll(ctx, b.Tables)
	defer func() { closeAll(games) }()
	if err != nil {
		return Report{}, err
	}
	if err := sleep(ctx, min(settle, b.Time)); err != nil {
		return Report{}, err
	}
	after, err := b.server.memory(ctx)
	if err != nil {
		return Report{}, err
	}
	sockets := b.Tables * b.seats()
	report := Report{
		Tables: b.Tables, Sockets: sockets,
		BytesPerTable: float64(after.Heap+after.Stacks-before.Heap-before.Stacks) / float64(b.Tables),
		BytesResident: float64(after.Resident-before.Resident) / float64(b.Tables),
		Goroutines:    float64(after.Goroutines-before.Goroutines) / float64(sockets),
	}
	m := &meter{bench: b}
	m.begin()
	if err := sleep(ctx, b.Time); err != nil {
		return report, err
	}
	m.end(&report)
	return report, nil
}

// fanout lets one table play before many watchers: how long until the last of them has seen a move.
func fanout(ctx context.Context, b *bench) (Report, error) {
	g, err := b.set(ctx, 0)
	if err != nil {
		return Report{}, err
	}
	defer g.close()
	watchers := make([]*client.Table, b.Watchers)
	err = atOnce(ctx, len(watchers), func(i int) error {
		c, err := client.New(b.url())
		if err != nil {
			return err
		}
		watchers[i], err = c.Follow(ctx, g.id, g.history.note)
		return err
	})
	defer func() {
		_ = atOnce(context.WithoutCancel(ctx), len(watchers), func(i int) error {
			if watchers[i] != nil {
				watchers[i].Close()
			}
			return nil
		})
	}()
	if err != nil {
		return Report{}, err
	}
	report := Report{Tables: 1, Sockets: b.seats() + b.Watchers}
	every := time.Duration(float64(time.Second) / b.Rate)
	m := &meter{bench: b}
	m.begin()
	for end := time.Now().Add(b.Time); time.Now().Before(end) && !g.over(); {
		p, t, err := g.next(ctx)
		if err != nil || p == nil {
			return report, err
		}
		began := time.Now()
		took, err := p.act(ctx, t)
		if err != nil {
			return report, err
		}
		m.ack(took)
		for _, w := range watchers {
			if err := w.Wait(ctx, func(v *client.View) bool { return v.Seq > t.seq }); err != nil {
				return report, err
			}
		}
		if err := g.sees(ctx, t.seq+1); err != nil {
			return report, err
		}
		m.saw(time.Since(began))
		if err := sleep(ctx, every-time.Since(began)); err != nil {
			return report, err
		}
	}
	m.end(&report)
	report.Lost, err = g.verify(ctx)
	return report, err
}

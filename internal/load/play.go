package load

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"melee/client"
)

// A meter measures what the server does between begin and end.
type meter struct {
	bench *bench
	moves atomic.Int64
	on    atomic.Bool
	began time.Time
	cpu   time.Duration
	queue time.Duration
	mine  time.Duration
	mu    sync.Mutex
	acks  []time.Duration
	seen  []time.Duration
}

func (m *meter) begin() {
	m.cpu, m.queue, m.mine = m.bench.cpu(), m.bench.waited(), processorTime(os.Getpid())
	m.began = time.Now()
	m.on.Store(true)
}

// ack notes a move that was acknowledged.
func (m *meter) ack(took time.Duration) {
	if !m.on.Load() {
		return
	}
	m.moves.Add(1)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.acks = append(m.acks, took)
}

// saw notes that the last of a table's devices has seen a move.
func (m *meter) saw(took time.Duration) {
	if !m.on.Load() {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = append(m.seen, took)
}

// end fills a report.
func (m *meter) end(r *Report) {
	m.on.Store(false)
	elapsed := time.Since(m.began)
	cpu, queue, mine := m.bench.cpu()-m.cpu, m.bench.waited()-m.queue, processorTime(os.Getpid())-m.mine
	r.Seconds = elapsed.Seconds()
	r.Moves = int(m.moves.Load())
	r.MovesPerSec = float64(r.Moves) / elapsed.Seconds()
	if r.Moves > 0 {
		r.CPUPerMove = float64(cpu.Microseconds()) / float64(r.Moves)
	}
	r.CPUShare = cpu.Seconds() / elapsed.Seconds()
	r.QueueShare = queue.Seconds() / elapsed.Seconds()
	r.CPUOfLoad = mine.Seconds() / elapsed.Seconds()
	m.mu.Lock()
	defer m.mu.Unlock()
	r.Acknowledged, r.Seen = spread(m.acks), spread(m.seen)
}

// closed lets every table play as fast as it can: a move is sent when the one before has been seen.
func closed(ctx context.Context, b *bench) (Report, error) {
	return b.playing(ctx, b.Tables, func(ctx context.Context, g *game, m *meter) error {
		return g.loop(ctx, m, nil)
	})
}

// open lets every table play at a fixed rate. A move is timed from when it was
// to be sent, so that one that the server held up makes those behind it late too.
func open(ctx context.Context, b *bench) (Report, error) {
	every := time.Duration(float64(time.Second) / b.Rate)
	return b.playing(ctx, b.Tables, func(ctx context.Context, g *game, m *meter) error {
		next := time.Now().Add(time.Duration(g.random.Int64N(int64(every))))
		return g.loop(ctx, m, func() time.Time {
			at := next
			next = next.Add(every)
			return at
		})
	})
}

// computers lets a person play at every table as fast as the CPU answers. What
// is measured is how soon the person's own moves are acknowledged meanwhile.
func computers(ctx context.Context, b *bench) (Report, error) {
	b.computers = true
	return b.playing(ctx, b.Tables, func(ctx context.Context, g *game, m *meter) error {
		return g.loop(ctx, m, nil)
	})
}

// playing opens tables and lets each play until the time is over.
func (b *bench) playing(ctx context.Context, n int, play func(context.Context, *game, *meter) error) (Report, error) {
	games, err := b.setAll(ctx, n)
	defer func() { closeAll(games) }()
	if err != nil {
		return Report{}, err
	}
	report := Report{Tables: n, Sockets: n * len(games[0].players)}
	m := &meter{bench: b}
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	var wait sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for i := range games {
		wait.Go(func() {
			err := b.series(stop, &games[i], n+i, m, play)
			if err != nil && stop.Err() == nil {
				mu.Lock()
				defer mu.Unlock()
				failed = errors.Join(failed, err)
				cancel()
			}
		})
	}
	if sleep(stop, b.Warm) == nil {
		m.begin()
		sleep(stop, b.Time)
		m.end(&report)
	}
	cancel()
	wait.Wait()
	if failed != nil {
		return report, failed
	}
	for _, g := range games {
		lost, err := g.verify(ctx)
		if err != nil {
			return report, err
		}
		report.Lost += lost
	}
	return report, nil
}

// series plays one game after the other, each at a table of its own.
func (b *bench) series(ctx context.Context, g **game, n int, m *meter, play func(context.Context, *game, *meter) error) error {
	for {
		if err := play(ctx, *g, m); err != nil || ctx.Err() != nil {
			return err
		}
		next, err := b.set(ctx, n)
		if err != nil {
			return err
		}
		old := *g
		*g = next
		old.close()
		// A game is looked through even if the time has run out meanwhile.
		if lost, err := old.verify(context.WithoutCancel(ctx)); err != nil || lost > 0 {
			b.faults.add("table %s: %d acknowledged moves are gone (%v)", old.id, lost, err)
		}
		n += b.Tables
	}
}

// loop plays the game to its end. at says when each move is to be sent, nil for at once.
func (g *game) loop(ctx context.Context, m *meter, at func() time.Time) error {
	for !g.over() {
		p, t, err := g.next(ctx)
		if err != nil || p == nil {
			return err
		}
		due := time.Now()
		if at != nil {
			due = at()
			if err := sleep(ctx, time.Until(due)); err != nil {
				return nil
			}
		}
		if _, err := p.act(ctx, t); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		m.ack(time.Since(due))
		if err := g.sees(ctx, t.seq+1); err != nil {
			return nil
		}
		m.saw(time.Since(due))
	}
	return nil
}

// next waits for the turn of one of the players; nil if the game or the time is over.
func (g *game) next(ctx context.Context) (*player, turn, error) {
	newest := func() (*player, turn) {
		var by *player
		var best turn
		for _, p := range g.players {
			select {
			case t := <-p.turn:
				if by == nil || t.seq > best.seq {
					by, best = p, t
				}
			default:
			}
		}
		return by, best
	}
	var by *player
	var t turn
	err := g.players[0].table.Wait(ctx, func(v *client.View) bool {
		if by, t = newest(); by != nil {
			return true
		}
		return v.Status == "ended"
	})
	if err != nil && ctx.Err() != nil {
		return nil, turn{}, nil
	}
	return by, t, err
}

// sees waits until all devices have seen an event.
func (g *game) sees(ctx context.Context, seq int64) error {
	for _, p := range g.players {
		if err := p.table.Wait(ctx, func(v *client.View) bool { return v.Seq >= seq }); err != nil {
			return err
		}
	}
	return nil
}

// sleep waits, or returns why ctx has ended.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

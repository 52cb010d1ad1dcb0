package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"melee/client"
)

// A game is a table with a device on each seat.
type game struct {
	bench   *bench
	id      string
	players []*player
	history history
	random  *rand.Rand

	mu    sync.Mutex
	acked []acked
}

// acked is a move that the server has acknowledged.
type acked struct {
	ply  int // its index in the record
	move string
}

// A player is a device with a seat and a connection.
type player struct {
	game   *game
	seat   client.Seat
	client *client.Client
	table  *client.Table
	turn   chan turn // its present turn, the newest only
	random *rand.Rand
}

// A turn is a position in which a player must act.
type turn struct {
	seq  int64
	ply  int
	move string // a random legal one, or "survive"
}

// seats is how many a table of the variant has.
func (b *bench) seats() int {
	if len(b.Variant) >= 4 && (b.Variant[:4] == "four" || b.Variant == "mcx4") {
		return 4
	}
	return 2
}

// folding is how players fold what they are told: wholly at every eighth table,
// in a sketch at the others, so that the generator leaves the machine to the server.
func (b *bench) folding(n int) []client.Option {
	if n%8 == 0 {
		return nil
	}
	return []client.Option{client.WithSketch()}
}

// set opens a table and seats its players; they follow it.
func (b *bench) set(ctx context.Context, n int) (*game, error) {
	g := &game{bench: b, random: rand.New(rand.NewPCG(b.Seed, uint64(n)))}
	g.history.faults = &b.faults
	setup := client.Setup{Variant: b.Variant, AutoStart: true, Away: -1}
	for i := range b.seats() {
		if b.computers && i > 0 {
			setup.Seats = append(setup.Seats, client.SetupSeat{Player: "cpu"})
			continue
		}
		c, err := client.New(b.url(), b.folding(n)...)
		if err != nil {
			return nil, err
		}
		g.players = append(g.players, &player{game: g, seat: client.Seat(i), client: c, turn: make(chan turn, 1), random: rand.New(rand.NewPCG(b.Seed, uint64(n*4+i)))})
		setup.Seats = append(setup.Seats, client.SetupSeat{Player: "open"})
	}
	setup.Seats[0].Player = "me"
	if err := g.seat(ctx, setup); err != nil {
		g.close()
		return nil, err
	}
	return g, nil
}

// seat opens the table and connects its players.
func (g *game) seat(ctx context.Context, setup client.Setup) (err error) {
	if g.id, err = g.players[0].client.Open(ctx, setup); err != nil {
		return err
	}
	for _, p := range g.players[1:] {
		if _, err := p.client.Post(ctx, g.id, client.Sit(p.seat, "")); err != nil {
			return fmt.Errorf("sit at %s: %w", g.id, err)
		}
	}
	for _, p := range g.players {
		if p.table, err = p.client.Follow(ctx, g.id, p.told); err != nil {
			return err
		}
	}
	return nil
}

// setAll opens tables, some at once.
func (b *bench) setAll(ctx context.Context, n int) ([]*game, error) {
	games := make([]*game, n)
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(16)
	for i := range games {
		group.Go(func() (err error) {
			games[i], err = b.set(ctx, i)
			return errors.Join(err, inner.Err())
		})
	}
	return games, group.Wait()
}

// told notes what the player sees and whether it is his turn.
func (p *player) told(v *client.View) {
	p.game.history.note(v)
	if v.Turn != p.seat || v.Status == "gathering" || v.Status == "ended" || len(v.Legal) == 0 && v.Status != "choice" {
		return
	}
	t := turn{seq: v.Seq, ply: len(v.Plies), move: "survive"}
	if v.Status != "choice" {
		t.move = v.Legal[p.random.IntN(len(v.Legal))]
	}
	select {
	case <-p.turn:
	default:
	}
	p.turn <- t
}

// over reports whether the game has ended, by what a player has seen.
func (g *game) over() (ended bool) {
	g.players[0].table.Look(func(v *client.View) { ended = v.Status == "ended" })
	return ended
}

// act plays a random legal move, or survives, and notes that it was acknowledged.
func (p *player) act(ctx context.Context, t turn) (took time.Duration, err error) {
	command := client.Move(t.move, t.seq)
	if t.move == "survive" {
		command = client.Command{Do: "survive", Seq: t.seq}
	}
	began := time.Now()
	seq, err := p.table.Do(ctx, command)
	took = time.Since(began)
	if err != nil {
		return took, err
	}
	if seq <= t.seq {
		p.game.bench.faults.add("table %s: the move after event %d was acknowledged as event %d", p.game.id, t.seq, seq)
	}
	p.game.mu.Lock()
	defer p.game.mu.Unlock()
	p.game.acked = append(p.game.acked, acked{t.ply, t.move})
	return took, nil
}

// close ends the connections.
func (g *game) close() {
	for _, p := range g.players {
		if p.table != nil {
			p.table.Close()
		}
	}
}

func closeAll(games []*game) {
	var wait sync.WaitGroup
	for _, g := range games {
		if g != nil {
			wait.Go(g.close)
		}
	}
	wait.Wait()
}

// verify looks whether every acknowledged move is in the table's record, and returns how many are not.
func (g *game) verify(ctx context.Context) (lost int, err error) {
	v, err := g.players[0].client.View(ctx, g.id)
	if err != nil {
		return 0, err
	}
	seen := map[int]string{}
	for _, a := range g.acked {
		if before, twice := seen[a.ply]; twice {
			g.bench.faults.add("table %s: ply %d was acknowledged twice, as %s and %s", g.id, a.ply, before, a.move)
		}
		seen[a.ply] = a.move
		if a.ply >= len(v.Plies) || v.Plies[a.ply].Token != a.move {
			lost++
		}
	}
	return lost, nil
}

// A history is what all who follow a table have seen of it: one position an event.
type history struct {
	faults *faults
	mu     sync.Mutex
	at     map[int64]position
}

type position struct {
	hash  string
	plies int
}

// note compares what somebody sees with what others have seen.
func (h *history) note(v *client.View) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.at == nil {
		h.at = map[int64]position{}
	}
	now := position{v.Hash, len(v.Plies)}
	if before, ok := h.at[v.Seq]; ok && before != now {
		h.faults.add("table %s after event %d: one sees %v, another %v", v.Table, v.Seq, before, now)
	}
	h.at[v.Seq] = now
}

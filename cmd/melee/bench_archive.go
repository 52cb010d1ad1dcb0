package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"melee/internal/archive"
	"melee/internal/archive/sample"
	"melee/internal/store/sqlite"
	"melee/rules"
	"melee/rules/catalog"
)

type benchArchiveCommand struct {
	Games   int    `default:"100000" placeholder:"N" help:"Games in the archive (${default})."`
	Queries int    `default:"200" placeholder:"N" help:"How often each filter is asked (${default})."`
	Seed    uint64 `default:"1" placeholder:"N" help:"Equal seeds make equal games (${default})."`
	Data    string `type:"path" placeholder:"FILE" help:"File for the games, which stays and is used again; a temporary one if none is given."`
}

// Help explains what is measured.
func (*benchArchiveCommand) Help() string {
	return "Makes up finished games of all variants over five years, between twenty thousand players of whom some play much, and asks for the first page " +
		"of every filter and for pages far behind."
}

// Validate checks the numbers.
func (c *benchArchiveCommand) Validate() error {
	if c.Games < 1 || c.Games > 100_000_000 || c.Queries < 1 || c.Queries > 1_000_000 {
		return errors.New("--games and --queries are numbers from 1, at most 100 000 000 and 1 000 000")
	}
	return nil
}

// The games end within sampleSpan before sampleEnd; atOnce go into one transaction.
const (
	sampleSpan = 5 * 365 * 24 * time.Hour
	atOnce     = 2000
)

var sampleEnd = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Run makes the games and measures.
func (c *benchArchiveCommand) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	path := c.Data
	if path == "" {
		folder, err := os.MkdirTemp("", "melee-archive")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		path = filepath.Join(folder, "archive.db")
	}
	store, err := sqlite.Open(ctx, path, sqlite.WithDurability(sqlite.OS), sqlite.WithCache(128))
	if err != nil {
		return err
	}
	defer store.Close()
	began := time.Now()
	made, err := c.fill(ctx, store)
	if err != nil {
		return err
	}
	if made > 0 {
		took := time.Since(began)
		fmt.Fprintf(s.out, "made %d games in %.0f s, %.0f a second\n", made, took.Seconds(), float64(made)/took.Seconds())
	}
	return c.measure(ctx, s, store)
}

// fill makes games, unless the file has them already, and returns how many.
func (c *benchArchiveCommand) fill(ctx context.Context, store *sqlite.Store) (int, error) {
	m, err := sample.New(c.Seed, catalog.All(), sampleEnd, sampleSpan)
	if err != nil {
		return 0, err
	}
	made := 0
	for n := 0; n < c.Games; n += atOnce {
		var rows []*archive.Row
		for range min(atOnce, c.Games-n) {
			row, err := m.Next()
			if err != nil {
				return n, err
			}
			rows = append(rows, row)
		}
		if _, err := store.Game(ctx, rows[len(rows)-1].ID); err == nil {
			continue // of an earlier run
		}
		if err := errors.Join(ctx.Err(), store.Keep(ctx, rows)); err != nil {
			return n, err
		}
		made += len(rows)
	}
	return made, nil
}

// A filtering is a filter that is measured; its gaps are filled by chance.
type filtering struct {
	name string
	draw func(r *rand.Rand) archive.Filter
}

func chosen[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func filterings() []filtering {
	day := 24 * time.Hour
	at := func(r *rand.Rand) time.Time { return sampleEnd.Add(-time.Duration(r.Int64N(int64(sampleSpan)))) }
	player := func(r *rand.Rand) string { return fmt.Sprintf("@player%d", r.IntN(20_000)) }
	variant := func(r *rand.Rand) string { return chosen(r, catalog.All()...).Name }
	endings := []rules.Reason{rules.Mate, rules.Checkmate, rules.Stalemate, rules.Resignation, rules.Eliminations, rules.BareKings, rules.NoProgress}
	results := []string{archive.Draw, "white", "black", "red", "blue", "wq+wk", "red+yellow"}
	yes, no := true, false
	return []filtering{
		{"no filter", func(r *rand.Rand) archive.Filter { return archive.Filter{} }},
		{"no filter, later pages", func(r *rand.Rand) archive.Filter { return archive.Filter{Before: archive.CursorAt(at(r), 1)} }},
		{"player", func(r *rand.Rand) archive.Filter { return archive.Filter{Owner: player(r)} }},
		{"busiest player", func(r *rand.Rand) archive.Filter {
			return archive.Filter{Owner: sample.Busiest, Before: archive.CursorAt(at(r), 1)}
		}},
		{"variant", func(r *rand.Rand) archive.Filter { return archive.Filter{Variant: variant(r)} }},
		{"result", func(r *rand.Rand) archive.Filter { return archive.Filter{Result: chosen(r, results...)} }},
		{"ending", func(r *rand.Rand) archive.Filter { return archive.Filter{Ending: chosen(r, endings...)} }},
		{"a day", func(r *rand.Rand) archive.Filter { t := at(r); return archive.Filter{From: t, To: t.Add(day)} }},
		{"before a day", func(r *rand.Rand) archive.Filter { return archive.Filter{To: at(r)} }},
		{"length", func(r *rand.Rand) archive.Filter {
			n := r.IntN(300)
			return archive.Filter{MinPlies: n, MaxPlies: n + r.IntN(40)}
		}},
		{"one length", func(r *rand.Rand) archive.Filter { n := r.IntN(300); return archive.Filter{MinPlies: n, MaxPlies: n} }},
		{"rated", func(r *rand.Rand) archive.Filter { return archive.Filter{Rated: chosen(r, &yes, &no)} }},
		{"player, variant, rated", func(r *rand.Rand) archive.Filter {
			return archive.Filter{Owner: player(r), Variant: variant(r), Rated: &yes, Unlisted: true}
		}},
		{"busiest, variant, result, length", func(r *rand.Rand) archive.Filter {
			return archive.Filter{Owner: sample.Busiest, Variant: variant(r), Result: chosen(r, results...), MinPlies: r.IntN(200)}
		}},
		{"everything at once", func(r *rand.Rand) archive.Filter {
			t := at(r)
			return archive.Filter{
				Variant: variant(r), Result: chosen(r, results...), Ending: chosen(r, endings...), Rated: chosen(r, &yes, &no),
				From: t, To: t.Add(90 * day), MinPlies: 20, MaxPlies: 200,
			}
		}},
	}
}

// measure asks for each filter's games and prints how long that took.
func (c *benchArchiveCommand) measure(ctx context.Context, s streams, store *sqlite.Store) error {
	fmt.Fprintf(s.out, "%-34s %9s %9s %9s %7s\n", "filter", "p50 ms", "p95 ms", "most ms", "games")
	random := rand.New(rand.NewPCG(c.Seed, 95))
	games := archiveIn(store)
	for _, f := range filterings() {
		var took []time.Duration
		found := 0
		for range c.Queries {
			filter := f.draw(random)
			began := time.Now()
			page, _, err := games.Search(ctx, filter)
			if err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			took = append(took, time.Since(began))
			found += len(page)
		}
		slices.Sort(took)
		ms := func(share float64) float64 { return took[int(share*float64(len(took)-1))].Seconds() * 1000 }
		fmt.Fprintf(s.out, "%-34s %9.2f %9.2f %9.2f %7.1f\n", f.name, ms(0.5), ms(0.95), ms(1), float64(found)/float64(c.Queries))
	}
	return nil
}

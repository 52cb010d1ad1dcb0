package hub_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"melee/internal/hub"
	"melee/internal/store/sqlite"
	"melee/internal/store/storetest"
	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

func benchHub(b *testing.B) *hub.Hub {
	h := hub.New(hub.Config{
		Store: storetest.NewMemory(), Find: catalog.Find, Engine: first{}, Log: slog.New(slog.DiscardHandler),
		Searches: 1, Think: time.Second, Idle: time.Hour,
	})
	b.Cleanup(h.Close)
	return h
}

// BenchmarkSubmit is a move at a table with four who look on, without store and sockets.
func BenchmarkSubmit(b *testing.B) {
	for _, variant := range []string{"all-in", "four-player"} {
		b.Run(variant, func(b *testing.B) {
			h := benchHub(b)
			v, err := catalog.Find(variant)
			if err != nil {
				b.Fatal(err)
			}
			open := table.Open{Variant: variant, Host: "anne", Clock: table.Clock{Kind: table.Increment, Base: 3600 * second, Add: 10 * second}}
			for range v.Seats {
				open.Chairs = append(open.Chairs, anne)
			}
			id, err := h.Open(b.Context(), open)
			if err != nil {
				b.Fatal(err)
			}
			told := 0
			for range 4 {
				a, err := h.Attach(b.Context(), id, "anne", func(_ *table.State, events []table.Event, _ hub.Presence) { told += len(events) })
				if err != nil {
					b.Fatal(err)
				}
				defer a.Close()
			}
			shuttle := map[string][]string{"all-in": {"g1f3", "g8f6", "f3g1", "f6g8"}, "four-player": {"e1f3", "a10c9", "j14i12", "n5l6", "f3e1", "c9a10", "i12j14", "l6n5"}}[variant]
			done := make(chan error, 1)
			n, sent := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				sent++
				var c table.Command = table.Act{Owner: "anne", Seat: rules.NoSeat, Token: shuttle[n%len(shuttle)], ID: fmt.Sprint(sent)}
				if n++; n == 8 {
					c = table.NewGame{Owner: "anne", ID: fmt.Sprint(sent)}
					n = 0
				}
				if err := h.Submit(context.Background(), id, c, func(_ int64, err error) { done <- err }); err != nil {
					b.Fatal(err)
				}
				<-done
			}
		})
	}
}

// BenchmarkIdle is what a table in play holds in memory with nobody there.
func BenchmarkIdle(b *testing.B) {
	h := benchHub(b)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range b.N {
		if _, err := h.Open(b.Context(), table.Open{Variant: "four-player", Chairs: []table.Chair{anne, bert, anne, bert}, Host: "anne"}); err != nil {
			b.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(b.N), "B/table")
	b.ReportMetric(float64(after.StackInuse-before.StackInuse)/float64(b.N), "stack-B/table")
	b.ReportMetric(float64(runtime.NumGoroutine()), "goroutines")
}

// BenchmarkStart is the first move that is accepted after a start over 10 000
// stored tables in play, at all of which the time of the turn has run out.
func BenchmarkStart(b *testing.B) {
	const tables = 10000
	path := filepath.Join(b.TempDir(), "m.db")
	open := table.Open{Variant: "four-player", Host: "anne", Chairs: []table.Chair{anne, bert, anne, bert}, Clock: table.Clock{Kind: table.PerTurn, Add: 30 * second}}
	fill(b, path, tables, open, 40)
	for b.Loop() {
		b.StopTimer()
		store, err := sqlite.Open(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		began := time.Now()
		h := hub.New(hub.Config{
			Store: store, Find: catalog.Find, Engine: first{}, Log: slog.New(slog.DiscardHandler),
			Searches: 1, Think: time.Second, Idle: time.Hour,
		})
		ctx, stop := context.WithCancel(b.Context())
		go h.Run(ctx)
		var token string
		id := fmt.Sprintf("t%d", tables-1)
		if err := h.Read(ctx, id, func(s *table.State) { token = s.Game.Moves(nil)[0].Text(s.Game.Geometry()) }); err != nil {
			b.Fatal(err)
		}
		if _, err := h.Do(ctx, id, table.Act{Owner: "anne", Seat: rules.NoSeat, Token: token, ID: "first"}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(time.Since(began).Milliseconds()), "ms-to-first-move")
		b.StopTimer()
		stop()
		h.Close()
		store.Close()
		b.StartTimer()
	}
}

// fill stores tables with so many moves each, played long ago.
func fill(b *testing.B, path string, tables int, open table.Open, moves int) {
	store, err := sqlite.Open(b.Context(), path, sqlite.WithDurability(sqlite.OS))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	then := time.Now().Add(-time.Hour)
	state := table.New()
	var log []table.Event
	act := func(c table.Command) {
		events, err := table.Decide(state, c, then, 0, catalog.Find)
		if err != nil {
			b.Fatal(err)
		}
		for _, e := range events {
			if err := state.Apply(e, catalog.Find); err != nil {
				b.Fatal(err)
			}
		}
		log = append(log, events...)
	}
	act(open)
	for n := range moves {
		all := state.Game.Moves(nil)
		act(table.Act{Owner: state.Chairs[state.Game.Turn()].Owner, Seat: rules.NoSeat, Token: all[n*7%len(all)].Text(state.Game.Geometry()), ID: fmt.Sprint(n)})
	}
	var wait sync.WaitGroup
	for worker := range 64 {
		wait.Go(func() {
			for i := worker; i < tables; i += 64 {
				if err := store.Append(b.Context(), fmt.Sprintf("t%d", i), log, hub.Mark{Due: then.Add(time.Minute), Owners: []string{"anne", "bert"}}); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
}

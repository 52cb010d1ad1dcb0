package hub_test

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"testing"
	"time"

	"melee/internal/hub"
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

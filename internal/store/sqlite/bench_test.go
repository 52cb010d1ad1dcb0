package sqlite_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"melee/internal/hub"
	"melee/internal/store/sqlite"
	"melee/internal/table"
)

// BenchmarkAppend is one move at each of n tables that play at once.
func BenchmarkAppend(b *testing.B) {
	for _, durability := range []sqlite.Durability{sqlite.Full, sqlite.OS} {
		for _, tables := range []int{1, 50} {
			b.Run(fmt.Sprintf("%s/tables=%d", durability, tables), func(b *testing.B) {
				s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "m.db"), sqlite.WithDurability(durability))
				if err != nil {
					b.Fatal(err)
				}
				defer s.Close()
				b.ReportAllocs()
				b.ResetTimer()
				var wait sync.WaitGroup
				for i := range tables {
					wait.Go(func() { play(b, s, fmt.Sprintf("table-%d", i), b.N/tables+1) })
				}
				wait.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
			})
		}
	}
}

func play(b *testing.B, s hub.Store, id string, moves int) {
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	opened := table.Opened{Variant: "all-in", Chairs: []table.Chair{{Player: table.CPU}, {Player: table.CPU}}}
	for seq := range int64(moves) {
		e := table.Event{Seq: seq + 1, At: at, Fact: table.Acted{Token: "e2e4", By: table.Person}, Command: "owner-of-a-device/12345"}
		if e.Seq == 1 {
			e.Fact = opened
		}
		if err := s.Append(b.Context(), id, []table.Event{e}, hub.Mark{}); err != nil {
			b.Error(err)
			return
		}
	}
}

package table_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"melee/internal/table"
	"melee/rules/catalog"
)

// BenchmarkMove decides and applies moves of games played at random from the start.
func BenchmarkMove(b *testing.B) {
	for _, v := range catalog.All() {
		b.Run(v.Name, func(b *testing.B) {
			open := table.Open{Variant: v.Name, Host: "anne", Clock: table.Clock{Kind: table.Increment, Base: hour, Add: second}}
			for range v.Seats {
				open.Chairs = append(open.Chairs, anne)
			}
			log := randomGame(b, open, 100)
			b.ReportAllocs()
			moves := 0
			s := table.New()
			for b.Loop() {
				if moves%(len(log)-1) == 0 {
					b.StopTimer()
					s = begun(b, open)
					b.StartTimer()
				}
				act := log[moves%(len(log)-1)]
				moves++
				events, err := table.Decide(s, act, noon, 0, find)
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Apply(events[0], find); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func begun(b testing.TB, open table.Open) *table.State {
	s := table.New()
	events, err := table.Decide(s, open, noon, 0, find)
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range events {
		if err := s.Apply(e, find); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// randomGame returns the commands of a game of at most n moves.
func randomGame(b testing.TB, open table.Open, n int) (acts []table.Act) {
	s := begun(b, open)
	random := uint64(1)
	for len(acts) < n && s.Phase() != table.Ended {
		token := "survive"
		if moves := s.Game.Moves(nil); len(moves) > 0 {
			random = random*6364136223846793005 + 1442695040888963407
			token = moves[random>>33%uint64(len(moves))].Text(s.Game.Geometry())
		}
		act := table.Act{Owner: "anne", Seat: s.Game.Turn(), Token: token, ID: fmt.Sprint("device-", len(acts)), Think: 10}
		acts = append(acts, act)
		events, err := table.Decide(s, act, noon, 0, find)
		if err != nil {
			b.Fatal(err)
		}
		for _, e := range events {
			if err := s.Apply(e, find); err != nil {
				b.Fatal(err)
			}
		}
	}
	return acts
}

// BenchmarkTable is what a table in play holds in memory after 60 moves.
func BenchmarkTable(b *testing.B) {
	for _, name := range []string{"all-in", "mcx4", "four-player"} {
		v, err := catalog.Find(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			open := table.Open{Variant: name, Host: "anne"}
			for range v.Seats {
				open.Chairs = append(open.Chairs, anne)
			}
			acts := randomGame(b, open, 60)
			tables := make([]*table.State, 0, b.N)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			for range b.N {
				s := begun(b, open)
				for _, act := range acts {
					events, err := table.Decide(s, act, noon.Add(time.Second), 0, find)
					if err != nil {
						b.Fatal(err)
					}
					for _, e := range events {
						if err := s.Apply(e, find); err != nil {
							b.Fatal(err)
						}
					}
				}
				tables = append(tables, s)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(tables)), "B/table")
			runtime.KeepAlive(tables)
		})
	}
}

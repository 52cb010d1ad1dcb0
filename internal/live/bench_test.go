package live

import (
	"testing"
	"time"

	"melee/internal/account"
	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

// together is who looks at a table in benchmarks.
type together struct{}

func (together) Here(string) bool { return true }
func (together) Watchers() int    { return 0 }

// BenchmarkPatch writes what a move changes, for the four who play.
func BenchmarkPatch(b *testing.B) {
	owners := []string{"anne", "bert", "carl", "dora"}
	for _, variant := range []string{"four-player", "mcx4"} {
		b.Run(variant, func(b *testing.B) {
			open := table.Open{Variant: variant, Host: "anne"}
			for _, owner := range owners {
				open.Chairs = append(open.Chairs, table.Chair{Player: table.Person, Owner: owner})
			}
			s := table.New()
			decide(b, s, open)
			f := &feed{id: "t"}
			f.follow(s)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				b.StopTimer()
				turn := s.Game.Turn()
				if turn == rules.NoSeat {
					s = table.New()
					decide(b, s, open)
					f.follow(s)
					turn = s.Game.Turn()
				}
				move := s.Game.Moves(nil)[0].Text(s.Game.Geometry())
				if s.Game.Status() == rules.Choosing {
					move = "survive"
				}
				events := decide(b, s, table.Act{Owner: owners[turn], Seat: turn, Token: move})
				b.StartTimer()
				for _, owner := range owners {
					f.patch(s, events, together{}, owner)
				}
			}
		})
	}
}

func decide(b *testing.B, s *table.State, c table.Command) []table.Event {
	b.Helper()
	events, err := table.Decide(s, c, noon, 1, catalog.Find)
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range events {
		if err := s.Apply(e, catalog.Find); err != nil {
			b.Fatal(err)
		}
	}
	return events
}

// BenchmarkReadCommand reads the frame of a move.
func BenchmarkReadCommand(b *testing.B) {
	text := []byte(`["do",{"id":"Zm9vYmFyYmF6","do":"move","move":"e2e4","seq":1234}]`)
	b.ReportAllocs()
	for b.Loop() {
		_, body := parseFrame(text)
		if _, _, err := readCommand(body, account.Visitor{Owner: "owner"}, time.Time{}, 0); err != nil {
			b.Fatal(err)
		}
	}
}

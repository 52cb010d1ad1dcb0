package live_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"melee/client"
)

// Whatever happens at a table, who has followed it from the beginning sees
// what somebody sees who looks at it now.
func TestAFoldedViewIsAViewOfTheTable(t *testing.T) {
	for i, variant := range []string{"all-in", "mainly-in", "mcx4", "four-player", "four-player-teams"} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			round := newRound(s, variant, rand.New(rand.NewPCG(uint64(i), 7)))
			for range 40 {
				round.step()
				round.compare()
			}
			if round.played < 12 {
				t.Errorf("only %d moves were played", round.played)
			}
			for _, table := range round.tables {
				if stats := table.Stats(); stats.Gaps > 0 || stats.Patches < 20 {
					t.Errorf("the table was told by %+v", stats)
				}
			}
		})
	}
}

// A round is a table with a device on every seat and one that watches.
type round struct {
	*site
	id      string
	devices []*device
	tables  []*client.Table
	sketch  *client.Table
	random  *rand.Rand
	played  int
}

func newRound(s *site, variant string, random *rand.Rand) *round {
	r := &round{site: s, random: random}
	host := s.device()
	table := setup(variant, "white wq red", "open")
	table.Public, table.TakeBacks, table.RotateFirst = true, true, true
	table.Clock = client.Clock{Kind: "increment", Base: 600_000, Add: 5_000}
	if variant == "four-player" {
		table.Options = map[string]string{"lead": "claim"}
	}
	r.id = host.open(table)
	for i := range len(table.Seats) + 1 {
		d := host
		if i > 0 {
			d = s.device()
		}
		r.devices = append(r.devices, d)
		r.tables = append(r.tables, d.follow(r.id))
		if i > 0 && i < len(table.Seats) {
			if status, a := d.send(r.id, fmt.Sprintf(`{"do":"sit","name":"Guest %d"}`, i)); status != 200 {
				s.Fatalf("%+v", a)
			}
		}
	}
	c, err := client.New(s.url, client.WithSketch())
	if err != nil {
		s.Fatal(err)
	}
	r.sketch = (&device{s, c}).follow(r.id)
	return r
}

// step lets somebody do something, allowed or not.
func (r *round) step() {
	v := r.devices[len(r.devices)-1].view(r.id)
	who := r.random.IntN(len(r.devices))
	switch r.random.IntN(12) {
	case 0:
		r.devices[who].send(r.id, fmt.Sprintf(`{"do":"say","text":"line %d"}`, r.random.IntN(1000)))
	case 1:
		r.devices[who].send(r.id, `{"do":"offer","what":"takeback"}`)
	case 2:
		r.devices[who].send(r.id, `{"do":"offer","what":"draw"}`)
	case 3:
		r.devices[who].send(r.id, fmt.Sprintf(`{"do":"reply","what":"draw","yes":%t}`, r.random.IntN(4) == 0))
		r.devices[who].send(r.id, `{"do":"reply","what":"takeback","yes":true}`)
	case 4:
		r.devices[who].send(r.id, fmt.Sprintf(`{"do":"give","seat":%d}`, r.random.IntN(len(v.Seats))))
	case 5:
		if r.random.IntN(8) == 0 {
			r.devices[who].send(r.id, `{"do":"resign"}`)
		}
	default:
		r.act(v)
	}
}

// act plays a move, answers a choice, or begins the next game.
func (r *round) act(v *client.View) {
	if v.Status == "ended" {
		for _, d := range r.devices[:len(r.devices)-1] {
			d.send(r.id, `{"do":"new"}`)
		}
		return
	}
	for _, d := range r.devices {
		hers := d.view(r.id)
		switch {
		case hers.Turn == client.NoSeat || hers.Seats[hers.Turn].Player != "you":
		case hers.Status == "choice":
			d.send(r.id, `{"do":"survive"}`)
		default:
			d.play(r.id, hers.Legal[r.random.IntN(len(hers.Legal))])
			r.played++
		}
	}
}

// compare looks at the table as everybody does.
func (r *round) compare() {
	r.compareSketch()
	for i, d := range r.devices {
		fresh := d.view(r.id)
		await(r.T, r.tables[i], func(v *client.View) bool { return v.Seq >= fresh.Seq })
		r.tables[i].Look(func(v *client.View) {
			ignored := cmpopts.IgnoreFields(client.View{}, "Now", "Watchers")
			here := cmpopts.IgnoreFields(client.Chair{}, "Here") // told a moment later
			if diff := cmp.Diff(fresh, v, ignored, here, cmpopts.EquateEmpty()); diff != "" {
				r.Fatalf("device %d at event %d (-fresh +folded):\n%s", i, v.Seq, diff)
			}
		})
	}
}

// compareSketch looks at what a sketch has.
func (r *round) compareSketch() {
	fresh := r.devices[len(r.devices)-1].view(r.id)
	await(r.T, r.sketch, func(v *client.View) bool { return v.Seq >= fresh.Seq })
	r.sketch.Look(func(v *client.View) {
		same := v.Seq == fresh.Seq && v.Status == fresh.Status && v.Turn == fresh.Turn && v.Hash == fresh.Hash && len(v.Plies) == len(fresh.Plies)
		for i := range fresh.Plies {
			same = same && v.Plies[i].Token == fresh.Plies[i].Token
		}
		if !same {
			r.Fatalf("a sketch at event %d: %s, turn %d, %s, %d plies; the table: %s, turn %d, %s, %d plies",
				v.Seq, v.Status, v.Turn, v.Hash, len(v.Plies), fresh.Status, fresh.Turn, fresh.Hash, len(fresh.Plies))
		}
	})
}

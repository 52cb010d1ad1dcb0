package hub_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"

	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

// Whatever is asked at once, in two programs over one file, the log has one
// order: what was acknowledged is in it once, and nothing else is.
func TestWhatIsAcknowledgedIsInTheLogOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	var hubs []*hub.Hub
	for range 2 {
		store := openStore(t, path)
		t.Cleanup(func() { store.Close() })
		hubs = append(hubs, newHub(t, store, first{}))
	}
	names := []string{"anne", "bert", "carl", "dora"}
	chairs := make([]table.Chair, 4)
	for i, name := range names {
		chairs[i] = table.Chair{Player: table.Person, Owner: name}
	}
	id := mustOpen(t, hubs[0], "four-player", chairs...)

	acknowledged := make([]map[string]int64, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		acknowledged[i] = map[string]int64{}
		wait.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(i)))
			for n := range 60 {
				h := hubs[random.IntN(2)]
				command := fmt.Sprint(n)
				var c table.Command = table.Say{Owner: name, ID: command, Text: fmt.Sprintf("line %d", n)}
				if random.IntN(3) > 0 {
					var token string
					h.Read(t.Context(), id, func(s *table.State) {
						if moves := s.Game.Moves(nil); len(moves) > 0 {
							token = moves[random.IntN(len(moves))].Text(s.Game.Geometry())
						}
					})
					c = table.Act{Owner: name, ID: command, Seat: rules.NoSeat, Token: token}
				}
				for range 1 + random.IntN(2) { // some are sent again
					seq, err := h.Do(t.Context(), id, c)
					var refused table.Refused
					switch {
					case err == nil && acknowledged[i][command] != 0 && acknowledged[i][command] != seq:
						t.Errorf("%s's command %s was answered by event %d, then by %d", name, command, acknowledged[i][command], seq)
					case err == nil:
						acknowledged[i][command] = seq
					case !errors.As(err, &refused):
						t.Errorf("%s's command %s: %v", name, command, err)
					}
				}
			}
		})
	}
	wait.Wait()

	events, err := hubs[0].Events(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Fold(events, catalog.Find); err != nil {
		t.Fatal(err)
	}
	logged := map[string]int64{}
	for _, e := range events {
		if e.Command == "" {
			continue
		}
		if seq, twice := logged[e.Command]; twice {
			t.Errorf("command %s made event %d and event %d", e.Command, seq, e.Seq)
		}
		logged[e.Command] = e.Seq
	}
	n := 0
	for i, name := range names {
		for command, seq := range acknowledged[i] {
			n++
			if logged[name+"/"+command] != seq {
				t.Errorf("%s's command %s was acknowledged as event %d and is event %d", name, command, seq, logged[name+"/"+command])
			}
		}
	}
	if n != len(logged) || n < 20 {
		t.Errorf("%d commands were acknowledged, %d are in the log", n, len(logged))
	}
}

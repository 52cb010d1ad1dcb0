package hub_test

import (
	"testing"
	"time"

	"melee/internal/table"
)

func TestADevicesSeatsBecomeAnAccountsAtEveryTable(t *testing.T) {
	inTime(t, func(w *world) {
		anne := table.Chair{Player: table.Person, Owner: "anne", Name: "A"}
		chairs := []table.Chair{anne, {Player: table.CPU}}
		one := w.open(table.Open{Variant: "all-in", Chairs: chairs, Away: 30})
		two := w.open(table.Open{Variant: "all-in", Chairs: []table.Chair{anne, {Player: table.Vacant}}})
		over := w.open(table.Open{Variant: "all-in", Chairs: chairs})
		w.must(over, table.Act{Owner: "anne", Token: "resign"})
		v := w.visit(one, "anne")
		watching := w.visit(two, "bert")
		for range 2 { // as after a crash, when it is not known how far it went
			if err := w.Adopt(t.Context(), "anne", "@carl", "Carl"); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range []string{one, two, over} {
			w.look(id, func(s *table.State) {
				if !s.Owns("@carl", 0) || !s.IsHost("@carl") || s.Chairs[0].Name != "Carl" {
					t.Errorf("table %s: chairs %+v", id, s.Chairs)
				}
			})
		}
		if n := len(v.events); n != 1 {
			t.Errorf("who looked on was told of %d events, want 1", n)
		}
		// He is still there by the socket that was opened by the device, so that nobody stands in for him.
		w.pass(time.Minute)
		w.look(one, func(s *table.State) {
			if s.Away("@carl") {
				t.Error("who is there counts as away")
			}
		})
		v.Close()
		w.pass(time.Minute)
		w.look(one, func(s *table.State) {
			if !s.Away("@carl") {
				t.Error("who has gone does not count as away")
			}
		})
		watching.Close()
		if ids, err := w.Reread(t.Context(), "@carl"); err != nil || len(ids) == 0 {
			t.Errorf("read anew: %v, %v", ids, err)
		}
	})
}

// A host who only looks on stays the host when he signs up.
func TestADevicesTablesBecomeAnAccounts(t *testing.T) {
	inTime(t, func(w *world) {
		bert := table.Chair{Player: table.Person, Owner: "bert", Name: "B"}
		id := w.open(table.Open{Variant: "all-in", Host: "anne", Chairs: []table.Chair{bert, {Player: table.Vacant}}})
		if err := w.Adopt(t.Context(), "anne", "@anne", "Anne"); err != nil {
			t.Fatal(err)
		}
		w.look(id, func(s *table.State) {
			if !s.IsHost("@anne") || s.Sits("@anne") {
				t.Errorf("host %s, chairs %+v", s.Opened.Host, s.Chairs)
			}
		})
	})
}

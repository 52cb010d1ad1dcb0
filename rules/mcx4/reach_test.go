package mcx4_test

import (
	"testing"

	"pgregory.net/rapid"

	"melee/internal/bitboard"
	"melee/rules"
	"melee/rules/mcx4"
)

// A man attacks a square just where the square lies within his reach, and a
// camp attacks it just where one of its men does.
func TestReachAndAttackersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := mcx4.ParsePosition(mcx4.StartText, false)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 80).Draw(t, "plies") {
			moves, turn := p.Generate(nil)
			if turn.State != mcx4.Open {
				break
			}
			p.Apply(rapid.SampledFrom(moves).Draw(t, "move"))
		}
		men := p.Occupied()
		for s := range rules.Square(p.Geometry().Squares()) {
			for camp := range rules.Side(2) {
				var want []rules.Square
				for from := range rules.Square(p.Geometry().Squares()) {
					man := p.At(from)
					if man == 0 || rules.Side(man.Seat()&1) != camp {
						continue
					}
					reach := p.Reach(man.Kind(), from, men)
					if man.Kind() == rules.Pawn {
						reach = p.PawnReach(camp, bitboard.Single(uint8(from)))
					}
					if !reach.And(bitboard.Single(uint8(s))).Empty() {
						want = append(want, from)
					}
				}
				var got []rules.Square
				for a := p.Attackers(s, camp, men); !a.Empty(); a = a.Rest() {
					got = append(got, rules.Square(a.First()))
				}
				if len(got) != len(want) {
					t.Fatalf("%s: %s is attacked from %v, want %v", p.Text(), p.Geometry().Name(s), got, want)
				}
				if attacked := len(want) > 0; attacked != p.Attacked(s, camp) {
					t.Fatalf("%s: attacked %v, want %v", p.Text(), !attacked, attacked)
				}
			}
		}
	})
}

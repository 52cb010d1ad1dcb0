package mcx4

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"melee/rules"
	"melee/rules/mcx4"
)

// drawPosition plays random moves and survives mates.
func drawPosition(t *rapid.T) mcx4.Position {
	p, err := mcx4.ParsePosition(mcx4.StartText, false)
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 150).Draw(t, "plies") {
		moves, turn := p.Generate(nil)
		if turn.State == mcx4.Choice {
			p.Survive()
			continue
		}
		if turn.State != mcx4.Open {
			break
		}
		p.Apply(rapid.SampledFrom(moves).Draw(t, "move"))
	}
	return p
}

// What the white camp has in a position the black has in its mirror image.
func TestCampsAreValuedAlike(t *testing.T) {
	swap := func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		fields := strings.Fields(p.Text())
		rows := strings.Split(strings.Map(swap, fields[0]), "/")
		for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
			rows[i], rows[j] = rows[j], rows[i]
		}
		slot := map[string]string{"wq": "bq", "bq": "wq", "wk": "bk", "bk": "wk"}[fields[1]]
		text := strings.Join(rows, "/") + " " + slot + " - - " + fields[4] + " 1 " + fields[6]
		m, err := mcx4.ParsePosition(text, false)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		a, b := look(&p), look(&m)
		for i := range a {
			if a[i] != -b[i] {
				t.Fatalf("%s: feature %d is %d, in the mirror %d", p.Text(), i, a[i], b[i])
			}
		}
		if w := built(); w.evaluate(&p) != w.evaluate(&m) {
			t.Fatalf("%s: %d, in the mirror %d", p.Text(), w.evaluate(&p), w.evaluate(&m))
		}
	})
}

// Exchanges go by slots (M5): a man of the clan whose slot it is not does not take back.
func TestExchanges(t *testing.T) {
	for _, c := range []struct {
		name, start, move string
		want              int
	}{
		{"covered by the clan whose slot is next", "8k/2p~6/3p~5/q~8/9/9/3R~5/Q~7K wq - - 0 1 -", "d2d6", 100 - 500},
		{"covered by the other clan only", "8k/2p6/3p~5/q~8/9/9/3R~5/Q~7K wq - - 0 1 -", "d2d6", 100},
		{"promotion to a rook (M22)", "8k/P8/9/9/9/9/9/8K wq - - 0 1 -", "a7a8r", 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := mcx4.ParsePosition(c.start, false)
			if err != nil {
				t.Fatal(err)
			}
			m := rules.FindMove(p.Moves(nil), p.Geometry(), c.move)
			if m == rules.NoMove {
				t.Fatalf("%s is not legal", c.move)
			}
			if got, _ := (game{}).Gain(&p, m); int(got) != c.want {
				t.Errorf("%s wins %d, want %d", c.move, got, c.want)
			}
		})
	}
}

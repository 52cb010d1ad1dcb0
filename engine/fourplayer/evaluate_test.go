package fourplayer

import (
	"math/rand/v2"
	"testing"

	"melee/engine/search"
	"melee/engine/tuning"
	"melee/rules"
	"melee/rules/fourplayer"
)

// play plays random moves from the start and calls visit with the game before each.
func play(t *testing.T, v *rules.Variant, seed uint64, plies int, visit func(*fourplayer.Game, rules.Move)) {
	t.Helper()
	g, err := v.New(v, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 1))
	for range plies {
		if g.Outcome() != nil {
			return
		}
		moves := g.Moves(nil)
		m := moves[random.IntN(len(moves))]
		visit(g.(*fourplayer.Game), m)
		if _, err := g.Do(rules.Action{Act: rules.MakeMove, Move: m}); err != nil {
			t.Fatal(err)
		}
	}
}

var variants = []*rules.Variant{fourplayer.Variant, fourplayer.Teams}

// The sums kept from move to move must be those counted anew.
func TestSumsAreKept(t *testing.T) {
	for _, v := range variants {
		for seed := range uint64(20) {
			play(t, v, seed, 300, func(g *fourplayer.Game, m rules.Move) {
				at := g.Position()
				r := newGame(&at, Paranoid, new(prospectTable))
				p := newPosition(&at, r.weights)
				r.Apply(&p, m)
				anew := newPosition(&p.Position, r.weights)
				if p.men != anew.men {
					t.Fatalf("%s, after %s: kept %v, anew %v", g.Text(), m.Text(fourplayer.Board), p.men, anew.men)
				}
			})
		}
	}
}

// What is fitted must be what the search evaluates.
func TestSamplesAddUpToTheEvaluation(t *testing.T) {
	for i, v := range variants {
		row := Built()[v.Name].Row()
		play(t, v, 5, 400, func(g *fourplayer.Game, _ rules.Move) {
			at := g.Position()
			r := newGame(&at, Paranoid, new(prospectTable))
			p := newPosition(&at, r.weights)
			samples := Samples(g, []float64{1, 2, 3, 4})
			if i == 1 {
				want := r.Evaluate(&p, -search.Beyond, search.Beyond)
				if at.Turn()&1 == 1 {
					want = -want
				}
				if got := search.Score(tuning.Value(row, &samples[0])); got != want {
					t.Fatalf("%s: the sample says %d, the evaluation %d", g.Text(), got, want)
				}
				return
			}
			prospects := r.prospects(&p)
			standing := r.standing(&p, &prospects)
			n := 0
			for a := range rules.Seat(4) {
				for b := a + 1; b < 4; b++ {
					if !at.Active(a) && !at.Active(b) {
						continue
					}
					if got := int32(tuning.Value(row, &samples[n])); got != standing[a]-standing[b] {
						t.Fatalf("%s, seats %d and %d: the sample says %d, the evaluation %d", g.Text(), a, b, got, standing[a]-standing[b])
					}
					n++
				}
			}
		})
	}
}

func TestWeightsAndRowsAreTheSame(t *testing.T) {
	for name, w := range Built() {
		var again Weights
		again.SetRow(w.Row())
		again.Provenance = w.Provenance
		if again != *w {
			t.Errorf("%s: weights change on their way through a row", name)
		}
	}
}

func FuzzParseWeights(f *testing.F) {
	f.Add(weightsFile)
	f.Add([]byte(`{"four-player":null}`))
	f.Add([]byte(`{"four-player":{"Men":[1,2,3]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		games, err := ParseWeights(text)
		if err != nil {
			return
		}
		for _, w := range games {
			w.prepare(true)
		}
	})
}

// Everybody may expect what he has at least, and in an ended game no more.
func TestValuesAreExpectedPoints(t *testing.T) {
	play(t, fourplayer.Variant, 9, 600, func(g *fourplayer.Game, m rules.Move) {
		at := g.Position()
		r := newGame(&at, Paranoid, new(prospectTable))
		p := newPosition(&at, r.weights)
		r.Apply(&p, m)
		for seat, v := range r.Values(&p) {
			has := search.Score(100 * p.Points(rules.Seat(seat)))
			if v < has || v > has && (p.Position.Over() || !p.Active(rules.Seat(seat))) {
				t.Fatalf("%s, %s: seat %d has %d and may expect %d", g.Text(), m.Text(fourplayer.Board), seat, has, v)
			}
		}
	})
}

// An individual game of which the searching seat is first alone is won, of which it is not, is a matter of places.
func TestFinalPlaces(t *testing.T) {
	for _, c := range []struct {
		name      string
		good, bad [4]int32
	}{
		{"first rather than second", [4]int32{30, 20, 9, 9}, [4]int32{20, 30, 9, 9}},
		{"second alone rather than shared", [4]int32{20, 30, 9, 9}, [4]int32{20, 30, 20, 9}},
		{"second with more points", [4]int32{25, 30, 9, 9}, [4]int32{20, 30, 9, 9}},
		{"third rather than fourth", [4]int32{10, 30, 20, 9}, [4]int32{8, 30, 20, 9}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game{root: 0, weights: weightsOf()[0]}
			point := func(v [4]int32) (w [4]int32) {
				for i, n := range v {
					w[i] = n * g.weights.point
				}
				return w
			}
			if good, bad := g.placed(point(c.good)), g.placed(point(c.bad)); good <= bad {
				t.Errorf("%v is worth %d, %v %d", c.good, good, c.bad, bad)
			}
		})
	}
}

package fourplayer

import (
	"encoding/json"
	"slices"

	"melee/engine/tuning"
	"melee/rules"
	"melee/rules/fourplayer"
)

// Where each list of a [Weights] begins when all numbers are written in one row.
const (
	menAt     = 0
	advanceAt = menAt + kinds
	asideAt   = advanceAt + kinds*14
	nearAt    = asideAt + kinds*7
	shelterAt = nearAt + kinds*near
	reachAt   = shelterAt + kinds*shelter
	dangerAt  = reachAt + 4
	turnAt    = dangerAt + dangers
	aliveAt   = turnAt + 1
	pointAt   = aliveAt + 1
	numbers   = pointAt + 1
)

// cells calls do for every number of w with its place in the row.
func (w *Weights) cells(do func(at int, n *int32)) {
	for kind := range kinds {
		do(menAt+kind, &w.Men[kind])
		for i := range w.Advance[kind] {
			do(advanceAt+kind*14+i, &w.Advance[kind][i])
		}
		for i := range w.Aside[kind] {
			do(asideAt+kind*7+i, &w.Aside[kind][i])
		}
		for i := range near {
			do(nearAt+kind*near+i, &w.Near[kind][i/ways][i%ways])
		}
		for i := range shelter {
			do(shelterAt+kind*shelter+i, &w.Shelter[i*2/shelter][kind][i%(shelter/2)/ways][i%ways])
		}
	}
	for i := range w.Reach {
		do(reachAt+i, &w.Reach[i])
	}
	for i := range w.Danger {
		do(dangerAt+i, &w.Danger[i])
	}
	do(turnAt, &w.Turn)
	do(aliveAt, &w.Alive)
	do(pointAt, &w.Point)
}

// Row returns the weights as a row of numbers to fit.
func (w *Weights) Row() []float64 {
	row := make([]float64, numbers)
	w.cells(func(at int, n *int32) { row[at] = float64(*n) })
	return row
}

// SetRow takes the weights from a row, rounded.
func (w *Weights) SetRow(row []float64) {
	w.cells(func(at int, n *int32) {
		half := 0.5
		if row[at] < 0 {
			half = -half
		}
		*n = int32(row[at] + half)
	})
}

// traits are what each seat has of each number, as the evaluation weighs it.
type traits [4]map[int32]float32

// look finds the traits of a position.
func look(p *position) *traits {
	var t traits
	for seat := range t {
		t[seat] = map[int32]float32{}
	}
	g := game{teams: p.Terms().Teams, weights: weightsOf()[0]}
	if g.teams {
		g.weights = weightsOf()[1]
	}
	k := g.weights.kingsOf(p)
	p.EachMan(func(s rules.Square, man rules.Man) { t.man(&g, man, s, &k) })
	var survey fourplayer.Survey
	surveyor().Survey(&p.Position, &survey)
	for seat := range rules.Seat(4) {
		for kind, reach := range survey.Reach[seat] {
			t[seat][int32(reachAt+kind)] += float32(reach)
		}
		if n, any := g.dangerOf(seat, &survey); any {
			t[seat][int32(dangerAt+n)]--
		}
		if !p.Active(seat) {
			clear(t[seat])
		} else {
			t[seat][aliveAt] = 1
		}
		t[seat][pointAt] = float32(p.Points(seat))
	}
	return &t
}

// man adds what [weights.worth] looks at.
func (t *traits) man(g *game, man rules.Man, s rules.Square, k *kings) {
	seat, kind := man.Seat()&3, kindOf(man)
	has := t[seat]
	has[int32(menAt+kind)]++
	has[int32(advanceAt+kind*14+line(seat, s))]++
	has[int32(asideAt+kind*7+aside(seat, s))]++
	foes := g.foes(seat) & k.ok
	for other := range rules.Seat(4) {
		if foes>>other&1 != 0 {
			has[int32(nearAt+kind*near+int(apart[k.at[other]][s]))]++
		}
	}
	if kind != king && k.ok>>seat&1 != 0 {
		has[int32(shelterAt+kind*shelter+int(sheltered[seat][k.at[seat]][s]))]++
	}
}

// Samples returns what a position of a game tells about how it ended, given the final places by seat: in Teams one
// sample, in the individual game one for each pair of seats of which at least one is still in.
func Samples(g rules.Game, places []float64) []tuning.Sample {
	played := g.(*fourplayer.Game)
	at := played.Position()
	p := newPosition(&at, weightsOf()[0])
	t := look(&p)
	if at.Terms().Teams {
		turn := [2]float32{1, -1}[at.Turn()&1]
		features := difference([]map[int32]float32{t[0], t[2]}, []map[int32]float32{t[1], t[3]})
		return []tuning.Sample{{Features: append(features, tuning.Feature{Index: turnAt, Value: turn}), Result: better(places[0], places[1])}}
	}
	var samples []tuning.Sample
	for a := range rules.Seat(4) {
		for b := a + 1; b < 4; b++ {
			if !at.Active(a) && !at.Active(b) {
				continue
			}
			features := difference([]map[int32]float32{t[a]}, []map[int32]float32{t[b]})
			samples = append(samples, tuning.Sample{Features: features, Result: better(places[a], places[b])})
		}
	}
	return samples
}

// better returns the result of who has place a against who has place b.
func better(a, b float64) float32 {
	switch {
	case a < b:
		return 1
	case a > b:
		return 0
	}
	return 0.5
}

// difference returns what the first have more than the second, in the order of the row.
func difference(first, second []map[int32]float32) []tuning.Feature {
	sums := map[int32]float32{}
	for _, has := range first {
		for i, n := range has {
			sums[i] += n
		}
	}
	for _, has := range second {
		for i, n := range has {
			sums[i] -= n
		}
	}
	var list []tuning.Feature
	for i, n := range sums {
		if n != 0 {
			list = append(list, tuning.Feature{Index: i, Value: n})
		}
	}
	slices.SortFunc(list, func(a, b tuning.Feature) int { return int(a.Index - b.Index) })
	return list
}

// Text returns weights by variant as weights.json has them.
func Text(games map[string]*Weights) ([]byte, error) {
	text, err := json.MarshalIndent(games, "", "\t")
	return append(text, '\n'), err
}

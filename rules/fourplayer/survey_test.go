package fourplayer

import (
	"math/rand/v2"
	"testing"

	"melee/rules"
)

// A survey must agree with walking every line cell by cell.
func TestSurveyWalksTheLines(t *testing.T) {
	units := [8]int32{rules.Knight: 3, rules.Bishop: 5, rules.Rook: 7, rules.Queen: 11}
	surveyor := NewSurveyor(units)
	for i, terms := range someTerms {
		random := rand.New(rand.NewPCG(13, uint64(i)))
		p := Start(terms)
		for range 150 {
			var got Survey
			surveyor.Survey(&p, &got)
			if want := walked(&p, &units); got.Reach != want.Reach || got.Press != want.Press {
				t.Fatalf("%s\ngot  %v\nwant %v", p.Text(), got, want)
			}
			moves := p.Moves(nil)
			if len(moves) == 0 {
				p = sparse(random, terms)
				continue
			}
			p.Apply(moves[random.IntN(len(moves))], nil)
		}
	}
}

func walked(p *Position, units *[8]int32) (v Survey) {
	for seat := range 4 {
		each(p.own[seat], func(c cell) {
			kind := p.men[c].Kind()
			attack := func(to cell) {
				for k, king := range p.kings {
					rows, columns := int(to>>4)-int(king>>4), int(to&15)-int(king&15)
					if king != 0 && p.active>>k&1 != 0 && max(rows, -rows, columns, -columns) <= 1 {
						v.Press[k][seat] += units[kind]
					}
				}
			}
			switch kind {
			case rules.Knight:
				for _, step := range knightSteps {
					to := c + step
					if tables.square[to] == rules.NoSquare {
						continue
					}
					attack(to)
					if !p.own[seat].Has(uint8(to)) {
						v.Reach[seat][0]++
					}
				}
			case rules.Bishop, rules.Rook, rules.Queen:
				for h := east; h <= southEast; h++ {
					if h <= south && kind == rules.Bishop || h > south && kind == rules.Rook {
						continue
					}
					to := c + steps[h]
					for ; p.men[to] == 0; to += steps[h] {
						attack(to)
						v.Reach[seat][kind-rules.Knight]++
					}
					attack(to)
				}
			}
		})
	}
	return v
}

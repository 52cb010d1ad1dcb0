package fourplayer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"melee/rules"
)

// What searches are told must agree with the moves and what comes of them.
func TestWhatSearchesAreTold(t *testing.T) {
	for i, terms := range someTerms {
		random := rand.New(rand.NewPCG(11, uint64(i)))
		tell(t, random, Start(terms), 120)
		for range 300 {
			tell(t, random, sparse(random, terms), 10)
		}
	}
}

func tell(t *testing.T, random *rand.Rand, p Position, plies int) {
	t.Helper()
	for ; plies > 0 && !p.Over(); plies-- {
		moves := p.Moves(nil)
		var lively []rules.Move
		for _, m := range moves {
			if p.Lively(m) {
				lively = append(lively, m)
			}
		}
		got := p.Captures(nil)
		slices.Sort(got)
		slices.Sort(lively)
		if !slices.Equal(got, lively) {
			t.Fatalf("%s: captures %v, want %v", p.Text(), got, lively)
		}
		for _, m := range moves {
			after := p
			after.play(m, nil)
			mine := uint16(0x1111) << (p.turn & 3)
			checks := after.attacked&mine&^p.attacked != 0
			if checks && !p.MayCheck(m) {
				t.Fatalf("%s: %s gives check, which MayCheck denies", p.Text(), m.Text(Board))
			}
		}
		p.Apply(moves[random.IntN(len(moves))], nil)
	}
}

func TestExchange(t *testing.T) {
	worth := new([256]int32)
	for i := range worth {
		man := rules.Man(i)
		if k := man.Kind(); k >= rules.Pawn && k <= rules.King && !man.IsGrey() {
			worth[i] = [8]int32{0, 1, 3, 4, 5, 9, 100}[k]
		}
	}
	const kings = "x,x,x,7,yK,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x"
	board := func(rows string) string {
		return "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-" + kings + "/" + rows + "/x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,rK,7,x,x,x"
	}
	for _, c := range []struct {
		name, rows, move string
		ours             uint8
		want             int32
	}{
		{"a free pawn", "bK,13/14/14/4,rR,4,gP,4/14/14/14/13,gK", "e8j8", 1, 1},
		{"a pawn covered by a rook", "bK,13/14/14/4,rR,4,gP,3,bR/14/14/14/13,gK", "e8j8", 1, -4},
		{"a second rook behind", "bK,13/14/14/3,rR,rR,4,gP,3,bR/14/14/14/13,gK", "e8j8", 1, 1},
		{"covered by another's knight", "bK,13/14/11,gN,2/4,rR,4,gP,4/14/14/14/13,gK", "e8j8", 1, -4},
		{"which is on our side", "bK,13/14/11,yN,2/4,rR,4,gP,4/14/14/14/13,gK", "e8j8", 0b0101, 1},
		{"a king may not take what is covered", "bK,13/14/14/8,rQ,bN,rR,3/10,gK,3/14/14/14", "i8j8", 1, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			setup, err := ParseSetup(board(c.rows))
			if err != nil {
				t.Fatal(err)
			}
			p, err := New(&setup, Terms{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			m := rules.FindMove(p.Moves(nil), Board, c.move)
			if m == rules.NoMove {
				t.Fatalf("%s is not legal in %s", c.move, p.Text())
			}
			if got := p.Exchange(m, c.ours, worth); got != c.want {
				t.Errorf("%s wins %d, want %d", c.move, got, c.want)
			}
		})
	}
}

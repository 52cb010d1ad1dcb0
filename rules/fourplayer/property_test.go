package fourplayer

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"melee/rules"
)

// someTerms are combinations of options that random games are played by.
var someTerms = []Terms{
	{},
	{Classic: true, NoStalemate: true},
	{Claim: true, Resigned: StillKing},
	{Claim: true, Resigned: WalkingKing, NoEnPassant: true},
	{Resigned: WalkingKing},
	{MoveLimit: 150},
	{Teams: true, FarPromotion: true},
	{Teams: true, Classic: true},
}

// sparse returns a random position with a few men, where pins, mates,
// promotions, en passant and captured kings are common. Those that are impossible are drawn again.
func sparse(random *rand.Rand, terms Terms) Position {
	for {
		s := Setup{Turn: rules.Seat(random.IntN(4)), Passed: noPassed}
		place := func(man rules.Man) {
			for {
				square := rules.Square(random.IntN(196))
				if Board.Has(square) && s.Men[square] == 0 {
					s.Men[square] = man
					return
				}
			}
		}
		for seat := range rules.Seat(4) {
			s.Out[seat] = !terms.Teams && random.IntN(5) == 0
			place(rules.NewMan(seat, rules.King))
			for range random.IntN(7) {
				man := rules.NewMan(seat, rules.Kind(1+random.IntN(5)))
				if man.Kind() == rules.Queen && random.IntN(2) == 0 && !terms.Teams {
					man |= rules.Promoted
				}
				place(man)
			}
		}
		s.GreyOut(terms)
		if p, err := New(&s, terms, nil); err == nil && !p.Over() {
			return p
		}
	}
}

// TestOracleAgrees plays at random and compares everything with the oracle after every ply.
func TestOracleAgrees(t *testing.T) {
	for i, terms := range someTerms {
		random := rand.New(rand.NewPCG(7, uint64(i)))
		withOracle(t, random, Start(terms), 25)
		for range 25 {
			withOracle(t, random, sparse(random, terms), 12)
		}
	}
}

func withOracle(t *testing.T, random *rand.Rand, p Position, plies int) {
	t.Helper()
	o := oracle{Setup: p.Setup(), terms: p.terms}
	for ; plies > 0; plies-- {
		before := p.Text()
		if got, want := sortedTexts(p.Moves(nil)), o.legal(); !slices.Equal(got, want) {
			t.Fatalf("%+v %s\nlegal moves %s\nthe oracle says %s", p.terms, before, joinedTexts(got), joinedTexts(want))
		}
		if p.Over() {
			return
		}
		what, seat := step(random, &p)
		if seat != rules.NoSeat {
			o.leave(seat)
		} else {
			o.play(what)
		}
		if p.Text() != o.Setup.Text() || p.Reason() != o.reason {
			t.Fatalf("%+v %s\nafter %s: %s %q\nthe oracle says %s %q", p.terms, before, what, p.Text(), p.Reason(), o.Setup.Text(), o.reason)
		}
	}
}

// step plays a random move or, now and then, lets a seat resign, which it returns then.
func step(random *rand.Rand, p *Position) (what string, seat rules.Seat) {
	if seat = rules.Seat(random.IntN(4)); random.IntN(60) == 0 && p.Active(seat) {
		p.Leave(seat, false, nil)
		return "resign:" + seatNames[seat], seat
	}
	moves := p.Moves(nil)
	m := moves[random.IntN(len(moves))]
	p.Apply(m, nil)
	return m.Text(Board), rules.NoSeat
}

// TestLawsHold plays many random games and checks what holds for every step of every game.
func TestLawsHold(t *testing.T) {
	for i, terms := range someTerms {
		random := rand.New(rand.NewPCG(11, uint64(i)))
		for game := range 40 {
			p := Start(terms)
			if game%10 != 0 {
				p = sparse(random, terms)
			}
			for plies := 0; plies < 100 && !p.Over(); plies++ {
				before := p
				what, _ := step(random, &p)
				checkStep(t, &before, &p, what)
			}
		}
	}
}

func (o *oracle) legal() []string {
	if o.reason != "" {
		return nil
	}
	return o.moves(o.Turn)
}

// checkStep checks the laws that hold for every step of every game.
func checkStep(t *testing.T, before, after *Position, what string) {
	t.Helper()
	setup := after.Setup()
	anew, faults := build(&setup, after.terms)
	if len(faults) > 0 && !after.Over() {
		t.Fatalf("%s after %s: a position that cannot be: %v", before.Text(), what, faults)
	}
	if len(faults) == 0 {
		anew.reach, anew.end, anew.loser = after.reach, after.end, after.loser
		if anew != *after {
			t.Fatalf("%s after %s: what is kept differs from what is found anew:\n%+v\n%+v", before.Text(), what, *after, anew)
		}
		if anew.Key() != after.Key() {
			t.Fatalf("%s after %s: the key differs from the key anew", before.Text(), what)
		}
	}
	read, err := ParseSetup(after.Text())
	if err != nil || read.Text() != after.Text() {
		t.Fatalf("%s after %s: read back as %s (%v)", after.Text(), what, read.Text(), err)
	}
	for seat := range rules.Seat(4) {
		if after.Points(seat) < before.Points(seat) {
			t.Fatalf("%s after %s: the points of %s fall", before.Text(), what, seatNames[seat])
		}
	}
	if n := len(after.Moves(nil)); after.CountMoves() != n || (n == 0) != after.Over() {
		t.Fatalf("%s after %s: CountMoves = %d, Moves lists %d, over = %v", before.Text(), what, after.CountMoves(), n, after.Over())
	}
	checkGrey(t, before, after, what)
}

// checkGrey checks that grey men stay where they are until they are captured.
func checkGrey(t *testing.T, before, after *Position, what string) {
	t.Helper()
	gone := 0
	for s := range rules.Square(196) {
		if man := before.At(s); man.IsGrey() && after.At(s) != man {
			gone++
		}
	}
	if gone > 1 {
		t.Fatalf("%s after %s: %d grey men have gone", before.Text(), what, gone)
	}
}

// TestIllegalMovesAreRefused tries every pair of squares in a game.
func TestIllegalMovesAreRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	p := sparse(random, Terms{})
	g, err := Variant.New(Variant, nil, p.Text())
	if err != nil {
		t.Fatal(err)
	}
	legal := g.Moves(nil)
	text := g.Text()
	for from := range rules.Square(196) {
		for to := range rules.Square(196) {
			m := rules.NewMove(from, to, g.At(from).Kind(), g.At(to).Kind(), rules.NoKind, rules.Plain)
			if slices.Contains(legal, m) {
				continue
			}
			if _, err := g.Do(rules.Action{Act: rules.MakeMove, Move: m}); err == nil {
				t.Fatalf("%s: %s is not legal and was played", text, m.Text(Board))
			}
		}
	}
	if g.Text() != text {
		t.Errorf("refused moves changed %s into %s", text, g.Text())
	}
}

func TestPositionIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(Position{}); size > 1024 {
		t.Errorf("a Position has %d bytes, must have 1024 at most", size)
	}
}

func TestNoAllocation(t *testing.T) {
	p := Start(Terms{})
	var past rules.History
	p.Perft(3, &past)
	if n := testing.AllocsPerRun(3, func() { p.Perft(3, nil) }); n != 0 {
		t.Errorf("perft allocates %v times", n)
	}
}

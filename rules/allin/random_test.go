package allin_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"melee/rules"
	"melee/rules/allin"
	"melee/rules/internal/vectortest"
)

var codes = map[string]allin.Code{
	"all-in":               allin.NoReturn,
	"all-in nominal":       allin.NoReturn | allin.Nominal,
	"free-for-all":         allin.FreeReturn,
	"free-for-all nominal": allin.FreeReturn | allin.Nominal,
	"half-in":              allin.OpponentsMen,
	"mainly-in":            allin.NoSecondMove,
	"orthodox":             allin.OwnMen,
}

// Random games of every code, from the start and from the vectors' positions,
// agree at every ply with the slow reading of the rules.
func TestRandomGamesFollowTheRules(t *testing.T) {
	starts := slices.DeleteFunc(vectortest.Texts(t, vectors+"perft.jsonl", "all-in"), func(text string) bool {
		return !strings.HasSuffix(text, " -") // the slow reading knows no forbidden move without a past
	})
	for name, code := range codes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(11, uint64(code)))
			plies := 0
			for i := range 16 {
				text := allin.StartText
				if i%2 == 1 {
					text = starts[random.IntN(len(starts))]
				}
				p := read(t, code, text)
				plies += playRandomly(t, random, p, newSlow(&p), 100)
			}
			if plies < 1000 {
				t.Errorf("only %d plies were played", plies)
			}
		})
	}
}

// Random positions, full of checks from several sides, agree with the slow reading too.
func TestRandomPositionsFollowTheRules(t *testing.T) {
	for name, code := range codes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(12, uint64(code)))
			for range 250 {
				p, s := randomPosition(t, random, code)
				playRandomly(t, random, p, s, 4)
			}
		})
	}
}

// randomPosition scatters men until the position can be played.
func randomPosition(t *testing.T, random *rand.Rand, code allin.Code) (allin.Position, *slow) {
	t.Helper()
	for {
		setup := randomSetup(random)
		p, err := allin.New(code, setup)
		if err != nil {
			continue
		}
		s := newSlow(&p)
		s.game, s.passed = code&^allin.Nominal, setup.EnPassant
		s.game, s.passed = code, s.counted()
		if p.EnPassant() != s.passed {
			t.Fatalf("%s: the right to take in passing on %s must be on %s",
				p.Text(), allin.Board.Name(setup.EnPassant), allin.Board.Name(s.passed))
		}
		return p, s
	}
}

func randomSetup(random *rand.Rand) allin.Setup {
	s := allin.NewSetup()
	s.Turn = rules.Seat(random.IntN(2))
	for range 2 + random.IntN(24) {
		at := rules.Square(random.IntN(64))
		kind := rules.Kind(1 + random.IntN(5))
		if rank := allin.Board.Rank(at); kind == rules.Pawn && (rank == 0 || rank == 7) {
			continue
		}
		s.Men[at] = rules.NewMan(rules.Seat(random.IntN(2)), kind)
	}
	switch random.IntN(3) {
	case 0:
		s.Men[0], s.Men[7] = rules.NewMan(allin.White, rules.Rook), rules.NewMan(allin.White, rules.Rook)
		s.Men[56], s.Men[63] = rules.NewMan(allin.Black, rules.Rook), rules.NewMan(allin.Black, rules.Rook)
		s.Men[4], s.Men[60] = rules.NewMan(allin.White, rules.King), rules.NewMan(allin.Black, rules.King)
		if colour, at := rules.Seat(random.IntN(2)), rules.Square(random.IntN(64)); s.Men[at] == 0 {
			s.Men[4+56*int(colour)], s.Men[at] = 0, rules.NewMan(colour, rules.King)
		}
		s.AssumeCastling()
		return s
	case 1:
		stepRandomly(random, &s)
	}
	for _, colour := range []rules.Seat{allin.White, allin.Black} {
		at := rules.Square(random.IntN(64))
		for s.Men[at] != 0 || at == s.EnPassant {
			at = rules.Square(random.IntN(64))
		}
		s.Men[at] = rules.NewMan(colour, rules.King)
	}
	return s
}

// stepRandomly lets a pawn have just made a double step past another's pawn.
func stepRandomly(random *rand.Rand, s *allin.Setup) {
	file := random.IntN(8)
	colour := rules.Seat(random.IntN(2))
	from := allin.Board.At(file, []int{1, 6}[colour])
	over := relative(from, 0, forward(colour))
	to := relative(over, 0, forward(colour))
	s.Men[from], s.Men[over], s.Men[to] = 0, 0, rules.NewMan(colour, rules.Pawn)
	s.EnPassant = over
	for _, side := range []int{-1, 1} {
		if beside := relative(to, side, 0); beside != rules.NoSquare && random.IntN(3) > 0 {
			s.Men[beside] = rules.NewMan(colour^1, rules.Pawn)
		}
	}
}

// playRandomly plays up to a number of random plies, compares everything at each, and returns how many it played.
func playRandomly(t *testing.T, random *rand.Rand, p allin.Position, s *slow, plies int) int {
	t.Helper()
	for n := range plies {
		wantLegal, wantForbidden := s.legal()
		comparePosition(t, &p, s, wantLegal, wantForbidden)
		if t.Failed() {
			t.Fatalf("in %s", p.Text())
		}
		if len(wantLegal) == 0 {
			return n
		}
		text := wantLegal[random.IntN(len(wantLegal))]
		m := rules.FindMove(p.Moves(nil), allin.Board, text)
		before, mover := p, p.Turn()
		if err := p.Play(m); err != nil {
			t.Fatalf("%s in %s: %v", text, before.Text(), err)
		}
		if p.Checked(mover) {
			t.Fatalf("%s in %s leaves the mover's king attacked", text, before.Text())
		}
		if p.Men(rules.King).Count() != 2 {
			t.Fatalf("%s in %s takes a king", text, before.Text())
		}
		s = s.play(text)
		// Moves of the position before are tried on the one after: only those that are legal may be accepted.
		compareLegality(t, &p, before.Moves(nil))
	}
	return plies
}

func comparePosition(t *testing.T, p *allin.Position, s *slow, wantLegal []string, wantForbidden string) {
	t.Helper()
	moves := p.Moves(nil)
	var got, captures []string
	for _, m := range moves {
		got = append(got, m.Text(allin.Board))
		if m.Taken() != rules.NoKind || m.Promotion() != rules.NoKind {
			captures = append(captures, m.Text(allin.Board))
		}
		if m.Kind() != p.At(m.From()).Kind() {
			t.Errorf("%s names a man that does not stand there", m.Text(allin.Board))
		}
		if !p.IsLegal(m) {
			t.Errorf("%s is listed but not legal", m.Text(allin.Board))
		}
	}
	slices.Sort(got)
	slices.Sort(captures)
	if !slices.Equal(got, wantLegal) {
		t.Errorf("legal moves\n%v\nwant\n%v", got, wantLegal)
	}
	compareMating(t, p, moves)
	if p.Count() != len(moves) {
		t.Errorf("count = %d, want %d", p.Count(), len(moves))
	}
	var gotCaptures []string
	for _, m := range p.Captures(nil) {
		gotCaptures = append(gotCaptures, m.Text(allin.Board))
	}
	slices.Sort(gotCaptures)
	if !slices.Equal(gotCaptures, captures) {
		t.Errorf("captures %v, want %v", gotCaptures, captures)
	}
	forbidden := ""
	if m, ok := p.Forbidden(); ok {
		forbidden = m.Text(allin.Board)
	}
	if forbidden != wantForbidden {
		t.Errorf("forbidden %q, want %q", forbidden, wantForbidden)
	}
	compareState(t, p, s)
}

func compareState(t *testing.T, p *allin.Position, s *slow) {
	t.Helper()
	for i, man := range s.men {
		if got := p.At(rules.Square(i)); got != man {
			t.Errorf("%s holds %d, want %d", allin.Board.Name(rules.Square(i)), got, man)
		}
	}
	for i, right := range s.rights {
		if got := p.Rights()>>i&1 != 0; got != right {
			t.Errorf("castling right %d = %v, want %v", i, got, right)
		}
	}
	if p.Turn() != s.turn || p.InCheck() != s.checked(s.turn) || p.Checked(s.turn^1) {
		t.Errorf("turn %d, check %v, other king's %v; want turn %d, check %v, false",
			p.Turn(), p.InCheck(), p.Checked(s.turn^1), s.turn, s.checked(s.turn))
	}
	if p.Key() != p.FreshKey() {
		t.Errorf("key %#x, computed anew %#x", p.Key(), p.FreshKey())
	}
	again, faults := allin.Read(p.Code(), p.Text())
	if faults != nil {
		t.Errorf("the own text is refused: %v", faults)
		return
	}
	if again.Text() != p.Text() {
		t.Errorf("the text comes back as %s", again.Text())
	}
	if p.Code()&allin.Nominal == 0 && again != *p {
		t.Errorf("the text does not say everything")
	}
}

// compareLegality tries moves that may or may not be legal.
func compareLegality(t *testing.T, p *allin.Position, moves []rules.Move) {
	t.Helper()
	legal := p.Moves(nil)
	for _, m := range moves {
		want := slices.Contains(legal, m)
		if got := p.IsLegal(m); got != want {
			t.Errorf("%s legal: %v, want %v", m.Text(allin.Board), got, want)
		}
		tried, described, got := p.Try(m.From(), m.To(), m.Promotion())
		if got && described != m {
			got = false // the squares are those of another move
		}
		if got != want {
			t.Errorf("%s tried: %v, legal %v", m.Text(allin.Board), got, want)
		}
		after := *p
		if err := after.Play(m); (err == nil) != want {
			t.Errorf("playing %s: %v, legal %v", m.Text(allin.Board), err, want)
		} else if err != nil && after != *p {
			t.Errorf("%s is refused but changes the position", m.Text(allin.Board))
		} else if err == nil && after != tried {
			t.Errorf("%s leads elsewhere when tried", m.Text(allin.Board))
		}
	}
}

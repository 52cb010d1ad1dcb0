package allin_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"melee/rules"
	"melee/rules/allin"
)

// Mates are seldom in random games: kings in corners among few men meet them often.
func TestMatesNearCornersAreSeen(t *testing.T) {
	for name, code := range codes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(13, uint64(code)))
			for range 1500 {
				p, err := allin.New(code, cornered(random))
				if err != nil {
					continue
				}
				compareMating(t, &p, p.Moves(nil))
				compareReplies(t, random, &p)
				if t.Failed() {
					t.Fatalf("in %s", p.Text())
				}
			}
		})
	}
}

// cornered returns a king in a corner, the other king and up to six men, most of them near.
func cornered(random *rand.Rand) allin.Setup {
	s := allin.NewSetup()
	s.Turn = rules.Seat(random.IntN(2))
	corner := [...]int{0, 7, 56, 63}[random.IntN(4)]
	s.Men[corner] = rules.NewMan(s.Turn^1, rules.King)
	near := func() rules.Square {
		file, rank := random.IntN(5), random.IntN(5)
		if corner&7 == 7 {
			file = 7 - file
		}
		if corner > 7 {
			rank = 7 - rank
		}
		return allin.Board.At(file, rank)
	}
	for !slices.Contains(s.Men[:], rules.NewMan(s.Turn, rules.King)) {
		if at := near(); s.Men[at] == 0 {
			s.Men[at] = rules.NewMan(s.Turn, rules.King)
		}
	}
	for range random.IntN(7) {
		kind := [...]rules.Kind{rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.Queen}[random.IntN(5)]
		at := near()
		if s.Men[at] == 0 && (kind != rules.Pawn || at > 7 && at < 56) {
			s.Men[at] = rules.NewMan(s.Turn^rules.Seat(random.IntN(3)/2), kind)
		}
	}
	return s
}

// compareMating compares the quick answers for problems with those that follow from playing every move.
func compareMating(t *testing.T, p *allin.Position, moves []rules.Move) {
	t.Helper()
	var want []rules.Move
	for _, m := range moves {
		after := *p
		after.Apply(m)
		if after.InCheck() {
			want = append(want, m)
		}
		free := after.Unbound()
		if key, ok := p.KeyAfter(m); ok && key != free.Key() {
			t.Errorf("after %s the key is said to be %#x, and is %#x", m.Text(allin.Board), key, free.Key())
		}
		if mated := after.InCheck() && after.Count() == 0; after.Mated() != mated || after.Stuck() != (after.Count() == 0) {
			t.Errorf("after %s mated %v, stuck %v, moves %d", m.Text(allin.Board), after.Mated(), after.Stuck(), after.Count())
		}
	}
	got := p.Checks(nil)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("checks %v, want %v", got, want)
	}
	candidates := p.MateCandidates(nil)
	for _, m := range want {
		after := *p
		after.Apply(m)
		if after.Mated() && !p.MayMate() {
			t.Errorf("%s mates though no move may", m.Text(allin.Board))
		}
		if after.Mated() && !slices.Contains(candidates, m) {
			t.Errorf("%s mates and is no candidate", m.Text(allin.Board))
		}
	}
	compareCalm(t, p, moves)
	stalemating := p.StalemateCandidates(nil)
	for _, m := range moves {
		after := *p
		after.Apply(m)
		if !after.InCheck() && after.Count() == 0 && !slices.Contains(stalemating, m) {
			t.Errorf("%s stalemates and is no candidate", m.Text(allin.Board))
		}
	}
	for _, m := range candidates {
		if !slices.Contains(want, m) {
			t.Errorf("candidate %s gives no check", m.Text(allin.Board))
		}
	}
	free := p.Unbound()
	if free.Key() != free.FreshKey() || free.Barred() != rules.NoSquare || free.Trace() != p.Trace() {
		t.Errorf("unbound it is %s", free.Text())
	}
}

// compareCalm checks what a position promises about the next one: no mate after the moves that keep it calm, whoever makes them.
func compareCalm(t *testing.T, p *allin.Position, moves []rules.Move) {
	t.Helper()
	calm, is := p.Calm()
	if is && p.MayMate() {
		t.Errorf("calm and may mate")
	}
	if !p.InCheck() && p.Code() != allin.OwnMen {
		// The opponent moves, then the side to move mates.
		other := *p
		other.Pass()
		for _, m := range other.Moves(nil) {
			after := other
			after.Apply(m)
			if is && calm.Keeps(m) {
				if after.MayMate() || canMate(&after) {
					t.Errorf("%s is said to keep it calm", m.Text(allin.Board))
				}
			}
		}
	}
	for _, m := range moves {
		after := *p
		after.Apply(m)
		if !is || !calm.Keeps(m) {
			continue
		}
		if after.InCheck() {
			t.Errorf("%s is said to keep it calm and checks", m.Text(allin.Board))
			continue
		}
		after.Pass()
		if after.MayMate() || canMate(&after) {
			t.Errorf("%s is said to keep it calm before a second move", m.Text(allin.Board))
		}
	}
}

func canMate(p *allin.Position) bool {
	return slices.ContainsFunc(p.Moves(nil), func(m rules.Move) bool {
		after := *p
		after.Apply(m)
		return after.InCheck() && after.Count() == 0
	})
}

// compareReplies checks what a reply promises about the moves before it.
func compareReplies(t *testing.T, random *rand.Rand, p *allin.Position) {
	t.Helper()
	if p.InCheck() {
		return
	}
	passed := *p
	passed.Pass()
	replies := passed.Moves(nil)
	if len(replies) == 0 {
		return
	}
	d := replies[random.IntN(len(replies))]
	reply, ok := p.Reply(d.From(), d.To(), d.Promotion())
	if !ok {
		return
	}
	calm, calms := reply.After.Calm()
	if calms {
		calm.Hold(&reply)
	}
	for _, m := range p.Moves(nil) {
		if !(calms && calm.Keeps(m)) && reply.LetsMate(m) {
			continue
		}
		q := *p
		q.Apply(m)
		after, _, legal := q.Try(d.From(), d.To(), d.Promotion())
		if !legal || canMate(&after) {
			t.Errorf("after %s %s: legal %v, lets mate %v", m.Text(allin.Board), d.Text(allin.Board), legal, canMate(&after))
		}
	}
}

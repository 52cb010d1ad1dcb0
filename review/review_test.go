package review_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"melee/engine"
	"melee/notation"
	"melee/review"
	"melee/rules"
	"melee/rules/catalog"
)

func record(t *testing.T, variant, start, moves string) *notation.Record {
	t.Helper()
	v, err := catalog.Find(variant)
	if err != nil {
		t.Fatal(err)
	}
	r, err := notation.NewRecord(v, nil, start)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Game()
	if err != nil {
		t.Fatal(err)
	}
	for token := range strings.FieldsSeq(moves) {
		a, err := rules.ParseAction(g, token)
		if err == nil {
			_, err = r.Add(g, a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func look(t *testing.T, r *notation.Record, nodes uint64) (plies []review.Ply) {
	t.Helper()
	s := engine.New(r.Variant, engine.Options{HashMB: 1})
	if err := review.Game(t.Context(), s, engine.Limits{Nodes: nodes}, r, func(p review.Ply) { plies = append(plies, p) }); err != nil {
		t.Fatal(err)
	}
	return plies
}

// A side that mates in one and does not, and one that walks into it.
const mateInOne = "6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1"

func TestAMissedMateIsABlunderAndTheMateIsShown(t *testing.T) {
	r := record(t, "all-in", mateInOne, "a1b1 g7g6")
	plies := look(t, r, 5000)
	if len(plies) != 2 {
		t.Fatalf("%d plies, want 2", len(plies))
	}
	p := plies[0]
	if p.Mark != review.Blunder || p.Seat != "white" || p.SAN != "Kb1" || p.Number != 1 {
		t.Errorf("the first ply is %+v", p)
	}
	if p.Best.Score.Mate == nil || *p.Best.Score.Mate != 1 || p.Best.Moves[0] != "g1h1" || p.Best.SAN[0] != "Rh1#" {
		t.Errorf("the best line is %+v", p.Best)
	}
	if p.Best.Chance != 1 || !slices.Equal(p.Best.Values, []float64{review.Certain, -review.Certain}) {
		t.Errorf("chance %v, values %v", p.Best.Chance, p.Best.Values)
	}
	if p.Played.Moves[0] != "a1b1" {
		t.Errorf("what was played is %+v", p.Played)
	}
	tallies := review.Tallies(r.Variant, plies)
	if tallies[0].Blunders != 1 || tallies[0].Moves != 1 || tallies[0].Loss != p.Loss {
		t.Errorf("tallies %+v", tallies)
	}
	review.Annotate(r, plies)
	text, err := notation.Append(nil, notation.PGN, r)
	if err != nil || !strings.Contains(string(text), "Kb1 $4 (1. Rh1#)") {
		t.Errorf("annotated: %s, %v", text, err)
	}
}

func TestTheBestMoveLosesNothing(t *testing.T) {
	plies := look(t, record(t, "all-in", mateInOne, "g1h1"), 5000)
	if p := plies[0]; p.Mark != review.Good || p.Loss != 0 || p.Played.Score.Mate == nil {
		t.Errorf("the mate is %+v", p)
	}
}

// Every variant's lines can be played, and name a value for every seat.
func TestLinesOfEveryVariant(t *testing.T) {
	for _, v := range catalog.All() {
		g, err := v.New(v, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		s := engine.New(v, engine.Options{HashMB: 1})
		result := s.Search(t.Context(), g, engine.Limits{Nodes: 3000, MultiPV: 2}, nil)
		if len(result.Lines) != 2 {
			t.Fatalf("%s: %d lines", v.Name, len(result.Lines))
		}
		for i := range result.Lines {
			l := review.LineOf(g, &result.Lines[i])
			if len(l.Values) != len(v.Seats) || len(l.Moves) == 0 || len(l.Moves) != len(l.SAN) || l.Chance < 0 || l.Chance > 1 {
				t.Errorf("%s: %+v", v.Name, l)
			}
			sum := 0.0
			for _, share := range l.Shares {
				sum += share
			}
			if len(l.Shares) != len(v.Seats) || sum < 0.999 || sum > 1.001 {
				t.Errorf("%s: shares %v", v.Name, l.Shares)
			}
			if (review.UnitOf(v) == review.Points) != (v.Name == "four-player") {
				t.Errorf("%s counts %s", v.Name, review.UnitOf(v))
			}
			if a, err := rules.ParseAction(g, l.Moves[0]); err != nil || a != result.Lines[i].PV[0] {
				t.Errorf("%s: %s is %v, %v", v.Name, l.Moves[0], a, err)
			}
		}
	}
}

// Who resigns, or whose flag falls, has made no move that could be judged.
func TestWhatIsNoMoveIsNotJudged(t *testing.T) {
	r := record(t, "four-player", "", "h2h3 resign:blue")
	plies := look(t, r, 1000)
	if len(plies) != 2 || plies[1].Best != nil || plies[1].Seat != "blue" || plies[1].Move != "resign:blue" {
		t.Errorf("plies %+v", plies)
	}
	if n := review.Tallies(r.Variant, plies)[1].Moves; n != 0 {
		t.Errorf("blue has made %d moves", n)
	}
}

func TestAnEndedContextEndsTheReview(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := record(t, "all-in", "", "e2e4 e7e5 g1f3")
	s := engine.New(r.Variant, engine.Options{HashMB: 1})
	n := 0
	err := review.Game(ctx, s, engine.Limits{Nodes: 500}, r, func(review.Ply) { n++; cancel() })
	if err == nil || n != 1 {
		t.Errorf("%d plies, error %v", n, err)
	}
}

func TestMarks(t *testing.T) {
	for _, c := range []struct {
		loss float64
		mark review.Mark
		nag  uint8
		sign string
	}{{0, "", 0, ""}, {0.049, "", 0, ""}, {0.05, "inaccuracy", 6, "?!"}, {0.1, "mistake", 2, "?"}, {0.15, "blunder", 4, "??"}, {1, "blunder", 4, "??"}} {
		m := review.MarkOf(c.loss)
		if m != c.mark || m.NAG() != c.nag || m.Sign() != c.sign {
			t.Errorf("%v: %q, $%d, %s", c.loss, m, m.NAG(), m.Sign())
		}
	}
}

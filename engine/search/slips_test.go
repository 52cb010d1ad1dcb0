package search_test

import (
	"testing"

	"melee/engine/search"
	"melee/rules"
)

func move(i int) rules.Move {
	return rules.NewMove(rules.Square(i%64), rules.Square(i/64), rules.Knight, rules.NoKind, rules.NoKind, rules.Plain)
}

func TestAboutSoManyMovesAreOverlooked(t *testing.T) {
	s := search.Slips{Overlook: 64, Whim: 50, Seed: 3}
	quiet, lively, sum := 0, 0, search.Score(0)
	for i := range 4096 {
		if s.Misses(0, move(i), false) {
			quiet++
		}
		if s.Misses(1, move(i), true) {
			lively++
		}
		if s.Misses(2, move(i), false) {
			t.Fatal("a move two plies away is overlooked")
		}
		whim := s.Misjudged(move(i))
		if whim < -50 || whim > 50 {
			t.Fatalf("misjudged by %d", whim)
		}
		sum += whim
	}
	if quiet < 900 || quiet > 1150 || lively < 190 || lively > 320 {
		t.Errorf("%d quiet and %d lively of 4096 moves are overlooked, want a quarter and a sixteenth", quiet, lively)
	}
	if mean := float64(sum) / 4096; mean < -3 || mean > 3 {
		t.Errorf("moves are misjudged by %.1f in the mean, want 0", mean)
	}
}

func TestEqualSeedsSlipAlikeAndOthersDoNot(t *testing.T) {
	a, b, c := search.Slips{Overlook: 128, Seed: 1}, search.Slips{Overlook: 128, Seed: 1}, search.Slips{Overlook: 128, Seed: 2}
	differ := 0
	for i := range 1000 {
		if a.Misses(0, move(i), false) != b.Misses(0, move(i), false) {
			t.Fatal("equal seeds differ")
		}
		if a.Misses(0, move(i), false) != c.Misses(0, move(i), false) {
			differ++
		}
	}
	if differ < 400 {
		t.Errorf("two seeds differ in %d of 1000 moves", differ)
	}
}

func TestWithoutSlipsNothingIsMissed(t *testing.T) {
	var s search.Slips
	for i := range 1000 {
		if s.Misses(0, move(i), false) || s.Misjudged(move(i)) != 0 {
			t.Fatal("a slip at full strength")
		}
	}
}

package search_test

import (
	"testing"

	"pgregory.net/rapid"

	"melee/engine/search"
)

func TestMateIn(t *testing.T) {
	for _, c := range []struct {
		score search.Score
		moves int
		mate  bool
	}{
		{0, 0, false},
		{search.MateBound - 1, 0, false},
		{search.MateScore - 1, 1, true},
		{search.MateScore - 3, 2, true},
		{-search.MateScore, 0, true},
		{-search.MateScore + 2, -1, true},
		{-search.MateScore + 4, -2, true},
	} {
		if moves, mate := c.score.MateIn(); moves != c.moves || mate != c.mate {
			t.Errorf("%d: mate in %d, %v, want %d, %v", c.score, moves, mate, c.moves, c.mate)
		}
	}
}

// A mate that the table keeps is as far from its position wherever the position is met.
func TestMatesAreKeptFromTheirPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		score := search.Score(rapid.Int32Range(-int32(search.MateScore), int32(search.MateScore)).Draw(t, "score"))
		ply := rapid.IntRange(0, 60).Draw(t, "ply")
		if score > search.MateScore-search.Score(ply) || score < -search.MateScore+search.Score(ply) {
			return // nearer than the ply is from the root
		}
		if got := score.Stored(ply).Loaded(ply); got != score {
			t.Fatalf("%d at ply %d comes back as %d", score, ply, got)
		}
	})
}

func TestExchangesAreLeftOffWhereTheyLose(t *testing.T) {
	for _, c := range []struct {
		name  string
		gains []search.Score
		want  search.Score
	}{
		{"nobody takes back", []search.Score{300}, 300},
		{"a queen takes a covered pawn", []search.Score{100, 800}, -800},
		{"taking back would lose more", []search.Score{100, -200}, 100},
		{"a third capture makes good", []search.Score{100, 200, 400}, 100},
	} {
		if got := search.Exchanged(c.gains); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

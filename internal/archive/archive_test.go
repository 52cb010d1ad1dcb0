package archive_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"melee/internal/archive"
	"melee/internal/rating"
)

func TestACursorHoldsItsPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ms, n := rapid.Int64Range(0, 1<<45).Draw(t, "ms"), rapid.Int64Range(1, 1<<40).Draw(t, "n")
		ended, number, err := archive.CursorAt(time.UnixMilli(ms), n).Parse()
		if err != nil || ended != ms || number != n {
			t.Errorf("%d %d: got %d %d, %v", ms, n, ended, number, err)
		}
	})
}

func FuzzCursor(f *testing.F) {
	f.Add("abc.1")
	f.Add("-1.-1")
	f.Add("..")
	f.Add("\xff")
	f.Fuzz(func(t *testing.T, text string) {
		_, _, err := archive.Cursor(text).Parse()
		var refused archive.Refused
		if err != nil && !errors.As(err, &refused) {
			t.Errorf("%q: %v is no refusal", text, err)
		}
	})
}

// drawn returns a rated game of any form, with the standings of its players.
func drawn(t *rapid.T) (*archive.Row, map[string]archive.Standing) {
	form := rapid.SampledFrom(rating.Forms).Draw(t, "form")
	r := &archive.Row{Game: archive.Game{Form: form, Rated: true}}
	standings := map[string]archive.Standing{}
	owners := []string{"@a", "@b", "@c", "@d"}
	switch form {
	case rating.AllIn:
		owners = owners[:2]
	case rating.MCX4Double:
		owners = []string{"@a", "@b", "@a", "@b"}
	}
	for _, o := range owners {
		r.Seats = append(r.Seats, archive.Seat{Owner: o, Place: rapid.IntRange(1, len(owners)).Draw(t, "place")})
		standings[o] = archive.Standing{Rating: rapid.Float64Range(500, 3000).Draw(t, "rating"), Games: rapid.IntRange(rating.Provisional, 99).Draw(t, "games")}
	}
	return r, standings
}

func TestF24RatedGamesOfSettledPlayersAreZeroSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, before := drawn(t)
		after, err := r.Rate(func(owner string) (archive.Standing, error) { return before[owner], nil })
		if err != nil || len(after) != len(before) {
			t.Fatalf("%d standings of %d players, %v", len(after), len(before), err)
		}
		sum := 0.0
		for _, s := range after {
			sum += s.Rating - before[s.Owner].Rating
			if s.Games != before[s.Owner].Games+1 || s.Best < s.Rating {
				t.Errorf("standing %+v after %+v", s, before[s.Owner])
			}
		}
		if math.Abs(sum) > 1e-6 {
			t.Errorf("%s: the changes add up to %g", r.Form, sum)
		}
	})
}

func TestF24WhoFledIsLastWhateverHisPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, before := drawn(t)
		of := func(owner string) (archive.Standing, error) { return before[owner], nil }
		for i := range r.Seats {
			if r.Seats[i].Owner == "@a" {
				r.Seats[i].Place, r.Seats[i].Fled = 1, true
			}
		}
		after, err := r.Rate(of)
		if err != nil {
			t.Fatal(err)
		}
		if after[0].Owner != "@a" || after[0].Rating > before["@a"].Rating {
			t.Errorf("who fled has %+v after %+v", after[0], before["@a"])
		}
	})
}

func TestWhoHasNotPlayedStartsAt1500(t *testing.T) {
	r := &archive.Row{Game: archive.Game{Form: rating.AllIn, Rated: true, Seats: []archive.Seat{{Owner: "@a", Place: 1}, {Owner: "@b", Place: 2}}}}
	after, err := r.Rate(func(string) (archive.Standing, error) { return archive.Standing{}, nil })
	if err != nil || after[0].Rating != 1520 || after[1].Rating != 1480 || !after[0].Provisional() || r.Seats[0].Rating != rating.Start {
		t.Errorf("after %+v, %v", after, err)
	}
	casual := &archive.Row{Game: archive.Game{Form: rating.AllIn}}
	if after, err := casual.Rate(nil); err != nil || after != nil {
		t.Errorf("a casual game: %+v, %v", after, err)
	}
}

func TestSpansAreInOrder(t *testing.T) {
	last := 0
	for plies := range 2000 {
		span := archive.SpanOf(plies)
		if span < last || span > last+1 {
			t.Fatalf("%d plies are of span %d after %d", plies, span, last)
		}
		last = span
	}
}

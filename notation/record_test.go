package notation

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"melee/rules"
	"melee/rules/catalog"
)

// randomRecord plays at random and annotates at random.
func randomRecord(t testing.TB, v *rules.Variant, options rules.Options, chance *rand.Rand, most int) *Record {
	t.Helper()
	r, err := NewRecord(v, options, "")
	if err != nil {
		t.Fatal(err)
	}
	for seat := range r.Players {
		if chance.IntN(3) > 0 {
			r.Players[seat] = Player{fmt.Sprintf("Player %d \"x\\y\"", seat+1), fmt.Sprint(1000 + seat)}
		}
	}
	if familyOf(v) >= fourPlayerFamily {
		for seat := range r.Players {
			r.Players[seat].Name = strings.Trim(r.Players[seat].Name, `"xy\`)
		}
	}
	r.Tags = []Tag{{"Event", "Été"}, {"Annotator", "Zoë"}}
	if chance.IntN(2) == 0 {
		r.Comments = []string{"before all"}
	}
	g, err := r.Game()
	if err != nil {
		t.Fatal(err)
	}
	r.Plies = randomLine(t, g, chance, most, 2)
	r.Result = ResultOf(g)
	return r
}

// randomLine plays a line of at most so many plies; g moves along.
func randomLine(t testing.TB, g rules.Game, chance *rand.Rand, most, depth int) []Ply {
	t.Helper()
	var plies []Ply
	for len(plies) < most && g.Outcome() == nil {
		before := g.Clone()
		p := Ply{Action: randomAction(g, chance)}
		if _, err := g.Do(p.Action); err != nil {
			t.Fatal(err)
		}
		if chance.IntN(8) == 0 {
			p.Notes = randomNotes(t, before, chance, len(plies), depth)
		}
		// What follows a variation is said before the next ply; nothing can follow the last.
		if n := len(plies); n > 0 && p.Notes != nil && len(plies[n-1].variations()) == 0 {
			p.Notes.Before = nil
		}
		if p.Notes.isBlank() {
			p.Notes = nil
		}
		plies = append(plies, p)
	}
	return plies
}

func randomAction(g rules.Game, chance *rand.Rand) rules.Action {
	if g.Status() == rules.Choosing {
		return rules.Action{Act: rules.Survive}
	}
	moves := g.Moves(nil)
	if scored, ok := g.(rules.Scored); ok && !scored.Active(g.Turn()) {
		return rules.Action{Act: rules.MakeMove, Move: moves[chance.IntN(len(moves))]} // a walking king (F14)
	}
	switch {
	case chance.IntN(300) == 0 && len(g.Variant().Seats) == 2:
		return rules.Action{Act: rules.AgreeDraw}
	case chance.IntN(100) == 0:
		return rules.Action{Act: rules.Resign + rules.Act(chance.IntN(2)), Seat: g.Turn()}
	}
	return rules.Action{Act: rules.MakeMove, Move: moves[chance.IntN(len(moves))]}
}

func randomNotes(t testing.TB, before rules.Game, chance *rand.Rand, n, depth int) *Notes {
	notes := &Notes{}
	if n > 0 && chance.IntN(2) == 0 {
		notes.Before = []string{"after the variation"}
	}
	if chance.IntN(2) == 0 {
		notes.Comments = []string{"{ and (brackets) [%eval 0.3] %é — a long comment,  with two spaces, that does not fit in a line of eighty columns"}
	}
	if chance.IntN(2) == 0 {
		notes.NAGs = []uint8{uint8(chance.IntN(256)), 1}
	}
	if chance.IntN(3) == 0 {
		notes.Timed, notes.Clock = true, chance.Int64N(1e7)
	}
	if depth > 0 && chance.IntN(2) == 0 {
		for range 1 + chance.IntN(2) {
			notes.Variations = append(notes.Variations, randomLine(t, before.Clone(), chance, 1+chance.IntN(9), depth-1))
		}
	}
	return notes
}

// byName compares variants by name.
var byName = cmp.Comparer(func(a, b *rules.Variant) bool { return a.Name == b.Name })

// roundTrip writes records in a format and reads them back.
func roundTrip(t testing.TB, f Format, records []*Record) {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(f, &file)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	in, err := NewReader(f, bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range records {
		got, err := in.Next()
		if err != nil {
			t.Fatalf("game %d: %v\n%s", i+1, err, file.Bytes())
		}
		if diff := cmp.Diff(want, got, byName, cmpopts.EquateEmpty()); diff != "" {
			text, _ := Append(nil, f, want)
			t.Fatalf("game %d (-written +read):\n%s\n%s", i+1, diff, text)
		}
	}
	if _, err := in.Next(); err != io.EOF {
		t.Fatalf("after the last game: %v", err)
	}
}

// someOptions are options under which records are written, by family.
var someOptions = map[family][]rules.Options{
	allInFamily: {nil},
	mcx4Family:  {nil, {"play": "double", "lone_queen": "royal"}},
	fourPlayerFamily: {
		nil,
		{"setup": "classic", "move_limit": "60", "first_seat": "yellow", "grey": "green"},
		{"en_passant": "false", "resigned_king": "still", "lead": "claim"},
		{"resigned_king": "walking", "lead": "claim"},
		{"resigned_king": "walking", "stalemate": "0"},
	},
	teamsFamily: {nil, {"setup": "classic", "promotion_rank": "8"}},
}

func formatOf(v *rules.Variant) Format {
	if familyOf(v) >= fourPlayerFamily {
		return PGN4
	}
	return PGN
}

// TestRecordsRoundTrip writes and reads random games with everything a record can hold.
func TestRecordsRoundTrip(t *testing.T) {
	for _, v := range catalog.All() {
		for i, options := range someOptions[familyOf(v)] {
			chance := rand.New(rand.NewPCG(3, uint64(i)))
			var records []*Record
			for i := range 12 {
				records = append(records, randomRecord(t, v, options, chance, 30*i))
			}
			for _, f := range []Format{JSON, formatOf(v)} {
				t.Run(fmt.Sprint(v.Name, " ", f, " ", options), func(t *testing.T) { roundTrip(t, f, records) })
			}
		}
	}
}

// readAll reads a file and returns its games and what is told of the bad ones.
func readAll(t testing.TB, f Format, text string) (records []*Record, faults []string) {
	t.Helper()
	in, err := NewReader(f, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for {
		r, err := in.Next()
		var wrong *GameError
		switch {
		case err == io.EOF:
			return records, faults
		case errors.As(err, &wrong):
			faults = append(faults, fmt.Sprintf("game %d, %v", wrong.Game, wrong))
		case err != nil:
			t.Fatal(err)
		default:
			records = append(records, r)
		}
	}
}

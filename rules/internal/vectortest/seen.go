package vectortest

import (
	"maps"
	"slices"
	"testing"

	"melee/rules"
)

// seen is everything that can be seen of a game, in the words of the vectors.
// A missing part is empty.
type seen struct {
	Position string
	Turn     string
	Slot     string
	Legal    []string
	Check    []string
	Points   map[string]int
	Status   string
	Result   *result
}

// brief is what a game's file tells after every entry.
type brief struct {
	Position string   `json:"p"`
	Turn     string   `json:"t"`
	Check    []string `json:"c"`
	Status   string   `json:"s"`
	Legal    int      `json:"n"`
	Points   []int    `json:"pts"` // in the order of seats
}

// result is how a game ended.
type result struct {
	Reason  string
	Ranking [][]string
	Draw    bool
}

// see describes a game.
func see(g rules.Game) seen {
	v, geometry := g.Variant(), g.Geometry()
	s := seen{
		Position: g.Text(),
		Turn:     v.SeatName(g.Turn()),
		Status:   g.Status().String(),
		Result:   seeResult(v, g.Outcome()),
	}
	if slotted, ok := g.(rules.Slotted); ok {
		s.Slot = v.SeatName(slotted.Slot())
	}
	for _, m := range g.Moves(nil) {
		s.Legal = append(s.Legal, m.Text(geometry))
	}
	if g.Status() == rules.Choosing {
		s.Legal = append(s.Legal, "decline", "survive")
	}
	slices.Sort(s.Legal)
	for i, name := range v.Sides {
		if g.Checked(rules.Side(i)) {
			s.Check = append(s.Check, name)
		}
	}
	if scored, ok := g.(rules.Scored); ok {
		s.Points = map[string]int{}
		for i, name := range v.Seats {
			s.Points[name] = scored.Points(rules.Seat(i))
		}
	}
	return s
}

func seeResult(v *rules.Variant, o *rules.Outcome) *result {
	if o == nil {
		return nil
	}
	r := &result{Reason: string(o.Reason), Draw: o.Draw}
	for _, place := range o.Ranking {
		var names []string
		for _, seat := range place {
			names = append(names, v.SeatName(seat))
		}
		r.Ranking = append(r.Ranking, names)
	}
	return r
}

// compare reports every difference; where tells at what point of the line.
func compare(t *testing.T, where string, got, want seen) {
	t.Helper()
	equal(t, where, "position", got.Position, want.Position)
	equal(t, where, "turn", got.Turn, want.Turn)
	equal(t, where, "slot", got.Slot, want.Slot)
	equal(t, where, "status", got.Status, want.Status)
	equalLists(t, where, "check", got.Check, want.Check)
	if !slices.Equal(got.Legal, slices.Sorted(slices.Values(want.Legal))) {
		t.Errorf("%slegal moves of %s:\nmissing %v\nexcess  %v",
			where, want.Position, without(want.Legal, got.Legal), without(got.Legal, want.Legal))
	}
	if !maps.Equal(got.Points, want.Points) {
		t.Errorf("%spoints = %v, want %v", where, got.Points, want.Points)
	}
	compareResult(t, where, got.Result, want.Result)
}

// compareBrief compares what games tell after every entry; ply is the index of the entry, -1 for the start.
func compareBrief(t *testing.T, ply int, got seen, want brief) {
	t.Helper()
	where := "entry " + rules.CountText(ply) + ": "
	equal(t, where, "position", got.Position, want.Position)
	equal(t, where, "turn", got.Turn, want.Turn)
	equal(t, where, "status", got.Status, want.Status)
	equalLists(t, where, "check", got.Check, want.Check)
	if len(got.Legal) != want.Legal {
		t.Errorf("%s%s\nhas %d legal moves, want %d: %v", where, want.Position, len(got.Legal), want.Legal, got.Legal)
	}
	if want.Points == nil {
		return
	}
	if len(got.Points) != len(want.Points) {
		t.Errorf("%spoints = %v, want %v", where, got.Points, want.Points)
	}
	for i, name := range [...]string{"red", "blue", "yellow", "green"} {
		if i < len(want.Points) && got.Points[name] != want.Points[i] {
			t.Errorf("%spoints of %s = %d, want %d", where, name, got.Points[name], want.Points[i])
		}
	}
}

// compareResult compares places as sets: the order inside a place means nothing.
func compareResult(t *testing.T, where string, got, want *result) {
	t.Helper()
	if got == nil || want == nil {
		if got != want {
			t.Errorf("%sresult = %v, want %v", where, got, want)
		}
		return
	}
	same := got.Reason == want.Reason && got.Draw == want.Draw && len(got.Ranking) == len(want.Ranking)
	for i := 0; same && i < len(got.Ranking); i++ {
		same = slices.Equal(sorted(got.Ranking[i]), sorted(want.Ranking[i]))
	}
	if !same {
		t.Errorf("%sresult = %v, want %v", where, *got, *want)
	}
}

func equal(t *testing.T, where, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s%s = %q\nwant %q", where, what, got, want)
	}
}

func equalLists(t *testing.T, where, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(sorted(got), sorted(want)) {
		t.Errorf("%s%s = %v, want %v", where, what, got, want)
	}
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
}

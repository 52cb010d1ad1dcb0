package bench

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"melee/notation"
	"melee/rules"
	"melee/rules/catalog"
)

// BenchmarkCases runs every case under go test, where it can be profiled.
func BenchmarkCases(b *testing.B) {
	for _, c := range Cases() {
		b.Run(c.Name, func(b *testing.B) {
			do, err := c.start()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			units := uint64(0)
			for b.Loop() {
				w, err := do()
				if err != nil {
					b.Fatal(err)
				}
				units += w.units
			}
			b.ReportMetric(float64(units)/b.Elapsed().Seconds(), c.Unit+"/s")
		})
	}
}

// Every case works, twice with the same amounts, and has a name of its own.
// Perft has a test for itself, since its cases take long.
func TestCasesAreTheSameEachTime(t *testing.T) {
	names := map[string]bool{}
	for _, c := range Cases() {
		if names[c.Name] || !slices.Contains(kinds, c.kind()) {
			t.Errorf("%s: the name is there twice or of no kind", c.Name)
		}
		names[c.Name] = true
		if c.kind() == "perft" {
			continue
		}
		do, err := c.start()
		if err != nil {
			t.Error(err)
			continue
		}
		first, err := do()
		if err != nil {
			t.Error(err)
			continue
		}
		second, err := do()
		if err != nil {
			t.Error(err)
		}
		if first != second || first.units == 0 || (first.second == 0) != (c.Second == "") {
			t.Errorf("%s: did %v, then %v", c.Name, first, second)
		}
	}
}

// The positions of perft are what their depth is measured with: counted by
// playing games, and by perft, to a small depth.
func TestPerftPositions(t *testing.T) {
	for _, p := range counts {
		g, err := newGame(p.variant, p.options, p.position)
		if err != nil {
			t.Errorf("%s/%s: %v", p.variant, p.name, err)
			continue
		}
		if p.position != "" && g.Text() != p.position {
			t.Errorf("%s/%s is written %s, want %s", p.variant, p.name, g.Text(), p.position)
		}
		if got, want := g.Perft(2), playAll(t, g, 2); got != want {
			t.Errorf("%s/%s: perft(2) = %d, want %d", p.variant, p.name, got, want)
		}
	}
}

// playAll counts what perft counts by playing games.
func playAll(t *testing.T, g rules.Game, depth int) uint64 {
	t.Helper()
	if g.Status() == rules.Choosing {
		if _, err := g.Do(rules.Action{Act: rules.Survive}); err != nil {
			t.Fatal(err)
		}
	}
	if depth == 0 {
		return 1
	}
	total := uint64(0)
	for _, m := range g.Moves(nil) {
		after := g.Clone()
		if _, err := after.Do(rules.Action{Act: rules.MakeMove, Move: m}); err != nil {
			t.Fatal(err)
		}
		total += playAll(t, after, depth-1)
	}
	return total
}

// What the fixed seeds play must not change, or two versions would be measured
// with different games.
func TestPlayoutsStayTheSame(t *testing.T) {
	room := make([]rules.Move, 0, 512)
	for name, want := range map[string]uint64{
		"all-in": 6754, "half-in": 2242, "mainly-in": 4012, "free-for-all": 5870,
		"mcx4": 7790, "four-player": 12137, "four-player-teams": 15535,
	} {
		v, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		plies := uint64(0)
		for seed := range uint64(playouts) {
			n, err := playOut(v, seed, room)
			if err != nil {
				t.Fatal(err)
			}
			plies += n
		}
		if plies != want {
			t.Errorf("%s: %d games have %d plies, want %d", name, playouts, plies, want)
		}
	}
}

func TestPickKnowsNoOrder(t *testing.T) {
	g, err := newGame("all-in", nil, "")
	if err != nil {
		t.Fatal(err)
	}
	moves := g.Moves(nil)
	backwards := slices.Clone(moves)
	slices.Reverse(backwards)
	a, b := chance{7}, chance{7}
	seen := map[rules.Move]bool{}
	for range 400 {
		m := a.pick(moves)
		if n := b.pick(backwards); m != n {
			t.Fatalf("picked %v, of the same moves backwards %v", m, n)
		}
		seen[m] = true
	}
	if len(seen) != len(moves) {
		t.Errorf("400 times %d of %d moves were picked", len(seen), len(moves))
	}
}

// The mix holds what the referee answers and what it refuses, to every variant.
func TestRefereeMix(t *testing.T) {
	lines, err := requests()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range catalog.All() {
		if n := bytes.Count(lines, []byte(`"variant":"`+v.Name+`"`)); n < 12 {
			t.Errorf("%d requests are about %s, want 12 at least", n, v.Name)
		}
	}
	for _, want := range []string{`"start":"`, `"start":null`, `"a1a1"]`} {
		if !bytes.Contains(lines, []byte(want)) {
			t.Errorf("no request has %s", want)
		}
	}
}

// Positions are copied at every node of a search: they stay below 1 KB.
func TestPositionsAreSmall(t *testing.T) {
	for _, s := range Sizes() {
		if s.Bytes == 0 || s.Bytes > 1024 {
			t.Errorf("a %s has %d bytes, want at most 1024", s.Type, s.Bytes)
		}
	}
}

func TestSelect(t *testing.T) {
	for _, c := range Select(regexp.MustCompile(`^perft/mcx4/`)) {
		if !strings.HasPrefix(c.Name, "perft/mcx4/") {
			t.Errorf("%s was selected", c.Name)
		}
	}
	if n := len(Select(regexp.MustCompile("no such work"))); n != 0 {
		t.Errorf("%d cases were selected, want none", n)
	}
}

// still are instruments that show 10 ms and 3 objects of 100 bytes more each time.
func still() Instruments {
	clock, memory := time.Duration(0), uint64(0)
	return Instruments{
		Clock:  func() time.Duration { clock += 10 * time.Millisecond; return clock },
		Memory: func() (uint64, uint64) { memory++; return 300 * memory, 3 * memory },
		Settle: func() {},
	}
}

// counting is a case whose op does what it is told.
func counting(name string, want uint64, do op) Case {
	return Case{Name: name, Unit: "positions", Want: want, prepare: func() (op, error) { return do, nil }}
}

func TestMeasureRunsAsPlanned(t *testing.T) {
	ops := 0
	c := counting("perft/x", 5, func() (work, error) { ops++; return work{units: 5}, nil })
	runs, err := c.measure(Plan{Runs: 3, Time: 25 * time.Millisecond}, still())
	if err != nil {
		t.Fatal(err)
	}
	want := Run{Ops: 3, Elapsed: 30 * time.Millisecond, Units: 15, Bytes: 300, Objects: 3}
	for _, r := range runs {
		if r != want {
			t.Errorf("a run is %+v, want %+v", r, want)
		}
	}
	if len(runs) != 3 || ops != 1+3*3 {
		t.Errorf("%d runs with %d ops, want 3 with 10: one to warm up", len(runs), ops)
	}
}

func TestMeasureRefusesWrongCounts(t *testing.T) {
	n := uint64(0)
	growing := func() (work, error) { n++; return work{units: n}, nil }
	failing := func() (work, error) { return work{}, errors.New("no move") }
	for _, c := range []struct {
		name string
		c    Case
		want string
	}{
		{"wanted", counting("perft/x/3", 8, func() (work, error) { return work{units: 7}, nil }), "perft/x/3: counted 7 positions, must be 8"},
		{"not the same twice", counting("read/x", 0, growing), "read/x: counted 2 positions, must be 1"},
		{"failed", counting("read/x", 0, failing), "read/x: no move"},
		{
			"not prepared", Case{Name: "read/x", prepare: func() (op, error) { return nil, errors.New("no game") }},
			"read/x: no game",
		},
	} {
		err := Measure([]Case{c.c}, Plan{Runs: 2, Time: 1}, still(), Machine{}, GoFormat(&bytes.Buffer{}))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}

func TestArchivesHoldWhatFilesHold(t *testing.T) {
	records, err := archive("mcx4")
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for _, r := range records {
		if text, err = notation.Append(text, notation.PGN, r); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"Player wq", "1500", "much can still happen", "clk", `[Event "Game 20"]`} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the file has no %s", want)
		}
	}
}

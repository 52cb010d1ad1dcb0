package arena_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"melee/arena"
	"melee/notation"
	"melee/rules"
	"melee/rules/catalog"
)

func variant(t testing.TB, name string) *rules.Variant {
	t.Helper()
	v, err := catalog.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func entrant(name string, open func() arena.Player) arena.Entrant {
	return arena.Entrant{Name: name, Spec: name, Open: func() (arena.Player, error) { return open(), nil }}
}

// match returns a match of a greedy against a random player.
func match(t testing.TB, name string, games int) *arena.Match {
	t.Helper()
	m := &arena.Match{
		Variant: variant(t, name), Games: games, MaxPlies: 80, Concurrency: 2, Seed: 7,
		Entrants: []arena.Entrant{entrant("greedy", arena.Greedy), entrant("random", arena.Random)},
	}
	var err error
	if m.Lineups, err = arena.Lineups(m.Variant, 2); err != nil {
		t.Fatal(err)
	}
	return m
}

// run plays a match and returns its games by number.
func run(t testing.TB, m *arena.Match, done map[int]bool) []arena.Game {
	t.Helper()
	var games []arena.Game
	if err := m.Run(t.Context(), done, func(g arena.Game) bool { games = append(games, g); return true }); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(games, func(a, b arena.Game) int { return a.Number - b.Number })
	return games
}

func TestEveryVariantIsPlayedAndWrittenDown(t *testing.T) {
	for _, v := range catalog.All() {
		t.Run(v.Name, func(t *testing.T) {
			m := match(t, v.Name, 3)
			m.RandomPlies = 4
			format := notation.PGN
			if strings.HasPrefix(v.Name, "four-player") {
				format = notation.PGN4
			}
			for _, g := range run(t, m, nil) {
				if len(g.Faults) > 0 || len(g.Moves) < 5 {
					t.Errorf("game %d: %d moves, faults %v", g.Number, len(g.Moves), g.Faults)
				}
				r, err := m.Record(&g)
				if err != nil {
					t.Fatal(err)
				}
				text, err := notation.Append(nil, format, r)
				if err != nil {
					t.Fatal(err)
				}
				reader, err := notation.NewReader(format, bytes.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				if again, err := reader.Next(); err != nil || len(again.Plies) != len(g.Moves) {
					t.Errorf("game %d is not read back: %v\n%s", g.Number, err, text)
				}
			}
		})
	}
}

func TestAMatchDependsOnItsSeedAlone(t *testing.T) {
	m := match(t, "four-player", 6)
	first := run(t, m, nil)
	m.Concurrency = 1
	if again := run(t, m, nil); !reflect.DeepEqual(first, again) {
		t.Error("the same match is played differently")
	}
	m.Seed++
	if other := run(t, m, nil); reflect.DeepEqual(first[0].Moves, other[0].Moves) {
		t.Error("another seed gives the same first game")
	}
}

func TestAMatchGoesOnFromItsJournal(t *testing.T) {
	m := match(t, "all-in", 6)
	whole := run(t, m, nil)
	var journal bytes.Buffer
	write := func(value any) {
		line, err := arena.Line(value)
		if err != nil {
			t.Fatal(err)
		}
		journal.Write(line)
	}
	write(m.Header())
	write(whole[1])
	write(whole[4])
	complete := journal.Len()
	journal.WriteString(`{"game":5,"rou`) // the program was killed here
	games, length, err := m.ReadJournal(bytes.NewReader(journal.Bytes()))
	if err != nil || len(games) != 2 || length != int64(complete) {
		t.Fatalf("read %d games, %d bytes, %v; want 2 and %d", len(games), length, err, complete)
	}
	games = append(games, run(t, m, map[int]bool{1: true, 4: true})...)
	slices.SortFunc(games, func(a, b arena.Game) int { return a.Number - b.Number })
	if !reflect.DeepEqual(games, whole) {
		t.Error("the match in two parts differs from the match in one")
	}
	m.Seed++
	if _, _, err := m.ReadJournal(bytes.NewReader(journal.Bytes())); err == nil {
		t.Error("the journal of another match is accepted")
	}
}

func FuzzReadJournal(f *testing.F) {
	m := match(f, "mcx4", 1)
	header, err := arena.Line(m.Header())
	if err != nil {
		f.Fatal(err)
	}
	game, err := arena.Line(run(f, m, nil)[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(header)
	f.Add(append(slices.Clone(header), game...))
	f.Add(append(slices.Clone(header), "{}\nnull\n"...))
	f.Fuzz(func(t *testing.T, text []byte) {
		games, whole, err := m.ReadJournal(bytes.NewReader(text))
		if err != nil {
			return
		}
		if whole > int64(len(text)) {
			t.Fatalf("%d of %d bytes are whole", whole, len(text))
		}
		m.Standings(games) // whatever was accepted can be counted
		arena.Compare(games, "greedy", "random")
	})
}

func TestLineups(t *testing.T) {
	for _, c := range []struct {
		variant        string
		entrants, want int
	}{
		{"all-in", 2, 2}, {"mcx4", 2, 2}, {"four-player-teams", 2, 2},
		{"four-player", 2, 14}, {"four-player", 3, 36}, {"four-player", 4, 24},
	} {
		got, err := arena.Lineups(variant(t, c.variant), c.entrants)
		if err != nil || len(got) != c.want {
			t.Errorf("%s, %d entrants: %d lineups, %v; want %d", c.variant, c.entrants, len(got), err, c.want)
		}
	}
	if _, err := arena.Lineups(variant(t, "mcx4"), 3); err == nil {
		t.Error("three entrants for two camps are accepted")
	}
	got, err := arena.Permutations(variant(t, "four-player"), []int{1, 0, 1, 1})
	want := [][]int{{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("permutations %v, %v; want %v", got, err, want)
	}
	if got, _ := arena.Permutations(variant(t, "four-player-teams"), []int{0, 1}); !reflect.DeepEqual(got, [][]int{{0, 1, 0, 1}, {1, 0, 1, 0}}) {
		t.Errorf("teams sit %v (F27: red and yellow against blue and green)", got)
	}
}

// failing is a player that has had enough.
type failing struct{}

func (failing) Choose(context.Context, arena.Turn) (arena.Choice, error) {
	return arena.Choice{}, errors.New("out of ideas")
}
func (failing) Close() error { return nil }

func TestWhoFailsForfeits(t *testing.T) {
	m := match(t, "four-player-teams", 2)
	m.Entrants[1] = entrant("failing", func() arena.Player { return failing{} })
	for _, g := range run(t, m, nil) {
		lost := slices.Index(g.Seats, "failing")
		if g.Reason != string(rules.Resignation) || g.Places[lost] != 3.5 || len(g.Faults) != 1 {
			t.Errorf("game %d: %s, places %v, faults %v", g.Number, g.Reason, g.Places, g.Faults)
		}
	}
}

func TestAComparisonCountsMeetingsOfSeats(t *testing.T) {
	g := []arena.Game{{Seats: []string{"a", "b", "b", "b"}, Places: []float64{2, 1, 3.5, 3.5}, Work: make([]arena.Work, 2)}}
	c := arena.Compare(g, "a", "b")
	if want := 2.0 / 3; math.Abs(c.Score-want) > 1e-9 || c.Wins != 1 {
		t.Errorf("a scores %.3f with %d wins, want %.3f and 1", c.Score, c.Wins, want)
	}
	if back := arena.Compare(g, "b", "a"); math.Abs(back.Elo+c.Elo) > 1e-9 {
		t.Errorf("Elo %.1f one way, %.1f the other", c.Elo, back.Elo)
	}
}

func TestTheMeanPlaceOfASharedPlace(t *testing.T) {
	m := match(t, "four-player", 1)
	g := arena.Game{Seats: []string{"greedy", "random", "random", "random"}, Places: []float64{1.5, 1.5, 3, 4}, Points: []int{20, 20, 3, 1}, Work: make([]arena.Work, 2)}
	s := m.Standings([]arena.Game{g})
	if s[0].Place != 1.5 || s[0].First != 0.5 || s[0].Points != 20 || s[1].Points != 8 {
		t.Errorf("standings %+v", s)
	}
}

// The sequential test must decide for whom the results speak, and seldom wrongly between equals.
func TestTheSequentialTest(t *testing.T) {
	test := arena.Test{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	rapid.Check(t, func(t *rapid.T) {
		better := rapid.Bool().Draw(t, "better")
		results := rapid.SliceOfN(rapid.IntRange(0, 99), 600, 600).Draw(t, "results")
		var games []arena.Game
		verdict := 0
		for n, r := range results {
			win := r < 25
			if better {
				win = r < 75
			}
			places := []float64{2, 1}
			if win {
				places = []float64{1, 2}
			}
			games = append(games, arena.Game{Number: n, Round: n, Seats: []string{"a", "b"}, Places: places})
			if n%50 == 49 {
				if verdict = test.Verdict(test.Ratio(games, "a", "b")); verdict != 0 {
					break
				}
			}
		}
		mean := arena.Compare(games, "a", "b").Score
		if verdict == 1 && mean < 0.5 || verdict == -1 && mean > arena.ScoreOf(60) {
			t.Fatalf("verdict %d at a score of %.2f", verdict, mean)
		}
	})
}

func TestEloIsTheInverseOfTheScore(t *testing.T) {
	for _, elo := range []float64{-400, -35, 0, 12, 600} {
		if back := arena.EloOf(arena.ScoreOf(elo)); math.Abs(back-elo) > 1e-6 {
			t.Errorf("Elo %v comes back as %v", elo, back)
		}
	}
}

// A pipe to a program in this process, which answers line by line.
type pipe struct {
	io.Reader
	io.WriteCloser
}

func newPipe(answer func(line string) string) arena.Pipe {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	go func() {
		buffer := make([]byte, 0, 4096)
		chunk := make([]byte, 4096)
		for {
			n, err := inR.Read(chunk)
			if err != nil {
				outW.Close()
				return
			}
			buffer = append(buffer, chunk[:n]...)
			for {
				end := bytes.IndexByte(buffer, '\n')
				if end < 0 {
					break
				}
				line := string(buffer[:end])
				buffer = buffer[end+1:]
				if reply := answer(line); reply != "" {
					io.WriteString(outW, reply+"\n")
				}
			}
		}
	}()
	return pipe{outR, inW}
}

func TestAProgramIsToldTheGameAndHeard(t *testing.T) {
	var heard []string
	p, err := arena.Program(t.Context(), newPipe(func(line string) string {
		heard = append(heard, line)
		switch line {
		case "uci":
			return "id name Test\noption name UCI_Variant type combo default all-in\nuciok"
		case "isready":
			return "readyok"
		case "go depth 3":
			return "info depth 3 nodes 77 score cp 5 pv m8-l8 string depth 9\nbestmove m8-k8"
		}
		return ""
	}), arena.Dialect{Dashes: true, Options: []string{"Hash=8"}, Variant: "four-player", Go: "go depth 3"})
	if err != nil {
		t.Fatal(err)
	}
	v := variant(t, "four-player")
	g, err := v.New(v, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	played := []string{"h2h3", "b8c8", "g13g12"}
	for _, text := range played {
		a, err := rules.ParseAction(g, text)
		if err == nil {
			_, err = g.Do(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	c, err := p.Choose(t.Context(), arena.Turn{Game: g, Played: played})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Action.Text(v, g.Geometry()); got != "m8k8" || c.Nodes != 77 || c.Depth != 3 {
		t.Errorf("got %s, %d nodes, depth %d", got, c.Nodes, c.Depth)
	}
	want := []string{"uci", "setoption name UCI_Variant value four-player", "setoption name Hash value 8", "ucinewgame", "isready", "position startpos moves h2-h3 b8-c8 g13-g12", "go depth 3"}
	if !slices.Equal(heard, want) {
		t.Errorf("the program heard %q, want %q", heard, want)
	}
}

func TestAProgramThatFailsIsAnError(t *testing.T) {
	v := variant(t, "all-in")
	g, err := v.New(v, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ reply, want string }{
		{"bestmove e2e5", "not a legal move"},
		{"bestmove", "names no move"},
		{"info string bestmove e2e4\nbestmove (none)", "not a legal move"},
	} {
		p, err := arena.Program(t.Context(), newPipe(func(line string) string {
			return map[string]string{"uci": "uciok", "isready": "readyok", "go depth 1": c.reply}[line]
		}), arena.Dialect{Go: "go depth 1"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Choose(t.Context(), arena.Turn{Game: g}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("reply %q: error %v, want one that says '%s'", c.reply, err, c.want)
		}
		p.Close()
	}
}

func TestASilentProgramIsNotWaitedForForEver(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := arena.Program(ctx, newPipe(func(string) string { return "" }), arena.Dialect{Go: "go depth 1"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

func ExampleMatch_Run() {
	v, _ := catalog.Find("four-player")
	lineups, _ := arena.Lineups(v, 2)
	m := arena.Match{
		Variant: v, Lineups: lineups, Games: 14, Concurrency: 1, Seed: 1,
		Entrants: []arena.Entrant{
			{Name: "greedy", Open: func() (arena.Player, error) { return arena.Greedy(), nil }},
			{Name: "random", Open: func() (arena.Player, error) { return arena.Random(), nil }},
		},
	}
	var games []arena.Game
	err := m.Run(context.Background(), nil, func(g arena.Game) bool {
		games = append(games, g)
		return true
	})
	c := arena.Compare(games, "greedy", "random")
	fmt.Println(c.Games, "games,", c.Score > 0.8, err)
	// Output: 14 games, true <nil>
}

func TestTheHeaderTellsMatchesApart(t *testing.T) {
	m := match(t, "four-player-teams", 2)
	before, _ := json.Marshal(m.Header())
	m.Openings = []string{""}
	after, _ := json.Marshal(m.Header())
	if bytes.Equal(before, after) {
		t.Error("other openings, the same header")
	}
}

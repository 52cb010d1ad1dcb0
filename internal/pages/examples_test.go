package pages

import (
	"slices"
	"testing"

	"melee/rules"
)

// attacks are arrows that show an attack on a king, not a move.
var attacks = map[string][]string{"four-player/fork": {"c11a9", "e4e14"}}

// played are arrows that show moves the example has just played.
var played = map[string][]string{"mcx4/turns": {"c2c4", "b8c6", "e1f3", "h8g6"}}

func TestExamplesShowWhatTheRulesAllow(t *testing.T) {
	for name, e := range examples {
		t.Run(name, func(t *testing.T) {
			b, g, err := e.board()
			if err != nil {
				t.Fatal(err)
			}
			legal := texts(g)
			for _, a := range b.Arrows {
				text := b.Geometry.Name(a.From) + b.Geometry.Name(a.To)
				allowed := slices.ContainsFunc(legal, func(m string) bool { return m[:min(len(m), len(text))] == text })
				switch {
				case slices.Contains(attacks[name], text):
					if king := g.At(a.To); king.Kind() != rules.King || !g.Checked(rules.Side(king.Seat())) {
						t.Errorf("arrow %s does not lead to a king in check", text)
					}
				case slices.Contains(played[name], text):
					if !slices.Contains(e.moves, text) {
						t.Errorf("arrow %s was not played", text)
					}
				case a.Forbidden:
					forbidden, ok := g.(rules.Returning).Forbidden()
					if g.Outcome() == nil && (!ok || forbidden.Text(b.Geometry) != text) {
						t.Errorf("arrow %s is not the return that A6 forbids", text)
					}
				case !allowed:
					t.Errorf("arrow %s is not a legal move; there are %v", text, legal)
				}
			}
		})
	}
}

func texts(g rules.Game) []string {
	var list []string
	for _, m := range g.Moves(nil) {
		list = append(list, m.Text(g.Geometry()))
	}
	slices.Sort(list)
	return list
}

// played returns an example's game.
func gameOfExample(t *testing.T, name string) rules.Game {
	t.Helper()
	g, _, err := examples[name].play()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestA4APinnedManOfTheOpponentMoves(t *testing.T) {
	g := gameOfExample(t, "all-in/pin")
	do(t, g, "e7c6")
	if !g.Checked(1) {
		t.Error("Black is not in check after Nc6")
	}
	if slices.Contains(texts(g), "c6e7") {
		t.Error("Black may undo White's move")
	}
	own := examples["all-in/pin"]
	own.start = "4k3/ppp1nppp/8/8/8/8/PPP2PPP/4R1K1 b - - 0 1 -"
	black, _, err := own.play()
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(texts(black), "e7c6") {
		t.Error("Black may move his own pinned knight")
	}
}

func TestA6TheReturnThatIsForbiddenMates(t *testing.T) {
	g := gameOfExample(t, "all-in/mate")
	if o := g.Outcome(); o == nil || o.Reason != rules.Checkmate {
		t.Errorf("outcome %v, want checkmate", o)
	}
}

func TestA8FourWaysToCastle(t *testing.T) {
	legal := texts(gameOfExample(t, "all-in/castle"))
	for _, m := range []string{"e1g1", "e1c1", "e8g8", "e8c8"} {
		if !slices.Contains(legal, m) {
			t.Errorf("%s is not legal", m)
		}
	}
}

func TestM8TheKingTakesTheTurn(t *testing.T) {
	g := gameOfExample(t, "mcx4/check")
	s := g.(rules.Slotted)
	if g.Turn() != 2 || s.Slot() != 0 || s.SlotRule() != "M8" {
		t.Errorf("turn %d, slot %d, rule %s: want the King in the Queen's slot by M8", g.Turn(), s.Slot(), s.SlotRule())
	}
}

func TestM9OnlyTwoMovesHelp(t *testing.T) {
	g := gameOfExample(t, "mcx4/abandon")
	var help []string
	for _, m := range g.Moves(nil) {
		if !g.(rules.Slotted).Abandons(m) {
			help = append(help, m.Text(g.Geometry()))
		}
	}
	slices.Sort(help)
	if g.Turn() != 0 || !slices.Equal(help, []string{"d5d1", "d5h1"}) {
		t.Errorf("turn %d, helping moves %v; want the Queen's d5d1 and d5h1", g.Turn(), help)
	}
}

func TestM14BeforeAndAfterTheSurvival(t *testing.T) {
	before, after := gameOfExample(t, "mcx4/mate"), gameOfExample(t, "mcx4/alone")
	if before.Status() != rules.Choosing || before.Turn() != 0 {
		t.Errorf("status %v, turn %d: want the White Queen's choice", before.Status(), before.Turn())
	}
	geo := after.Geometry()
	for square, want := range map[string]rules.Kind{"i1": 0, "i3": 0, "h2": rules.Pawn, "i2": rules.Pawn, "a4": rules.Rook, "d5": rules.Queen} {
		if got := after.At(geo.Square(square)).Kind(); got != want {
			t.Errorf("%s holds %v after the survival, want %v", square, got, want)
		}
	}
	if after.Turn() != 0 || after.Status() != rules.Playing {
		t.Errorf("turn %d, status %v: want the White Queen to play", after.Turn(), after.Status())
	}
}

func TestM22ThePawnBecomesTheQueensRook(t *testing.T) {
	g := gameOfExample(t, "mcx4/rook")
	man := g.At(g.Geometry().Square("i8"))
	if man.Kind() != rules.Rook || man.Seat() != 0 || !g.Checked(1) {
		t.Errorf("i8 holds %v of seat %d, black in check: %v", man.Kind(), man.Seat(), g.Checked(1))
	}
}

func TestF5TheWholeLinePromotes(t *testing.T) {
	legal := texts(gameOfExample(t, "four-player/promotion"))
	for _, m := range []string{"b7b8q", "e7e8q"} {
		if !slices.Contains(legal, m) {
			t.Errorf("%s is not legal", m)
		}
	}
}

func TestF11TheForkIsWorthFive(t *testing.T) {
	if points := gameOfExample(t, "four-player/fork").(rules.Scored).Points(0); points != 5 {
		t.Errorf("red has %d points, want 5", points)
	}
}

func TestF12TheMatedArmyTurnsGrey(t *testing.T) {
	g := gameOfExample(t, "four-player/grey")
	king := g.At(g.Geometry().Square("g14"))
	if points := g.(rules.Scored).Points(0); points != 20 || !king.IsGrey() {
		t.Errorf("red has %d points, yellow's king grey: %v", points, king.IsGrey())
	}
}

func do(t *testing.T, g rules.Game, text string) {
	t.Helper()
	a, err := rules.ParseAction(g, text)
	if err == nil {
		_, err = g.Do(a)
	}
	if err != nil {
		t.Fatal(err)
	}
}

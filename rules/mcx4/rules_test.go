package mcx4_test

import (
	"slices"
	"strings"
	"testing"

	"melee/rules"
	"melee/rules/mcx4"
)

// A ruleCase is a position or short line with what must be seen after it; what is empty is not looked at.
type ruleCase struct {
	name    string // the rule first
	start   string // "" is the default array
	play    string // tokens
	options rules.Options

	text  string
	turn  string // the seat that must act, and the rule if it is not the slot's own: "wk M8"
	legal string // all moves, sorted
	has   string // some of the moves
	lacks string // moves that are not legal
	end   string // reason and places: "mate: wq, wk, bq+bk"
}

func newGame(t *testing.T, start string, options rules.Options) *mcx4.Game {
	t.Helper()
	g, err := mcx4.Variant.New(mcx4.Variant, options, start)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*mcx4.Game)
}

// play carries out tokens and returns the effects of the last.
func play(t *testing.T, g *mcx4.Game, tokens string) []rules.Effect {
	t.Helper()
	var effects []rules.Effect
	for _, token := range strings.Fields(tokens) {
		a, err := rules.ParseAction(g, token)
		if err != nil {
			t.Fatalf("%s in %s: %v", token, g.Text(), err)
		}
		effects = do(t, g, a)
	}
	return effects
}

func legalTexts(g *mcx4.Game) []string {
	var list []string
	for _, m := range g.Moves(nil) {
		list = append(list, m.Text(g.Geometry()))
	}
	slices.Sort(list)
	return list
}

func endText(o *rules.Outcome) string {
	if o == nil {
		return "none"
	}
	var places []string
	for _, place := range o.Ranking {
		var names []string
		for _, seat := range place {
			names = append(names, mcx4.Variant.SeatName(seat))
		}
		places = append(places, strings.Join(names, "+"))
	}
	return string(o.Reason) + ": " + strings.Join(places, ", ")
}

func (c ruleCase) run(t *testing.T) {
	g := newGame(t, c.start, c.options)
	play(t, g, c.play)
	if c.text != "" && g.Text() != c.text {
		t.Errorf("position %s\nwant     %s", g.Text(), c.text)
	}
	if turn := strings.TrimSpace(mcx4.Variant.SeatName(g.Turn()) + " " + g.SlotRule()); c.turn != "" && turn != c.turn {
		t.Errorf("turn %q, want %q", turn, c.turn)
	}
	legal := legalTexts(g)
	if c.legal != "" && !slices.Equal(legal, strings.Fields(c.legal)) {
		t.Errorf("legal %v\nwant  %v", legal, c.legal)
	}
	for _, m := range strings.Fields(c.has) {
		if !slices.Contains(legal, m) {
			t.Errorf("%s is not legal, want it to be: %v", m, legal)
		}
	}
	for _, m := range strings.Fields(c.lacks) {
		if slices.Contains(legal, m) {
			t.Errorf("%s is legal, want it not to be", m)
		}
	}
	if end := endText(g.Outcome()); c.end != "" && end != c.end {
		t.Errorf("end %q, want %q", end, c.end)
	}
}

func TestRules(t *testing.T) {
	all := slices.Concat(boardCases, turnCases, mateCases, endCases, pawnCases)
	for _, c := range all {
		t.Run(c.name, c.run)
	}
	for n := 1; n <= 24; n++ {
		rule := "M" + rules.CountText(n)
		named := slices.ContainsFunc(all, func(c ruleCase) bool { return strings.HasPrefix(c.name, rule+" ") })
		if n != 20 && !named {
			t.Errorf("no case is about %s", rule)
		}
	}
}

const double = "double"

var boardCases = []ruleCase{
	{name: "M1 nine files and eight ranks, nine men and nine pawns a camp",
		text: "r~n~q~bnkbnr/p~p~p~pppppp/9/9/9/9/P~P~P~PPPPPP/R~N~Q~BNKBNR wq Kk - 0 1 -", turn: "wq",
		legal: "a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 c2c3 c2c4"},
	{name: "M2 any array and size: 5 × 6", start: "n~q~2k/p~4/5/5/4P/K2Q~N wk - - 0 1 -",
		turn: "wk", legal: "a1a2 e1c2 e1d3 e2e3 e2e4"},
	{name: "M2 castling needs two squares between: three are more", start: "k8/9/9/9/9/9/9/4K3R wk K - 0 1 -",
		has: "e1g1"},
	{name: "M3 a clan plays only its own men", play: "a2a3 a7a6", turn: "wk", lacks: "a3a4 b2b3 b1c3 a1a2", has: "d2d4 e1f3"},
	{name: "M4 no man takes his own camp's", start: "k8/9/9/9/9/9/P~8/Q~3K4 wq - - 0 1 -",
		legal: "a1b1 a1b2 a1c1 a1c3 a1d1 a1d4 a1e5 a1f6 a1g7 a1h8 a2a3 a2a4"},
}

var turnCases = []ruleCase{
	{name: "M5 wq, bq, wk, bk, and the turn is over", play: "a2a3 a7a6 d2d3 d7d6", turn: "wq",
		text: "r~n~q~bnkbnr/1p~p~1ppppp/p~2p5/9/9/P~2P5/1P~P~1PPPPP/R~N~Q~BNKBNR wq Kk - 0 2 -"},
	{name: "M6 a Queen has resigned: the King plays her slot", play: "resign:wq", turn: "wk M6", has: "a2a4 d2d4"},
	{name: "M6 a King has gone: the Queen plays his slot", start: "k8/9/9/9/9/9/P~7P/Q~8 wk - - 0 1 -", turn: "wq M6",
		has: "i2i4 a2a3"},
	{name: "M7 the queen is taken: her men answer checks in both slots",
		start: "k2r5/9/9/9/9/9/4R~4/3Q~2K2 bk - - 0 1 -", play: "d8d1", turn: "wk M6", legal: "e2e1 g1f2 g1g2 g1h2"},
	{name: "M7 her rook may take the checker", start: "1k6r/9/9/9/9/9/R~8/8K wk - - 0 1 -", turn: "wk", legal: "a2i2 i1h1 i1h2"},
	{name: "M8 the King takes the Queen's slot", start: "k4r3/9/9/9/9/9/3Q~5/5K3 wq - - 0 1 -", turn: "wk M8",
		legal: "f1e1 f1e2 f1g1 f1g2"},
	{name: "M8 the next slot is unchanged", start: "k4r3/9/9/9/9/9/3Q~5/5K3 wq - - 0 1 -", play: "f1g1", turn: "bk M6",
		text: "k4r3/9/9/9/9/9/3Q~5/6K2 bq - - 1 1 -"},
	{name: "M9a nobody ends the check: mated at once", start: "R7k/7pp/9/9/q~8/9/9/1K7 bq - - 0 1 -",
		turn: "bq", text: "R7k/7pp/9/9/q~8/9/9/1K7 bq - - 0 1 -", has: "a4a8 a4e8 a4b3"},
	{name: "M9b she alone can help: any of her moves is legal", start: "R7k/7pp/9/9/3q~5/9/9/1K7 bq - - 0 1 -", turn: "bq",
		has: "d4d8 d4h8 d4d1 d4g7 d4a4"},
	{name: "M9b she abandons him", start: "R7k/7pp/9/9/3q~5/9/9/1K7 bq - - 9 1 -", play: "d4g7", turn: "wk",
		text: "R8/6q~pp/9/9/9/9/9/1K7 wk - - 0 1 -"},
	{name: "M9 after the first mate she must help", start: "R~7k/7pp/9/9/3q~5/9/9/Q~8 bq - - 0 1 -", turn: "bq",
		legal: "d4d8 d4h8"},
	{name: "M10 in the King's slot the Queen cannot help", start: "R7k/7pp/9/9/3q~5/9/9/1K7 bk - - 0 1 -", turn: "bq",
		text: "R7k/7pp/9/9/3q~5/9/9/1K7 bk - - 0 1 choice"},
	{name: "M11 a Queen's man pinned on her king", start: "4r4/9/9/9/9/9/4Q~4/k3K4 wq - - 0 1 -",
		legal: "e2e3 e2e4 e2e5 e2e6 e2e7 e2e8"},
	{name: "M11 a camp without a king knows no pin", start: "4r4/9/9/9/9/9/4Q~4/k3N~4 wq - - 0 1 -", has: "e2a2 e2d1 e1c2"},
	{name: "M12 the ally plays a slot without moves", start: "k8/9/9/9/9/p8/P~6PP/4K2NQ~ wq - - 0 1 -", turn: "wk M12",
		legal: "e1d1 e1d2 e1e2 e1f1 e1f2 h1f2 h1g3 h1i3 h2h3 h2h4 i2i3 i2i4"},
	{name: "M12 the Queen plays for a King without moves", start: "1k5r1/9/9/9/9/9/r8/4Q~3K wk - - 0 1 -", turn: "wq M12",
		has: "e1e8"},
}

var mateCases = []ruleCase{
	{name: "M13 the mate is credited to the last mover", start: "5k3/R8/9/9/9/9/9/1Q~2K4 wq - - 0 1 -", play: "b1b8",
		end: "mate: wq, wk, bk, bq"},
	{name: "M14 the choice is open", start: "R7k/7pp/9/9/3q~4n/9/9/1K7 bk - - 7 1 -", turn: "bq",
		text: "R7k/7pp/9/9/3q~4n/9/9/1K7 bk - - 7 1 choice"},
	{name: "M14 she survives: pawns and promoted rooks stay, and the slot is hers",
		start: "R7k/7pp/r~8/9/3q~4n/9/9/1K7 bk - - 7 1 -", play: "survive", turn: "bq M6",
		text: "R8/7pp/r~8/9/3q~5/9/9/1K7 bk - - 0 1 -", has: "a6a8 h7h5 d4d1"},
	{name: "M14 she declines", start: "R7k/7pp/9/9/3q~5/9/9/1K7 bk - - 0 1 -", play: "decline", end: "mate: wk, wq, bq+bk"},
	{name: "M14 no Queen, no choice", start: "R7k/7pp/9/9/9/9/9/1K7 bk - - 0 1 -", end: "mate: wk, wq, bk, bq"},
	{name: "M14 a king left attacked is never captured", start: "k8/9/9/N7P/9/9/Q~1r6/2r5K wk - - 0 1 -", play: "survive",
		turn: "wq M6", has: "a2a7 i5i6", lacks: "a2a8"},
	{name: "M15 a second mate cannot be survived", start: "k7q~/9/1R~7/9/9/9/9/6Q~2 wq - - 0 1 -", play: "g1a1",
		end: "mate: wq, wk, bq+bk"},
	{name: "M16 one man cannot mate", start: "k2r5/9/9/9/9/3N~5/9/4Q~4 bk - - 0 1 -", play: "d8d3",
		end: "material: bk, bq, wq, wk"},
	{name: "M16 two men can", start: "k2r5/9/9/9/9/3N~5/P8/4Q~4 bk - - 0 1 -", play: "d8d3", turn: "wq", end: "none"},
	{name: "M16 right after a survival", start: "R7k/1R7/9/9/3q~5/9/9/1K7 bk - - 0 1 -", play: "survive",
		end: "material: wk, wq, bq, bk", text: "R8/1R7/9/9/3q~5/9/9/1K7 bk - - 0 1 -"},
	{name: "M17 her clan plays on without the lone queen", start: "k2r5/9/9/9/9/9/P~7P/3Q~5 bk - - 0 1 -", play: "d8d1", turn: "wq",
		legal: "a2a3 a2a4 i2i3 i2i4", end: "none"},
	{name: "M17 royal: her capture loses", start: "k2r5/9/9/9/9/9/P~7P/3Q~5 bk - - 0 1 -", play: "d8d1",
		options: rules.Options{"lone_queen": "royal"}, end: "lone-queen: bk, bq, wq, wk"},
	{name: "M17 royal: the queen of a camp with a king is an ordinary one", start: "k2r5/9/9/9/9/9/P~7P/3Q~2K2 bk - - 0 1 -",
		play: "d8d1", options: rules.Options{"lone_queen": "royal"}, end: "none"},
}

var endCases = []ruleCase{
	{name: "M18 stalemate", start: "1k5r1/9/9/9/9/9/r8/8K wk - - 0 1 -", end: "stalemate: wq+bq+wk+bk"},
	{name: "M18 third occurrence", start: "k8/8p/9/9/9/9/8P/5K3 wq - - 0 1 -",
		play: "f1e1 a8b8 e1f1 b8a8 f1e1 a8b8 e1f1 b8a8", end: "repetition: wq+bq+wk+bk"},
	{name: "M18 not yet the third", start: "k8/8p/9/9/9/9/8P/5K3 wq - - 0 1 -",
		play: "f1e1 a8b8 e1f1 b8a8 f1e1 a8b8 e1f1", end: "none"},
	{name: "M18 a resignation between makes new positions", start: "k1q~6/8p/9/9/9/9/8P/5K3 wq - - 0 1 -",
		play: "f1e1 c8d8 e1f1 a8a7 f1e1 d8c8 e1f1 a7a8 resign:bq f1e1 c8d8 e1f1 a8a7 f1e1 d8c8 e1f1 a7a8", end: "none"},
	{name: "M18 the same without a resignation", start: "k1q~6/8p/9/9/9/9/8P/5K3 wq - - 0 1 -",
		play: "f1e1 c8d8 e1f1 a8a7 f1e1 d8c8 e1f1 a7a8 f1e1 c8d8 e1f1 a8a7 f1e1 d8c8 e1f1 a7a8",
		end:  "repetition: wq+bq+wk+bk"},
	{name: "M18 a hundred plies without progress", start: "k8/8p/9/9/9/9/8P/5K3 wq - - 99 40 -", play: "f1e1",
		end: "no-progress: wq+bq+wk+bk"},
	{name: "M18 bare kings", start: "k8/9/9/9/9/9/8p/7K1 wk - - 3 40 -", play: "h1i2", end: "bare-kings: wq+bq+wk+bk"},
	{name: "M18 agreement", play: "a2a3 draw", end: "agreement: wq+bq+wk+bk"},
	{name: "M19 double: the camp wins together", start: "R7k/7pp/9/9/3q~5/9/9/1K7 bk - - 0 1 -", play: "decline",
		options: rules.Options{"play": double}, end: "mate: wq+wk, bq+bk"},
	{name: "M19 before the winners have moved: their preceding slot", start: mcx4.StartText, play: "resign:wk decline",
		end: "mate: bk, bq, wq+wk"},
	{name: "M19 a Queen taken by the ply that mates has gone before her King",
		start: "3q~4k/7pp/9/9/9/9/9/3R1K3 wk - - 0 1 -", play: "d1d8", end: "mate: wk, wq, bk, bq"},
	{name: "M19 the clan that made the ply, though the slot is its ally's",
		start: "R2r4k/7pp/9/9/9/9/9/Q~2K5 wq - - 0 1 -", play: "a8d8", end: "mate: wk, wq, bk, bq"},
	{name: "M21 a King resigns in his camp's slot: the choice", play: "resign:wk", turn: "wq",
		text: "r~n~q~bnkbnr/p~p~p~pppppp/9/9/9/9/P~P~P~PPPPPP/R~N~Q~BNKBNR wq Kk - 0 1 choice"},
	{name: "M21 a King resigns in the other camp's slot: mated when his camp's begins", play: "a2a3 resign:wk a7a6",
		turn: "wq", text: "r~n~q~bnkbnr/1p~p~pppppp/p~8/9/9/P~8/1P~P~PPPPPP/R~N~Q~BNKBNR wk Kk - 0 1 choice"},
	{name: "M21 until then the others play", play: "a2a3 resign:wk", turn: "bq", end: "none"},
	{name: "M21 survival of a King who resigned", play: "a2a3 resign:wk a7a6 survive", turn: "wq M6",
		text: "r~n~q~bnkbnr/1p~p~pppppp/p~8/9/9/P~8/1P~P~PPPPPP/R~N~Q~6 wk k - 0 1 -"},
	{name: "M21 the last clan resigns", play: "a2a3 resign:wq resign:wk", end: "resignation: bk, bq, wk, wq"},
	{name: "M21 the Queen after her King", play: "a2a3 resign:wk resign:wq", end: "resignation: bk, bq, wq, wk"},
	{name: "M21 the lone Queen", start: "k8/9/9/9/9/9/P~7P/3Q~5 bk - - 0 1 -", play: "resign:wq", end: "resignation: bk, bq, wq, wk"},
	{name: "M21 time", start: "k8/9/9/9/9/9/P~7P/3K5 wk - - 0 1 -", play: "time:wk", end: "time: bk, bq, wk, wq"},
	{name: "M21 resigning in a choice is declining", start: "R7k/7pp/9/9/3q~5/9/9/1K7 bk - - 0 1 -", play: "time:bq",
		end: "mate: wk, wq, bq+bk"},
	{name: "M21 a King resigns after the first mate", start: "k1q~6/9/9/9/9/9/P~7P/3Q~5 bk - - 0 1 -", play: "resign:bk",
		end: "resignation: wq, wk, bq+bk"},
}

var pawnCases = []ruleCase{
	{name: "M22 a King's pawn becomes the Queen's rook", start: "k8/8P/9/9/9/9/9/2Q~2K3 wk - - 0 1 -", play: "i7i8r",
		text: "k7R~/9/9/9/9/9/9/2Q~2K3 bk - - 0 1 -"},
	{name: "M22 also when her clan has gone", start: "k8/8P/9/9/9/9/9/5K3 wk - - 0 1 -", play: "i7i8r a8a7", turn: "wk M6",
		has: "i8i1", text: "8R~/k8/9/9/9/9/9/5K3 wq - - 1 2 -"},
	{name: "M23 castling", start: "4k4/9/9/9/9/9/9/5K2R wk K - 0 1 -", play: "f1h1", text: "4k4/9/9/9/9/9/9/6RK1 bk - - 1 1 -"},
	{name: "M23 not over an attacked square", start: "4k4/9/6r2/9/9/9/9/5K2R wk K - 0 1 -", lacks: "f1h1", has: "f1e1"},
	{name: "M23 the rook may be attacked", start: "4k4/9/8r/9/9/9/9/5K2R wk K - 0 1 -", has: "f1h1"},
	{name: "M23 the right goes with a captured rook", start: "4k3r/8p/9/9/4B~4/9/9/Q~4K2R wq Kk - 0 1 -",
		play: "e4i8", text: "4k3B~/8p/9/9/9/9/9/Q~4K2R bq K - 0 1 -"},
	{name: "M23 long castling is forbidden", start: "4k4/9/9/9/9/9/9/R4K3 wk - - 0 1 -", lacks: "f1d1"},
	{name: "M24 double step and en passant", start: "k1q~6/2p~6/9/1P7/9/9/9/5K3 bq - - 0 1 -", play: "c7c5", turn: "wk",
		has: "b5c6", text: "k1q~6/9/9/1Pp~6/9/9/9/5K3 wk - c6 0 1 -"},
	{name: "M24 only at the very next ply", start: "k1q~6/2p~6/9/1P7/9/9/9/3Q~1K3 bq - - 0 1 -", play: "c7c5 f1e1 a8b8 d1c1 c8d8",
		turn: "wk", lacks: "b5c6"},
	{name: "M24 only by a pawn of whoever plays the slot", start: "k1q~6/2p6/9/1P7/9/9/9/3Q~1K3 bk - - 0 1 -", play: "c7c5",
		turn: "wq", lacks: "b5c6", text: "k1q~6/9/9/1Pp6/9/9/9/3Q~1K3 wq - - 0 2 -"},
	{name: "M24 a resignation lets the King take", start: "k1q~6/2p6/9/1P7/9/9/9/3Q~1K3 bk - - 0 1 -", play: "c7c5 resign:wq",
		turn: "wk M6", has: "b5c6", text: "k1q~6/9/9/1Pp6/9/9/9/3Q1K3 wq - c6 0 2 -"},
	{name: "M24 a taker pinned along the rank cannot", start: "k8/2p6/9/KP6r/9/9/9/9 bk - - 0 1 -", play: "c7c5", lacks: "b5c6"},
}

func TestM9AbandonsAndEffects(t *testing.T) {
	g := newGame(t, "R7k/7pp/9/9/3q~5/9/9/1K7 bq - - 0 1 -", nil)
	for _, m := range g.Moves(nil) {
		text := m.Text(g.Geometry())
		if helps := text == "d4d8" || text == "d4h8"; g.Abandons(m) == helps {
			t.Errorf("Abandons(%s) = %v", text, g.Abandons(m))
		}
	}
	effects := play(t, g, "d4g7")
	i8 := g.Geometry().Square("i8")
	want := []rules.Effect{
		{Kind: rules.Abandonment, Seat: mcx4.BlackQueen, By: rules.NoSeat, Square: i8, Rule: "M9"},
		{Kind: rules.ClanGone, Seat: mcx4.BlackKing, By: mcx4.WhiteKing, Square: i8, Rule: "M14"},
		{Kind: rules.Survival, Seat: mcx4.BlackQueen, By: rules.NoSeat, Square: i8, Rule: "M14"},
	}
	if !slices.Equal(effects, want) {
		t.Errorf("effects %v\nwant    %v", effects, want)
	}
}

func TestM7M14M21Effects(t *testing.T) {
	g := newGame(t, "k2r5/9/9/9/9/9/4R~4/3Q~2K2 bk - - 0 1 -", nil)
	effects := play(t, g, "d8d1")
	d1 := g.Geometry().Square("d1")
	if want := (rules.Effect{Kind: rules.ClanGone, Seat: mcx4.WhiteQueen, By: mcx4.BlackKing, Square: d1, Rule: "M7"}); !slices.Equal(effects, []rules.Effect{want}) {
		t.Errorf("M7: effects %v, want %v", effects, want)
	}
	g = newGame(t, "", nil)
	effects = play(t, g, "resign:wk")
	if want := (rules.Effect{Kind: rules.ClanGone, Seat: mcx4.WhiteKing, By: rules.NoSeat, Square: rules.NoSquare, Rule: "M21"}); !slices.Equal(effects, []rules.Effect{want}) {
		t.Errorf("M21: effects %v, want %v", effects, want)
	}
	effects = play(t, g, "survive")
	f1 := g.Geometry().Square("f1")
	if want := (rules.Effect{Kind: rules.Survival, Seat: mcx4.WhiteQueen, By: rules.NoSeat, Square: f1, Rule: "M14"}); !slices.Equal(effects, []rules.Effect{want}) {
		t.Errorf("M14: effects %v, want %v: the King has gone by M21 before", effects, want)
	}
}

func TestDoRefuses(t *testing.T) {
	choice := "R7k/7pp/9/9/3q~5/9/9/1K7 bk - - 0 1 -"
	for _, c := range []struct {
		name, start, play string
		action            rules.Action
		says              string
	}{
		{"M13 no choice is open", "", "", rules.Action{Act: rules.Survive}, "no choice"},
		{"M14 a move in a choice", choice, "", rules.Action{Act: rules.MakeMove, Move: rules.NewMove(0, 1, rules.Rook, 0, 0, 0)}, "survive or decline"},
		{"M3 a man of the ally", "", "", rules.Action{Act: rules.MakeMove, Move: rules.NewMove(12, 21, rules.Pawn, 0, 0, 0)}, "not a legal move"},
		{"no move", "", "", rules.Action{Act: rules.MakeMove}, "not a legal move"},
		{"M21 the other camp in a choice", choice, "", rules.Action{Act: rules.Resign, Seat: mcx4.WhiteKing}, "only bq"},
		{"M21 a clan that has gone", "", "resign:wq", rules.Action{Act: rules.Resign, Seat: mcx4.WhiteQueen}, "already disappeared"},
		{"M21 a King twice", "", "resign:bk", rules.Action{Act: rules.FlagFall, Seat: mcx4.BlackKing}, "already disappeared"},
		{"no such seat", "", "", rules.Action{Act: rules.Resign, Seat: 7}, "no such seat"},
		{"no such act", "", "", rules.Action{Act: 99}, "no such action"},
		{"M18 after the end", "", "draw", rules.Action{Act: rules.AgreeDraw}, "has ended (agreement)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, c.start, nil)
			play(t, g, c.play)
			before := g.Text()
			effects, err := g.Do(c.action)
			if err == nil || !strings.Contains(err.Error(), c.says) || effects != nil {
				t.Errorf("effects %v, error %v; want one that says %q", effects, err, c.says)
			}
			if g.Text() != before {
				t.Errorf("position has become %s", g.Text())
			}
		})
	}
}

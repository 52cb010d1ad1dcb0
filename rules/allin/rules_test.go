package allin_test

import (
	"slices"
	"strings"
	"testing"

	"melee/rules"
	"melee/rules/allin"
)

// A ruleCase plays tokens from a start and looks at what follows.
type ruleCase struct {
	name    string // begins with the rule's number
	variant *rules.Variant
	options rules.Options
	start   string // "" is the starting array
	tokens  string
	legal   string // moves that are legal now
	illegal string // moves that are not
	count   int    // of legal moves, 0 for not asked
	text    string // "" for not asked
	reason  rules.Reason
	winner  string // "" for a draw, where reason is given
}

var ruleCases = []ruleCase{
	{name: "A1 men of either colour", legal: "e2e4 e7e5 g8f6", count: 40},
	{name: "A1 kings included", start: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", legal: "e8e7 e8f7 e1e2", count: 20},
	{name: "A2 only men of the other colour are taken", start: "r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1",
		legal: "a7a5 a8d8", illegal: "a8a7 a1a2 a1e1 a8e8", count: 20},
	{name: "A2 whoever plays the man", start: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", legal: "e4d5 d5e4"},
	{name: "A3 a pawn keeps its direction", start: "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", legal: "d4d3 e2e3 e2e4", illegal: "d4d5 e2e1"},
	{name: "A3 it promotes to its own colour", start: "1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 1", tokens: "h2h1q",
		text: "1n2k3/P7/8/8/8/8/8/4K1Nq b - - 0 1 -"},
	{name: "A3 as the player who moves it chooses", start: "1n2k3/P7/8/8/8/8/7p/4K1N1 b - - 0 1", tokens: "a7a8n",
		text: "Nn2k3/8/8/8/8/8/7p/4K1N1 w - - 0 2 -"},
	{name: "A4 not into check by the other's promotion", start: "4k3/8/8/8/8/8/p7/4K3 w - - 0 1",
		legal: "a2a1b a2a1n", illegal: "a2a1q a2a1r"},
	{name: "A4 the square a pawn leaves opens its line", start: "8/4P3/8/4k3/8/8/8/K7 b - - 0 1",
		legal: "e7e8n e7e8b", illegal: "e7e8q e7e8r"},
	{name: "A4 a pinned man", start: "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", legal: "e2e7 e7a7 e7e3", illegal: "e2d2 e7e2 e8e7"},
	{name: "A4 the other king into check", start: "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", legal: "e8d8 e8d7 d2d8"},
	{name: "A4 a man of the other may not unmask his rook", start: "4r1k1/8/8/8/4n3/8/8/4K3 w - - 0 1",
		legal: "e8e7 e8e5 e8d8", illegal: "e4c5 e4f2 e4d6", count: 3 + 8 + 5},
	{name: "A4 but a pawn may go on along the line", start: "4r1k1/8/8/4p3/8/8/8/4K3 w - - 0 1", legal: "e5e4"},
	{name: "A4 the other's man blocks a check", start: "4r1k1/8/2n5/8/8/8/8/4K3 w - - 0 1", legal: "c6e5 c6e7 e8d8", illegal: "c6d4 e8e2 g8h8"},
	{name: "A4 two checks, one man answers both", start: "4r1k1/8/8/8/8/3n4/8/4K3 w - - 0 1", legal: "d3e5 e1d1", illegal: "d3b4 e8d8 d3f2"},
	{name: "A5 one's own king is not taken", start: "4k3/8/8/8/8/8/3Pr3/4K3 w - - 0 1", legal: "e1e2 e2d2", illegal: "e2e1", count: 7},
	{name: "A6 no return", start: "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1", tokens: "d6e4", legal: "e4c5 e4f2", illegal: "e4d6",
		text: "4k3/8/8/8/4n3/8/8/4K3 b - - 1 1 e4d6"},
	{name: "A6 the ply after that it may return", start: "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1", tokens: "d6e4 e8d8",
		legal: "e4d6", illegal: "d8e8"},
	{name: "A6 a castling right was lost", start: "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", tokens: "e1e2", legal: "e2e1"},
	{name: "A6 no castling right was lost", start: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", tokens: "e1e2", illegal: "e2e1"},
	{name: "A6 a right to take in passing was lost", start: "4k3/8/8/3pP3/8/5N2/8/4K3 w - d6 0 1", tokens: "f3d4", legal: "d4f3"},
	{name: "A6 a capture is not undone", start: "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", tokens: "d1d7", legal: "d7d1"},
	{name: "A6 option return", options: rules.Options{"return": "allowed"}, tokens: "g1f3", legal: "f3g1", count: 42},
	{name: "A6 free-for-all", variant: allin.FreeForAll, tokens: "g1f3", legal: "f3g1", count: 42},
	{name: "A6 option ep_identity legal", start: "8/3p4/8/k3P2R/8/8/7K/6N1 w - - 0 1", tokens: "d7d5 g1f3", illegal: "f3g1"},
	{name: "A6 option ep_identity nominal", options: rules.Options{"ep_identity": "nominal"},
		start: "8/3p4/8/k3P2R/8/8/7K/6N1 w - - 0 1", tokens: "d7d5 g1f3", legal: "f3g1"},
	{name: "A7 whoever played the pawn", start: "4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1", tokens: "d7d5",
		legal: "e5d6", text: "4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1 -"},
	{name: "A7 the victim is gone", start: "4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1", tokens: "d7d5 e5d6",
		text: "4k3/8/3P4/8/8/8/8/4K3 w - - 0 2 -"},
	{name: "A7 for the next ply only", start: "4k3/8/8/8/3p4/8/4P3/4K3 b - - 0 1", tokens: "e2e4 e1d1", illegal: "d4e3"},
	{name: "A7 not if it exposes the king", start: "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", illegal: "e5d6",
		text: "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1 -"},
	{name: "A8 either player castles either colour", start: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", legal: "e1g1 e1c1 e8g8 e8c8"},
	{name: "A8 the rook goes along", start: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", tokens: "e8c8",
		text: "2kr3r/8/8/8/8/8/8/R3K2R b KQ - 1 1 -"},
	{name: "A8 the other king may arrive in check", start: "4k2r/8/8/8/2B5/8/8/4K3 w k - 0 1", legal: "e8g8"},
	{name: "A8 but not pass an attacked square", start: "4k2r/8/8/8/1B6/8/8/4K3 w k - 0 1", illegal: "e8g8"},
	{name: "A8 one's own may not arrive in check", start: "4k3/8/8/2b5/8/8/8/4K2R w K - 0 1", illegal: "e1g1"},
	{name: "A8 nor castle out of check", start: "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", illegal: "e1g1"},
	{name: "A8 the other's rook may not give check", start: "r3k3/8/8/8/8/8/3K4/8 w q - 0 1", illegal: "e8c8", legal: "a8b8"},
	{name: "A8 the other king may not arrive beside one's own", start: "4k2r/7K/8/8/8/8/8/8 w k - 0 1", illegal: "e8g8", legal: "h8f8"},
	{name: "A8 nor on the long side", start: "r3k3/1K6/8/8/8/8/8/8 w q - 0 1", illegal: "e8c8", legal: "e8d8"},
	{name: "A8 castling takes the checking rook away", start: "4k2r/8/8/8/8/8/8/7K w k - 0 1", legal: "e8g8"},
	{name: "A8 a captured rook", start: "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", tokens: "h8h1",
		text: "r3k3/8/8/8/8/8/8/R3K2r w Qq - 0 2 -"},
	{name: "A8 a move by the other player", start: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", tokens: "e8e7",
		text: "r6r/4k3/8/8/8/8/8/R3K2R b KQ - 1 1 -"},
	{name: "A9 mate", start: "6bk/8/6PK/8/8/8/8/8 w - - 0 1", tokens: "g6g7", reason: rules.Checkmate, winner: "white"},
	{name: "A9 mate since the checking rook may not return", start: "6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1", tokens: "g1h1",
		reason: rules.Checkmate, winner: "white"},
	{name: "A9 no mate where the checking man can leave", variant: allin.FreeForAll, start: "6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1",
		tokens: "g1h1", legal: "h1g1", count: 1},
	{name: "A9 stalemate", start: "7k/7P/6PK/6P1/7P/8/8/8 w - - 0 1", tokens: "h4h5", reason: rules.Stalemate},
	{name: "A9 mate before A11", start: "6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 99 80", tokens: "g1h1",
		reason: rules.Checkmate, winner: "white"},
	{name: "A9 a set-up is judged too", start: "6bk/6P1/7K/8/8/8/8/8 b - - 100 80", reason: rules.Checkmate, winner: "white"},
	// The start has no forbidden move, so the position after four plies is another one: the third
	// occurrence comes at the ninth ply, not at the eighth.
	{name: "A10 the forbidden move counts", tokens: "b1c3 g8f6 c3b1 f6g8 b1c3 g8f6 c3b1 f6g8", count: 39},
	{name: "A10 third occurrence", tokens: "b1c3 g8f6 c3b1 f6g8 b1c3 g8f6 c3b1 f6g8 b1c3", reason: rules.Repetition},
	{name: "A10 without a forbidden move", variant: allin.FreeForAll, tokens: "b1c3 c3b1 b1c3 c3b1", reason: rules.Repetition},
	{name: "A11 hundred plies", start: "4k3/8/8/8/8/8/7P/R3K3 w - - 99 80", tokens: "a1a2", reason: rules.NoProgress},
	{name: "A11 a pawn move is progress", start: "4k3/8/8/8/8/8/7P/R3K3 w - - 99 80", tokens: "h2h3",
		text: "4k3/8/8/8/8/7P/8/R3K3 b - - 0 80 -"},
	{name: "A12 two kings", start: "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", tokens: "e1d2", reason: rules.BareKings},
	{name: "A12 a man is left", start: "4k3/8/8/8/8/8/3p3p/4K3 w - - 0 1", tokens: "e1d2", legal: "h2h1q"},
	{name: "A13 resignation", tokens: "e2e4 resign:white", reason: rules.Resignation, winner: "black"},
	{name: "A13 time", tokens: "time:black", reason: rules.TimeOut, winner: "white"},
	{name: "A13 agreed draw", tokens: "draw", reason: rules.Agreement},
	{name: "A14 half-in, only the opponent's men", variant: allin.HalfIn, legal: "e7e5 b8c6", illegal: "e2e4 g1f3", count: 20},
	{name: "A14 castling is the opponent's", variant: allin.HalfIn, start: "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
		legal: "e1g1 e1c1", illegal: "e8g8 e8c8"},
	{name: "A14 every return is allowed", variant: allin.HalfIn, start: "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1", tokens: "d6e4 e1d1 e4d6",
		text: "4k3/8/3n4/8/8/8/8/3K4 b - - 3 2 -"},
	{name: "A14 in passing with the opponent's pawn", variant: allin.HalfIn, start: "4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1",
		tokens: "d7d5", legal: "e5d6"},
	{name: "A14 stalemate counts only the opponent's men", variant: allin.HalfIn, start: "8/8/8/8/p7/8/P1k5/K7 w - - 0 1",
		tokens: "a4a3", reason: rules.Stalemate},
	{name: "A15 mainly-in, not the same man again", variant: allin.MainlyIn, tokens: "e2e4", legal: "d2d4 e7e5", illegal: "e4e5", count: 49,
		text: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 e4"},
	{name: "A15 the next ply sets him free", variant: allin.MainlyIn, start: "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1", tokens: "d6e4 e8d8",
		legal: "e4d6", illegal: "d8e8 d8d7"},
	{name: "A15 a promoted pawn is the same man", variant: allin.MainlyIn, start: "7k/P7/8/8/8/8/8/K7 w - - 0 1", tokens: "a7a8n",
		illegal: "a8b6 a8c7"},
	{name: "A15 in castling it is the king", variant: allin.MainlyIn, start: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", tokens: "e1g1",
		legal: "f1f5", illegal: "g1h1", text: "4k3/8/8/8/8/8/8/5RK1 b - - 1 1 g1"},
	{name: "A15 a barred king does not castle", variant: allin.MainlyIn, start: "4k3/8/8/8/8/8/8/4K2R w K - 0 1 e1", illegal: "e1g1 e1e2",
		legal: "h1g1"},
	{name: "A15 a barred pawn does not take in passing", variant: allin.MainlyIn, start: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 e5",
		illegal: "e5d6", text: "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 e5"},
	{name: "A15 the barred man counts in A10", variant: allin.MainlyIn, tokens: "b1c3 g8f6 c3b1 f6g8 b1c3 g8f6 c3b1 f6g8", count: 38},
}

func TestRules(t *testing.T) {
	for _, c := range ruleCases {
		t.Run(c.name, func(t *testing.T) {
			if c.variant == nil {
				c.variant = allin.AllIn
			}
			g, err := c.variant.New(c.variant, c.options, c.start)
			if err != nil {
				t.Fatal(err)
			}
			for _, token := range strings.Fields(c.tokens) {
				a, err := rules.ParseAction(g, token)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := g.Do(a); err != nil {
					t.Fatal(err)
				}
			}
			c.check(t, g)
		})
	}
}

func (c *ruleCase) check(t *testing.T, g rules.Game) {
	var legal []string
	for _, m := range g.Moves(nil) {
		legal = append(legal, m.Text(allin.Board))
	}
	slices.Sort(legal)
	for _, m := range strings.Fields(c.legal) {
		if !slices.Contains(legal, m) {
			t.Errorf("%s must be legal: %v", m, legal)
		}
	}
	for _, m := range strings.Fields(c.illegal) {
		if slices.Contains(legal, m) {
			t.Errorf("%s must not be legal", m)
		}
	}
	if c.count != 0 && len(legal) != c.count {
		t.Errorf("%d legal moves, want %d: %v", len(legal), c.count, legal)
	}
	if c.text != "" && g.Text() != c.text {
		t.Errorf("position %s\nwant     %s", g.Text(), c.text)
	}
	outcome := g.Outcome()
	if c.reason == "" {
		if outcome != nil {
			t.Errorf("the game has ended: %v", *outcome)
		}
		return
	}
	if outcome == nil {
		t.Fatalf("the game goes on, want %s", c.reason)
	}
	if outcome.Reason != c.reason || outcome.Draw != (c.winner == "") {
		t.Errorf("outcome %v, want %s, winner %q", *outcome, c.reason, c.winner)
	}
	if c.winner != "" && c.variant.SeatName(outcome.Ranking[0][0]) != c.winner {
		t.Errorf("%v is first, want %s", outcome.Ranking[0], c.winner)
	}
	if g.Turn() != rules.NoSeat || g.Status() != rules.Ended || g.Perft(1) != 0 {
		t.Errorf("an ended game has turn %d, status %s, perft(1) %d", g.Turn(), g.Status(), g.Perft(1))
	}
	if _, err := g.Do(rules.Action{Act: rules.AgreeDraw}); err == nil {
		t.Error("an ended game can be ended again")
	}
}

func TestRefusalsNameTheRule(t *testing.T) {
	for _, c := range []struct {
		name  string
		code  allin.Code
		text  string
		move  rules.Move
		wants string
	}{
		{"A6 return", allin.NoReturn, "4k3/8/8/8/4n3/8/8/4K3 b - - 1 1 e4d6",
			rules.NewMove(28, 43, rules.Knight, rules.NoKind, rules.NoKind, rules.Plain), "e4d6 would undo the last ply (A6)"},
		{"A15 same man", allin.NoSecondMove, "4k3/8/8/8/4n3/8/8/4K3 b - - 1 1 e4",
			rules.NewMove(28, 43, rules.Knight, rules.NoKind, rules.NoKind, rules.Plain),
			"the man on e4 has just moved and may not move again (A15)"},
		{"A2 no such capture", allin.NoReturn, allin.StartText,
			rules.NewMove(0, 8, rules.Rook, rules.Pawn, rules.NoKind, rules.Plain), "a1a2 is not a legal move in this position"},
		{"no move at all", allin.NoReturn, allin.StartText, rules.Move(0xffffffff), "that is no move of this board"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := read(t, c.code, c.text)
			before := p
			if err := p.Play(c.move); err == nil || err.Error() != c.wants {
				t.Errorf("refused with %v, want %s", err, c.wants)
			}
			if p != before {
				t.Error("the position has changed")
			}
		})
	}
}

// In series play a player moves on; A6 forbids him his own last ply (A6).
func TestA6SeriesPlay(t *testing.T) {
	p := read(t, allin.NoReturn, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1")
	play := func(text string, want bool) {
		t.Helper()
		m := rules.FindMove(p.Moves(nil), allin.Board, text)
		if m == rules.NoMove {
			t.Fatalf("%s is not legal", text)
		}
		if got := p.PlayOn(m); got != want {
			t.Fatalf("%s: may go on = %v, want %v", text, got, want)
		}
	}
	play("a1b3", true)
	if p.Turn() != allin.White {
		t.Fatal("the turn has passed")
	}
	if back := rules.FindMove(p.Moves(nil), allin.Board, "b3a1"); back != rules.NoMove {
		t.Error("b3a1 takes back the own ply")
	}
	play("b3d4", true)
	if p.Key() != p.FreshKey() {
		t.Error("the key is not that of the position")
	}
	play("e8e7", true)
	play("d4c6", false) // check: the opponent has to answer it
}

// A ply out of check cannot be taken back by the same player: nothing is forbidden.
func TestA6SeriesPlayOutOfCheck(t *testing.T) {
	p := read(t, allin.NoReturn, "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1")
	if !p.PlayOn(rules.FindMove(p.Moves(nil), allin.Board, "e8d8")) {
		t.Fatal("the other king is not in check")
	}
	if m, ok := p.Forbidden(); ok {
		t.Errorf("%s is forbidden", m.Text(allin.Board))
	}
	if legal := p.Moves(nil); rules.FindMove(legal, allin.Board, "d8e8") != rules.NoMove {
		t.Error("d8e8 gives check to the own king")
	}
	if p.Key() != p.FreshKey() {
		t.Error("the key is not that of the position")
	}
}

func TestPassGivesTheTurn(t *testing.T) {
	p := read(t, allin.NoReturn, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
	p.Pass()
	if got, want := p.Text(), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 1 -"; got != want {
		t.Errorf("position %s, want %s", got, want)
	}
	if p.Key() != p.FreshKey() {
		t.Error("the key is not that of the position")
	}
}

func TestOptionsAreChecked(t *testing.T) {
	_, err := allin.HalfIn.New(allin.HalfIn, rules.Options{"return": "allowed"}, "8/8/8/8/8/8/8/4K3 w - - 0 1")
	want := "option return: unknown in half-in; placement: there is no king of black"
	if err == nil || err.Error() != want {
		t.Errorf("refused with %v, want %s", err, want)
	}
	g, err := allin.AllIn.New(allin.AllIn, rules.Options{"return": "allowed", "ep_identity": "legal"}, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Options()) != 1 || g.Options()["return"] != "allowed" {
		t.Errorf("options %v, want only return", g.Options())
	}
}

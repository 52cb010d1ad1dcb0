package fourplayer

import (
	"testing"

	"melee/rules"
)

// caged is yellow's king in a cage that any check on file g makes a mate.
const caged = "rKh1 bKa8 gKn7 yKg14 yRf14 yRh14 yPf13 yPh13 "

// pen leaves blue's king on a4 without a move once a rook stands on l5.
const pen = "rKh1 yKg14 gKn7 bKa4 rRb11 rRl6 "

func TestPoints(t *testing.T) {
	runRules(t, []ruleCase{
		{name: "F9 pawn 1", men: kings + "rRk4 gPk9", moves: "k4k9", points: "1 0 0 0", effects: "red +1 F9 k9"},
		{name: "F9 knight 3", men: kings + "rRe4 gNe9", moves: "e4e9", points: "3 0 0 0"},
		{name: "F9 bishop 5", men: kings + "rRe4 gBe9", moves: "e4e9", points: "5 0 0 0"},
		{name: "F9 rook 5", men: kings + "rRe4 gRe9", moves: "e4e9", points: "5 0 0 0"},
		{name: "F9 queen 9", men: kings + "rRe4 gQe9", moves: "e4e9", points: "9 0 0 0"},
		{name: "F9 grey men 0", men: kings + "rRe4 dgQe9", moves: "e4e9", points: "0 0 0 0", effects: ""},
		{name: "F10 mate 20", men: caged + "rRe4", moves: "e4g4", effects: "red +20 F10 g14, yellow out F12 by red", points: "20 0 0 0"},
		{name: "F10 to him who completed it, whoever gives the check", men: caged + "gRg4 rNg6", moves: "g6e7", effects: "red +20 F10 g14, yellow out F12 by red"},
		{name: "F11 two kings 5", men: "rKh1 bKc8 yKg8 gKn7 rNf7", moves: "f7e9", effects: "red +5 F11 e9"},
		{name: "F11 three kings 20", men: "rKh1 bKc8 yKg8 gKd11 rNf7", moves: "f7e9", effects: "red +20 F11 e9"},
		{name: "F11 with a queen 1", men: "rKh1 bKc8 yKg8 gKn7 rQe2", moves: "e2e8", effects: "red +1 F11 e8"},
		{name: "F11 three with a queen 5", men: "rKh1 bKc8 yKg8 gKe12 rQh5", moves: "h5e8", points: "5 0 0 0"},
		{name: "F11 a pawn that promotes counts as a queen", men: "rKh1 bKc8 yKg8 gKn7 rPe7", moves: "e7e8q", effects: "red +1 F11 e8"},
		{name: "F11 a single check nothing", men: kings + "rRe4", moves: "e4g4", effects: "", points: "0 0 0 0"},
		{name: "F11 not a king that was attacked before", men: "rKh1 bKc8 yKg8 gKn7 rNf7 rRc4", moves: "f7e9", points: "0 0 0 0"},
		{name: "F11 a check opened for one's own man counts", men: "rKh1 bKb8 yKe12 gKn7 rRe2 rNe5", moves: "e5d7", effects: "red +5 F11 d7"},
	})
}

func TestEliminations(t *testing.T) {
	runRules(t, []ruleCase{
		{name: "F12 at once, though blue is next", men: caged + "rRe4 bRa5", moves: "e4g4", out: "yellow", onTurn: "blue", holds: "dyKg14 dyRf14 dyPh13"},
		{name: "F12 not while he could capture", men: caged + "rRe4 yBc8", moves: "e4g4", out: ""},
		{name: "F12 a capture of a grey man is a way out", men: "rKh1 bKa8 gKn7 yKg14 yRf14 yRh14 dbPf13 yPh13 rRe4", moves: "e4g4", out: ""},
		{name: "F13 grey men stay and are captured for 0", men: caged + "rRe4 rPk4", moves: "e4g4 a8a9 n7n6 g4g14", holds: "rRg14", points: "20 0 0 0"},
		{name: "F13 grey men block", men: kings + "rRe4 dbPe6", has: "e4e5 e4e6", hasNot: "e4e7"},
		{name: "F14 resigning: nobody scores, all turns grey", men: kings + "bRe9 rPk4", moves: "resign:blue", effects: "blue out F14", holds: "dbKa8 dbRe9", points: "0 0 0 0", onTurn: "red"},
		{name: "F14 on his own turn the next one plays", men: kings + "bRe9", moves: "resign:red", onTurn: "blue"},
		{name: "F14 still: the king stays, attacks nothing and is worth 20", options: rules.Options{"resigned_king": "still"},
			men: "rKc8 bKa8 yKg14 gKn7 rPk4 gPm5 bRe9", moves: "resign:blue c8b8 g14g13 n7n6 b8a8", effects: "red +20 F14 a8", points: "20 0 0 0", holds: "rKa8 dbRe9"},
		{name: "F14 walking: the king moves on its turns", options: rules.Options{"resigned_king": "walking"},
			men: kings + "bRe9 bPb7 rPk4", moves: "resign:blue h1h2", onTurn: "blue", has: "a8a9 a8b8 a8b7", hasNot: "e9e8 b7c7", holds: "bKa8 dbRe9 dbPb7"},
		{name: "F14 walking: it captures its own grey men for nothing", options: rules.Options{"resigned_king": "walking"},
			men: kings + "bPb7 rPk4", moves: "resign:blue h1h2 a8b7", points: "0 0 0 0", effects: "", holds: "bKb7"},
		{name: "F14 walking: it attacks its neighbours", options: rules.Options{"resigned_king": "walking"},
			men: "rKc8 bKa8 yKg14 gKn7 rPk4", moves: "resign:blue", hasNot: "c8b8"},
		{name: "F14 walking: its mate is worth 20", options: rules.Options{"resigned_king": "walking"},
			men: kings + "rRe4 rRf3 rRh3 rPk4", moves: "resign:yellow e4g4", effects: "red +20 F10 g14", points: "20 0 0 0", holds: "dyKg14"},
		{name: "F14 walking: it can be captured for 20", options: rules.Options{"resigned_king": "walking"},
			men: kings + "rRe8 rPk4", moves: "resign:blue e8a8", effects: "red +20 F14 a8"},
		{name: "F14 the last player is paid for kings still standing", options: rules.Options{"resigned_king": "walking", "lead": "claim"},
			men: kings + "rPk4 gPm5", moves: "resign:blue resign:yellow resign:green", end: rules.Eliminations, points: "60 0 0 0",
			effects: "green out F14, red +20 F14 a8, red +20 F14 g14, red +20 F14 n7"},
		{name: "F14 a draw pays as much again for a king still standing", options: rules.Options{"resigned_king": "walking"},
			men: kings + "gPi2", moves: "resign:blue h1i2", end: rules.BareKings, points: "21 0 20 20"},
		{name: "F15 stalemate: 20 to himself", men: pen, moves: "l6l5", effects: "blue +20 F15 a4, blue out F15", points: "0 20 0 0", onTurn: "yellow"},
		{name: "F15 option 0", options: rules.Options{"stalemate": "0"}, men: pen, moves: "l6l5", effects: "blue out F15", points: "0 0 0 0"},
		{name: "F15 only on his own turn", turn: yellow, men: "rKh1 yKg14 gKn7 bKa4 rRb11 rRl5 yPk9", moves: "g14g13 n7n6", out: "", onTurn: "red"},
		{name: "F16 mate found at the start of a turn: nobody scores", turn: blue, men: "rKh1 yKg14 gKn7 bKa4 rRl4 rRl5", out: "blue", points: "0 0 0 0", onTurn: "yellow"},
		{name: "F22 time eliminates as resigning does", men: kings + "rPk4", moves: "time:yellow", effects: "yellow out F22", out: "yellow"},
	})
}

func scores(points [4]int) func(*Setup) { return func(s *Setup) { s.Points = points } }

func outs(seats ...rules.Seat) func(*Setup) {
	return func(s *Setup) {
		for _, seat := range seats {
			s.Out[seat] = true
		}
	}
}

func both(a, b func(*Setup)) func(*Setup) { return func(s *Setup) { a(s); b(s) } }

// two is red against green.
const two = "rKh1 gKn7 dbKa8 dyKg14 rRe4 gPm5 "

func TestEnds(t *testing.T) {
	twoLeft := outs(blue, yellow)
	runRules(t, []ruleCase{
		{name: "F17 three eliminations", men: kings + "rPk4", moves: "resign:blue resign:green resign:red", end: rules.Eliminations, onTurn: "-", ranking: "red=blue=yellow=green"},
		{name: "F17 a lead of 21 ends it", men: two + "dyQe9 gNe10", also: both(twoLeft, scores([4]int{18, 0, 40, 0})), moves: "e4e9 n7n6 e9e10",
			end: rules.Lead, ranking: "yellow red blue=green"},
		{name: "F17 a lead of 20 does not", men: two, also: both(twoLeft, scores([4]int{20, 0, 0, 0})), moves: "h1h2", onTurn: "green"},
		{name: "F17 not while three are active", men: kings + "rRe4 gPm5", also: both(outs(blue), scores([4]int{90, 0, 0, 0})), moves: "h1h2", onTurn: "yellow"},
		{name: "F17 claim: a lead alone ends nothing", options: rules.Options{"lead": "claim"}, men: two, also: both(twoLeft, scores([4]int{50, 0, 0, 0})), moves: "h1h2", onTurn: "green"},
		{name: "F17 claim: the leader ends it, the other receives 20", options: rules.Options{"lead": "claim"}, men: two, also: both(twoLeft, scores([4]int{50, 0, 0, 3})), moves: "claim:red",
			effects: "green +20 F17", points: "50 0 0 23", end: rules.Lead, ranking: "red green blue=yellow"},
		{name: "F18 third occurrence", men: kings + "rPk4", moves: "h1h2 a8a9 g14g13 n7n6 h2h1 a9a8 g13g14 n6n7 h1h2 a8a9 g14g13 n7n6 h2h1 a9a8 g13g14 n6n7",
			end: rules.Repetition, points: "10 10 10 10", ranking: "red=blue=yellow=green draw"},
		{name: "F18 a right to capture en passant makes another position", turn: green,
			men:   kings + "gPm5 rPk4",
			moves: "m5k5 h1h2 a8a9 g14g13 n7n6 h2h1 a9a8 g13g14 n6n7 h1h2 a8a9 g14g13 n7n6 h2h1 a9a8 g13g14 n6n7", onTurn: "red"},
		{name: "F18 fifty moves each", men: kings + "rRe4", also: func(s *Setup) { s.Quiet = [4]int{49, 50, 50, 50} }, moves: "h1h2", end: rules.NoProgress, points: "10 10 10 10"},
		{name: "F18 not before everybody has made fifty", men: kings + "rRe4", also: func(s *Setup) { s.Quiet = [4]int{49, 49, 50, 50} }, moves: "h1h2", onTurn: "blue"},
		{name: "F19 bare kings, grey men ignored", men: kings + "dyQe9 gPi2", moves: "h1i2", effects: "red +1 F9 i2, red +10 F19, blue +10 F19, yellow +10 F19, green +10 F19", end: rules.BareKings},
		{name: "F20 move limit", options: rules.Options{"move_limit": "2"}, moves: "e2e3 b5c5", end: rules.MoveLimit, ranking: "red=blue=yellow=green"},
		{name: "F21 first seat", options: rules.Options{"first_seat": "green"}, onTurn: "green"},
		{name: "F23 grey from the start", options: rules.Options{"grey": "red,yellow"}, onTurn: "blue", out: "red yellow", holds: "drKh1 dyPe13 bKa7"},
		{name: "F25 showing legal moves changes nothing", options: rules.Options{"show_legal_moves": "false"}, moves: "e2e4", onTurn: "blue"},
		{name: "F26 the lead comes before the move limit", options: rules.Options{"move_limit": "1"}, men: two + "gBe9", also: both(twoLeft, scores([4]int{16, 0, 0, 0})), moves: "e4e9", end: rules.Lead},
		{name: "F26 the move limit comes before draws", options: rules.Options{"move_limit": "1"}, men: kings + "gPi2", moves: "h1i2", end: rules.MoveLimit, points: "1 0 0 0"},
		{name: "F26 draws come before the next player's stalemate", men: pen, also: func(s *Setup) { s.Quiet = [4]int{49, 50, 50, 50} }, moves: "l6l5", end: rules.NoProgress},
		{name: "F26 a resignation is not followed by F12", men: caged + "gRg4 rPk4 bPb5", also: nil, turn: red, moves: "resign:blue", out: "blue", points: "0 0 0 0"},
		{name: "F26a seats grey from the start are eliminations", options: rules.Options{"grey": "blue,yellow"}, moves: "resign:green", end: rules.Eliminations},
	})
}

func TestF27Teams(t *testing.T) {
	cases := []ruleCase{
		{name: "F27 a partner's man cannot be captured", men: kings + "rRe4 yPe9", has: "e4e8", hasNot: "e4e9"},
		{name: "F27 partners do not check each other", men: kings + "rRh3 yRh9", has: "h3g3"},
		{name: "F27 promotion on the 11th line to the piece chosen", men: kings + "rPe10", has: "e10e11q e10e11r e10e11b e10e11n", hasNot: "e10e11"},
		{name: "F27 a chosen knight is a knight", men: kings + "rPe10", moves: "e10e11n", holds: "rNe11", points: "0 0 0 0"},
		{name: "F27 option promotion_rank 8", options: rules.Options{"promotion_rank": "8"}, men: kings + "rPe7", has: "e7e8q e7e8n"},
		{name: "F27 a pinned pawn captures its pinner and promotes", men: "rKd9 bKa8 yKg14 gKn7 rPe10 bBf11", has: "e10f11q e10f11n", hasNot: "e10e11q"},
		{name: "F27 no points", men: kings + "rRe4 gQe9", moves: "e4e9", points: "0 0 0 0", effects: ""},
		{name: "F27 the partner may help", turn: green, men: caged + "gRe4 rRi4", moves: "e4g4", onTurn: "red", has: "i4g4"},
		{name: "F27 mate is judged on the turn", turn: green, men: caged + "gRe4 rPk4 bPb5", moves: "e4g4 h1h2 a8a9", end: rules.Mate, onTurn: "-", ranking: "blue=green red=yellow"},
		{name: "F27 the capture of a king ends the game", men: kings + "rRe8", moves: "e8a8", end: rules.Mate, ranking: "red=yellow blue=green"},
		{name: "F27 stalemate is a draw", men: pen, moves: "l6l5", end: rules.Stalemate, ranking: "red=blue=yellow=green draw"},
		{name: "F27 resignation loses for the team", moves: "resign:yellow", end: rules.Resignation, ranking: "blue=green red=yellow"},
		{name: "F27 time loses for the team", moves: "time:blue", end: rules.TimeOut, ranking: "red=yellow blue=green"},
		{name: "F27 bare kings", men: kings + "gPi2", moves: "h1i2", end: rules.BareKings, ranking: "red=blue=yellow=green draw"},
	}
	for i := range cases {
		cases[i].teams = true
	}
	runRules(t, cases)
}

// TestF17ClaimIsRefused tries claims that the rule does not allow.
func TestF17ClaimIsRefused(t *testing.T) {
	for name, c := range map[string]ruleCase{
		"lead=auto":             {men: two, also: both(outs(blue, yellow), scores([4]int{20, 0, 0, 0}))},
		"a lead of 20":          {options: rules.Options{"lead": "claim"}, men: two, also: both(outs(blue, yellow), scores([4]int{20, 0, 0, 0}))},
		"not the leader":        {options: rules.Options{"lead": "claim"}, men: two, also: both(outs(blue, yellow), scores([4]int{0, 0, 0, 50}))},
		"three players":         {options: rules.Options{"lead": "claim"}, men: kings + "rPk4", also: both(outs(blue), scores([4]int{50, 0, 0, 0}))},
		"a king still standing": {options: rules.Options{"lead": "claim", "resigned_king": "still"}, men: "rKh1 gKn7 bKa8 dyKg14 rRe4", also: both(outs(blue, yellow), scores([4]int{40, 0, 0, 0}))},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := Variant.New(Variant, c.options, c.start(t))
			if err != nil {
				t.Fatal(err)
			}
			before := g.Text()
			if _, err := g.Do(rules.Action{Act: rules.Claim, Seat: red}); err == nil {
				t.Errorf("the claim was taken: %s", g.Text())
			}
			if g.Text() != before {
				t.Errorf("a refused claim changed %s into %s", before, g.Text())
			}
		})
	}
	c := ruleCase{name: "a lead of 21", options: rules.Options{"lead": "claim"}, men: two, also: both(outs(blue, yellow), scores([4]int{21, 0, 0, 0})), moves: "claim:red", end: rules.Lead, points: "21 0 0 20"}
	c.run(t)
	c.options = rules.Options{"lead": "claim", "resigned_king": "still"}
	c.men, c.also = "rKh1 gKn7 bKa8 dyKg14 rRe4", both(outs(blue, yellow), scores([4]int{41, 0, 0, 0}))
	c.points = "41 0 0 40"
	c.run(t)
}

package fourplayer

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"melee/rules"
)

// A ruleCase is a position set up by hand, a few actions, and what must be seen
// after them. What a case does not name is not looked at.
type ruleCase struct {
	name    string // begins with the rule's number
	teams   bool
	options rules.Options
	turn    rules.Seat
	men     string // such as "rKh1 drQa7"; "" for the starting array
	also    func(*Setup)
	moves   string

	has, hasNot string // legal moves
	effects     string // of the last action, as told writes them
	points      string // "0 20 0 0"
	out         string // eliminated seats
	onTurn      string // "" when not looked at, "-" for nobody
	check       string // seats whose kings are attacked
	end         rules.Reason
	ranking     string
	holds       string // what stands where, in the form of men
}

const (
	red rules.Seat = iota
	blue
	yellow
	green
)

// kings are four kings who are in nobody's way.
const kings = "rKh1 bKa8 yKg14 gKn7 "

func runRules(t *testing.T, cases []ruleCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(t) })
	}
}

func (c *ruleCase) run(t *testing.T) {
	v := Variant
	if c.teams {
		v = Teams
	}
	g, err := v.New(v, c.options, c.start(t))
	if err != nil {
		t.Fatal(err)
	}
	var effects []rules.Effect
	for token := range strings.FieldsSeq(c.moves) {
		action, err := rules.ParseAction(g, token)
		if err == nil {
			effects, err = g.Do(action)
		}
		if err != nil {
			t.Fatalf("%s: %s: %v", g.Text(), token, err)
		}
	}
	c.compare(t, g.(*Game), effects)
}

func (c *ruleCase) start(t *testing.T) string {
	t.Helper()
	if c.men == "" {
		return ""
	}
	s := Setup{Turn: c.turn, Passed: noPassed}
	for word := range strings.FieldsSeq(c.men) {
		man, square := readMan(t, word)
		s.Men[square] = man
	}
	if c.also != nil {
		c.also(&s)
	}
	return s.Text()
}

// readMan reads a man with his square, "rKh1".
func readMan(t *testing.T, word string) (rules.Man, rules.Square) {
	t.Helper()
	n := 2
	if word[0] == 'd' {
		n = 3
	}
	man, square := parseMan(word[:n]), Board.Square(word[n:])
	if man == 0 || square == rules.NoSquare {
		t.Fatalf("%q is no man on a square", word)
	}
	return man, square
}

func (c *ruleCase) compare(t *testing.T, g *Game, effects []rules.Effect) {
	t.Helper()
	legal := sortedTexts(g.Moves(nil))
	if n := g.position.CountMoves(); n != len(legal) {
		t.Errorf("CountMoves = %d, legal are %d: %s", n, len(legal), joinedTexts(legal))
	}
	for move := range strings.FieldsSeq(c.has) {
		if !slices.Contains(legal, move) {
			t.Errorf("%s must be legal: %s", move, joinedTexts(legal))
		}
	}
	for move := range strings.FieldsSeq(c.hasNot) {
		if slices.Contains(legal, move) {
			t.Errorf("%s must not be legal", move)
		}
	}
	same := func(what, got, want string) {
		if want != "" && got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	same("effects", told(effects), c.effects)
	same("points", seatsText(func(s rules.Seat) string { return strconv.Itoa(g.Points(s)) }), c.points)
	same("eliminated", seatsText(func(s rules.Seat) string {
		if g.Active(s) {
			return ""
		}
		return seatNames[s]
	}), c.out)
	same("check", seatsText(func(s rules.Seat) string {
		if g.Checked(rules.Side(s)) {
			return seatNames[s]
		}
		return ""
	}), c.check)
	onTurn := "-"
	if s := g.Turn(); s != rules.NoSeat {
		onTurn = seatNames[s]
	}
	same("turn", onTurn, c.onTurn)
	for word := range strings.FieldsSeq(c.holds) {
		if man, square := readMan(t, word); g.At(square) != man {
			t.Errorf("%s holds %08b, want %s", Board.Name(square), g.At(square), word)
		}
	}
	outcome := g.Outcome()
	if outcome == nil {
		same("end", "none", string(c.end))
		return
	}
	same("end", string(outcome.Reason), string(c.end))
	same("ranking", rankingText(outcome), c.ranking)
}

// seatsText joins what each seat says, empty words left out.
func seatsText(say func(rules.Seat) string) string {
	var words []string
	for seat := range rules.Seat(4) {
		if word := say(seat); word != "" {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// told writes effects as "red +20 F10 g14, yellow out F12 by red".
func told(effects []rules.Effect) string {
	words := make([]string, len(effects))
	for i, e := range effects {
		word := seatNames[e.Seat]
		if e.Kind == rules.Gain {
			word += " +" + strconv.Itoa(e.Points) + " " + e.Rule
			if e.Square != rules.NoSquare {
				word += " " + Board.Name(e.Square)
			}
		} else {
			word += " out " + e.Rule
			if e.By != rules.NoSeat {
				word += " by " + seatNames[e.By]
			}
		}
		words[i] = word
	}
	return strings.Join(words, ", ")
}

func rankingText(o *rules.Outcome) string {
	var places []string
	for _, place := range o.Ranking {
		var seats []string
		for _, s := range place {
			seats = append(seats, seatNames[s])
		}
		places = append(places, strings.Join(seats, "="))
	}
	text := strings.Join(places, " ")
	if o.Draw {
		text += " draw"
	}
	return text
}

func TestBoardAndMen(t *testing.T) {
	runRules(t, []ruleCase{
		{name: "F1 the cut corner ends a diagonal", men: kings + "rBe2", has: "e2d1 e2f1 e2d3 e2c4 e2b5 e2a6", hasNot: "e2c0"},
		{name: "F1 a rook stops at the cut corner", men: kings + "rRd2", has: "d2d1 d2e2", hasNot: "d2c2 d2b2"},
		{name: "F2 play goes clockwise from red", moves: "e2e3 b5c5 e13e12 m5l5", onTurn: "red"},
		{name: "F2 blue follows red", moves: "e2e3", onTurn: "blue"},
		{name: "F3 modern", holds: "rQg1 rKh1 bQa8 bKa7 yKg14 yQh14 gQn7 gKn8 rRd1 rNe1 rBf1 bRa11 bPb11 yPd13 gPm4"},
		{name: "F3 classic", options: rules.Options{"setup": "classic"}, holds: "rQg1 rKh1 bKa8 bQa7 yKg14 yQh14 gKn7 gQn8"},
		{name: "F4 a pawn may go one or two lines from its start", has: "e2e3 e2e4", hasNot: "e2e5 e2d3 e2f3"},
		{name: "F4 a pawn further on goes one", turn: blue, men: kings + "bPc5 rPd6 rPd5", has: "c5d6", hasNot: "c5d5 c5e5 c5d4"},
		{name: "F4 yellow and green go down and left", turn: yellow, men: kings + "yPe13 gPm5", moves: "e13e11", has: "m5l5 m5k5", hasNot: "m5n5 m5m6"},
		{name: "F5 a pawn becomes a queen on the 8th line", men: kings + "rPe7", moves: "e7e8q", holds: "rDe8", points: "0 0 0 0"},
		{name: "F5 the wing of the line promotes too", men: "rKh1 bKd9 yKg14 gKn7 rPa7 bRb8", has: "a7a8q a7b8q", hasNot: "a7a8"},
		{name: "F5 blue promotes on file h", turn: blue, men: kings + "bPg9", has: "g9h9q", hasNot: "g9h9"},
		{name: "F5 a promoted queen is worth 1", men: kings + "rRe4 bDe9", moves: "e4e9", effects: "red +1 F9 e9", points: "1 0 0 0"},
	})
}

func castlings(s *Setup) {
	for seat := range s.Castles {
		s.Castles[seat] = [2]bool{true, true}
	}
}

// homes are kings and rooks at home in the modern array.
const homes = "rRd1 rKh1 rRk1 bRa4 bKa7 bRa11 yRd14 yKg14 yRk14 gRn4 gKn8 gRn11 "

// shields are pawns in front of them all.
const shields = "rPd2 rPf2 rPg2 rPh2 rPi2 rPj2 rPk2 bPb4 bPb5 bPb6 bPb7 bPb8 bPb9 bPb11 yPd13 yPe13 yPf13 yPg13 yPh13 yPi13 yPk13 gPm4 gPm6 gPm7 gPm8 gPm9 gPm10 gPm11 "

func TestF6Castling(t *testing.T) {
	runRules(t, []ruleCase{
		{name: "F6 short", men: homes + shields, also: castlings, moves: "h1j1 a7a5 g14e14 n8n10",
			holds: "rKj1 rRi1 bKa5 bRa6 yKe14 yRf14 gKn10 gRn9"},
		{name: "F6 long", men: homes + shields, also: castlings, moves: "h1f1 a7a9 g14i14 n8n6",
			holds: "rKf1 rRg1 bKa9 bRa8 yKi14 yRh14 gKn6 gRn7"},
		{name: "F6 classic homes are recognised", turn: blue, men: strings.NewReplacer("bKa7", "bKa8", "gKn8", "gKn7").Replace(homes) + shields, also: castlings,
			moves: "a8a10", holds: "bKa10 bRa9"},
		{name: "F6 not out of check", men: kings + "rRk1 bRh9", also: shortRed, hasNot: "h1j1"},
		{name: "F6 not over an attacked square", men: kings + "rRk1 bRi9", also: shortRed, hasNot: "h1j1"},
		{name: "F6 grey men attack nothing", men: kings + "rRk1 dgRi9", also: shortRed, has: "h1j1"},
		{name: "F6 grey men block", men: kings + "rRk1 dgNj1", also: shortRed, hasNot: "h1j1"},
		{name: "F6 the right goes with the rook", men: kings + "rRk1 rPh2", also: shortRed, moves: "k1k2 a8a9 g14g13 n7n6 k2k1 a9a8 g13g14 n6n7", hasNot: "h1j1"},
		{name: "F6 castling can give check", men: "rKh1 rRk1 bKi9 yKg14 gKn7", also: shortRed, moves: "h1j1", check: "blue", hasNot: "i9i8 i9i10", has: "i9h9"},
	})
}

func shortRed(s *Setup) { s.Castles[red][Short] = true }

func TestF7EnPassant(t *testing.T) {
	const men = kings + "rPg2 bPf4 gPh4 "
	runRules(t, []ruleCase{
		{name: "F7 at the next turn", men: men, moves: "g2g4 f4g3", effects: "blue +1 F9 g4", holds: "bPg3", points: "0 1 0 0"},
		{name: "F7 taking it can open a check", men: "rKh1 bKa8 yKk4 gKn7 rPg2 bPf4 bRa4", moves: "g2g4 f4g3", check: "yellow"},
		{name: "F7 after others have moved", men: men, moves: "g2g4 a8a9 g14g13", has: "h4g3q"},
		{name: "F7 until the owner's own turn", men: men, moves: "g2g4 a8a9 g14g13 n7n6 h1h2", hasNot: "f4g3"},
		{name: "F7 both flanks", turn: blue, men: kings + "bPb6 rPb5 rPd5 yPk9", moves: "b6d6 g14g13 n7n6", has: "b5c6 d5c6"},
		{name: "F7 several rights stand at once", moves: "e2e4 b6d6 h13h11", holds: "rPe4 bPd6 yPh11"},
		{name: "F7 lapses when the square is occupied", men: kings + "rPg2 bNe2 gPh4", moves: "g2g4 e2g3 g14g13 h4g3q", holds: "rPg4", effects: "green +3 F9 g3"},
		{name: "F7 lapses with the pawn", men: kings + "rPg2 bRc4 gPh4", moves: "g2g4 c4g4 g14f14", hasNot: "h4g3q"},
		{name: "F7 lapses with its owner", men: men, moves: "g2g4 resign:red a8a9 g14g13", hasNot: "h4g3q"},
		{name: "F7 may not open a line to the king", men: "rKh1 bKb4 yKg14 gKn7 rPe2 bPd4 rRk4", moves: "e2e4", hasNot: "d4e3"},
		{name: "F7 option en_passant", options: rules.Options{"en_passant": "false"}, men: kings + "rPe2 bPd4", moves: "e2e4", hasNot: "d4e3"},
	})
}

func TestF8Check(t *testing.T) {
	runRules(t, []ruleCase{
		{name: "F8 a pinned man", men: kings + "rRh3 gQh9", has: "h3h9 h3h2", hasNot: "h3g3"},
		{name: "F8 by any active opponent", men: kings + "rRh3 yRh9", hasNot: "h3g3"},
		{name: "F8 grey men give no check", men: kings + "rRh3 dyRh9", has: "h3g3"},
		{name: "F8a a king that stands attacked may be captured", men: kings + "rRd8 rPk4", moves: "d8a8",
			effects: "red +20 F8a a8, blue out F8a by red", points: "20 0 0 0", holds: "rRa8"},
		{name: "F8a attackers of that colour no longer count", men: kings + "rRd8 bRh9", has: "d8a8", hasNot: "d8d9"},
		{name: "F8a attackers of another do", men: kings + "rRd8 gRh9", hasNot: "d8a8"},
		{name: "F8a a king takes a king that only its own men guard", men: "rKb7 bKa7 yKg14 gKn7 bRa11", has: "b7a7"},
	})
}

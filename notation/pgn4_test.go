package notation

import (
	"strings"
	"testing"

	"melee/rules"
	"melee/rules/catalog"
)

// recordOf plays tokens.
func recordOf(t *testing.T, variant string, options rules.Options, start, tokens string) *Record {
	t.Helper()
	v, err := catalog.Find(variant)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRecord(v, options, start)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Game()
	if err != nil {
		t.Fatal(err)
	}
	for token := range strings.FieldsSeq(tokens) {
		a, err := rules.ParseAction(g, token)
		if err == nil {
			_, err = r.Add(g, a)
		}
		if err != nil {
			t.Fatalf("%s: %v", token, err)
		}
	}
	return r
}

var (
	kingsOnly = board("3,yK,4", "8", "8", "14", "14", "14", "bK,13", "13,gK", "14", "14", "4,rR,9", "8", "8", "4,rK,3")
	// Blue can go nowhere but to a9, which e4–e5 leaves the last way out of.
	pen = board("3,yK,4", "8", "8", "1,rR,12", "14", "4,yR,9", "bK,13", "3,rR,10", "14", "13,gK", "4,rP,9", "8", "8", "4,rK,3")
	// Yellow's pawn has just passed f12, where blue's could take it; without it blue is mated.
	lastHope = strings.Replace(board("3,yK,4", "7,rR", "bK,6,rR", "rR,3,bP,yP,8", "14", "14", "9,rR,4", "13,gK", "14", "14", "14", "8", "8", "4,rK,3"),
		"-0-x", "-0-{'enPassant':('','','f12:f11','')}-x", 1)
	twoLeft = strings.Replace(board("3,dyK,4", "8", "8", "14", "14", "14", "dbK,13", "13,gK", "14", "14", "4,rR,9", "8", "8", "4,rK,3"),
		"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-", "R-0,1,1,0-0,0,0,0-0,0,0,0-50,0,0,3-", 1)
	caged = strings.Replace(board("2,yR,yK,yR,3", "2,yP,1,yP,3", "8", "14", "14", "14", "bK,bP,12", "13,gK", "14", "14", "4,gR,6,rP,2", "8", "8", "4,rK,3"), "R-", "G-", 1)
)

// TestPGN4Entries checks the entries of seats' slots, written by hand as archives have them.
func TestPGN4Entries(t *testing.T) {
	walking := rules.Options{"resigned_king": "walking", "lead": "claim"}
	claim := rules.Options{"lead": "claim"}
	for _, c := range []struct {
		name, variant, start, moves, want string
		options                           rules.Options
	}{
		{name: "rounds of four", moves: "h2h3 b9c9 g13g12 m8l8 h3h4", want: "1. h2-h3 .. b9-c9 .. g13-g12 .. m8-l8\n2. h3-h4"},
		{name: "F14 a resignation, and rounds of three", moves: "h2h3 resign:blue g13g12 m8l8 h3h4 g12g11", want: "1. h2-h3 .. R .. g13-g12 .. m8-l8\n2. h3-h4 .. g12-g11"},
		{name: "F14 a resignation out of turn", moves: "h2h3 resign:green b9c9 g13g12 h3h4", want: "1. h2-h3 .. resign:green .. b9-c9 .. g13-g12\n2. h3-h4"},
		{name: "F14 a resignation before the first move", moves: "resign:blue h2h3", want: "1. resign:blue .. h2-h3"},
		{name: "F22 time", moves: "h2h3 time:blue g13g12", want: "1. h2-h3 .. T .. g13-g12"},
		{name: "F14 the first step of a walking king", options: walking, moves: "h2h3 b9c9 time:yellow g14g13 m8l8 h3h4 c9d9 g13g12", want: "1. h2-h3 .. b9-c9 .. Kg14xg13T .. m8-l8\n2. h3-h4 .. c9-d9 .. Kg13-g12"},
		{name: "F14 a king that has not walked yet", options: walking, moves: "h2h3 b9c9 resign:yellow", want: "1. h2-h3 .. b9-c9 .. R"},
		{name: "F14 a walking king is checked", options: walking, start: kingsOnly, moves: "h1h2 resign:blue a8a7 g14g13 n7n6 e4e7", want: "1. Kh1-h2 .. Ka8-a7R .. Kg14-g13 .. Kn7-n6\n2. Re4-e7+"},
		{name: "F14 a standing king is not checked", options: rules.Options{"resigned_king": "still"}, start: kingsOnly, moves: "h1h2 resign:blue g14g13 n7n6 e4e8", want: "1. Kh1-h2 .. R .. Kg14-g13 .. Kn7-n6\n2. Re4-e8"},
		{name: "F17 a claim", options: claim, start: twoLeft, moves: "claim:red", want: "1. R"},
		{name: "F17 a claim out of turn", options: claim, start: twoLeft, moves: "e4e5 claim:red", want: "1. Re4-e5 .. claim:red"},
		{name: "F17 a leader who resigns and does not claim", options: claim, start: twoLeft, moves: "resign:red", want: "1. resign:red"},
		{name: "F15 stalemate", start: pen, moves: "e4e5 g14g13", want: "1. e4-e5 .. S .. Kg14-g13"},
		{name: "F16 mate at the start of a turn", start: lastHope, moves: "j8j14 n7n6", want: "1. Rj8-j14+# .. # .. Kn7-n6"},
		{name: "F8a a king is captured", start: kingsOnly, moves: "e4e8 a8a7 g14g13 n7n6 e8e7 a7a6", want: "1. Re4-e8+ .. Ka8-a7 .. Kg14-g13 .. Kn7-n6\n2. Re8-e7+ .. Ka7-a6"},
		{name: "F21 another first seat", options: rules.Options{"first_seat": "yellow"}, moves: "g13g12 m8l8 h2h3", want: "1. g13-g12 .. m8-l8\n2. h2-h3"},
		{name: "F27 mate on the turn", variant: TeamsName, start: caged, moves: "e4g4 h1h2 a8a7", want: "1. Re4-g4+\n2. Kh1-h2 .. Ka8-a7 .. #"},
		{name: "F27 stalemate", variant: TeamsName, start: pen, moves: "e4e5", want: "1. e4-e5 .. S"},
		{name: "F27 a king is captured", variant: TeamsName, start: strings.Replace(kingsOnly, "bK,13", "bK,3,rR,9", 1), moves: "e8a8", want: "1. Re8xKa8#"},
		{name: "F27 promotion", variant: TeamsName, start: board("3,yK,4", "8", "8", "14", "4,rP,9", "14", "bK,13", "13,gK", "14", "14", "14", "8", "8", "4,rK,3"), moves: "e10e11n", want: "1. e10-e11=N"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.variant == "" {
				c.variant = "four-player"
			}
			r := recordOf(t, c.variant, c.options, c.start, c.moves)
			text, err := Append(nil, PGN4, r)
			if err != nil {
				t.Fatal(err)
			}
			_, moves, _ := strings.Cut(string(text), "\n\n")
			if got := strings.TrimSpace(moves); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			roundTrip(t, PGN4, []*Record{r})
		})
	}
}

// TestPGN4Tags checks what the tags of archives of any age stand for.
func TestPGN4Tags(t *testing.T) {
	for _, c := range []struct {
		name, tags, moves string
		want              rules.Options
	}{
		{"today", `[Variant "FFA"][RuleVariants "Anonymous DeadKingWalking EnPassant PromoteTo=D"][StartFen4 "4PC"]`, "1. h2-h3",
			rules.Options{"resigned_king": "walking", "lead": "claim"}},
		{"today, the start untold", `[Variant "FFA"][RuleVariants "DeadKingWalking EnPassant PromoteTo=D"]`, "1. h2-h3 .. b8-c8 .. g13-g12 .. m8-l8 2. h3-h4 .. Qa8-b8",
			rules.Options{"resigned_king": "walking", "lead": "claim"}},
		{"today, the older array told", `[Variant "solo"][RuleVariants "DeadKingWalking EnPassant"][StartFen4 "4PCo"]`, "1. h2-h3",
			rules.Options{"resigned_king": "walking", "lead": "claim", "setup": "classic"}},
		{"before 2020", `[Variant "FFA"][StartFen4 "4PCo"]`, "1. h2-h3 .. R .. g13-g12",
			rules.Options{"resigned_king": "still", "lead": "claim", "en_passant": "false", "setup": "classic"}},
		{"before 2020, the start untold", `[Variant "FFA"]`, "1. h2-h3",
			rules.Options{"resigned_king": "still", "lead": "claim", "en_passant": "false", "setup": "classic"}},
		{"nothing told, but only today's array fits", `[Variant "FFA"]`, "1. h2-h3 .. b8-c8 .. g13-g12 .. m8-l8 2. h3-h4 .. Qa8-b8",
			rules.Options{"resigned_king": "still", "lead": "claim", "en_passant": "false"}},
		{"nothing told, but a king walks", `[Variant "FFA"][StartFen4 "4PC"]`, "1. h2-h3 .. b9-c9 .. Kg14xg13T",
			rules.Options{"resigned_king": "walking", "lead": "claim"}},
		{"Teams today", `[Variant "Teams"][RuleVariants "EnPassant"][StartFen4 "4PC"]`, "1. h2-h3", rules.Options{}},
		{"Teams, near promotion", `[Variant "Teams"][RuleVariants "EnPassant Prom=8"][StartFen4 "4PC"]`, "1. h2-h3", rules.Options{"promotion_rank": "8"}},
		{"Teams without en passant", `[Variant "Teams"][RuleVariants "Anonymous"][StartFen4 "4PC"]`, "1. h2-h3", rules.Options{"en_passant": "false"}},
		{"Teams before 2020", `[Variant "Teams"]`, "1. h2-h3", rules.Options{"setup": "classic"}},
		{"this program", `[Variant "FFA"][RuleVariants "EnPassant PromoteTo=D"][Options "stalemate=0; move_limit=60"][StartFen4 "4PC"]`, "1. h2-h3",
			rules.Options{"stalemate": "0", "move_limit": "60"}},
		{"this program, no options", `[Variant "FFA"][RuleVariants "EnPassant PromoteTo=D"][Options "default"][StartFen4 "4PC"]`, "1. h2-h3", rules.Options{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			records, faults := readAll(t, PGN4, strings.ReplaceAll(c.tags, "][", "]\n[")+"\n\n"+c.moves+"\n")
			if len(records) != 1 {
				t.Fatalf("%d games, %q", len(records), faults)
			}
			if got, want := optionsText(records[0].Variant, records[0].Options), optionsText(records[0].Variant, c.want); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

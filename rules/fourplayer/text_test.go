package fourplayer

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"melee/rules"
)

const modernText = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-x,x,x,yR,yN,yB,yK,yQ,yB,yN,yR,x,x,x/x,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x/x,x,x,8,x,x,x/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/x,x,x,8,x,x,x/x,x,x,rP,rP,rP,rP,rP,rP,rP,rP,x,x,x/x,x,x,rR,rN,rB,rQ,rK,rB,rN,rR,x,x,x"

// bareText is four kings with what is put between the counters and the board.
func bareText(object string) string {
	return "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-" + object + "x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/14/14/bK,3,bP,9/3,rP,9,gK/14/14/14/x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,3,x,x,x"
}

func TestStartText(t *testing.T) {
	p := Start(Terms{})
	if p.Text() != modernText {
		t.Errorf("%s\nwant %s", p.Text(), modernText)
	}
}

// TestDialects reads one position in the ways it is written elsewhere.
func TestDialects(t *testing.T) {
	for name, text := range map[string]string{
		"corners counted":         strings.NewReplacer("x,x,x,8,x,x,x", "14", "x,x,x,", "3,", ",x,x,x", ",3").Replace(modernText),
		"corners as walls":        strings.ReplaceAll(modernText, "x", "X"),
		"one row a line":          strings.ReplaceAll(strings.Replace(modernText, "-0-x", "-0-\nx", 1), "/", "/\n"),
		"spaces after header":     strings.ReplaceAll(strings.Replace(modernText, "-0-x", "-0- x", 1), "/", "/ "),
		"a small letter for turn": strings.Replace(modernText, "R-", "r-", 1),
		"an empty object":         strings.Replace(modernText, "-0-x", "-0-{}-x", 1),
		"runs cut into pieces":    strings.ReplaceAll(modernText, ",10,", ",4,6,"),
	} {
		t.Run(name, func(t *testing.T) {
			s, err := ParseSetup(text)
			if err != nil {
				t.Fatal(err)
			}
			if s.Text() != modernText {
				t.Errorf("%s\nis read as %s", text, s.Text())
			}
		})
	}
}

func TestGreyMenText(t *testing.T) {
	text := strings.NewReplacer("3,rP,9,gK", "3,dP,1,drD,1,dbN,5,gK").Replace(bareText(""))
	s, err := ParseSetup(text)
	if err != nil || s.Text() != text {
		t.Fatalf("%s\nis read as %s (%v)", text, s.Text(), err)
	}
	p, err := New(&s, Terms{}, nil)
	if err != nil || p.Text() != text {
		t.Fatalf("%s\nis played as %s (%v)", text, p.Text(), err)
	}
	if man := p.At(Board.Square("d7")); !man.IsGrey() || man.Kind() != rules.Pawn {
		t.Errorf("d7 holds %08b, want a grey pawn", man)
	}
}

// TestUnknownKeysAreKept keeps what other programs write, behind what we write.
func TestUnknownKeysAreKept(t *testing.T) {
	text := bareText("{'royal':('h1','a8','g14','n7'),'ply':12,'std2pc':true,'note':'a-b, (c','enPassant':('','','','')}-")
	want := "{'ply':12,'royal':('h1','a8','g14','n7'),'std2pc':true,'note':'a-b, (c'}-"
	g, err := Variant.New(Variant, nil, text)
	if err != nil {
		t.Fatal(err)
	}
	if got := g.Text(); got != bareText(want) {
		t.Errorf("%s\nwant %s", got, bareText(want))
	}
}

// TestLenientRead reads coloured men of an eliminated player as grey, which a strict reader refuses.
func TestLenientRead(t *testing.T) {
	text := strings.Replace(modernText, "R-0,0,0,0-", "R-0,1,0,0-", 1)
	g, err := Variant.New(Variant, nil, text)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(g.Text(), "R-0,1,0,0-1,0,1,1-1,0,1,1-") || !g.At(Board.Square("a7")).IsGrey() {
		t.Errorf("%s\nis read as %s", text, g.Text())
	}
	s, err := ParseSetup(text)
	if err != nil {
		t.Fatal(err)
	}
	_, err = New(&s, Terms{}, nil)
	wantFaults(t, err, "placement a7: a man of blue, who is eliminated, must be grey", "placement b11: a man of blue, who is eliminated, must be grey")
}

// TestFaults checks that every fault is named, with its field and its place.
func TestFaults(t *testing.T) {
	swap := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(bareText("")) }
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"nothing":           {" ", []string{"text: a position begins with turn"}},
		"too long":          {strings.Repeat("1", maxText+1), []string{"text: a position has at most 8192 characters"}},
		"too few fields":    {"R-0,0,0,0-14", []string{"text: only 2 of the 6 fields"}},
		"turn":              {swap("R-", "W-"), []string{"turn 'W': must be R, B, Y or G"}},
		"flags":             {swap("R-0,0,0,0-0,0,0,0-", "R-0,2,0,0-0,0,0-"), []string{"eliminated '2': must be 0 or 1 for blue", "short castling '0,0,0': must be four values"}},
		"points below zero": {swap("-0,0,0,0-0-", "-0,a,0,1.5-0-"), []string{"points 'a': must be a whole number", "points '1.5'"}},
		"clock":             {swap("-0-x", "-many-x"), []string{"clock 'many': must be a number of plies"}},
		"rows":              {swap("/14/14/14/bK", "/14/14/bK"), []string{"placement: has 13 rows, must have 14"}},
		"row too wide":      {swap("bK,3,bP,9", "bK,3,bP,10"), []string{"placement row 8: must be 14 cells wide"}},
		"row too narrow":    {swap("bK,3,bP,9", "bK,3,bP,8"), []string{"placement row 8: must be 14 cells wide"}},
		"unknown man":       {swap("bP,9", "gZ,9", "yK", "wK"), []string{"placement row 14: 'wK' must be a man", "placement row 8: 'gZ' must be a man"}},
		"a small letter":    {swap("bP,9", "gp,9"), []string{"placement row 8: 'gp' must be a man"}},
		"a man in a corner": {swap("x,x,x,3,yK", "yN,x,x,3,yK"), []string{"placement row 14: 'yN' stands in a cut corner, file a"}},
		"a wall inside":     {swap("bK,3,bP,9", "bK,x,2,bP,9"), []string{"placement b8: is a square of this board, not a wall"}},
		"no king":           {swap("yK", "yN", "gK", "1"), []string{"placement: yellow has no king", "placement: green has no king"}},
		"two kings":         {swap("bP,9", "bK,9"), []string{"placement e8: a second king of blue"}},
		"pawns": {swap("x,x,x,8,x,x,x/x,x,x,4,rK,3", "x,x,x,2,rP,5,x,x,x/x,x,x,2,rP,1,rK,3", "bP,9", "rP,9"),
			[]string{"placement e8: a pawn of red on or past the line", "placement f1: a pawn of red behind its starting line"}},
		"castling": {swap("R-0,0,0,0-0,0,0,0-0,0,0,0", "R-0,0,0,0-1,0,0,0-0,0,0,1"),
			[]string{"short castling k1: red needs the rook at home there", "long castling n11: green needs the rook at home there"}},
		"castling modern": {swap("R-0,0,0,0-0,0,0,0-0,0,0,0", "R-0,0,0,0-0,0,0,0-0,1,0,1", "bK,3,bP,9/3,rP,9,gK", "4,bP,9/bK,2,rP,9,gK"),
			[]string{"long castling a11: blue needs the rook", "long castling n8: green needs the king at home there", "long castling n4: green needs the rook"}},
		"turn of nobody":    {swap("R-0,0,0,0", "R-1,0,0,0"), []string{"turn red: is eliminated and cannot be on turn"}},
		"everybody out":     {swap("R-0,0,0,0", "R-1,1,1,1"), []string{"turn red", "eliminated: one seat at least"}},
		"object":            {bareText("'ply':1-"), []string{"options ''ply':1': must stand in { }"}},
		"object open":       {bareText("{'a':(1}-"), []string{"options ''a':(1': has a quotation mark or bracket"}},
		"object entry":      {bareText("{ply:1,'quiet':1,'ply':x}-"), []string{"options 'ply:1': must be 'key':value", "quiet '1': must be four values in ( )", "ply 'x': must be a number"}},
		"key twice":         {bareText("{'ply':1,'ply':2}-"), []string{"options 'ply': is there twice"}},
		"ep form":           {bareText("{'enPassant':('e3','','e3:e4',1)}-"), []string{"enPassant 'e3': must be the square passed over", "enPassant 'e3:e4': must be the square passed over", "enPassant '1': must stand in quotation marks"}},
		"ep without a pawn": {bareText("{'enPassant':('d3:d4','','','')}-"), []string{"enPassant d4: must have the pawn of red"}},
		"ep wrong line":     {bareText("{'enPassant':('d6:d7','','','')}-"), []string{"enPassant d6: is not a square that a pawn of red passes over"}},
		"too many men": {strings.Replace(modernText, "x,x,x,8,x,x,x/x,x,x,rP", "x,x,x,rP,7,x,x,x/x,x,x,rP", 1),
			[]string{"placement: red has 17 men, at most 16 are possible"}},
		"many at once": {swap("R-", "W-", "yK", "zK", "rK", "1"), []string{"turn 'W'", "placement row 14: 'zK'"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Variant.New(Variant, nil, c.text)
			wantFaults(t, err, c.want...)
		})
	}
}

// wantFaults checks that an error has a fault that begins with each of the texts.
func wantFaults(t *testing.T, err error, want ...string) {
	t.Helper()
	faults, ok := err.(rules.Faults)
	if !ok || len(faults) == 0 {
		t.Fatalf("the error is %v, want faults", err)
	}
	for _, text := range want {
		if !slices.ContainsFunc(faults, func(f rules.Fault) bool { return strings.HasPrefix(f.String(), text) }) {
			t.Errorf("no fault %q among: %v", text, faults)
		}
	}
}

func TestOptionFaults(t *testing.T) {
	_, err := Variant.New(Variant, rules.Options{"setup": "old", "move_limit": "0", "grey": "green,red", "colour": "red"}, "")
	wantFaults(t, err, "option setup 'old'", "option move_limit '0'", "option grey 'green,red'", "option colour")
	_, err = Variant.New(Variant, rules.Options{"grey": "red,blue,yellow,green"}, "")
	wantFaults(t, err, "option grey")
	_, err = Variant.New(Variant, rules.Options{"setup": "old"}, "R")
	wantFaults(t, err, "option setup 'old'", "text:")
}

// FuzzSetup checks that no text panics and that what is read is written and read again alike.
func FuzzSetup(f *testing.F) {
	f.Add(modernText)
	f.Add(bareText("{'enPassant':('','c6:d6','',''),'quiet':(1,2,3,4),'ply':9,'x':(true,null)}-"))
	if data, err := os.ReadFile("../../testdata/vectors/edge.jsonl"); err == nil {
		for _, m := range regexp.MustCompile(`"start":"([RBYG]-[^"]*)"`).FindAllStringSubmatch(string(data), 40) {
			f.Add(m[1])
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSetup(text)
		if err != nil {
			return
		}
		again, err := ParseSetup(s.Text())
		if err != nil || again != s {
			t.Fatalf("%q is written as %q and read again as %+v (%v), want %+v", text, s.Text(), again, err, s)
		}
		for _, v := range []*rules.Variant{Variant, Teams} {
			g, err := v.New(v, nil, text)
			if err != nil {
				continue
			}
			for range 8 {
				moves := g.Moves(nil)
				if len(moves) == 0 {
					break
				}
				if _, err := g.Do(rules.Action{Act: rules.MakeMove, Move: moves[len(moves)/2]}); err != nil {
					t.Fatalf("%s: %v", g.Text(), err)
				}
			}
		}
	})
}

package popeye_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"melee/problem"
	"melee/problem/popeye"
	"melee/rules/allin"
)

const data = "../../testdata/problems/"

// read reads a text that must be understood but for the faults of its problems.
func read(t *testing.T, text string) *popeye.File {
	t.Helper()
	file, err := popeye.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// one reads a text of one problem without faults.
func one(t *testing.T, text string) popeye.Entry {
	t.Helper()
	file := read(t, text)
	if len(file.Entries) != 1 || len(file.Entries[0].Faults) > 0 {
		t.Fatalf("want one problem without faults, got %+v", file.Entries)
	}
	return file.Entries[0]
}

// position returns the text of a task's position.
func position(t *testing.T, task problem.Task) string {
	t.Helper()
	p, err := allin.New(task.Condition.Code(task.Options.NominalEnPassant), task.Setup)
	if err != nil {
		t.Fatal(err)
	}
	return p.Text()
}

func TestProblemsOfTheFamily(t *testing.T) {
	text, err := os.ReadFile(data + "problems.inp")
	if err != nil {
		t.Fatal(err)
	}
	file := read(t, string(text))
	lines, err := os.Open(data + "problems.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	scanner := bufio.NewScanner(lines)
	n := 0
	for ; scanner.Scan(); n++ {
		var want struct{ ID, Position, Condition, Stipulation string }
		if err := json.Unmarshal(scanner.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		if n >= len(file.Entries) {
			t.Fatalf("only %d problems read", n)
		}
		e := file.Entries[n]
		task := e.Problem.Diagram
		if len(e.Faults) > 0 || e.Problem.Title != want.ID || position(t, task) != want.Position ||
			task.Condition.String() != want.Condition || task.Stipulation.String() != want.Stipulation || !e.Layout.NoBoard {
			t.Errorf("%s: got %q, %s, %s, %s, faults %v", want.ID, e.Problem.Title, position(t, task), task.Condition, task.Stipulation, e.Faults)
		}
	}
	if n != len(file.Entries) || n == 0 {
		t.Errorf("%d problems read, want %d", len(file.Entries), n)
	}
}

// One problem is the same in three languages, with accents and cut words.
func TestLanguages(t *testing.T) {
	texts := []string{
		`begi
auth A. B.
orig Somewhere, 1999
piec whit Kc1 Qb3 Pd2 blac Ka1 Sg8 Rh8
stip h#2.5
cond allin
opti set vari noca h8
twin mov b3 b4 rem d2 add bla pa7
endp`,
		`début
auteur A. B.
source Somewhere, 1999
pièces blanc rc1 db3 pd2 noir ra1 cg8 th8
énoncé h#2.5
condition allin
option apparent variantes sansroquer h8
jumeau déplacement b3 b4 ote d2 ajoute noir pa7
fin`,
		`anfangproblem
autor A. B.
quelle Somewhere, 1999
steine weiss kc1 db3 bd2 schwarz ka1 sg8 th8
forderung h#2.5
bedingung allin
option satzspiel varianten keinerochade h8
zwilling versetze b3 b4 entferne d2 hinzufügen schwarz ba7
endeproblem`,
	}
	var first popeye.Entry
	for i, text := range texts {
		e := one(t, text)
		if e.Problem.Authors[0] != "A. B." || e.Problem.Origin != "Somewhere, 1999" || !e.Problem.Diagram.Options.SetPlay {
			t.Errorf("text %d: %+v", i, e.Problem)
		}
		if i == 0 {
			first = e
		}
		for k, task := range e.Problem.Tasks() {
			if got, want := position(t, task.Task), position(t, first.Problem.Tasks()[k].Task); got != want {
				t.Errorf("text %d twin %d: %s, want %s", i, k, got, want)
			}
		}
	}
	if got := position(t, first.Problem.Twins[0].Task); got != "6nr/p7/8/8/1Q6/8/8/k1K5 w - - 0 1 -" {
		t.Error(got)
	}
}

// The side that begins follows from the stipulation.
func TestWhoBegins(t *testing.T) {
	for stipulation, want := range map[string]string{
		"#2": "w", "h#2": "b", "h#2.5": "w", "s#2": "w", "hs#2": "w", "ser-h#2": "b", "ser-#2": "w", "2->ser-h#2": "w",
		"h#2 option white": "w",
	} {
		e := one(t, "begin pieces white ka1 black kc3 stip "+stipulation+"\nend")
		if got := strings.Fields(position(t, e.Problem.Diagram))[1]; got != want {
			t.Errorf("%s: %s begins, want %s", stipulation, got, want)
		}
	}
	e := one(t, "begin pieces white ka1 black kc3 stip h#2 option whitetoplay end")
	if got := e.Problem.Diagram.Stipulation.String(); got != "h#1.5" {
		t.Errorf("WhiteToPlay makes h#2 %s", got)
	}
}

func TestPlacements(t *testing.T) {
	for text, want := range map[string]string{
		"forsyth rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -",
		"forsyth rsbqkbsrpppppppp32PPPPPPPPRSBQKBSR":          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -",
		"initial":                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -",
		"forsyth 48/5+p-p1/5K1k": "8/8/8/8/8/8/5Pp1/5K1k w - - 0 1 -",
		"pieces white K a1 B b2c3 black Kg8 forsyth 8/p7":               "6k1/p7/8/8/8/2B5/1B6/K7 w - - 0 1 -",
		"pieces white ke1 ra1h1 black ke8 rh8 option nocastling a1h8":   "4k2r/8/8/8/8/8/8/R3K2R w K - 0 1 -",
		"pieces white ke1 ra1h1 black ke8 rh8 option nocastling e1":     "4k2r/8/8/8/8/8/8/R3K2R w k - 0 1 -",
		"pieces white ke1 pe5 black ke8 pd5 option enpassant d7d6d5":    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 -",
		"pieces white ke1 pe5 black ke8 pd5 option enpassant d6 beep 2": "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 -",
	} {
		e := one(t, "begin "+text+" stip #2 end")
		if got := position(t, e.Problem.Diagram); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestTwinCommands(t *testing.T) {
	const diagram = "begin pieces white ka1 qb3 pc2 black ke7 rd6 pd7 stip #2 "
	tests := []struct{ twin, caption, want string }{
		{"move b3 b4", "wQb3-->b4", "8/3pk3/3r4/8/1Q6/8/2P5/K7"},
		{"move b3d7", "wQb3-->d7", "8/3Qk3/3r4/8/8/8/2P5/K7"},
		{"exch b3 d6", "wQb3<-->bRd6", "8/3pk3/3Q4/8/8/1r6/2P5/K7"},
		{"remove c2d7", "-wPc2  -bPd7", "8/4k3/3r4/8/8/1Q6/8/K7"},
		{"add white sh8g8 black pc2", "+wSh8  +wSg8  bPc2", "6NN/3pk3/3r4/8/8/1Q6/2p5/K7"},
		{"subst r b", "R ==> B", "8/3pk3/3b4/8/8/1Q6/2P5/K7"},
		{"rotate 90", "rotate 90", "8/8/8/1k6/1pr5/6P1/5Q2/7K"},
		{"rotate 180", "rotate 180", "7K/5P2/6Q1/8/8/4r3/3kp3/8"},
		{"rotate 270", "rotate 270", "K7/2Q5/1P6/5rp1/6k1/8/8/8"},
		{"mirror a1<-->h1", "mirror a1<-->h1", "8/3kp3/4r3/8/8/6Q1/5P2/7K"},
		{"mirror a1<-->a8", "mirror a1<-->a8", "K7/2P5/1Q6/8/8/3r4/3pk3/8"},
		{"mirror a1<-->h8", "mirror a1<-->h8", "7K/5Q2/6P1/1pr5/1k6/8/8/8"},
		{"mirror a8<-->h1", "mirror a8<-->h1", "8/8/8/6k1/5rp1/1P6/2Q5/K7"},
		{"shift a1 b2", "shift a1 ==> b2", "4pk2/4r3/8/8/2Q5/3P4/1K6/8"},
		{"polish", "PolishType", "8/3PK3/3R4/8/8/1q6/2p5/k7"},
		{"cond halfin stip h=2", "HalfInChess  h=2", "8/3pk3/3r4/8/8/1Q6/2P5/K7"},
	}
	text := diagram
	for _, test := range tests {
		text += "\ntwin " + test.twin
	}
	e := one(t, text+"\nend")
	tasks := e.Problem.Tasks()
	for i, test := range tests {
		twin := tasks[i+1]
		s := twin.Task.Setup
		if got := placement(s); got != test.want || twin.Change != test.caption {
			t.Errorf("twin %s: %s %s, want %s %s", test.twin, twin.Change, got, test.caption, test.want)
		}
	}
	last := tasks[len(tests)].Task
	if last.Condition != problem.HalfIn || last.Stipulation.String() != "h=2" || last.Setup.Turn != allin.Black {
		t.Errorf("condition and stipulation of a twin: %+v", last)
	}
}

func placement(s allin.Setup) string {
	text := ""
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				text += string(rune('0' + empty))
			}
			empty = 0
		}
		for file := range 8 {
			m := s.Men[allin.Board.At(file, rank)]
			if m == 0 {
				empty++
				continue
			}
			flush()
			letter := string(m.Kind().Letter())
			if m.Seat() == allin.Black {
				letter = strings.ToLower(letter)
			}
			text += letter
		}
		flush()
		if rank > 0 {
			text += "/"
		}
	}
	return text
}

// A zero position is not solved; a continued twin starts from the twin before it.
func TestZeroAndContinued(t *testing.T) {
	e := one(t, "begin pieces white ka1 qb3 black ke7 stip #2 zero move b3 b4 twin move b3 b5 twin cont move e7 e8 remark here\nend")
	tasks := e.Problem.Tasks()
	want := []string{"a 8/4k3/8/8/1Q6/8/8/K7", "b 8/4k3/8/1Q6/8/8/8/K7", "c 4k3/8/8/1Q6/8/8/8/K7"}
	if len(tasks) != len(want) {
		t.Fatalf("%d tasks", len(tasks))
	}
	for i, task := range tasks {
		if got := task.Label + " " + placement(task.Task.Setup); got != want[i] {
			t.Errorf("got %s, want %s", got, want[i])
		}
	}
	if e.Problem.Remark != "here" || !e.Changes[2].Continued {
		t.Errorf("%+v", e)
	}
}

func TestOptions(t *testing.T) {
	e := one(t, "begin pieces white ka1 black kc3 stip #3 option vari try defence 3 nothreat nosh post maxsol 5 maxtime 7 startmove 2 "+
		"upto 9 quod intel 4 stopon duplex threat 1 maxfl 2 nontr 1 2 trivial nominal\nend")
	o := e.Problem.Diagram.Options
	if !o.Variations || !o.Tries || o.MaxRefutations != 3 || !o.NoThreats || !o.NoShortVariations || !o.PostKey || o.MaxSolutions != 5 ||
		o.MaxTime.Seconds() != 7 || o.StartMove != 2 || o.UpToMove != 9 || !o.Quodlibet || !o.Intelligent || !o.StopOnShort || !o.Duplex ||
		*o.MaxThreat != 1 || *o.MaxFlights != 2 || *o.NonTrivial != 1 || o.NonTrivialLength != 2 || !o.NominalEnPassant {
		t.Errorf("%+v", o)
	}
	if !e.Layout.MoveNumbers || !e.Layout.NoTrivialTries || len(e.Notes) != 1 {
		t.Errorf("%+v %v", e.Layout, e.Notes)
	}
}

// What is not understood is told with its place and with what would be; other problems stand.
func TestFaults(t *testing.T) {
	tests := []struct{ text, want string }{
		{"begin\npiecs white ka1", "2:1: 'piecs' is not understood: want Remark,"},
		{"begin pieces white ka1 black kc3 stip #2\ncondition\n  circe mirror\n", "3:3: 'circe' is no condition of these games: want AllInChess, HalfInChess, MainlyInChess, FreeForAllChess, Orthodox"},
		{"begin pieces white ka1 black kc3 stip #2 condition allin madrasi", "1:58: 'madrasi' is not understood: want Remark,"},
		{"begin pieces white ka1 black kc3 stip #2 condition allin halfin", "1:58: AllInChess and HalfInChess cannot hold together"},
		{"begin pieces white ka1 nb2 black kc3 stip #2", "1:24: 'n' is no man of these games: want one of K, Q, R, B, S, P; N is the nightrider, the knight is S"},
		{"begin pieces white ka1 gnb2c4 black kc3 stip #2", "1:24: 'gn' is no man of these games: want one of"},
		{"begin pieces white ka1 magb2 black kc3 stip #2", "1:24: 'magb2' is not understood"},
		{"begin pieces neutral ka1 black kc3 stip #2", "1:14: neutral men are not known in these games: want White or Black"},
		{"begin pieces red ka1", "1:14: 'red' is no colour: want White or Black"},
		{"begin pieces white ka1 black kc3 stip #2 option wibble", "1:49: 'wibble' is no option: want Defence,"},
		{"begin pieces white ka1 black kc3 stip #2 option no", "1:49: 'no' may be NoWk, NoBk, NoThreat,"},
		{"begin pieces white ka1 black kc3 stip #2 option maxsol x", "1:56: 'x': after maxsol stands a number from 0 to 1000000000"},
		{"begin pieces white ka1 black kc3 stip %2", "1:39: stipulation '%2': "},
		{"begin pieces white ka1 black kc3", "1:7: the problem has no Stipulation"},
		{"begin pieces white ka1 black kc3 stip #2 twin move b1 b2", "1:52: b1 is empty"},
		{"begin pieces white ka1 black kc3 stip #2 twin rotate 45", "1:54: '45': the board is turned by 90, 180 or 270 degrees"},
		{"begin pieces white ka1 black kc3 stip #2 twin shift a1 a8", "1:53: the man on c3 would leave the board"},
		{"begin pieces white ka1 black kc3 stip #2 twin wobble", "1:47: 'wobble' is not understood: want a change (Move, Exchange,"},
		{"begin forsyth 8/8/8/8/8/8/8/8/K stip #2", "1:31: the board ends before 'K'"},
		{"begin forsyth N7 stip #2", "1:15: 'N' is no man of these games"},
		{"begin pieces white ka1 pe4 black kc3 stip #2 option enpassant e3e4", "1:63: 'e3e4': after enpassant stands the square a pawn has just passed"},
		{"begin sstip white 5s[#]", "1:7: structured stipulations are not supported"},
		{"debut pieces blanc ra1 noir rc3 enonce #2 condition circe", "1:53: 'circe' is no condition of these games"},
	}
	for _, test := range tests {
		next := "\nnext pieces white ka1 black kc3 stip #2 end"
		if strings.HasPrefix(test.text, "debut") {
			next = "\nasuivre pieces blanc ra1 noir rc3 enonce #2 fin"
		}
		file := read(t, test.text+next)
		if len(file.Entries) != 2 || len(file.Entries[1].Faults) > 0 {
			t.Fatalf("%s: the next problem is lost: %+v", test.text, file.Entries)
		}
		faults := file.Entries[0].Faults
		if len(faults) != 1 || !strings.HasPrefix(faults[0].Error(), test.want) {
			t.Errorf("%s:\n got %v\nwant %s", test.text, faults, test.want)
		}
	}
}

func TestFilesThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "1:1: the end of the file: a file of problems begins with BeginProblem",
		"\n hello":                 "2:2: 'hello': a file of problems begins with",
		strings.Repeat(" ", 5<<20): "a file of problems has at most 4194304 bytes",
	} {
		if _, err := popeye.Read([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if n := len(read(t, "begin pieces white ka1 black kc3 stip #2\nnext\nend").Entries); n != 1 {
		t.Errorf("an empty last problem is counted: %d", n)
	}
	e := read(t, "begin author Fran\xe7ois\npieces white ka1 black kc3 stip #2").Entries[0]
	if e.Problem.Authors[0] != "François" || len(e.Notes) != 1 || len(e.Faults) > 0 {
		t.Errorf("an old file without its end: %+v", e)
	}
}

// FuzzRead: no text makes the reader panic, whatever it takes for a problem can be judged, and what is written of it is
// read as the same question.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"problems.inp", "published.inp"} {
		text, err := os.ReadFile(data + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:min(len(text), 900)]) // larger seeds only slow the fuzzer down
	}
	f.Add([]byte("debut pieces blanc rc1 noir ra1 enonce h=2.5 jumeau rotation 90 enplus fin"))
	f.Add([]byte("anf stei weis kd7 dg7 schw kb5 da6 ford semi-r#2 opti halbduplex drohung 2 nullst spieg a1<-->h8 zwil ersetze d t ende"))
	f.Add([]byte("begin forsyth +k62-k option enpassant d7d6d5 nocastling a1 twin add white p a7b7 shift a1 b2 polish"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := popeye.Read(text)
		if err != nil {
			return
		}
		for _, e := range file.Entries {
			for _, task := range e.Problem.Tasks() {
				task.Task.Check()
				problem.FirstMoves(&task.Task)
			}
			if len(e.Faults) > 0 {
				continue
			}
			text := popeye.Write(file.Language, []popeye.Entry{e})
			again, err := popeye.Read([]byte(text))
			if err != nil || len(again.Entries) != 1 || len(again.Entries[0].Faults) > 0 {
				t.Fatalf("%v %+v\n%s", err, again, text)
			}
			for i, task := range again.Entries[0].Problem.Tasks() {
				if got, want := question(task.Task), question(e.Problem.Tasks()[i].Task); got != want {
					t.Errorf("got %s, want %s\n%s", got, want, text)
				}
			}
		}
	})
}

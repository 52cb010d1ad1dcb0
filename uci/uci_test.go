package uci_test

import (
	"bufio"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"melee/engine"
	"melee/rules"
	"melee/rules/catalog"
	rulesmcx4 "melee/rules/mcx4"
	"melee/uci"
)

func config(now func() time.Duration) uci.Config {
	return uci.Config{
		Name: "Mêlée test", Author: "nobody", Variants: catalog.All(),
		New: engine.New, LevelOf: engine.LevelOf, Now: now, Threads: 4,
	}
}

// A talk is a conversation with a session that runs beside the test.
type talk struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan string
	done  chan error
	said  []string
}

func begin(t *testing.T) *talk {
	began := time.Now()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	// Nobody waits for a reader: a session may say much before it is heard.
	k := &talk{t: t, in: inWrite, lines: make(chan string, 1<<16), done: make(chan error, 1)}
	go func() {
		defer close(k.lines)
		for lines := bufio.NewScanner(outRead); lines.Scan(); {
			k.lines <- lines.Text()
		}
	}()
	go func() {
		err := uci.Serve(t.Context(), inRead, outWrite, config(func() time.Duration { return time.Since(began) }))
		outWrite.Close()
		k.done <- err
	}()
	return k
}

func (k *talk) say(lines ...string) {
	k.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(k.in, l+"\n"); err != nil {
			k.t.Fatal(err)
		}
	}
}

// hear reads up to a line that begins with the given words.
func (k *talk) hear(words string) string {
	k.t.Helper()
	k.said = k.said[:0]
	for line := range k.lines {
		k.said = append(k.said, line)
		if strings.HasPrefix(line, words) {
			return line
		}
	}
	k.t.Fatalf("the session ended before it said '%s'; it said %q", words, k.said)
	return ""
}

func (k *talk) quit() {
	k.t.Helper()
	k.say("quit")
	for range k.lines {
	}
	if err := <-k.done; err != nil {
		k.t.Error(err)
	}
}

func TestItIntroducesItself(t *testing.T) {
	k := begin(t)
	defer k.quit()
	k.say("uci")
	k.hear("uciok")
	text := strings.Join(k.said, "\n")
	for _, want := range []string{
		"id name Mêlée test", "option name Hash type spin", "option name Threads type spin default 1 min 1 max 4",
		"option name MultiPV", "option name Level", "option name Ponder type check",
		"option name UCI_Variant type combo default all-in var all-in",
		"option name play type combo default single var single var double",
		"option name move_limit type string default none",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no '%s' in\n%s", want, text)
		}
	}
	k.say("isready")
	k.hear("readyok")
}

var infoPattern = regexp.MustCompile(`^info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+ .*nodes \d+ nps \d+ hashfull \d+ time \d+ pv `)

func TestEveryVariantAnswersWithALegalMove(t *testing.T) {
	for _, v := range catalog.All() {
		if engine.New(v, engine.Options{HashMB: 1}) == nil {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			k := begin(t)
			defer k.quit()
			k.say("setoption name UCI_Variant value " + v.Name)
			game, err := v.New(v, nil, "")
			if err != nil {
				t.Fatal(err)
			}
			legal := map[string]bool{}
			for _, m := range game.Moves(nil) {
				legal[m.Text(game.Geometry())] = true
			}
			for _, limit := range []string{"depth 2", "nodes 1", "nodes 2000", "movetime 1", "movetime 30", "wtime 100 btime 100 winc 5 binc 5", "depth 3 mate 1"} {
				k.say("position startpos", "go "+limit)
				best := strings.Fields(k.hear("bestmove"))
				if !legal[best[1]] {
					t.Errorf("go %s: %v is not legal", limit, best)
				}
				for _, line := range k.said[:len(k.said)-1] {
					if !infoPattern.MatchString(line) {
						t.Errorf("go %s: %s", limit, line)
					}
				}
			}
			k.say("go infinite", "isready")
			k.hear("readyok")
			k.say("stop")
			if best := strings.Fields(k.hear("bestmove")); !legal[best[1]] {
				t.Errorf("go infinite: %v is not legal", best)
			}
		})
	}
}

func TestPositions(t *testing.T) {
	for _, c := range []struct{ variant, position, want string }{
		{"all-in", "startpos moves e2e4 e7-e5", "g1f3"},
		{"all-in", "fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7-a8=Q", "h8h7"},
		{"all-in", "fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 - moves a7xa8Q+", "h8h7"},
		{"mcx4", "startpos moves c2-c4", "c7c5"},
		{"mcx4", "fen 1k7/8R/7R~1/9/9/9/9/8K wq - - 0 1 -", "h6h8"},
	} {
		t.Run(c.variant+" "+c.position, func(t *testing.T) {
			k := begin(t)
			defer k.quit()
			k.say("setoption name UCI_Variant value "+c.variant, "position "+c.position)
			k.say("go depth 1 searchmoves " + c.want)
			if got := strings.Fields(k.hear("bestmove"))[1]; got != c.want {
				t.Errorf("bestmove %s, want %s; it said %q", got, c.want, k.said)
			}
		})
	}
}

func TestFEN4IsReadInBothDialects(t *testing.T) {
	v, err := catalog.Find("four-player")
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.New(v, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	k := begin(t)
	defer k.quit()
	k.say("setoption name UCI_Variant value four-player")
	for _, text := range []string{g.Text(), strings.ReplaceAll(g.Text(), "x,x,x", "3")} {
		k.say("position fen "+text+" moves h2-h3", "go depth 1 searchmoves b7d7")
		if got := k.hear("bestmove"); !strings.HasPrefix(got, "bestmove b7d7") {
			t.Errorf("%s after %s; it said %q", got, text, k.said)
		}
	}
}

func TestWhatCannotBeDoneIsSaidAndChangesNothing(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"position fen nonsense", "has 1 fields"},
		{"position fen", "missing"},
		{"position somewhere", "want startpos or fen"},
		{"position startpos moves e2e4 e2e4", "'e2e4' is not a legal move"},
		{"position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8", "'a7a8' is not a legal move"},
		{"setoption name Hash value 0", "hash is '0', must be from 1 to"},
		{"setoption name Threads value 5", "threads is '5', must be from 1 to 4"},
		{"setoption name UCI_Variant value draughts", "no variant is called 'draughts'"},
		{"setoption name return value never", "must be one of forbidden, allowed"},
		{"setoption name colour value red", "no option is called 'colour'"},
		{"setoption", "want name NAME"},
	} {
		t.Run(c.line, func(t *testing.T) {
			k := begin(t)
			defer k.quit()
			k.say("position startpos moves e2e4", c.line)
			if got := k.hear("info string"); !strings.Contains(got, c.want) {
				t.Errorf("%s, want …%s…", got, c.want)
			}
			k.say("go depth 1 searchmoves d7d5")
			if got := k.hear("bestmove"); !strings.HasPrefix(got, "bestmove d7d5") {
				t.Errorf("%s: the position is not what it was", got)
			}
		})
	}
}

func TestUnknownWordsArePassedOver(t *testing.T) {
	k := begin(t)
	defer k.quit()
	k.say("", "hello", "joho isready")
	k.hear("readyok")
	k.say("go faster depth 1 sideways 3 searchmoves e2e4")
	k.hear("bestmove e2e4")
}

func TestPondering(t *testing.T) {
	k := begin(t)
	defer k.quit()
	k.say("position startpos", "go ponder depth 1", "isready")
	k.hear("readyok")
	for _, line := range k.said {
		if strings.HasPrefix(line, "bestmove") {
			t.Error("it answered before the expected move was played")
		}
	}
	k.say("ponderhit", "ponderhit")
	k.hear("bestmove")
}

func TestChoiceOfMCX4IsAMove(t *testing.T) {
	k := begin(t)
	defer k.quit()
	k.say("setoption name UCI_Variant value mcx4",
		"position fen 4k4/1q~r~6/9/9/9/9/4r4/r7K wk - - 0 1 -", "go depth 3")
	k.hear("bestmove 0000")
	k.say("position fen 4k3R/1q~r~5R/9/9/9/9/9/8K bq - - 0 1 choice", "go depth 3")
	k.hear("bestmove survive")
	k.say("position fen 4k3R/1q~r~5R/9/9/9/9/9/8K bq - - 0 1 choice moves survive", "go depth 3")
	k.hear("bestmove")
}

func TestPerft(t *testing.T) {
	k := begin(t)
	defer k.quit()
	k.say("go perft 2")
	if got := k.hear("Nodes searched:"); got != "Nodes searched: 1682" {
		t.Error(got)
	}
	if len(k.said) != 41 {
		t.Errorf("%d lines, want one for each of 40 moves and the sum", len(k.said))
	}
}

func TestAnEndedGameHasNoMove(t *testing.T) {
	k := begin(t)
	defer k.quit()
	k.say("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1 -", "go depth 3")
	k.hear("bestmove 0000")
	if !strings.Contains(strings.Join(k.said, "\n"), "bare-kings") {
		t.Errorf("it said %q", k.said)
	}
}

func TestMultiPVGivesSeveralLines(t *testing.T) {
	k := begin(t)
	defer k.quit()
	k.say("setoption name MultiPV value 3", "go depth 3")
	k.hear("bestmove")
	text := strings.Join(k.said, "\n")
	for _, want := range []string{"depth 3 seldepth", " multipv 1 ", " multipv 2 ", " multipv 3 "} {
		if !strings.Contains(text, want) {
			t.Errorf("no '%s' in\n%s", want, text)
		}
	}
}

func TestTheEndOfInputQuits(t *testing.T) {
	var out strings.Builder
	err := uci.Serve(t.Context(), strings.NewReader("go infinite"), &out, config(nil))
	if err != nil || !strings.Contains(out.String(), "bestmove ") {
		t.Errorf("%v, said %q", err, out.String())
	}
}

func TestALongLineIsLeftOut(t *testing.T) {
	var out strings.Builder
	in := "position startpos moves " + strings.Repeat("x", 2<<20) + "\nisready\n"
	if err := uci.Serve(t.Context(), strings.NewReader(in), &out, config(nil)); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.Contains(got, "1 MiB") || !strings.Contains(got, "readyok") {
		t.Errorf("said %q", got)
	}
}

// Whatever is sent, a session neither panics nor hangs.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves e2e4\ngo depth 2\n",
		"setoption name UCI_Variant value mcx4\nposition startpos moves c2c4\ngo nodes 50\nstop\n",
		"setoption name play value double\nsetoption name Level value 3\ngo movetime 1\n",
		"position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7-a8=Q\ngo wtime 1 btime 1\n",
		"go ponder\nponderhit\ngo infinite\nquit",
		"go searchmoves e2e4 d2d4 depth 1\ngo perft 1\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// Counting moves and clearing large tables would only take time.
		text = strings.NewReplacer("perft", "depth 1 nodes", "Hash", "MultiPV").Replace(text)
		var out strings.Builder
		const after = "\nstop\nucinewgame\nsetoption name UCI_Variant value mcx4\nsetoption name Level value 0\nposition startpos\ngo nodes 20\n"
		if err := uci.Serve(t.Context(), strings.NewReader(text+after), &out, config(nil)); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "quit") {
			return
		}
		// Whatever came before, a search is answered by a move that can be played.
		best, found := strings.CutPrefix(lastLine(out.String()), "bestmove ")
		best, _, _ = strings.Cut(best, " ")
		g, err := rulesmcx4.Variant.New(rulesmcx4.Variant, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rules.ParseAction(g, best); !found || err != nil {
			t.Errorf("after %q: %v in %s", text, err, lastLine(out.String()))
		}
	})
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

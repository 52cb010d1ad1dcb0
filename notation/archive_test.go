package notation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"melee/rules"
)

// archive is where games of servers lie that are not ours to copy.
const archive = "../../shared/games"

// archived returns the files of a folder of the archive.
func archived(t *testing.T, folder string) []string {
	t.Helper()
	if _, err := os.Stat(archive); err != nil {
		t.Logf("ABSENT: %s is not there, so no server's games have been replayed", archive)
		return nil
	}
	files, err := filepath.Glob(filepath.Join(archive, folder, "*.pgn4"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no games in %s: %v", filepath.Join(archive, folder), err)
	}
	return files
}

// readArchived reads the one game of a file.
func readArchived(t *testing.T, file string) (*Record, []byte) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	in, err := NewReader(PGN4, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := in.Next()
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if _, err := in.Next(); err != io.EOF {
		t.Fatalf("%s: after the game: %v", file, err)
	}
	return r, text
}

// movesOf returns the moves of PGN4 without the tags, spaces at line ends and between lines.
func movesOf(text []byte) string {
	s := string(text)
	if i := strings.LastIndex(s, "\"]\n"); i >= 0 {
		s = s[i+3:]
	}
	return strings.Join(strings.Fields(s), " ")
}

// TestArchivedGames replays every game and writes it again: the moves, with
// every mark of check and mate, come out as they went in.
func TestArchivedGames(t *testing.T) {
	for _, folder := range []string{"ffa_2018", "ffa_modern", "teams_human", "teams_engine", "parser_cases"} {
		for _, file := range archived(t, folder) {
			if defects[filepath.Base(file)] != "" {
				continue
			}
			t.Run(folder+"/"+filepath.Base(file), func(t *testing.T) {
				r, text := readArchived(t, file)
				out, err := Append(nil, PGN4, r)
				if err != nil {
					t.Fatal(err)
				}
				got, want := movesOf(out), movesOf(text)
				switch {
				case folder == "teams_engine":
					// The replayer that made these files leaves out "+" where a king in check is attacked by one more man.
					got, want = strings.ReplaceAll(got, "+", ""), strings.ReplaceAll(want, "+", "")
				case strings.HasSuffix(file, "pgn4_long_ffa.pgn4"):
					want = strings.NewReplacer("=Q", "=D", "R#", "R").Replace(want) // put together by hand in 2020
				case strings.HasSuffix(file, "104115728.pgn4"):
					want += "#" // lost when the file was collected
				}
				if got != want {
					t.Errorf("written again:\n%s", firstDifference(got, want))
				}
				roundTrip(t, PGN4, []*Record{r})
				roundTrip(t, JSON, []*Record{r})
			})
		}
	}
}

// defects tells what is wrong with the games that cannot be replayed, as they are reported.
var defects = map[string]string{
	"4177881_fairy_teams_clocks.pgn4": "line 4, column 1: the rule 'PromoteTo=VHE' is not one that can be played here",
	"pgn4_long_team.pgn4":             "line 35, column 5: 'O-O' is not possible now", // the king has moved long ago
}

func TestArchivedDefectsAreTold(t *testing.T) {
	for _, file := range append(archived(t, "parser_cases"), archived(t, "teams_human")...) {
		want := defects[filepath.Base(file)]
		if want == "" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		games, faults := readAll(t, PGN4, string(text))
		if len(games) != 0 || len(faults) != 1 || !strings.Contains(faults[0], want) {
			t.Errorf("%s: %d games, %q; want %q", file, len(games), faults, want)
		}
	}
}

func firstDifference(got, want string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	from := max(i-40, 0)
	return fmt.Sprintf("got  …%s\nwant …%s", got[from:min(i+60, len(got))], want[from:min(i+60, len(want))])
}

// TestArchivedPoints compares points with what the server recorded, by name.
func TestArchivedPoints(t *testing.T) {
	for _, file := range archived(t, "ffa_modern") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			r, text := readArchived(t, file)
			g, err := r.Replay(nil)
			if err != nil {
				t.Fatal(err)
			}
			lost := map[string]int{}
			if strings.HasSuffix(file, "101543960.pgn4") {
				lost["Player2"] = 20 // the file lacks its last entry, which pays blue
			} else if r.Result == nil {
				t.Error("the game does not end")
			}
			told := pgn4Value(text, "Result")
			for seat, player := range r.Players {
				points := fmt.Sprintf("%s: %d", player.Name, g.(rules.Scored).Points(rules.Seat(seat))+lost[player.Name])
				if !strings.Contains(" - "+told+" - ", " - "+points+" - ") {
					t.Errorf("%s, recorded are %s", points, told)
				}
			}
		})
	}
}

// TestArchivedTeams compares results with those recorded.
func TestArchivedTeams(t *testing.T) {
	for _, file := range append(archived(t, "teams_engine"), archived(t, "teams_human")...) {
		if defects[filepath.Base(file)] != "" {
			continue
		}
		r, text := readArchived(t, file)
		if got, want := teamsResult(r.Result), pgn4Value(text, "Result"); got != want {
			t.Errorf("%s: got %s, want %s", file, got, want)
		}
	}
}

func pgn4Value(text []byte, tag string) string {
	_, rest, _ := strings.Cut(string(text), "["+tag+` "`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// An archivedEnd is how another replayer, which knows no points, saw a game end.
type archivedEnd struct {
	Game   int      `json:"game"`
	End    string   `json:"end"`
	Active []string `json:"active_at_end"`
	FEN4   string   `json:"final_fen4"`
}

// archivedEnds returns the ends by file.
func archivedEnds(t *testing.T) map[string]archivedEnd {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(archive, "ffa_2018_derived.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	ends := map[string]archivedEnd{}
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var e archivedEnd
		if err := d.Decode(&e); err != nil {
			t.Fatal(err)
		}
		ends[fmt.Sprintf("%d.pgn4", e.Game)] = e
	}
	return ends
}

// TestArchivedEnds compares how games without recorded points end with what
// another replayer, which knows no points, found: who is left, and where every man stands.
func TestArchivedEnds(t *testing.T) {
	files := archived(t, "ffa_2018")
	if len(files) == 0 {
		return
	}
	ends := archivedEnds(t)
	reasons := map[string]rules.Reason{
		"one player left": rules.Eliminations, "threefold repetition": rules.Repetition, "insufficient material": rules.BareKings,
	}
	for _, file := range files {
		e, ok := ends[filepath.Base(file)]
		if !ok {
			t.Errorf("%s: nothing is known of its end", file)
			continue
		}
		r, _ := readArchived(t, file)
		g, err := r.Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		claimant := rules.NoSeat
		switch {
		case r.Result == nil:
			t.Errorf("%s: the game does not end", file)
			continue
		case r.Result.Reason == rules.Lead:
			claimant = r.Plies[len(r.Plies)-1].Action.Seat // whom the other replayer saw resign
		case r.Result.Reason != reasons[e.End]:
			t.Errorf("%s: ended by %s, want %s", file, r.Result.Reason, e.End)
		}
		var active []string
		for seat, name := range pgn4Seats {
			if g.(rules.Scored).Active(rules.Seat(seat)) && rules.Seat(seat) != claimant {
				active = append(active, name)
			}
		}
		if fmt.Sprint(active) != fmt.Sprint(e.Active) {
			t.Errorf("%s: %v are left, want %v", file, active, e.Active)
		}
		got := placement(g.Text())
		if claimant != rules.NoSeat {
			letter := strings.ToLower(pgn4Seats[claimant][:1])
			got = strings.ReplaceAll(got, ","+letter, ",d"+letter)
			got = strings.ReplaceAll(got, ",d"+letter+"K", ","+letter+"K")
		}
		if want := placement(e.FEN4); got != want {
			t.Errorf("%s:\n%s", file, firstDifference(got, want))
		}
	}
}

// placement returns the cells of a position one by one, empty and cut ones as dots.
func placement(fen string) string {
	board := fen[strings.LastIndexByte(fen, '-')+1:]
	var cells []string
	for row := range strings.SplitSeq(board, "/") {
		for cell := range strings.SplitSeq(row, ",") {
			n, isCount := rules.ParseCount(cell, 14)
			switch {
			case isCount:
				for range n {
					cells = append(cells, ".")
				}
			case cell == "x":
				cells = append(cells, ".")
			default:
				cells = append(cells, cell)
			}
		}
	}
	return strings.Join(cells, ",")
}

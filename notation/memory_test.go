package notation

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

const (
	hugeInput   = 10 << 20
	memoryLimit = 64 << 20
)

// A flood is an input made for one weak place, repeated up to 10 MB.
type flood struct {
	name         string
	format       Format
	start        string // once
	repeat, next string // over and over; next after each megabyte
}

const (
	allInTags = "[Variant \"All-in\"]\n\n"
	ffaTags   = "[Variant \"FFA\"]\n[RuleVariants \"EnPassant PromoteTo=D\"]\n[StartFen4 \"4PC\"]\n\n"
)

// knights go there and back in free-for-all chess, where the third occurrence is
// a draw, so they stand in variations.
var floods = []flood{
	{name: "one line without end", format: PGN, start: allInTags, repeat: "e4 "},
	{name: "lines without end", format: PGN, start: allInTags, repeat: "e4\n"},
	{name: "variations side by side", format: PGN, start: allInTags + "1. e4 ", repeat: "(d4)", next: " *\n\n" + allInTags + "1. e4 "},
	{name: "variations in variations", format: PGN, start: allInTags, repeat: "(e4 ", next: "\n\n" + allInTags},
	{name: "empty comments", format: PGN, start: allInTags + "1. e4 ", repeat: "{a}", next: " *\n\n" + allInTags + "1. e4 "},
	{name: "glyphs", format: PGN, start: allInTags + "1. e4 ", repeat: "$1 ", next: " *\n\n" + allInTags + "1. e4 "},
	{name: "a comment without end", format: PGN, start: allInTags + "1. e4 {", repeat: "all this "},
	{name: "tags", format: PGN, repeat: "[A \"b\"]\n"},
	{name: "a tag without end", format: PGN, start: "[Event \"", repeat: "Event "},
	{name: "brackets", format: PGN, start: allInTags, repeat: "((((((((", next: "\n\n" + allInTags},
	{name: "zeros", format: PGN, repeat: "\x00"},
	{name: "one game over and over", format: PGN4, repeat: ffaTags + "1. h2-h3 .. b9-c9 .. g13-g12 .. m8-l8\n\n"},
	{name: "variations of Four-player", format: PGN4, start: ffaTags + "1. h2-h3 ", repeat: "( 1. g2-g3 )", next: "\n\n" + ffaTags + "1. h2-h3 "},
	{name: "rounds without end", format: PGN4, start: ffaTags, repeat: "1. "},
	{name: "a start without end", format: PGN4, start: "[Variant \"FFA\"]\n[StartFen4 \"", repeat: "14/\n"},
	{name: "moves", format: JSON, start: `{"variant":"all-in","moves":[`, repeat: `"e2e4",`},
	{name: "lists in lists", format: JSON, start: `{"variant":"all-in","moves":`, repeat: `[`, next: "\n"},
	{name: "closed lists in lists", format: JSON, start: `{"variant":"all-in","moves":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + "}\n", repeat: "\n"},
	{name: "seats", format: JSON, start: `{"variant":"all-in","seats":[{}`, repeat: `,{}`, next: `],"moves":[]}` + "\n" + `{"variant":"all-in","seats":[{}`},
	{name: "tags in JSON", format: JSON, start: `{"variant":"all-in","tags":[{}`, repeat: `,{}`, next: `],"moves":[]}` + "\n" + `{"variant":"all-in","tags":[{}`},
	{name: "comments in JSON", format: JSON, start: `{"variant":"all-in","comments":[""`, repeat: `,""`, next: `],"moves":[]}` + "\n" + `{"variant":"all-in","comments":[""`},
	{name: "glyphs in JSON", format: JSON, start: `{"variant":"all-in","moves":[{"move":"e2e4","nags":[1`, repeat: `,1`, next: `]}]}` + "\n" + `{"variant":"all-in","moves":[{"move":"e2e4","nags":[1`},
	{name: "keys", format: JSON, start: `{"variant":"all-in"`, repeat: `,"a":0`, next: "}\n" + `{"variant":"all-in"`},
	{name: "a text without end", format: JSON, start: `{"variant":"`, repeat: `all-in`},
	{name: "a result without end", format: JSON, start: `{"variant":"all-in","moves":[],"result":{"ranking":[[]`, repeat: `,[]`, next: `]}}` + "\n" + `{"variant":"all-in","moves":[],"result":{"ranking":[[]`},
}

// Read makes the input as it is read, so that it takes no memory itself.
type floodReader struct {
	flood
	pending         string
	total, megabyte int
}

func (r *floodReader) Read(p []byte) (int, error) {
	if r.pending == "" {
		switch {
		case r.total >= hugeInput:
			return 0, io.EOF
		case r.total == 0 && r.start != "":
			r.pending = r.start
		case r.next != "" && r.total/900_000 > r.megabyte:
			r.megabyte = r.total / 900_000
			r.pending = r.next
		default:
			r.pending = strings.Repeat(r.repeat, max(1, 4096/len(r.repeat)))
		}
	}
	n := copy(p, r.pending)
	r.pending = r.pending[n:]
	r.total += n
	return n, nil
}

// TestMemory reads every flood in a process of its own and asks it how much
// memory it has ever had from the system.
func TestMemory(t *testing.T) {
	if number := os.Getenv("NOTATION_FLOOD"); number != "" {
		readFlood(t, number)
		return
	}
	for i, f := range floods {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(os.Args[0], "-test.run=^TestMemory$", "-test.v")
			cmd.Env = append(os.Environ(), "NOTATION_FLOOD="+strconv.Itoa(i))
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			_, told, found := bytes.Cut(out, []byte("memory: "))
			var used, games, faults int
			if _, err := fmt.Sscan(string(told), &used, &games, &faults); err != nil || !found {
				t.Fatalf("nothing told: %v\n%s", err, out)
			}
			if used > memoryLimit {
				t.Errorf("%d MB for 10 MB", used>>20)
			}
			if games+faults == 0 {
				t.Error("nothing was read and nothing was refused")
			}
			t.Logf("%d MB, %d games, %d refused", used>>20, games, faults)
		})
	}
}

func readFlood(t *testing.T, number string) {
	i, err := strconv.Atoi(number)
	if err != nil || i >= len(floods) {
		t.Fatalf("there is no flood %s", number)
	}
	in, err := NewReader(floods[i].format, &floodReader{flood: floods[i]})
	if err != nil {
		t.Fatal(err)
	}
	games, faults := 0, 0
	for {
		_, err := in.Next()
		var wrong *GameError
		switch {
		case err == nil:
			games++
			continue
		case errors.As(err, &wrong):
			faults++
			continue
		case err != io.EOF:
			t.Fatal(err)
		}
		break
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("memory: %d %d %d\n", m.Sys, games, faults)
}

package sheet_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"melee/problem"
	"melee/problem/popeye"
	"melee/problem/sheet"
	"melee/rules"
)

// text holds what a sheet must cope with: twins, one of them not playable, letters of XML and LaTeX, long lines.
const text = `begin
author K. Seetharaman & Zoë Čapek
origin <Julia's> 100% #1_{x}
award 1st Prize
title ~^\
pieces white ke8 ra5 pf7g7 black kf6
stipulation h#1
condition allinchess
twin move g7 h7
twin move f6 f8
next
pieces white kb6 rc7 sd6 black ka8 pa7 pb7 ph7
stipulation #3
option vari try
end`

// solved reads and solves the problems.
func solved(t *testing.T) []sheet.Problem {
	t.Helper()
	file, err := popeye.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var list []sheet.Problem
	for i := range file.Entries {
		e := &file.Entries[i]
		if len(e.Faults) > 0 {
			t.Fatal(e.Faults)
		}
		p := sheet.Problem{Entry: e, Printer: popeye.Printer{Language: popeye.English}}
		for _, twin := range e.Problem.Tasks() {
			s, err := problem.Solve(context.Background(), twin.Task, problem.Limits{Threads: 1}, nil)
			var faults rules.Faults
			if err != nil && !errors.As(err, &faults) {
				t.Fatal(err)
			}
			p.Results = append(p.Results, sheet.Result{Twin: twin, Solution: s, Faults: faults})
		}
		list = append(list, p)
	}
	return list
}

var update = flag.Bool("update", false, "write the files of testdata anew")

func TestLaTeX(t *testing.T) {
	var b bytes.Buffer
	if err := sheet.WriteLaTeX(&b, solved(t)); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/sheet.tex", b.Bytes())
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s: -want +got:\n%s", file, diff)
	}
}

// An SVG sheet is XML with all texts, and another program draws it.
func TestSVG(t *testing.T) {
	var b bytes.Buffer
	if err := sheet.WriteSVG(&b, solved(t)); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for d := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if chars, ok := token.(xml.CharData); ok {
			texts = append(texts, string(chars))
		}
	}
	all := strings.Join(texts, "\n")
	for _, want := range []string{"K. Seetharaman & Zoë Čapek", "<Julia's> 100% #1_{x}", "1st Prize", `~^\`, "h#1", "4 + 1", "AllInChess",
		"b) wPg7-->h7", "  1.g7-g8=Q f7-f8=R #", "C+: one solution", "   1.Kb6-a5 ! threat:", "                  3.Rc7-c8 #"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing", want)
		}
	}
	program, err := exec.LookPath("rsvg-convert")
	if err != nil {
		t.Fatal("rsvg-convert is needed to check the pictures; the Debian package is librsvg2-bin")
	}
	cmd := exec.Command(program, "--format=png")
	cmd.Stdin = bytes.NewReader(b.Bytes())
	if out, err := cmd.Output(); err != nil || len(out) < 10_000 {
		t.Errorf("rsvg-convert: %v, %d bytes", err, len(out))
	}
}

// A PDF sheet is a whole file of the time it is told, and begins new pages where one is full.
func TestPDF(t *testing.T) {
	problems := solved(t)
	for len(problems) < 7 {
		problems = append(problems, problems[0])
	}
	var b bytes.Buffer
	if err := sheet.WritePDF(&b, problems, time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(b.Bytes(), []byte("%PDF-")) || !bytes.HasSuffix(bytes.TrimSpace(b.Bytes()), []byte("%%EOF")) {
		t.Error("not a whole PDF file")
	}
	if !bytes.Contains(b.Bytes(), []byte("/CreationDate (D:20261130120000)")) {
		t.Error("the time of writing is missing")
	}
	if pages := bytes.Count(b.Bytes(), []byte("/Type /Page\n")); pages < 3 || pages > 7 {
		t.Errorf("%d pages", pages)
	}
}

// A problem without results, as after an interruption, is set without a solution.
func TestUnsolved(t *testing.T) {
	problems := solved(t)
	problems[1].Results = nil
	var b bytes.Buffer
	if err := sheet.WriteLaTeX(&b, problems); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), `\solution{`); n != 1 {
		t.Errorf("%d solutions, want 1", n)
	}
	if err := sheet.WritePDF(io.Discard, problems, time.Time{}); err != nil {
		t.Error(err)
	}
}

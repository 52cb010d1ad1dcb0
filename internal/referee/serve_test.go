package referee_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"melee/internal/referee"
	"melee/rules/catalog"
)

const simple = `{"id":%d,"variant":"half-in","start":"6bk/8/6PK/8/8/8/8/8 w - - 0 1","moves":["resign:white"]}` + "\n"

func serve(t *testing.T, in io.Reader) []string {
	t.Helper()
	var out bytes.Buffer
	if err := referee.New(catalog.Find).Serve(in, &out); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 0 && !strings.HasSuffix(out.String(), "\n") {
		t.Errorf("the last answer has no line break")
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestServeAnswersEveryLineInOrder(t *testing.T) {
	var in strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&in, simple, i)
	}
	for name, reader := range map[string]io.Reader{
		"at once":          strings.NewReader(in.String()),
		"byte after byte":  iotest.OneByteReader(strings.NewReader(in.String())),
		"with the end":     iotest.DataErrReader(strings.NewReader(in.String())),
		"half by half":     iotest.HalfReader(strings.NewReader(in.String())),
		"CRLF":             strings.NewReader(strings.ReplaceAll(in.String(), "\n", "\r\n")),
		"blank lines":      strings.NewReader("\n" + strings.ReplaceAll(in.String(), "\n", "\n \n")),
		"no last line end": strings.NewReader(strings.TrimSuffix(in.String(), "\n")),
	} {
		t.Run(name, func(t *testing.T) {
			answers := serve(t, reader)
			if len(answers) != 1000 {
				t.Fatalf("%d answers to 1000 requests", len(answers))
			}
			for i, a := range answers {
				if want := fmt.Sprintf(`{"id":%d,"position":`, i); !strings.HasPrefix(a, want) {
					t.Fatalf("answer %d is %s", i, a)
				}
			}
		})
	}
}

func TestServeGoesOnAfterABadLine(t *testing.T) {
	answers := serve(t, strings.NewReader("\x00\xff\n{\n"+fmt.Sprintf(simple, 3)))
	if len(answers) != 3 || !strings.Contains(answers[0], `"error"`) || !strings.Contains(answers[1], `"error"`) || !strings.HasPrefix(answers[2], `{"id":3,"position"`) {
		t.Errorf("answers are %q", answers)
	}
}

func TestServeLimitsALine(t *testing.T) {
	start := `{"id":"long","variant":"half-in","moves":[],"more":"`
	fits := start + strings.Repeat("x", referee.MaxLine-len(start)-2) + `"}`
	answers := serve(t, strings.NewReader(fits+"\n"+fits+" \n"+strings.Repeat(fits, 3)+"\n"+fmt.Sprintf(simple, 4)))
	if len(answers) != 4 {
		t.Fatalf("%d answers to 4 lines", len(answers))
	}
	if !strings.HasPrefix(answers[0], `{"id":"long","position":`) {
		t.Errorf("a line of 1 MB is answered %s", answers[0])
	}
	for _, a := range answers[1:3] {
		if want := `{"id":"long","error":"the line is longer than the 1048576 bytes (1 MB) allowed","ply":0}`; a != want {
			t.Errorf("a line of more than 1 MB is answered %s, want %s", a, want)
		}
	}
	if !strings.HasPrefix(answers[3], `{"id":4,"position":`) {
		t.Errorf("the line after the long ones is answered %s", answers[3])
	}
}

func TestServeAnswersBeforeItWaits(t *testing.T) {
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- referee.New(catalog.Find).Serve(in, out)
		out.Close()
	}()
	lines := bufio.NewScanner(answers)
	for i := range 3 {
		// The half request that follows must not hold the answer back.
		fmt.Fprintf(requests, simple+`{"id":`, 10*i)
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), fmt.Sprintf(`{"id":%d,"position"`, 10*i)) {
			t.Fatalf("answer %q, error %v", lines.Text(), lines.Err())
		}
		fmt.Fprintf(requests, "%d}\n", 10*i+1)
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), fmt.Sprintf(`{"id":%d,"error"`, 10*i+1)) {
			t.Fatalf("answer %q, error %v", lines.Text(), lines.Err())
		}
	}
	requests.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestServeReportsBrokenStreams(t *testing.T) {
	broken := errors.New("broken")
	r := referee.New(catalog.Find)
	var out bytes.Buffer
	in := io.MultiReader(strings.NewReader(fmt.Sprintf(simple, 1)), iotest.ErrReader(broken))
	if err := r.Serve(in, &out); !errors.Is(err, broken) {
		t.Errorf("error %v does not tell that the input broke", err)
	}
	if !strings.HasPrefix(out.String(), `{"id":1,"position"`) {
		t.Errorf("what was read before is answered %q", out.String())
	}
	if err := r.Serve(strings.NewReader(fmt.Sprintf(simple, 1)), brokenWriter{broken}); !errors.Is(err, broken) {
		t.Errorf("error %v does not tell that the output broke", err)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

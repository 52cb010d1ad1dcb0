package main

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// A chess program starts melee uci as a process of its own, talks to it and closes its input.
func TestUCIAsASecondProcess(t *testing.T) {
	c := exec.Command("melee", "uci")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	ask := func(want string, commands ...string) string {
		t.Helper()
		if _, err := io.WriteString(in, strings.Join(commands, "\n")+"\n"); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), want) {
				return lines.Text()
			}
		}
		t.Fatalf("the process ended before it said '%s'", want)
		return ""
	}
	ask("uciok", "uci")
	ask("readyok", "setoption name Hash value 1", "isready")
	ask("bestmove ", "position startpos moves e2e4", "go movetime 1")
	got := ask("bestmove ", "position fen 6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1", "go depth 4")
	if _, err := io.WriteString(in, "go infinite\n"); err != nil {
		t.Fatal(err)
	}
	in.Close()
	if rest, err := io.ReadAll(out); err != nil || !strings.Contains(string(rest), "bestmove ") {
		t.Errorf("no answer at the end of input: %q, %v", rest, err)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
	if got != "bestmove g1h1" {
		t.Errorf("%s, want the mate g1h1", got)
	}
}

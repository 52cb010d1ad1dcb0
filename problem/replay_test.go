package problem_test

import (
	"strings"
	"testing"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// replayed plays a line of texts and tells who made each ply.
func replayed(t *testing.T, fen, stipulation, line string, side problem.Side) (string, error) {
	t.Helper()
	s, err := problem.ParseStipulation(stipulation)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := allin.ParseSetup(fen)
	if err != nil {
		t.Fatal(err)
	}
	task := problem.Task{Stipulation: s, Setup: setup}
	start, err := task.Start(side)
	if err != nil {
		t.Fatal(err)
	}
	var moves problem.Line
	p := start
	for text := range strings.FieldsSeq(line) {
		m := rules.NoMove
		// Whose turn it is does not matter to find the move.
		for _, turn := range []rules.Seat{allin.White, allin.Black} {
			setup := p
			if setup.Turn() != turn {
				setup.Pass()
			}
			if found := rules.FindMove(setup.Moves(nil), allin.Board, text); found != rules.NoMove {
				m = found
				setup.Apply(m)
				p = setup
				break
			}
		}
		if m == rules.NoMove {
			t.Fatalf("%s is no move of %s", text, p.Text())
		}
		moves = append(moves, m)
	}
	plies, err := task.Replay(moves, side)
	who := ""
	for _, ply := range plies {
		who += string("wb"[ply.Before.Turn()])
	}
	return who, err
}

func TestReplay(t *testing.T) {
	const fen = "8/p7/8/8/8/1Q6/8/k1K5 "
	tests := []struct {
		fen, stipulation, line string
		side                   problem.Side
		want                   string
	}{
		{fen + "b - - 0 1", "h#1", "a7a6 b3a4", problem.Side{}, "bw"},
		{fen + "w - - 0 1", "h#1.5", "c1d1 a7a6 b3a4", problem.Side{}, "wbw"},
		{fen + "b - - 0 1", "h#1", "b3a4", problem.Side{Set: true}, "w"},
		{fen + "b - - 0 1", "ser-h#3", "a7a6 a6a5 a5a4 b3a4", problem.Side{}, "bbbw"},
		{fen + "w - - 0 1", "ser-#3", "c1d1 d1c1 b3a4", problem.Side{}, "www"},
		{fen + "w - - 0 1", "ser-s#2", "c1d1 d1d2 a7a6", problem.Side{}, "wwb"},
		{fen + "w - - 0 1", "2->ser-h#1", "c1d1 d1c1 a7a6 b3a4", problem.Side{}, "wwbw"},
		{fen + "w - - 0 1", "#2", "a7a6", problem.Side{Duplex: true}, "b"},
	}
	for _, test := range tests {
		got, err := replayed(t, test.fen, test.stipulation, test.line, test.side)
		if err != nil || got != test.want {
			t.Errorf("%s %s: played by %q, want %q: %v", test.stipulation, test.line, got, test.want, err)
		}
	}
	if _, err := replayed(t, fen+"b - - 0 1", "h#2", "b3b4 a7a6", problem.Side{}); err == nil || !strings.Contains(err.Error(), "move 1, b3b4, is not legal") {
		t.Errorf("a move of the other side: %v", err)
	}
	if _, err := replayed(t, fen+"w - - 0 1", "ser-#3", "b3a3 c1d1", problem.Side{}); err == nil || !strings.Contains(err.Error(), "checks") {
		t.Errorf("a check before the end of a series: %v", err)
	}
}

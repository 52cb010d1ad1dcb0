package vectortest

import "testing"

const folder = "../../../testdata/vectors/"

// Lines are read whole: a name that does not fit would leave fields empty.
func TestLinesAreUnderstood(t *testing.T) {
	for l, err := range lines[edgeLine](folder + "edge.jsonl") {
		if err != nil {
			t.Fatal(err)
		}
		if l.ID == "" || l.Variant == "" || (l.Error == "") == (l.Position == "") {
			t.Errorf("edge line %q is not understood", l.ID)
		}
	}
	for l, err := range lines[perftLine](folder + "perft.jsonl") {
		if err != nil {
			t.Fatal(err)
		}
		if l.ID == "" || l.Start == nil || len(l.Nodes) == 0 {
			t.Errorf("perft line %q is not understood", l.ID)
		}
	}
	for _, game := range []string{"all-in", "mcx4", "four-player"} {
		for l, err := range lines[gameLine](folder + "games-" + game + ".jsonl") {
			if err != nil {
				t.Fatal(err)
			}
			if l.ID == "" || l.First.Position == "" || len(l.Plies) != len(l.Moves) {
				t.Errorf("game %q is not understood", l.ID)
			}
		}
	}
}

func TestOptionsAsText(t *testing.T) {
	o := options{"move_limit": 60.0, "stalemate": 0.0, "grey": []any{"blue", "green"}, "show_legal_moves": false, "setup": "classic"}
	for name, want := range map[string]string{
		"move_limit": "60", "stalemate": "0", "grey": "blue,green", "show_legal_moves": "false", "setup": "classic",
	} {
		if got := o.rules()[name]; got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

// Package vectortest checks variants against the shared vectors of
// testdata/vectors, as "How to check" in the README.md there says. It knows
// games only as [rules.Game], so every variant's tests use the same runner.
package vectortest

import (
	"errors"
	"slices"
	"testing"

	"melee/rules"
)

// A Lookup returns the variant a line names, nil for lines that are none of
// the caller's business; those are passed over.
type Lookup func(name string) *rules.Variant

// Only returns a Lookup that knows the given variants.
func Only(variants ...*rules.Variant) Lookup {
	return func(name string) *rules.Variant {
		for _, v := range variants {
			if v.Name == name {
				return v
			}
		}
		return nil
	}
}

// Edge checks every line of edge.jsonl: all that can be seen after its tokens,
// or that its start is refused.
func Edge(t *testing.T, path string, lookup Lookup) {
	each(t, path, lookup, func(t *testing.T, v *rules.Variant, l *edgeLine) {
		if l.Error != "" {
			wantRefused(t, v, l)
			return
		}
		g := mustStart(t, v, l.Options.rules(), l.Start)
		for i, token := range l.Moves {
			mustDo(t, g, i, token)
		}
		compare(t, "", see(g), l.seen)
	})
}

func wantRefused(t *testing.T, v *rules.Variant, l *edgeLine) {
	t.Helper()
	g, err := v.New(v, l.Options.rules(), *l.Start)
	if err == nil {
		t.Fatalf("%s\nwas read as %s\nmust be refused: %s", *l.Start, g.Text(), l.Error)
	}
	var faults rules.Faults
	if !errors.As(err, &faults) || len(faults) == 0 {
		t.Errorf("the refusal is a %T, want rules.Faults", err)
	}
}

// Perft checks every count of perft.jsonl.
func Perft(t *testing.T, path string, lookup Lookup) {
	each(t, path, lookup, func(t *testing.T, v *rules.Variant, l *perftLine) {
		g := mustStart(t, v, l.Options.rules(), l.Start)
		text := g.Text()
		for i, want := range l.Nodes {
			if got := g.Perft(i + 1); got != want {
				t.Errorf("%s\nperft(%d) = %d, want %d", text, i+1, got, want)
			}
		}
		if g.Text() != text {
			t.Errorf("perft has changed the game: %s, was %s", g.Text(), text)
		}
	})
}

// Games plays every game of a games-*.jsonl file and checks what is seen after
// each entry, and every position that is not final as a start of its own.
func Games(t *testing.T, path string, lookup Lookup) {
	each(t, path, lookup, func(t *testing.T, v *rules.Variant, l *gameLine) {
		if len(l.Plies) != len(l.Moves) {
			t.Fatalf("%d entries for %d tokens", len(l.Plies), len(l.Moves))
		}
		options := l.Options.rules()
		g := mustStart(t, v, options, l.Start)
		compareBrief(t, -1, see(g), l.First)
		for i, token := range l.Moves {
			mustDo(t, g, i, token)
			compareBrief(t, i, see(g), l.Plies[i])
			if t.Failed() {
				t.Fatalf("line: %s", l.upTo(i))
			}
		}
		compareResult(t, "", see(g).Result, l.Result)
		restart := l.Options.rules()
		delete(restart, "move_limit") // a text does not tell how many plies it has been
		for i, p := range l.positions() {
			if p.Status != rules.Ended.String() {
				reread(t, v, restart, i-1, p)
			}
		}
	})
}

// reread sets up a position of a game anew; it must look the same.
func reread(t *testing.T, v *rules.Variant, options rules.Options, ply int, want brief) {
	t.Helper()
	g, err := v.New(v, options, want.Position)
	if err != nil {
		t.Errorf("ply %d: %s\nis refused: %v", ply, want.Position, err)
		return
	}
	want.Points = nil // already compared in the game, and part of the text
	compareBrief(t, ply, see(g), want)
}

func mustStart(t *testing.T, v *rules.Variant, options rules.Options, start *string) rules.Game {
	t.Helper()
	text := ""
	if start != nil {
		text = *start
	}
	g, err := v.New(v, options, text)
	if err != nil {
		t.Fatalf("start %q with %v is refused: %v", text, options, err)
	}
	return g
}

// mustDo plays a token on g. A copy made before must not notice.
func mustDo(t *testing.T, g rules.Game, i int, token string) {
	t.Helper()
	before, text := g.Clone(), g.Text()
	action, err := rules.ParseAction(g, token)
	if err != nil {
		t.Fatalf("token %d, %s\nin %s: %v\nlegal: %v", i, token, text, err, see(g).Legal)
	}
	if got := action.Text(g.Variant(), g.Geometry()); got != token {
		t.Errorf("token %d, %s is written back as %s", i, token, got)
	}
	if _, err := g.Do(action); err != nil {
		t.Fatalf("token %d, %s\nin %s: %v", i, token, text, err)
	}
	if before.Text() != text {
		t.Errorf("token %d, %s has changed a clone: %s, was %s", i, token, before.Text(), text)
	}
}

// Texts returns the position texts of a file's lines of the given variants,
// those that must be refused included: seeds for the fuzzing of readers.
func Texts(t testing.TB, path string, variants ...string) []string {
	t.Helper()
	var texts []string
	for l, err := range lines[gameLine](path) {
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(variants, l.Variant) {
			continue
		}
		if l.Start != nil {
			texts = append(texts, *l.Start)
		}
		for _, p := range l.Plies {
			texts = append(texts, p.Position)
		}
	}
	if len(texts) == 0 {
		t.Fatalf("%s has no position of %v", path, variants)
	}
	return texts
}

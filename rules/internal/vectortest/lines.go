package vectortest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"testing"

	"melee/rules"
)

// head is what every line begins with.
type head struct {
	ID      string
	Variant string
	Options options
	Start   *string
}

func (h *head) name() *head { return h }

// edgeLine is a line of edge.jsonl.
type edgeLine struct {
	head
	Moves []string
	Error string
	seen
}

// perftLine is a line of perft.jsonl.
type perftLine struct {
	head
	Nodes []uint64
}

// gameLine is a line of games-*.jsonl.
type gameLine struct {
	head
	Moves  []string
	First  brief
	Plies  []brief
	Result *result
}

func (l *gameLine) upTo(i int) string { return strings.Join(l.Moves[:i+1], " ") }

func (l *gameLine) positions() []brief { return append([]brief{l.First}, l.Plies...) }

// options are a line's options, whose values may be texts, numbers, truth values or lists.
type options map[string]any

// rules returns the options as variants take them: as texts.
func (o options) rules() rules.Options {
	out := rules.Options{}
	for name, value := range o {
		if list, ok := value.([]any); ok {
			words := make([]string, len(list))
			for i, w := range list {
				words[i] = fmt.Sprint(w)
			}
			out[name] = strings.Join(words, ",")
			continue
		}
		out[name] = fmt.Sprint(value)
	}
	return out
}

// lines yields the lines of a file; an error is the last of them.
func lines[L any](path string) iter.Seq2[*L, error] {
	return func(yield func(*L, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		d := json.NewDecoder(bufio.NewReader(f))
		for n := 1; ; n++ {
			l := new(L)
			err := d.Decode(l)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, fmt.Errorf("%s, line %d: %w", path, n, err))
				return
			}
			if !yield(l, nil) {
				return
			}
		}
	}
}

// each runs check for every line whose variant lookup knows, in parallel subtests named by the line.
func each[L any, P interface {
	*L
	name() *head
}](t *testing.T, path string, lookup Lookup, check func(*testing.T, *rules.Variant, P)) {
	t.Helper()
	count := 0
	for l, err := range lines[L](path) {
		if err != nil {
			t.Fatal(err)
		}
		h := P(l).name()
		v := lookup(h.Variant)
		if v == nil {
			continue
		}
		count++
		t.Run(h.ID, func(t *testing.T) {
			t.Parallel()
			check(t, v, l)
		})
	}
	if count == 0 {
		t.Fatalf("%s has no line for these variants", path)
	}
}

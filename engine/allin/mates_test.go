package allin_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"melee/engine/allin"
	"melee/engine/search"
	"melee/rules"
	rulesallin "melee/rules/allin"
)

// A mate is a problem with everything that solves it.
type mate struct {
	ID, Variant, Position string
	Mate                  int
	Keys                  []string
}

// mates reads problems made and solved for this project, and published ones by
// Tylor and Ravi Shankar (The Problemist 1989, 2024).
func mates(t *testing.T) []mate {
	t.Helper()
	f, err := os.Open("testdata/mates.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []mate
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var m mate
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

func (m *mate) game(t *testing.T) rules.Game {
	t.Helper()
	for _, v := range rulesallin.Variants() {
		if v.Name == m.Variant {
			g, err := v.New(v, nil, m.Position)
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
	}
	t.Fatal("no variant is called " + m.Variant)
	return nil
}

// A mate in two must be found with its key, at the top level's nodes; longer ones,
// of which the key may have shorter duals, at all.
func TestForcedMatesAreFound(t *testing.T) {
	for _, m := range mates(t) {
		t.Run(m.ID, func(t *testing.T) {
			g := m.game(t)
			top := allin.Levels[len(allin.Levels)-1]
			s := allin.New(search.Options{HashMB: top.HashMB})
			r := s.Search(t.Context(), g, top.Limits(1), nil)
			best := r.Best()
			moves, mates := best.Score.MateIn()
			move := r.Action.Move.Text(g.Geometry())
			if len(m.Keys) == 0 {
				if mates && 0 < moves && moves <= m.Mate {
					t.Errorf("%s: mate in %d by %s, but there is none in %d", m.Position, moves, move, m.Mate)
				}
				return
			}
			if !mates || moves > m.Mate || m.Mate <= 2 && !slices.Contains(m.Keys, move) {
				t.Errorf("%s: %s, score %d, depth %d; want mate in %d by one of %v", m.Position, move, best.Score, best.Depth, m.Mate, m.Keys)
			}
		})
	}
}

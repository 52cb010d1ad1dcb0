package popeye_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"melee/problem"
	"melee/problem/popeye"
	"melee/rules"
	"melee/rules/allin"
)

func TestWrite(t *testing.T) {
	e := one(t, "begin author A\nauthor B\ntitle T\nremark R\npieces white ke1 ra1h1 pe5 black ke8 rh8 pd5 "+
		"stip #3 condition allin option vari try defence 2 enpassant d6 nocastling a1h8 twin move e5 e6 twin add white qb2 remove d5 stip h=2.5\nend")
	got := popeye.Write(popeye.French, []popeye.Entry{e})
	want := `DebutProbleme
Titre T
Auteur A
Auteur B
Remarque R
Enonce #3
Condition AllInChess
Option Defense 2 Variantes EnPassant d6 SansRoquer a1h8
Pieces Blanc Re1 Ta1h1 Pe5 Noir Re8 Th8 Pd5
Jumeau Deplacement e5 e6
Jumeau Ote d5 Ajoute Blanc Db2 Enonce h=2.5

FinProbleme
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What is written is read as the same question, in every language.
func TestWriteRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := popeye.Entry{Problem: problem.Problem{Title: "x y", Zero: rapid.Bool().Draw(t, "zero")}}
		e.Problem.Diagram = drawTask(t, problem.Options{
			SetPlay: rapid.Bool().Draw(t, "set"), Variations: true, PostKey: rapid.Bool().Draw(t, "post"), HalfDuplex: rapid.Bool().Draw(t, "half"),
			Tries: true, MaxRefutations: rapid.IntRange(1, 9).Draw(t, "refutations"), MaxSolutions: rapid.IntRange(0, 9).Draw(t, "most"),
		})
		for range rapid.IntRange(1, 3).Draw(t, "twins") {
			e.Problem.Twins = append(e.Problem.Twins, problem.Twin{Task: drawTask(t, e.Problem.Diagram.Options)})
		}
		l := popeye.Language(rapid.IntRange(0, 2).Draw(t, "language"))
		text := popeye.Write(l, []popeye.Entry{e})
		file, err := popeye.Read([]byte(text))
		if err != nil || len(file.Entries) != 1 || len(file.Entries[0].Faults) > 0 || file.Language != l {
			t.Fatalf("%v %+v\n%s", err, file, text)
		}
		got, want := file.Entries[0].Problem.Tasks(), e.Problem.Tasks()
		for i := range want {
			if g, w := question(got[i].Task), question(want[i].Task); g != w {
				t.Errorf("task %d is read as\n%s, want\n%s\n%s", i, g, w, text)
			}
		}
	})
}

// question tells everything that matters of a task.
func question(t problem.Task) string {
	t.Setup.Turn ^= rules.Seat(map[bool]int{true: 1}[t.Options.HalfDuplex])
	t.Options.HalfDuplex = false
	options, err := json.Marshal(t.Options)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%s %s %+v %s", t.Condition, t.Stipulation, t.Setup, options)
}

func drawTask(t *rapid.T, o problem.Options) problem.Task {
	task := problem.Task{Setup: allin.NewSetup(), Options: o, Condition: rapid.SampledFrom(problem.Conditions()).Draw(t, "condition")}
	for range rapid.IntRange(2, 12).Draw(t, "men") {
		s := rapid.IntRange(0, 63).Draw(t, "square")
		task.Setup.Men[s] = rules.NewMan(rules.Seat(rapid.IntRange(0, 1).Draw(t, "colour")), rules.Kind(rapid.IntRange(1, 6).Draw(t, "kind")))
	}
	task.Setup.AssumeCastling()
	text := rapid.SampledFrom([]string{"#3", "h#2", "h=1.5", "s#2", "hs#2", "semi-r=1", "ser-h#3", "2->ser-#4", "exact-zd42"}).Draw(t, "stipulation")
	s, err := problem.ParseStipulation(text)
	if err != nil {
		t.Fatal(err)
	}
	task.Stipulation = s
	if s.BlackBegins() {
		task.Setup.Turn = allin.Black
	}
	return task
}

package archtest

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// The guards must bark: what they forbid is shown to them here.

func TestArrowsAreFound(t *testing.T) {
	for _, c := range []struct {
		pkg, imports string
		allowed      bool
	}{
		{"rules/allin", "rules", true},
		{"rules/allin", "internal/bitboard", true},
		{"rules/allin", "rules/mcx4", false},
		{"rules/allin", "rules/catalog", false},
		{"rules", "rules/allin", false},
		{"rules", "notation", false},
		{"rules/catalog", "rules/fourplayer", true},
		{"notation", "rules/catalog", true},
		{"notation", "rules/internal/vectortest", false},
		{"engine", "engine/eval", true},
		{"engine/eval", "rules/mcx4", true},
		{"engine", "notation", false},
		{"internal/table", "rules/catalog", false},
		{"internal/table", "internal/hub", false},
		{"internal/hub", "internal/store/sqlite", false},
		{"internal/hub", "engine", true},
		{"internal/store/sqlite", "internal/hub", true},
		{"internal/store/sqlite", "internal/pages", false},
		{"internal/pages", "internal/live", false},
		{"internal/pages", "web", true},
		{"e2e", "internal/hub", false},
		{"cmd/melee", "internal/store/sqlite", true},
		{"cmd/melee", "rules/internal/vectortest", false},
		{"drawer", "rules", false},
		{"cmd/melee", "drawer", false},
	} {
		faults := arrows(source{ImportPath: module + "/" + c.pkg, Imports: []string{"fmt", module + "/" + c.imports}})
		if allowed := len(faults) == 0; allowed != c.allowed {
			t.Errorf("%s → %s: allowed = %v, want %v (%v)", c.pkg, c.imports, allowed, c.allowed, faults)
		}
	}
}

func TestRoomsKnowOnlyRoomsAbove(t *testing.T) {
	for i := range rooms {
		for j := i; j < len(rooms); j++ {
			if i != j && rooms[i].mayKnow(&rooms[j]) && !within(rooms[j].name, rooms[i].name) {
				t.Errorf("%s may know %s, which stands below it in the table", rooms[i].name, rooms[j].name)
			}
		}
	}
}

func TestWeightsAreFound(t *testing.T) {
	s := source{ImportPath: module + "/rules", Deps: []string{"slices", "reflect", "unsafe"}}
	if got := weights(s); len(got) != 1 || !strings.Contains(got[0], "reflect") {
		t.Errorf("found %v, want reflect", got)
	}
}

func TestImpuritiesAreFound(t *testing.T) {
	const text = `package x
import (
	clock "time"
	"fmt"
	"os"
)
var a = clock.Now()
var b clock.Duration = clock.Second
func c() { fmt.Println(fmt.Sprint(a), os.Args); clock.Sleep(b) }
`
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"imports os", "uses clock.Now", "uses fmt.Println", "uses clock.Sleep"}
	if got := impurities(file); !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

package catalog

import (
	"strings"
	"testing"

	"melee/rules"
)

func TestFindInAList(t *testing.T) {
	list := []*rules.Variant{{Name: "one"}, {Name: "two"}}
	for _, want := range list {
		if got, err := find(list, want.Name); got != want || err != nil {
			t.Errorf("find(%q) = %v, %v", want.Name, got, err)
		}
	}
	for name, want := range map[string]string{
		"":                        "no variant is named; there are one, two",
		"One":                     "no variant is called 'One'; there are one, two",
		"three":                   "no variant is called 'three'; there are one, two",
		strings.Repeat("x", 1000): "no variant is called '" + strings.Repeat("x", 40) + "…'; there are one, two",
	} {
		if got, err := find(list, name); got != nil || err == nil || err.Error() != want {
			t.Errorf("find(%.50q) = %v, %v, want the error %q", name, got, err, want)
		}
	}
}

func TestEveryVariantIsFoundByItsName(t *testing.T) {
	want := []string{"all-in", "half-in", "mainly-in", "free-for-all", "mcx4", "four-player", "four-player-teams"}
	all := All()
	if len(all) != len(want) {
		t.Fatalf("%d variants, want %v", len(all), want)
	}
	for i, v := range all {
		if v.Name != want[i] {
			t.Errorf("variant %d is %s, want %s", i, v.Name, want[i])
		}
		if got, err := Find(v.Name); got != v || err != nil {
			t.Errorf("Find(%q) = %v, %v", v.Name, got, err)
		}
		game, err := v.New(v, nil, "")
		if err != nil {
			t.Errorf("%s cannot be set up: %v", v.Name, err)
		} else if game.Variant() != v || game.Status() != rules.Playing || game.Turn() == rules.NoSeat {
			t.Errorf("%s starts as %s, status %s", v.Name, game.Variant().Name, game.Status())
		}
	}
}

func TestAllIsACopy(t *testing.T) {
	All()[0] = nil
	if All()[0] == nil {
		t.Error("who asked for all variants has changed the list")
	}
}

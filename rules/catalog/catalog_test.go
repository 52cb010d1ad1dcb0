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

// Package catalog is the list of all variants by name, and the only place that knows them all.
package catalog

import (
	"melee/rules"
	"melee/rules/allin"
	"melee/rules/fourplayer"
	"melee/rules/mcx4"
)

var variants = []*rules.Variant{
	allin.AllIn,
	allin.HalfIn,
	allin.MainlyIn,
	allin.FreeForAll,
	mcx4.Variant,
	fourplayer.Variant,
	fourplayer.Teams,
}

// All returns every variant, in the order they are shown in. The caller must
// not change what they hold.
func All() []*rules.Variant { return append([]*rules.Variant(nil), variants...) }

// Find returns the variant of that name. The error names the possible ones.
func Find(name string) (*rules.Variant, error) { return find(variants, name) }

func find(list []*rules.Variant, name string) (*rules.Variant, error) {
	for _, v := range list {
		if v.Name == name {
			return v, nil
		}
	}
	names := ""
	for i, v := range list {
		if i > 0 {
			names += ", "
		}
		names += v.Name
	}
	if name == "" {
		return nil, rules.Refusal("no variant is named; there are " + names)
	}
	const shown = 40
	if len(name) > shown {
		name = name[:shown] + "…"
	}
	return nil, rules.Refusal("no variant is called '" + name + "'; there are " + names)
}

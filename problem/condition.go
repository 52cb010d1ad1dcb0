package problem

import "melee/rules/allin"

// A Condition is the rules a problem is played by.
type Condition uint8

// The conditions.
const (
	Orthodox   Condition = iota // a player moves his own men
	AllIn                       // a player moves men of both colours, no ply may be undone by the next (A1, A6)
	HalfIn                      // a player moves only the opponent's men (A14)
	MainlyIn                    // all-in, but the man just moved may not be moved (A15)
	FreeForAll                  // all-in without A6
)

var conditions = [...]struct {
	name string
	code allin.Code
}{
	Orthodox:   {"orthodox", allin.OwnMen},
	AllIn:      {"all-in", allin.NoReturn},
	HalfIn:     {"half-in", allin.OpponentsMen},
	MainlyIn:   {"mainly-in", allin.NoSecondMove},
	FreeForAll: {"free-for-all", allin.FreeReturn},
}

// Conditions returns all conditions.
func Conditions() []Condition {
	return []Condition{Orthodox, AllIn, HalfIn, MainlyIn, FreeForAll}
}

// String returns the condition's name, as in "all-in".
func (c Condition) String() string {
	if int(c) < len(conditions) {
		return conditions[c].name
	}
	return "no condition"
}

// ParseCondition returns the condition with a name that String gives.
func ParseCondition(name string) (Condition, bool) {
	for i := range conditions {
		if conditions[i].name == name {
			return Condition(i), true
		}
	}
	return 0, false
}

// Code returns the rules; nominal chooses how A6 compares rights (option ep_identity),
// which matters to all-in only.
func (c Condition) Code(nominal bool) allin.Code {
	code := conditions[c].code
	if nominal && c == AllIn {
		code |= allin.Nominal
	}
	return code
}

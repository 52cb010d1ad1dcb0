package allin

import "melee/rules"

// The family's games.
var (
	AllIn      = variant("all-in", NoReturn, returnOption, identityOption)
	HalfIn     = variant("half-in", OpponentsMen)
	MainlyIn   = variant("mainly-in", NoSecondMove)
	FreeForAll = variant("free-for-all", FreeReturn)
)

var (
	returnOption   = rules.Option{Name: "return", Rule: "A6", Values: []string{"forbidden", "allowed"}}
	identityOption = rules.Option{Name: "ep_identity", Rule: "A6", Values: []string{"legal", "nominal"}}
)

// Variants returns the family's games, all-in first.
func Variants() []*rules.Variant { return []*rules.Variant{AllIn, HalfIn, MainlyIn, FreeForAll} }

func variant(name string, code Code, options ...rules.Option) *rules.Variant {
	return &rules.Variant{
		Name: name, Seats: colourNames, Sides: colourNames, Options: options,
		New: func(v *rules.Variant, given rules.Options, start string) (rules.Game, error) {
			g, err := newGame(v, code, given, start)
			if err != nil {
				return nil, err
			}
			return g, nil
		},
	}
}

// newGame sets up a game; the error has the faults of options and text.
func newGame(v *rules.Variant, code Code, given rules.Options, start string) (*Game, error) {
	options, err := v.CheckOptions(given)
	if v.Get(options, returnOption.Name) == "allowed" {
		code = FreeReturn
	}
	if v.Get(options, identityOption.Name) == "nominal" {
		code |= Nominal
	}
	if start == "" {
		start = StartText
	}
	p, faults := Read(code, start)
	if wrong, ok := err.(rules.Faults); ok {
		faults = append(wrong, faults...)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	g := &Game{variant: v, options: options, p: p}
	g.judge()
	return g, nil
}

package allin_test

import (
	"fmt"

	"melee/rules"
	"melee/rules/allin"
)

// A search copies positions and applies moves to the copies.
func ExamplePosition() {
	p, faults := allin.Read(allin.NoReturn, "4k3/8/3n4/8/8/8/8/4K3 w - - 0 1")
	if faults != nil {
		fmt.Println(faults)
		return
	}
	child := p
	child.Apply(rules.FindMove(p.Moves(nil), allin.Board, "d6e4"))
	fmt.Println(child.Text())
	fmt.Println(p.Count(), child.Count())
	// Output:
	// 4k3/8/8/8/4n3/8/8/4K3 b - - 1 1 e4d6
	// 17 17
}

// Reading lists every fault of a text.
func ExampleRead() {
	_, faults := allin.Read(allin.NoReturn, "4k3/8/8/8/8/8/8/P7 w - e4 0 1")
	for _, f := range faults {
		fmt.Println(f)
	}
	// Output:
	// placement a1: a pawn cannot stand on the first or last rank
	// placement: there is no king of white
	// en passant e4: a pawn passes only squares of the third or sixth rank
}

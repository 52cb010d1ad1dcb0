package diagram_test

import (
	"fmt"
	"os"

	"melee/diagram"
	"melee/rules"
)

// A board can be given as plain data; a game's comes from [diagram.FromGame].
func ExampleWriteSVG() {
	geometry := rules.Geometry{Files: 8, Ranks: 8}
	board := diagram.Board{
		Geometry: geometry,
		Seats:    []string{"white", "black"},
		Men:      make([]rules.Man, geometry.Squares()),
		Caption:  "White to move",
	}
	board.Men[geometry.Square("e1")] = rules.NewMan(0, rules.King)
	board.Men[geometry.Square("e8")] = rules.NewMan(1, rules.King)
	err := diagram.WriteSVG(os.Stderr, board, diagram.Options{Size: 320, Theme: "pink"})
	fmt.Println(err)
	// Output: theme 'pink': must be light, dark or print
}

func ExampleParseArrows() {
	geometry := rules.Geometry{Files: 14, Ranks: 14, Corner: 3}
	seats := []string{"red", "blue", "yellow", "green"}
	arrows, err := diagram.ParseArrows(geometry, seats, "h2h4:red,n8n10")
	fmt.Println(geometry.Name(arrows[1].From), geometry.Name(arrows[1].To), err)
	_, err = diagram.ParseArrows(geometry, seats, "a1b2")
	fmt.Println(err)
	// Output:
	// n8 n10 <nil>
	// arrows 'a1b2': must start with two squares of this board, such as 'd1k14'
}

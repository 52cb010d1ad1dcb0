package notation_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"melee/notation"
	"melee/rules/catalog"
)

func ExampleParse() {
	variant, _ := catalog.Find("all-in")
	game, _ := variant.New(variant, nil, "4k3/8/3n4/8/8/2N5/8/4K3 w - - 0 1")
	_, err := notation.Parse(game, "Ne4")
	fmt.Println(err)
	move, _ := notation.Parse(game, "nde4")
	fmt.Println(notation.SAN(game, move), notation.Long(game, move), move.Text(game.Geometry()))
	// Output:
	// 'Ne4' can mean several moves: Nce4, Nde4
	// Nde4 Nd6-e4 d6e4
}

// Games are converted one at a time; a bad one is told and the next is read.
func ExampleNewReader() {
	const file = `[Variant "All-in"]

1. e4 Nf6 2. Nf3 (2. Nc3)

[Variant "All-in"]

1. e9
`
	in, _ := notation.NewReader(notation.PGN, strings.NewReader(file))
	out, _ := notation.NewWriter(notation.JSON, os.Stdout)
	for {
		record, err := in.Next()
		if err == io.EOF {
			break
		}
		var bad *notation.GameError
		if errors.As(err, &bad) {
			fmt.Println(bad)
			continue
		}
		record.Tags = nil
		if err := out.Write(record); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// {"variant":"all-in","options":{},"start":null,"seats":[{"seat":"white"},{"seat":"black"}],"moves":["e2e4","g8f6",{"move":"g1f3","variations":[["b1c3"]]}],"result":null}
	// line 7, column 4: 'e9' is no move: want a man's letter, where he comes from if that is needed, and the square he goes to, such as Nf3, exd5, e8=Q, O-O or e2e4
}

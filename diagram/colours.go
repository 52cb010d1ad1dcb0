package diagram

import (
	_ "embed"
	"encoding/json"
	"image/color"
	"slices"
)

// coloursJSON holds every colour of boards and men, by theme; the board
// element of the pages imports the same file.
//
//go:embed colours.json
var coloursJSON []byte

// greySeat is the palette of the men of eliminated players (F13).
const greySeat = "grey"

// A palette is one seat's colours as "#rrggbb".
type palette struct {
	Fill, Rim string
	Line      string // the inner line and the sign
	Trace     string // rims of last moves, arrows and marks on squares
}

// A theme is one set of colours as "#rrggbb".
type theme struct {
	Paper, Ink, Light, Dark, Frame, Coordinate, Check, Mark, Arrow string

	Seats map[string]palette
}

var themes = loadThemes()

func loadThemes() map[string]*theme {
	var file struct{ Themes map[string]*theme }
	must(json.Unmarshal(coloursJSON, &file))
	return file.Themes
}

// Themes returns the names of the sets of colours, in alphabetical order.
func Themes() []string {
	names := make([]string, 0, len(themes))
	for name := range themes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// rgb reads "#rrggbb"; the colours are ours, a test holds that all are well formed.
func rgb(hex string) color.RGBA {
	digit := func(c byte) uint8 {
		if c >= 'a' {
			return c - 'a' + 10
		}
		return c - '0'
	}
	at := func(i int) uint8 { return digit(hex[i])<<4 | digit(hex[i+1]) }
	return color.RGBA{at(1), at(3), at(5), 255}
}

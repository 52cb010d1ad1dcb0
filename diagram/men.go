package diagram

import (
	_ "embed"
	"encoding/json"

	"melee/rules"
)

// menJSON holds the outlines of our own men; the board element of the pages imports the same file.
//
//go:embed men.json
var menJSON []byte

// unit is the side of a square in diagram units: the box men.json draws in.
const unit = 48

// A manShape is how one kind looks.
type manShape struct {
	body, line path
	hatch      path // strokes that fill the body of a grey man
}

// shapes are the parsed men.json.
var shapes = loadShapes()

type shapeSet struct {
	rim, line, hatch float64 // stroke widths in units
	kinds            map[rules.Kind]manShape
	marks            map[string]path
	signs            map[string]path
}

// loadShapes reads the embedded outlines; a test holds that they are whole.
func loadShapes() shapeSet {
	var file struct {
		Box, Rim, Line, Hatch float64
		Kinds                 map[string]struct{ Body, Line, Hatch string }
		Marks, Signs          map[string]string
	}
	must(json.Unmarshal(menJSON, &file))
	set := shapeSet{rim: file.Rim, line: file.Line, hatch: file.Hatch,
		kinds: map[rules.Kind]manShape{}, marks: map[string]path{}, signs: map[string]path{}}
	for letter, k := range file.Kinds {
		set.kinds[rules.KindOf(letter[0])] = manShape{mustPath(k.Body), mustPath(k.Line), mustPath(k.Hatch)}
	}
	for name, data := range file.Marks {
		set.marks[name] = mustPath(data)
	}
	for name, data := range file.Signs {
		set.signs[name] = mustPath(data)
	}
	return set
}

func mustPath(data string) path {
	p, err := parsePath(data)
	must(err)
	return p
}

// must stops the program at its start if an embedded file is broken.
func must(err error) {
	if err != nil {
		panic("diagram: embedded file: " + err.Error())
	}
}

// emblems name the sign or mark on the base of each seat's men.
var emblems = map[string]string{
	"red": "circle", "blue": "triangle", "yellow": "square", "green": "diamond",
	"wq": "crown", "bq": "crown", "wk": "cross", "bk": "cross",
}

// emblem returns the outline on the base of a seat's men, nil if they carry none.
func emblem(seat string) path {
	name := emblems[seat]
	if p, ok := shapes.signs[name]; ok {
		return p
	}
	return shapes.marks[name]
}

// A layer is one stroke or fill of a man.
type layer struct {
	path   path
	colour string
	width  float64 // of a stroke; 0 fills
}

// A look is what distinguishes one man's picture from another's on one board.
type look struct {
	seat     string // "grey" for the men of an eliminated player (F13)
	kind     rules.Kind
	promoted bool
}

// lookOf returns how a man of the board looks.
func (b *Board) lookOf(m rules.Man) look {
	l := look{seat: greySeat, kind: m.Kind(), promoted: m.IsPromoted()}
	if !m.IsGrey() {
		l.seat = b.Seats[m.Seat()]
	}
	return l
}

// layers returns the man's picture in his own box, from back to front.
func (l look) layers(t *theme) []layer {
	shape, p := shapes.kinds[l.kind], t.Seats[l.seat]
	list := []layer{{shape.body, p.Fill, 0}, {shape.body, p.Rim, shapes.rim}}
	if l.seat == greySeat {
		list = append(list, layer{shape.hatch, p.Line, shapes.hatch})
	}
	list = append(list, layer{shape.line, p.Line, shapes.line})
	if l.promoted {
		list = append(list, layer{shapes.marks["promoted"], p.Line, 0})
	}
	if e := emblem(l.seat); e != nil {
		list = append(list, layer{e, p.Line, 0})
	}
	return list
}

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
	large, small widths
	kinds        map[rules.Kind]manShape
	marks        map[string]path
	signs        map[string]path
}

// widths are those of a man's strokes in units.
type widths struct{ rim, clan, line, hatch float64 }

// smallSquare is the side in pixels below which men are drawn for small
// boards: what must be read grows against what merely adorns.
const smallSquare = 30

// loadShapes reads the embedded outlines; a test holds that they are whole.
func loadShapes() shapeSet {
	var file struct {
		Rim, Clan, Line, Hatch float64
		Kinds                  map[string]struct{ Body, Line, Hatch string }
		Marks, Signs           map[string]string
	}
	must(json.Unmarshal(menJSON, &file))
	set := shapeSet{
		large: widths{file.Rim, file.Clan, file.Line, file.Hatch},
		small: widths{file.Clan, file.Clan, file.Line * 1.25, file.Hatch},
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

// enlarged returns a sign or mark as small boards show it.
func enlarged(p path) path {
	const by, up = 1.15, 0.8
	centre := point{unit / 2, 39}
	q := p.moved(centre.times(-1))
	for _, s := range q {
		for i := range s.args {
			if s.verb != 'A' || i < 2 || i > 4 { // not an arc's angle and flags
				s.args[i] *= by
			}
		}
	}
	return q.moved(centre.add(point{0, -up}))
}

// A look is what distinguishes one man's picture from another's on one board.
type look struct {
	seat     string // greySeat for the men of an eliminated player (F13)
	kind     rules.Kind
	promoted bool
	small    bool
}

// lookOf returns how a man of the board looks.
func (b *Board) lookOf(m rules.Man, small bool) look {
	l := look{seat: greySeat, kind: m.Kind(), promoted: m.IsPromoted(), small: small}
	if !m.IsGrey() {
		l.seat = b.Seats[m.Seat()]
	}
	return l
}

// widths returns the strokes of the look; the rim tells clans apart and is wider there.
func (l look) widths() widths {
	w := shapes.large
	if l.small {
		w = shapes.small
	}
	if name := emblems[l.seat]; shapes.marks[name] != nil {
		w.rim = w.clan
	}
	return w
}

// An ink says which of a seat's colours a layer is drawn in.
type ink uint8

const (
	inFill       ink = iota
	inLine           // the inner line's
	inFillAndRim     // filled, then stroked
	inLineAndRim
)

// A layer is one stroke or fill of a man.
type layer struct {
	path path
	ink  ink
	// width is that of a stroke, 0 where the path is filled; with two inks it is the rim's.
	width float64
}

// A part is a piece of a man's picture that several men share.
type part struct {
	name   string
	layers []layer
}

// parts returns the man's picture in his own box, from back to front.
func (l look) parts() []part {
	shape, w, size := shapes.kinds[l.kind], l.widths(), ""
	if l.small {
		size = "small-"
	}
	body := part{size + string(l.kind.Letter()), []layer{{shape.body, inFillAndRim, w.rim}}}
	if l.seat == greySeat {
		body.name += "-" + greySeat
		body.layers = append(body.layers, layer{shape.hatch, inLine, w.hatch})
	}
	body.layers = append(body.layers, layer{shape.line, inLine, w.line})
	list := []part{body}
	if e := emblem(l.seat); e != nil {
		if l.small {
			e = enlarged(e)
		}
		list = append(list, part{size + emblems[l.seat], []layer{{e, inLine, 0}}})
	}
	if l.promoted { // worth 1 (F5)
		list = append(list, part{"one", []layer{{shapes.marks["badge"], inLineAndRim, w.rim}, {shapes.marks["one"], inFill, 0}}})
	}
	return list
}

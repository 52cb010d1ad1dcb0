package diagram

// A Stroke is one step in drawing a board, for files of other kinds than this package writes.
// Lengths are in units of the drawing's size, y grows downwards.
type Stroke struct {
	Path  []Segment // empty for a text
	Fill  string    // "#rrggbb", empty for none
	Line  string    // "#rrggbb", empty for none; ends and joins are round
	Width float64   // of the stroke
	// Opacity is from 0 to 1.
	Opacity float64

	// Text is written in the colour Fill around a point, in letters of a size.
	Text       string
	X, Y, Size float64
}

// A Segment is a command of a path: 'M' and 'L' with a point, 'C' with two
// control points and a point, 'Z' with nothing.
type Segment struct {
	Verb byte
	Args []float64
}

// Drawing returns how a board is drawn, from back to front, and how large the
// drawing is. The error is [rules.Faults] where the board or the options cannot be drawn.
func Drawing(b Board, o Options) (strokes []Stroke, width, height float64, err error) {
	if err := b.check(o); err != nil {
		return nil, 0, 0, err
	}
	l := b.arrange(o)
	c := &drawingCanvas{theme: o.theme()}
	b.paint(l, c)
	return c.strokes, l.width, l.height, nil
}

// drawingCanvas collects what is painted.
type drawingCanvas struct {
	theme   *theme
	strokes []Stroke
}

func (c *drawingCanvas) fill(p path, colour string, opacity float64) {
	c.strokes = append(c.strokes, Stroke{Path: p.simple(), Fill: colour, Opacity: opacity})
}

func (c *drawingCanvas) stroke(p path, colour string, width, opacity float64) {
	c.strokes = append(c.strokes, Stroke{Path: p.simple(), Line: colour, Width: width, Opacity: opacity})
}

func (c *drawingCanvas) text(centre point, size float64, colour, text string) {
	c.strokes = append(c.strokes, Stroke{Fill: colour, Opacity: 1, Text: text, X: centre.x, Y: centre.y + size*capHeight/2, Size: size})
}

func (c *drawingCanvas) men(list []placed) {
	for _, m := range list {
		colours := c.theme.Seats[m.seat]
		for _, part := range m.parts() {
			for _, l := range part.layers {
				fill, stroke := l.colours(colours)
				c.strokes = append(c.strokes, Stroke{Path: l.path.moved(m.at).simple(), Fill: fill, Line: stroke, Width: l.width, Opacity: 1})
			}
		}
	}
}

// arcScale is how many steps a unit of an arc has.
const arcScale = 4

// simple returns the path in lines and cubic curves.
func (p path) simple() []Segment {
	var list []Segment
	var at, start point
	for _, s := range p {
		a := s.args
		switch s.verb {
		case 'Q':
			list = append(list, Segment{'C', []float64{at.x + (a[0]-at.x)*2/3, at.y + (a[1]-at.y)*2/3,
				a[2] + (a[0]-a[2])*2/3, a[3] + (a[1]-a[3])*2/3, a[2], a[3]}})
		case 'A':
			var l polyline
			l.arc(at, a, arcScale)
			for _, q := range l.points {
				list = append(list, Segment{'L', []float64{q.x, q.y}})
			}
		default:
			list = append(list, Segment{s.verb, append([]float64(nil), a...)})
		}
		if n := len(a); n >= 2 {
			at = point{a[n-2], a[n-1]}
		}
		switch s.verb {
		case 'M':
			start = at
		case 'Z':
			at = start
		}
	}
	return list
}

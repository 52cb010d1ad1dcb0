package diagram

import (
	"math"

	"melee/rules"
)

// A canvas is what a diagram is painted on: SVG text or pixels. All lengths are in units.
type canvas interface {
	fill(p path, colour string, opacity float64)
	stroke(p path, colour string, width, opacity float64) // round ends and joins
	men(looks []placed)
	text(centre point, size float64, colour, text string)
}

// A placed man stands with the corner of his box at a point.
type placed struct {
	look
	at point
}

// A layout says where the parts of a diagram lie, in units.
type layout struct {
	view
	origin        point // the board's corner
	width, height float64
	letters       float64 // size of the coordinates
	caption       []string
	captionSize   float64
	options       Options
}

// arrange lays a board out; b must have been checked.
func (b *Board) arrange(o Options) layout {
	l := layout{view: b.view(), options: o}
	w, h := float64(l.cols()*unit), float64(l.rows()*unit)
	const edge = 6
	left, bottom := float64(edge), float64(edge)
	// Letters grow with the board, so that they stay readable where the picture's width is given.
	span := math.Max(w, 6*unit)
	if o.Coordinates {
		// In a cut corner a letter and a number share a square: larger ones would meet.
		l.letters = edge + span/54
		left, bottom = l.letters*1.25+edge, l.letters*1.1+edge
	}
	l.origin = point{left, edge}
	l.width, l.height = left+w+edge, edge+h+bottom
	if text := clean(b.Caption); text != "" {
		l.captionSize = span / 27
		// Readers of SVG choose the typeface; some are wider than the one that is measured.
		l.caption = wrap(text, 0.84*l.width, l.captionSize, 3)
		l.height += l.captionSize * (0.5 + 1.3*float64(len(l.caption)))
	}
	// A whole number of pixels keeps every part of the picture in its place.
	_, height, scale := l.pixels()
	l.height = float64(height) / scale
	return l
}

// pixels returns the picture's size and how many pixels a unit has.
func (l layout) pixels() (width, height int, scale float64) {
	width = l.options.Size
	if width == 0 {
		width = int(math.Ceil(l.width))
	}
	scale = float64(width) / l.width
	return width, int(math.Ceil(l.height*scale - 1e-6)), scale
}

// An offset canvas is the same canvas with its origin moved.
type offset struct {
	canvas
	by point
}

func (p path) moved(by point) path {
	q := make(path, len(p))
	for i, s := range p {
		args := append([]float64(nil), s.args...)
		for k := range args {
			switch {
			case s.verb == 'A' && k < 5:
			case (s.verb == 'A' && k == 5) || (s.verb != 'A' && k%2 == 0):
				args[k] += by.x
			default:
				args[k] += by.y
			}
		}
		q[i] = segment{s.verb, args}
	}
	return q
}

func (c offset) fill(p path, colour string, opacity float64) {
	c.canvas.fill(p.moved(c.by), colour, opacity)
}

func (c offset) stroke(p path, colour string, width, opacity float64) {
	c.canvas.stroke(p.moved(c.by), colour, width, opacity)
}

func (c offset) text(centre point, size float64, colour, text string) {
	c.canvas.text(centre.add(c.by), size, colour, text)
}

func (c offset) men(list []placed) {
	moved := make([]placed, len(list))
	for i, m := range list {
		moved[i] = placed{m.look, m.at.add(c.by)}
	}
	c.canvas.men(moved)
}

// paint draws the board from back to front.
func (b *Board) paint(l layout, to canvas) {
	t := l.options.theme()
	if !l.options.page {
		to.fill(box(0, 0, l.width, l.height), t.Paper, 1)
	}
	c := offset{to, l.origin}
	b.paintSquares(l.view, t, c)
	b.paintTraces(l.view, t, c)
	b.paintMarks(l.view, t, c, true)
	for _, s := range b.Checks {
		c.stroke(disc(l.centre(s), 21.8), t.Check, 3.6, 1)
	}
	c.stroke(l.outline(), t.Frame, 1.6, 1)
	c.men(b.placedMen(l))
	b.paintMarks(l.view, t, c, false)
	for _, a := range b.Arrows {
		paintArrow(a, l.view, t.Seats[b.seatName(a.Seat)].Trace, t, c)
	}
	if l.letters > 0 {
		for _, text := range l.edgeLabels(l.letters) {
			c.text(text.at, l.letters, t.Coordinate, text.text)
		}
	}
	for i, line := range l.caption {
		up := l.captionSize * (0.4 + 1.3*(float64(len(l.caption)-i)-0.5))
		to.text(point{l.width / 2, l.height - up}, l.captionSize, t.Ink, line)
	}
}

// seatName returns a seat's name, "" for nobody's.
func (b *Board) seatName(s rules.Seat) string {
	if int(s) >= len(b.Seats) {
		return ""
	}
	return b.Seats[s]
}

// paintSquares draws the squares; a1, or the square that would be a1, is dark.
func (b *Board) paintSquares(v view, t *theme, c canvas) {
	c.fill(v.outline(), t.Light, 1)
	var dark path
	for i := range v.g.Squares() {
		s := rules.Square(i)
		if v.g.Has(s) && (v.g.File(s)+v.g.Rank(s))%2 == 0 {
			at := v.corner(s)
			dark = append(dark, box(at.x, at.y, unit, unit)...)
		}
	}
	c.fill(dark, t.Dark, 1)
}

// traceFade is how strong the rims of the last moves are, by age.
var traceFade = [...]float64{1, 0.7, 0.5, 0.35}

func (b *Board) paintTraces(v view, t *theme, c canvas) {
	for age := len(b.Traces) - 1; age >= 0; age-- {
		trace := b.Traces[age]
		for _, s := range [2]rules.Square{trace.From, trace.To} {
			at := v.corner(s)
			c.stroke(box(at.x+2, at.y+2, unit-4, unit-4), t.Seats[b.seatName(trace.Seat)].Trace, 3,
				traceFade[min(age, len(traceFade)-1)])
		}
	}
}

// paintMarks draws the tints, which lie under the men, or all other marks.
func (b *Board) paintMarks(v view, t *theme, c canvas, tints bool) {
	for _, m := range b.Marks {
		colour := t.Mark
		if m.Seat != rules.NoSeat {
			colour = t.Seats[b.Seats[m.Seat]].Trace
		}
		if tints != (m.Shape == Tint) {
			continue
		}
		at, p := v.corner(m.Square), v.centre(m.Square)
		switch m.Shape {
		case Tint:
			c.fill(box(at.x, at.y, unit, unit), colour, 0.4)
		case Ring:
			c.stroke(disc(p, 20.5), colour, 4, 0.9)
		case Dot:
			c.fill(disc(p, 8), colour, 0.9)
		case Cross:
			const r = 12
			cross := openLine(p.add(point{-r, -r}), p.add(point{r, r}))
			cross = append(cross, openLine(p.add(point{r, -r}), p.add(point{-r, r}))...)
			c.stroke(cross, t.Paper, 8, 0.8)
			c.stroke(cross, colour, 5, 1)
		}
	}
}

func (b *Board) placedMen(l layout) []placed {
	_, _, scale := l.pixels()
	small := scale*unit < smallSquare
	var list []placed
	for i, m := range b.Men {
		if m != 0 {
			list = append(list, placed{b.lookOf(m, small), l.corner(rules.Square(i))})
		}
	}
	return list
}

// paintArrow draws an arrow that begins beside the man it is about and ends
// short of the middle of the square it points to.
func paintArrow(a Arrow, v view, colour string, t *theme, c canvas) {
	if colour == "" {
		colour = t.Arrow
	}
	dir, length := v.centre(a.From).to(v.centre(a.To))
	from := v.centre(a.From).add(dir.times(18))
	tip := v.centre(a.To).add(dir.times(-4))
	const head, halfHead, half = 19, 12, 3.6
	neck := tip.add(dir.times(-head))
	side := point{-dir.y, dir.x}
	arrowhead := polygon(tip, neck.add(side.times(halfHead)), neck.add(side.times(-halfHead)))
	if !a.Forbidden {
		whole := polygon(from.add(side.times(half)), neck.add(side.times(half)), neck.add(side.times(halfHead)), tip,
			neck.add(side.times(-halfHead)), neck.add(side.times(-half)), from.add(side.times(-half)))
		c.stroke(whole, t.Paper, 2.4, 0.7)
		c.fill(whole, colour, 0.88)
		return
	}
	c.stroke(dashes(from, neck, 9, 9), colour, 5, 0.88)
	c.fill(arrowhead, colour, 0.88)
	const r = 10
	mid := v.centre(a.From).add(dir.times(length / 2))
	c.fill(disc(mid, r), t.Paper, 1)
	c.stroke(disc(mid, r), t.Check, 3.2, 1)
	c.stroke(openLine(mid.add(point{-0.7 * r, 0.7 * r}), mid.add(point{0.7 * r, -0.7 * r})), t.Check, 3.2, 1)
}

package diagram

import (
	"bytes"
	"io"
	"maps"
	"slices"
)

// pageTheme names every colour by the custom property in which a page keeps
// it: --board-light, --red-fill and so on, after the keys of colours.json.
var pageTheme = namedColours()

func namedColours() *theme {
	board := func(use string) string { return "var(--board-" + use + ")" }
	t := &theme{
		Paper: board("paper"), Ink: board("ink"), Light: board("light"), Dark: board("dark"), Frame: board("frame"),
		Coordinate: board("coordinate"), Check: board("check"), Mark: board("mark"), Arrow: board("arrow"), Seats: map[string]palette{},
	}
	for seat := range themes["light"].Seats {
		use := func(name string) string { return "var(--" + seat + "-" + name + ")" }
		t.Seats[seat] = palette{Fill: use("fill"), Rim: use("rim"), Line: use("line"), Trace: use("trace")}
	}
	return t
}

// WritePage writes the board as an SVG element of an HTML page. Its colours are
// custom properties of the page, which also is its paper; the men's outlines
// are added to shared, which the page writes once. Theme, Size and Inline of the options do not matter.
func WritePage(w io.Writer, b Board, o Options, shared *Definitions) error {
	o = Options{Coordinates: o.Coordinates, page: true}
	if err := b.check(o); err != nil {
		return err
	}
	l := b.arrange(o)
	c := &svgCanvas{theme: pageTheme, defs: shared.outlines()}
	b.paint(l, c)
	var element bytes.Buffer
	element.WriteString(`<svg role="img" viewBox="0 0 ` + num(l.width) + " " + num(l.height) + `"` + svgStyle + ">\n")
	b.writeNames(&element)
	element.Write(c.body.Bytes())
	element.WriteString("</svg>\n")
	_, err := w.Write(element.Bytes())
	return err
}

// Definitions are the outlines that the pictures of one page share. The zero value is ready for use.
type Definitions struct{ markup map[string]string }

func (d *Definitions) outlines() map[string]string {
	if d.markup == nil {
		d.markup = map[string]string{}
	}
	return d.markup
}

// WriteTo writes the definitions as an SVG element that shows nothing, or
// nothing if there are none.
func (d *Definitions) WriteTo(w io.Writer) (int64, error) {
	if len(d.markup) == 0 {
		return 0, nil
	}
	var element bytes.Buffer
	element.WriteString(`<svg width="0" height="0" aria-hidden="true">` + "\n")
	for _, id := range slices.Sorted(maps.Keys(d.markup)) {
		element.WriteString(symbol(id, d.markup[id]))
	}
	element.WriteString("</svg>\n")
	return element.WriteTo(w)
}

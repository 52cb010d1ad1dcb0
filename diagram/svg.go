package diagram

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// WriteSVG writes the board as one self-contained SVG document. The error is
// [rules.Faults] where the board or the options cannot be drawn, else the writer's.
func WriteSVG(w io.Writer, b Board, o Options) error {
	if err := b.check(o); err != nil {
		return err
	}
	l := b.arrange(o)
	c := &svgCanvas{theme: o.theme(), inline: o.Inline, defs: map[string]string{}}
	b.paint(l, c)
	width, height, _ := l.pixels()
	var doc bytes.Buffer
	doc.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" role="img" width="` + strconv.Itoa(width) + `" height="` + strconv.Itoa(height) +
		`" viewBox="0 0 ` + num(l.width) + " " + num(l.height) + `"` + svgStyle + ">\n")
	b.writeNames(&doc)
	c.writeDefs(&doc)
	doc.Write(c.body.Bytes())
	doc.WriteString("</svg>\n")
	_, err := w.Write(doc.Bytes())
	return err
}

// svgStyle are the attributes all shapes of a picture share.
const svgStyle = ` stroke-linejoin="round" stroke-linecap="round" text-anchor="middle" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"`

// writeNames writes what the picture is called and what it shows.
func (b *Board) writeNames(doc *bytes.Buffer) {
	description := clean(b.Description)
	if description == "" {
		description = b.describe()
	}
	doc.WriteString("<title>" + escape(b.title()) + "</title>\n<desc>" + escape(description) + "</desc>\n")
}

// title returns the picture's accessible name, never empty.
func (b *Board) title() string {
	for _, text := range [...]string{clean(b.Title), clean(b.Caption)} {
		if text != "" {
			return text
		}
	}
	return strconv.Itoa(b.Geometry.Files) + "×" + strconv.Itoa(b.Geometry.Ranks)
}

// svgCanvas writes SVG elements. The outlines of the men are definitions that
// take their colours from where they are used: fill the body's, stroke the
// rim's, color that of line and sign. They are alike in every document, so
// that several diagrams can stand in one page.
type svgCanvas struct {
	theme  *theme
	inline bool
	body   bytes.Buffer
	defs   map[string]string // by id
}

// idPrefix keeps our ids apart from those of a page around the picture.
const idPrefix = "melee-"

func (c *svgCanvas) fill(p path, colour string, opacity float64) {
	c.body.WriteString(`<path fill="` + colour + `"` + opacityText(opacity) + ` d="` + p.String() + `"/>` + "\n")
}

func (c *svgCanvas) stroke(p path, colour string, width, opacity float64) {
	c.body.WriteString(`<path fill="none" stroke="` + colour + `" stroke-width="` + num(width) + `"` + opacityText(opacity) +
		` d="` + p.String() + `"/>` + "\n")
}

func (c *svgCanvas) text(centre point, size float64, colour, text string) {
	c.body.WriteString(`<text fill="` + colour + `" font-size="` + num(size) + `" x="` + num(centre.x) +
		`" y="` + num(centre.y+size*capHeight/2) + `">` + escape(text) + "</text>\n")
}

// men writes the men army by army, so that each names its colours once.
func (c *svgCanvas) men(list []placed) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(a.seat, b.seat) })
	for i, m := range list {
		if i == 0 || list[i-1].seat != m.seat {
			p := c.theme.Seats[m.seat]
			c.body.WriteString(`<g fill="` + p.Fill + `" stroke="` + p.Rim + `" color="` + p.Line + `" stroke-width="` + num(m.widths().rim) + `">` + "\n")
		}
		c.man(m)
		if i == len(list)-1 || list[i+1].seat != m.seat {
			c.body.WriteString("</g>\n")
		}
	}
}

func (c *svgCanvas) man(m placed) {
	parts := m.parts()
	if c.inline {
		c.body.WriteString(`<g transform="translate(` + num(m.at.x) + " " + num(m.at.y) + `)">`)
		for _, p := range parts {
			c.body.WriteString(p.markup())
		}
		c.body.WriteString("</g>\n")
		return
	}
	for _, p := range parts {
		id := idPrefix + p.name
		c.defs[id] = p.markup()
		c.body.WriteString(`<use href="#` + id + `" x="` + num(m.at.x) + `" y="` + num(m.at.y) + `"/>`)
	}
	c.body.WriteString("\n")
}

// markup writes a part; colours and the rim's width come from where it stands.
func (p part) markup() string {
	text := ""
	for _, l := range p.layers {
		switch {
		case l.ink == inFillAndRim:
			text += "<path"
		case l.ink == inLineAndRim:
			text += `<path fill="currentColor"`
		case l.ink == inFill:
			text += `<path stroke="none"`
		case l.width == 0:
			text += `<path fill="currentColor" stroke="none"`
		default:
			text += `<path fill="none" stroke="currentColor" stroke-width="` + num(l.width) + `"`
		}
		text += ` d="` + l.path.String() + `"/>`
	}
	return text
}

func (c *svgCanvas) writeDefs(doc *bytes.Buffer) {
	if len(c.defs) == 0 {
		return
	}
	ids := make([]string, 0, len(c.defs))
	for id := range c.defs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	doc.WriteString("<defs>\n")
	for _, id := range ids {
		doc.WriteString(symbol(id, c.defs[id]))
	}
	doc.WriteString("</defs>\n")
}

// symbol is the definition of a part of a man's picture.
func symbol(id, markup string) string {
	return `<symbol id="` + id + `" overflow="visible">` + markup + "</symbol>\n"
}

// String returns the path as SVG path data.
func (p path) String() string {
	var s strings.Builder
	for _, seg := range p {
		s.WriteByte(seg.verb)
		for i, v := range seg.args {
			if i > 0 {
				s.WriteByte(' ')
			}
			s.WriteString(num(v))
		}
	}
	return s.String()
}

// num writes a length with at most two decimals.
func num(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64)
}

func opacityText(opacity float64) string {
	if opacity == 1 {
		return ""
	}
	return ` opacity="` + num(opacity) + `"`
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

func escape(text string) string { return escaper.Replace(text) }

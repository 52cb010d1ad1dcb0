package sheet

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"

	"melee/diagram"
)

// WriteSVG writes problems below each other on one sheet as wide as A4 paper.
func WriteSVG(w io.Writer, problems []Problem) error {
	s := &svgSurface{}
	height, err := set(s, endless, problems)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" stroke-linejoin="round" stroke-linecap="round">`+
		"\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n%s</svg>\n",
		number(paperWidth), number(height), number(paperWidth), number(height), s.body.Bytes())
	return err
}

type svgSurface struct{ body bytes.Buffer }

var svgFonts = [...]string{
	plain: `font-family="sans-serif"`,
	bold:  `font-family="sans-serif" font-weight="bold"`,
	mono:  `font-family="monospace" xml:space="preserve"`,
}

var svgAnchors = [...]string{left: "", middle: ` text-anchor="middle"`, right: ` text-anchor="end"`}

func (s *svgSurface) text(x, y, size float64, f font, a align, text string) {
	fmt.Fprintf(&s.body, `<text x="%s" y="%s" font-size="%s" %s%s>`, number(x), number(y), number(size), svgFonts[f], svgAnchors[a])
	xml.EscapeText(&s.body, []byte(text)) // a buffer takes everything
	s.body.WriteString("</text>\n")
}

func (s *svgSurface) draw(x, y, scale float64, d diagram.Stroke) {
	if d.Text != "" {
		s.text(x+d.X*scale, y+d.Y*scale, d.Size*scale, plain, middle, d.Text)
		return
	}
	fill, line := "none", ""
	if d.Fill != "" {
		fill = d.Fill
	}
	if d.Line != "" {
		line = fmt.Sprintf(` stroke="%s" stroke-width="%s"`, d.Line, number(d.Width*scale))
	}
	if d.Opacity != 1 {
		line += ` opacity="` + number(d.Opacity) + `"`
	}
	fmt.Fprintf(&s.body, `<path fill="%s"%s d="`, fill, line)
	for _, seg := range d.Path {
		s.body.WriteByte(seg.Verb)
		for i := 0; i < len(seg.Args); i += 2 {
			if i > 0 {
				s.body.WriteByte(' ')
			}
			s.body.WriteString(number(x+seg.Args[i]*scale) + " " + number(y+seg.Args[i+1]*scale))
		}
	}
	s.body.WriteString("\"/>\n")
}

func (*svgSurface) page() {}

// number writes a length with at most two decimals.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'f', 2, 64)
	for text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	if text[len(text)-1] == '.' {
		text = text[:len(text)-1]
	}
	return text
}

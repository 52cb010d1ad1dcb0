package sheet

import (
	"io"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"melee/diagram"
)

// WritePDF writes problems on pages of A4 paper. The time is noted as the one of writing.
func WritePDF(w io.Writer, problems []Problem, now time.Time) error {
	pdf := fpdf.New("P", "pt", "A4", "")
	pdf.SetCreationDate(now)
	pdf.SetModificationDate(now)
	pdf.SetCreator("Mêlée", true)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes("go", "", goregular.TTF)
	pdf.AddUTF8FontFromBytes("go", "B", gobold.TTF)
	pdf.AddUTF8FontFromBytes("gomono", "", gomono.TTF)
	pdf.SetLineCapStyle("round")
	pdf.SetLineJoinStyle("round")
	pdf.AddPage()
	if _, err := set(&pdfSurface{pdf}, paperHeight, problems); err != nil {
		return err
	}
	return pdf.Output(w)
}

type pdfSurface struct{ pdf *fpdf.Fpdf }

func (s *pdfSurface) text(x, y, size float64, f font, a align, text string) {
	switch f {
	case plain:
		s.pdf.SetFont("go", "", size)
	case bold:
		s.pdf.SetFont("go", "B", size)
	case mono:
		s.pdf.SetFont("gomono", "", size)
	}
	s.pdf.SetTextColor(0, 0, 0)
	switch width := s.pdf.GetStringWidth(text); a {
	case middle:
		x -= width / 2
	case right:
		x -= width
	}
	s.pdf.Text(x, y, text)
}

func (s *pdfSurface) draw(x, y, scale float64, d diagram.Stroke) {
	if d.Text != "" {
		s.text(x+d.X*scale, y+d.Y*scale, d.Size*scale, plain, middle, d.Text)
		return
	}
	style := ""
	if d.Fill != "" {
		style = "F"
		s.pdf.SetFillColor(rgb(d.Fill))
	}
	if d.Line != "" {
		style += "D"
		s.pdf.SetDrawColor(rgb(d.Line))
		s.pdf.SetLineWidth(d.Width * scale)
	}
	if d.Opacity != 1 {
		s.pdf.SetAlpha(d.Opacity, "Normal")
		defer s.pdf.SetAlpha(1, "Normal")
	}
	for _, seg := range d.Path {
		at := func(i int) (float64, float64) { return x + seg.Args[i]*scale, y + seg.Args[i+1]*scale }
		switch seg.Verb {
		case 'M':
			s.pdf.MoveTo(at(0))
		case 'L':
			s.pdf.LineTo(at(0))
		case 'C':
			x1, y1 := at(0)
			x2, y2 := at(2)
			x3, y3 := at(4)
			s.pdf.CurveBezierCubicTo(x1, y1, x2, y2, x3, y3)
		case 'Z':
			s.pdf.ClosePath()
		}
	}
	s.pdf.DrawPath(style)
}

func (s *pdfSurface) page() { s.pdf.AddPage() }

// rgb reads "#rrggbb", as the colours of diagrams are written.
func rgb(colour string) (r, g, b int) {
	v, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		panic("sheet: '" + colour + "' is no colour")
	}
	return int(v >> 16), int(v >> 8 & 255), int(v & 255)
}

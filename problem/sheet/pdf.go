package sheet

import (
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"

	"melee/diagram"
	"melee/diagram/paper"
)

// WritePDF writes problems on pages of A4 paper. The time is noted as the one of writing.
func WritePDF(w io.Writer, problems []Problem, now time.Time) error {
	pdf := paper.New(now)
	pdf.AddUTF8FontFromBytes(paper.Font, "B", gobold.TTF)
	pdf.AddUTF8FontFromBytes("gomono", "", gomono.TTF)
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
		s.pdf.SetFont(paper.Font, "", size)
	case bold:
		s.pdf.SetFont(paper.Font, "B", size)
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

func (s *pdfSurface) draw(x, y, scale float64, d diagram.Stroke) { paper.Draw(s.pdf, x, y, scale, d) }

func (s *pdfSurface) page() { s.pdf.AddPage() }

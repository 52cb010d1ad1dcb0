// Package paper puts boards on pages of PDF documents, as outlines that can be
// printed at any size.
package paper

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/goregular"

	"melee/diagram"
)

// Font is the family in which [Draw] writes coordinates and captions.
const Font = "go"

// A page of A4 paper and the margin around a board, in points.
const (
	width, height = 595.28, 841.89
	margin        = 56
)

// New returns an A4 document in which Draw can draw; the time is noted as the one of writing.
func New(now time.Time) *fpdf.Fpdf {
	pdf := fpdf.New("P", "pt", "A4", "")
	pdf.SetCreationDate(now)
	pdf.SetModificationDate(now)
	pdf.SetCreator("Mêlée", true)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes(Font, "", goregular.TTF)
	pdf.SetLineCapStyle("round")
	pdf.SetLineJoinStyle("round")
	return pdf
}

// WriteBoard writes a document of one page with the board in the middle.
func WriteBoard(w io.Writer, b diagram.Board, o diagram.Options, now time.Time) error {
	strokes, across, down, err := diagram.Drawing(b, o)
	if err != nil {
		return err
	}
	pdf := New(now)
	pdf.AddPage()
	scale := min((width-2*margin)/across, (height-2*margin)/down)
	for _, s := range strokes {
		Draw(pdf, (width-across*scale)/2, (height-down*scale)/2, scale, s)
	}
	return pdf.Output(w)
}

// Draw draws one stroke of a diagram whose upper left corner is at x and y, in points.
func Draw(pdf *fpdf.Fpdf, x, y, scale float64, d diagram.Stroke) {
	if d.Text != "" {
		pdf.SetFont(Font, "", d.Size*scale)
		pdf.SetTextColor(0, 0, 0)
		pdf.Text(x+d.X*scale-pdf.GetStringWidth(d.Text)/2, y+d.Y*scale, d.Text)
		return
	}
	style := ""
	if d.Fill != "" {
		style = "F"
		pdf.SetFillColor(rgb(d.Fill))
	}
	if d.Line != "" {
		style += "D"
		pdf.SetDrawColor(rgb(d.Line))
		pdf.SetLineWidth(d.Width * scale)
	}
	if d.Opacity != 1 {
		pdf.SetAlpha(d.Opacity, "Normal")
		defer pdf.SetAlpha(1, "Normal")
	}
	for _, seg := range d.Path {
		at := func(i int) (float64, float64) { return x + seg.Args[i]*scale, y + seg.Args[i+1]*scale }
		switch seg.Verb {
		case 'M':
			pdf.MoveTo(at(0))
		case 'L':
			pdf.LineTo(at(0))
		case 'C':
			x1, y1 := at(0)
			x2, y2 := at(2)
			x3, y3 := at(4)
			pdf.CurveBezierCubicTo(x1, y1, x2, y2, x3, y3)
		case 'Z':
			pdf.ClosePath()
		}
	}
	pdf.DrawPath(style)
}

// rgb reads "#rrggbb", as the colours of diagrams are written.
func rgb(colour string) (r, g, b int) {
	v, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		panic(fmt.Sprintf("paper: '%s' is no colour", colour))
	}
	return int(v >> 16), int(v >> 8 & 255), int(v & 255)
}

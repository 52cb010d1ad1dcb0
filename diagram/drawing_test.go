package diagram

import (
	"image"
	"image/draw"
	"testing"
)

// Strokes drawn one after another give the picture that WritePNG writes.
func TestDrawingIsThePicture(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			b, o := g.board(), g.options
			b.Caption, o.Coordinates = "", false
			want, err := render(b, o)
			if err != nil {
				t.Fatal(err)
			}
			strokes, width, _, err := Drawing(b, o)
			if err != nil {
				t.Fatal(err)
			}
			got := image.NewRGBA(want.Bounds())
			draw.Draw(got, got.Bounds(), image.NewUniform(rgb(o.theme().Paper)), image.Point{}, draw.Src)
			scale := float64(want.Bounds().Dx()) / width
			for _, s := range strokes {
				var p path
				for _, seg := range s.Path {
					p.add(seg.Verb, seg.Args...)
				}
				if s.Fill != "" {
					fillPath(got, p, scale, point{}, shade(s.Fill, s.Opacity))
				}
				if s.Line != "" {
					strokePath(got, p, scale, point{}, s.Width, shade(s.Line, s.Opacity))
				}
			}
			if mean, far := compare(got, want); mean > 0.5 || far > 0.001 {
				t.Errorf("mean difference %.2f of 255 (at most 0.5), %.3f %% of the pixels are far off (at most 0.1)", mean, 100*far)
			}
		})
	}
}

func TestDrawingOfABoardThatCannotBeDrawn(t *testing.T) {
	if _, _, _, err := Drawing(Board{}, Options{}); err == nil {
		t.Error("a board without squares is drawn")
	}
}

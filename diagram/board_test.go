package diagram

import (
	"io"
	"slices"
	"testing"

	"melee/rules"
)

func TestBoardFaults(t *testing.T) {
	man := rules.NewMan(0, rules.King)
	for _, c := range []struct {
		name  string
		field string
		spoil func(*Board, *Options)
	}{
		{"no geometry", "geometry", func(b *Board, _ *Options) { b.Geometry = rules.Geometry{} }},
		{"too many files", "geometry", func(b *Board, _ *Options) { b.Geometry.Files = 17 }},
		{"too many squares", "geometry", func(b *Board, _ *Options) { b.Geometry = rules.Geometry{Files: 16, Ranks: 16} }},
		{"corners that meet", "geometry", func(b *Board, _ *Options) { b.Geometry.Corner = 7 }},
		{"negative corner", "geometry", func(b *Board, _ *Options) { b.Geometry.Corner = -1 }},
		{"no seats", "seats", func(b *Board, _ *Options) { b.Seats = nil }},
		{"five seats", "seats", func(b *Board, _ *Options) { b.Seats = append(slices.Clone(hues), "white") }},
		{"unknown seat", "seats", func(b *Board, _ *Options) { b.Seats = []string{"red", "purple"} }},
		{"grey is no seat", "seats", func(b *Board, _ *Options) { b.Seats = []string{"grey"} }},
		{"men of another board", "men", func(b *Board, _ *Options) { b.Men = b.Men[:64] }},
		{"man in a cut corner", "men", func(b *Board, _ *Options) { b.Men[0] = man }},
		{"man without a kind", "men", func(b *Board, _ *Options) { b.Men[100] = rules.Grey }},
		{"man of no kind", "men", func(b *Board, _ *Options) { b.Men[100] = rules.NewMan(0, 7) }},
		{"man of a missing seat", "men", func(b *Board, _ *Options) { b.Seats = b.Seats[:3] }},
		{"bottom seat", "bottom", func(b *Board, _ *Options) { b.Bottom = 4 }},
		{"title", "title", func(b *Board, _ *Options) { b.Title = string(make([]byte, MaxCaption+1)) }},
		{"arrow off the board", "arrows", func(b *Board, _ *Options) { b.Arrows = []Arrow{{From: 0, To: 100, Seat: 0}} }},
		{"arrow of a missing seat", "arrows", func(b *Board, _ *Options) { b.Arrows = []Arrow{{From: 100, To: 101, Seat: 4}} }},
		{"too many arrows", "arrows", func(b *Board, _ *Options) { b.Arrows = make([]Arrow, maxItems+1) }},
		{"mark off the board", "marks", func(b *Board, _ *Options) { b.Marks = []Mark{{Square: 196}} }},
		{"mark without a shape", "marks", func(b *Board, _ *Options) { b.Marks = []Mark{{Square: 100, Shape: 4}} }},
		{"trace off the board", "traces", func(b *Board, _ *Options) { b.Traces = []Trace{{0, 100, 255}} }},
		{"check off the board", "checks", func(b *Board, _ *Options) { b.Checks = []rules.Square{13} }},
		{"theme", "theme", func(_ *Board, o *Options) { o.Theme = "pink" }},
		{"too small", "size", func(_ *Board, o *Options) { o.Size = MinSize - 1 }},
		{"too large", "size", func(_ *Board, o *Options) { o.Size = MaxSize + 1 }},
		{"negative size", "size", func(_ *Board, o *Options) { o.Size = -1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, o := startFourPlayer(), Options{}
			c.spoil(&b, &o)
			for what, err := range map[string]error{
				"SVG": WriteSVG(io.Discard, b, o), "PNG": WritePNG(io.Discard, b, o), "GIF": WriteGIF(io.Discard, []Board{b}, o, Animation{}),
			} {
				if !hasFault(err, c.field) {
					t.Errorf("%s: error %v, want a fault of %s", what, err, c.field)
				}
			}
		})
	}
}

func TestEveryFaultIsGiven(t *testing.T) {
	b := startFourPlayer()
	b.Bottom, b.Men[0] = 9, rules.NewMan(0, rules.Pawn)
	err := WriteSVG(io.Discard, b, Options{Theme: "pink", Size: 1})
	for _, field := range []string{"bottom", "men", "theme", "size"} {
		if !hasFault(err, field) {
			t.Errorf("error %v lacks %s", err, field)
		}
	}
}

package diagram

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// WritePNG writes the board as a PNG picture: the same outlines as
// [WriteSVG], letters in the Go typeface. The error is [rules.Faults] where
// the board or the options cannot be drawn, else the writer's.
func WritePNG(w io.Writer, b Board, o Options) error {
	img, err := render(b, o)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// render draws the board in pixels.
func render(b Board, o Options) (*image.RGBA, error) {
	if err := b.check(o); err != nil {
		return nil, err
	}
	return newRenderer(o).draw(b), nil
}

// A renderer draws boards of one look; men once drawn are kept for the next board.
type renderer struct {
	options Options
	sprites map[spriteKey]*image.RGBA
}

func newRenderer(o Options) *renderer {
	return &renderer{options: o, sprites: map[spriteKey]*image.RGBA{}}
}

// draw renders a board that has been checked.
func (r *renderer) draw(b Board) *image.RGBA {
	l := b.arrange(r.options)
	width, height, scale := l.pixels()
	c := &rasterCanvas{img: image.NewRGBA(image.Rect(0, 0, width, height)), scale: scale, renderer: r}
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(rgb(r.options.theme().Paper)), image.Point{}, draw.Src)
	b.paint(l, c)
	return c.img
}

// rasterCanvas paints on pixels.
type rasterCanvas struct {
	img      *image.RGBA
	scale    float64
	renderer *renderer
}

func (c *rasterCanvas) fill(p path, colour string, opacity float64) {
	fillPath(c.img, p, c.scale, point{}, shade(colour, opacity))
}

func (c *rasterCanvas) stroke(p path, colour string, width, opacity float64) {
	strokePath(c.img, p, c.scale, point{}, width, shade(colour, opacity))
}

func (c *rasterCanvas) text(centre point, size float64, colour, text string) {
	pixels := size * c.scale
	f := face(pixels)
	left := centre.x*c.scale - letter(text, pixels, f, func(float64, string, path) {})/2
	base := (centre.y + size*capHeight/2) * c.scale
	d := font.Drawer{Dst: c.img, Src: image.NewUniform(rgb(colour)), Face: f}
	letter(text, pixels, f, func(x float64, run string, sign path) {
		if sign != nil {
			// A sign is about 11 units high around 24, 39; here it is as high as a capital.
			k := capHeight * pixels / 11
			middle := point{left + x + 0.45*pixels, base - capHeight*pixels/2}
			fillPath(c.img, sign, k, middle.add(point{unit / 2, 39}.times(-k)), rgb(colour))
			return
		}
		d.Dot = fixed.Point26_6{X: fixed.Int26_6(math.Round((left + x) * 64)), Y: fixed.Int26_6(math.Round(base * 64))}
		d.DrawString(run)
	})
}

// A spriteKey names a man's picture at a place between pixels, in 64ths.
type spriteKey struct {
	look
	size   float64
	dx, dy int
}

func (c *rasterCanvas) men(list []placed) {
	for _, m := range list {
		x, y := m.at.x*c.scale, m.at.y*c.scale
		px, py := int(math.Floor(x)), int(math.Floor(y))
		key := spriteKey{m.look, c.scale, int((x - float64(px)) * 64), int((y - float64(py)) * 64)}
		sprite := c.renderer.sprites[key]
		if sprite == nil {
			sprite = c.renderer.sprite(key)
			c.renderer.sprites[key] = sprite
		}
		draw.Draw(c.img, sprite.Bounds().Add(image.Pt(px, py)), sprite, image.Point{}, draw.Over)
	}
}

func (r *renderer) sprite(key spriteKey) *image.RGBA {
	side := int(math.Ceil(unit*key.size)) + 1
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	at := point{float64(key.dx) / 64, float64(key.dy) / 64}
	colours := r.options.theme().Seats[key.seat]
	for _, p := range key.parts() {
		for _, l := range p.layers {
			l.draw(img, colours, key.size, at)
		}
	}
	return img
}

// draw paints a layer of a man whose box begins at a point in pixels.
func (l layer) draw(img *image.RGBA, p palette, scale float64, at point) {
	fill, stroke := l.colours(p)
	if fill != "" {
		fillPath(img, l.path, scale, at, rgb(fill))
	}
	if stroke != "" {
		strokePath(img, l.path, scale, at, l.width, rgb(stroke))
	}
}

// colours returns what a layer is filled with and what its outline is drawn in, empty for nothing.
func (l layer) colours(p palette) (fill, stroke string) {
	switch {
	case l.ink == inFillAndRim:
		return p.Fill, p.Rim
	case l.ink == inLineAndRim:
		return p.Line, p.Rim
	case l.ink == inFill:
		return p.Fill, ""
	case l.width == 0:
		return p.Line, ""
	}
	return "", p.Line
}

// shade returns a colour of ours with an opacity from 0 to 1.
func shade(colour string, opacity float64) color.Color {
	c := rgb(colour)
	return color.NRGBA{c.R, c.G, c.B, uint8(math.Round(opacity * 255))}
}

// fillPath fills a path given in units, moved by a distance in pixels.
func fillPath(dst *image.RGBA, p path, scale float64, by point, colour color.Color) {
	lines := p.flatten(scale)
	area := toPixels(lines, scale, by, 1).Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	var r vector.Rasterizer
	r.Reset(area.Dx(), area.Dy())
	x0, y0 := float64(area.Min.X), float64(area.Min.Y)
	for _, l := range lines {
		for i, q := range l.points {
			x, y := float32(q.x-x0), float32(q.y-y0)
			if i == 0 {
				r.MoveTo(x, y)
				continue
			}
			r.LineTo(x, y)
		}
		r.ClosePath()
	}
	r.Draw(dst, area, image.NewUniform(colour), image.Point{})
}

// toPixels scales the polylines in place and returns the pixels they touch, grown by a margin.
func toPixels(lines []polyline, scale float64, by point, margin float64) image.Rectangle {
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, l := range lines {
		for i, q := range l.points {
			q = q.times(scale).add(by)
			l.points[i] = q
			lo = point{math.Min(lo.x, q.x), math.Min(lo.y, q.y)}
			hi = point{math.Max(hi.x, q.x), math.Max(hi.y, q.y)}
		}
	}
	if lo.x > hi.x {
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(lo.x-margin)), int(math.Floor(lo.y-margin)), int(math.Ceil(hi.x+margin)), int(math.Ceil(hi.y+margin)))
}

// strokePath draws a path of a width in units with round ends and joins. A
// pixel's coverage is that of the nearest piece, so that joins show no seams.
func strokePath(dst *image.RGBA, p path, scale float64, by point, width float64, colour color.Color) {
	lines := p.flatten(scale)
	half := width * scale / 2
	area := toPixels(lines, scale, by, half+1).Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	mask := image.NewAlpha(area)
	for _, l := range lines {
		for i := 1; i < len(l.points); i++ {
			strokePiece(mask, l.points[i-1], l.points[i], half)
		}
		if l.closed || len(l.points) == 1 {
			strokePiece(mask, l.points[len(l.points)-1], l.points[0], half)
		}
	}
	draw.DrawMask(dst, area, image.NewUniform(colour), image.Point{}, mask, area.Min, draw.Over)
}

func strokePiece(mask *image.Alpha, a, b point, half float64) {
	area := image.Rect(int(math.Floor(math.Min(a.x, b.x)-half-1)), int(math.Floor(math.Min(a.y, b.y)-half-1)),
		int(math.Ceil(math.Max(a.x, b.x)+half+1)), int(math.Ceil(math.Max(a.y, b.y)+half+1))).Intersect(mask.Bounds())
	dx, dy := b.x-a.x, b.y-a.y
	square := dx*dx + dy*dy
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			px, py := float64(x)+0.5-a.x, float64(y)+0.5-a.y
			t := 0.0
			if square > 0 {
				t = math.Max(0, math.Min(1, (px*dx+py*dy)/square))
			}
			d := math.Hypot(px-t*dx, py-t*dy)
			cover := math.Min(half, d+0.5) - math.Max(-half, d-0.5)
			if cover <= 0 {
				continue
			}
			i := mask.PixOffset(x, y)
			mask.Pix[i] = max(mask.Pix[i], uint8(math.Round(math.Min(1, cover)*255)))
		}
	}
}

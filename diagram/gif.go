package diagram

import (
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"strconv"

	"melee/rules"
)

// Animation says how a game is shown in time.
type Animation struct {
	// Delay is how long each position stands, in hundredths of a second; 0 means 100.
	Delay int
	// Hold is how long the last position stands before the game begins again; 0 means 400.
	Hold int
}

// Limits of an animated game.
const (
	MaxFrames = 1200
	// MaxGIFSize is the widest animated picture in pixels.
	MaxGIFSize = 1200
	maxDelay   = 6000 // a minute
)

// Replay returns the positions of a game from where it stands through all
// actions: the board before the first and after each, with the last moves
// of the other seats traced. The game itself is not changed. The error names the
// action that cannot be played.
func Replay(start rules.Game, actions []rules.Action) ([]Board, error) {
	g := start.Clone()
	boards := make([]Board, 1, len(actions)+1)
	boards[0] = FromGame(g)
	var traces []Trace
	for i, a := range actions {
		seat := g.Turn()
		if _, err := g.Do(a); err != nil {
			return nil, &actionError{i + 1, a.Text(g.Variant(), g.Geometry()), err}
		}
		if a.Act == rules.MakeMove {
			traces = append([]Trace{{seat, a.Move.From(), a.Move.To()}}, traces...)
			traces = traces[:min(len(traces), max(1, len(g.Variant().Seats)-1))]
		}
		b := FromGame(g)
		b.Traces = slices.Clone(traces)
		boards = append(boards, b)
	}
	return boards, nil
}

// An actionError tells which action of a record could not be played.
type actionError struct {
	number int
	text   string
	cause  error
}

func (e *actionError) Error() string {
	return "action " + strconv.Itoa(e.number) + " '" + e.text + "': " + e.cause.Error()
}

func (e *actionError) Unwrap() error { return e.cause }

// WriteGIF writes the boards, which must share their geometry, as an endless
// animation. All frames share one palette of at most 256 colours, and each
// holds only the rectangle that changes.
func WriteGIF(w io.Writer, boards []Board, o Options, a Animation) error {
	if a.Delay == 0 {
		a.Delay = 100
	}
	if a.Hold == 0 {
		a.Hold = 400
	}
	if err := checkFrames(boards, o, a); err != nil {
		return err
	}
	r := newRenderer(o)
	colours := r.choosePalette(boards)
	out := gif.GIF{Config: image.Config{ColorModel: colours}}
	index := paletteIndex{colours: colours, known: map[color.RGBA]uint8{}}
	var before *image.Paletted
	for i, b := range boards {
		now := index.convert(r.draw(b))
		frame := now
		if before != nil {
			frame = changed(before, now)
		}
		delay := a.Delay
		if i == len(boards)-1 {
			delay = a.Hold
		}
		out.Image = append(out.Image, frame)
		out.Delay = append(out.Delay, delay)
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		before = now
	}
	out.Config.Width, out.Config.Height = before.Rect.Dx(), before.Rect.Dy()
	return gif.EncodeAll(w, &out)
}

func checkFrames(boards []Board, o Options, a Animation) error {
	var faults rules.Faults
	if len(boards) < 1 || len(boards) > MaxFrames {
		faults.Add("game", strconv.Itoa(len(boards)), "must have 1 to "+strconv.Itoa(MaxFrames)+" positions")
	}
	if o.Size > MaxGIFSize {
		faults.Add("size", strconv.Itoa(o.Size), "must be at most "+strconv.Itoa(MaxGIFSize)+" pixels in an animation")
	}
	if a.Delay < 1 || a.Delay > maxDelay || a.Hold < 1 || a.Hold > maxDelay {
		faults.Add("delay", "", "must be from 1 to "+strconv.Itoa(maxDelay)+" hundredths of a second")
	}
	if faults != nil {
		return faults
	}
	first := boards[0]
	for i, b := range boards {
		if err := b.check(o); err != nil {
			return err
		}
		if b.Geometry != first.Geometry || b.Bottom != first.Bottom || b.Caption != first.Caption {
			faults.Add("game", "position "+strconv.Itoa(i), "must share geometry, bottom and caption with the first")
			return faults
		}
	}
	return nil
}

// choosePalette takes the colours of up to 12 positions: the commonest first,
// and none that is nearly one already taken while others wait.
func (r *renderer) choosePalette(boards []Board) color.Palette {
	counts := map[color.RGBA]int{}
	samples := min(len(boards), 12)
	for i := range samples {
		img := r.draw(boards[i*(len(boards)-1)/max(1, samples-1)])
		for at := 0; at < len(img.Pix); at += 4 {
			counts[color.RGBA{img.Pix[at], img.Pix[at+1], img.Pix[at+2], 255}]++
		}
	}
	list := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		list = append(list, c)
	}
	key := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	slices.SortFunc(list, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(key(a), key(b)))
	})
	var chosen []color.RGBA
	for _, apart := range [...]int{3 * 24 * 24, 3 * 12 * 12, 3 * 6 * 6, 1} {
		for _, c := range list {
			if len(chosen) == 255 { // one is left for what does not change
				break
			}
			if len(chosen) == 0 || distance(c, chosen[nearest(chosen, c)]) >= apart {
				chosen = append(chosen, c)
			}
		}
	}
	colours := make(color.Palette, len(chosen), len(chosen)+1)
	for i, c := range chosen {
		colours[i] = c
	}
	return append(colours, color.RGBA{})
}

func distance(a, b color.RGBA) int {
	dr, dg, db := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return dr*dr + dg*dg + db*db
}

func nearest(list []color.RGBA, c color.RGBA) int {
	best := 0
	for i, o := range list {
		if distance(c, o) < distance(c, list[best]) {
			best = i
		}
	}
	return best
}

// A paletteIndex turns colours into the palette's nearest.
type paletteIndex struct {
	colours color.Palette
	known   map[color.RGBA]uint8
}

func (p *paletteIndex) convert(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Rect, p.colours)
	for i := range out.Pix {
		c := color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], 255}
		at, ok := p.known[c]
		if !ok {
			at = uint8(p.colours.Index(c))
			p.known[c] = at
		}
		out.Pix[i] = at
	}
	return out
}

// changed returns the smallest part of now that holds every pixel that
// differs, all others transparent; one pixel if none does.
func changed(before, now *image.Paletted) *image.Paletted {
	area := image.Rectangle{}
	for i := range now.Pix {
		if now.Pix[i] != before.Pix[i] {
			x, y := i%now.Stride, i/now.Stride
			area = area.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	if area.Empty() {
		area = image.Rect(0, 0, 1, 1)
	}
	part := image.NewPaletted(area, now.Palette)
	clear := uint8(len(now.Palette) - 1)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			at := now.PixOffset(x, y)
			part.Pix[part.PixOffset(x, y)] = clear
			if now.Pix[at] != before.Pix[at] {
				part.Pix[part.PixOffset(x, y)] = now.Pix[at]
			}
		}
	}
	return part
}

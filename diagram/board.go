// Package diagram draws any position of any of our boards: as SVG, as PNG from
// the same outlines, and a game as an animated GIF. The men are our own; their
// outlines (men.json) and all colours (colours.json) are shared with the pages.
package diagram

import (
	"slices"
	"strconv"

	"melee/rules"
)

// A Board is what a diagram shows. Only Geometry, Seats and Men are needed.
type Board struct {
	Geometry rules.Geometry
	// Seats are the variant's seat names in the order of turns; colours and signs follow from them.
	Seats []string
	// Men holds the man on each square, by [rules.Square].
	Men []rules.Man
	// Bottom is the seat whose side of the board is shown at the bottom.
	Bottom rules.Seat
	// Title names the picture for those who do not see it; the caption does if it is empty.
	Title string
	// Description tells the position to those who do not see it, at most
	// [MaxDescription] bytes; if it is empty, the men are listed in English.
	Description string
	// Caption stands under the board, at most [MaxCaption] bytes, in up to three lines.
	Caption string
	Arrows  []Arrow
	Marks   []Mark
	// Traces are the last moves, newest first; they fade with age.
	Traces []Trace
	// Checks are the squares of kings that stand attacked.
	Checks []rules.Square
}

// A Trace is a move that has been played: a rim in the seat's colour on both squares.
type Trace struct {
	Seat     rules.Seat
	From, To rules.Square
}

// Limits of what a diagram takes.
const (
	MaxCaption     = 300  // bytes
	MaxDescription = 2000 // bytes
	MinSize        = 64   // pixels across
	MaxSize        = 4096 // pixels across
)

// Options say how a board is drawn.
type Options struct {
	// Theme is "light" (if empty), "dark" or "print": black and white.
	Theme string
	// Size is the width of the picture in pixels; 0 means 48 for each square.
	Size int
	// Coordinates letters the files and numbers the ranks.
	Coordinates bool
	// Inline writes each man's outlines where he stands instead of referring to
	// one definition, for readers of SVG that know no <use>.
	Inline bool

	page bool // the colours are those of [pageTheme] and the paper is the page's
}

// FromGame returns the board of a game as it stands, kings in check ringed.
func FromGame(g rules.Game) Board {
	v, geometry := g.Variant(), g.Geometry()
	b := Board{Geometry: geometry, Seats: v.Seats, Men: make([]rules.Man, geometry.Squares())}
	for i := range b.Men {
		s := rules.Square(i)
		if !geometry.Has(s) {
			continue
		}
		m := g.At(s)
		b.Men[i] = m
		// The camps of MCX4 take turns, so that a seat's side is its number modulo the sides.
		if m.Kind() == rules.King && !m.IsGrey() && len(v.Sides) > 0 && g.Checked(rules.Side(int(m.Seat())%len(v.Sides))) {
			b.Checks = append(b.Checks, s)
		}
	}
	return b
}

// check returns every fault that keeps the board from being drawn.
func (b *Board) check(o Options) error {
	var faults rules.Faults
	g := b.Geometry
	if g.Files < 1 || g.Files > 16 || g.Ranks < 1 || g.Ranks > 16 || g.Corner < 0 || 2*g.Corner >= min(g.Files, g.Ranks) || g.Squares() > 255 {
		faults.Add("geometry", "", "must have 1 to 16 files and ranks, at most 255 squares, and corners smaller than half a side")
		return faults.Err()
	}
	if len(b.Seats) < 1 || len(b.Seats) > 4 {
		faults.Add("seats", "", "must be 1 to 4")
		return faults.Err()
	}
	for _, name := range b.Seats {
		if _, ok := themes["light"].Seats[name]; !ok || name == greySeat {
			faults.Add("seats", "'"+clip(name, 20)+"'", "has no colours")
		}
	}
	if len(b.Men) != g.Squares() {
		faults.Add("men", "", "must be given for "+strconv.Itoa(g.Squares())+" squares")
	}
	if int(b.Bottom) >= len(b.Seats) {
		faults.Add("bottom", "", "must be one of the seats")
	}
	if len(b.Caption) > MaxCaption {
		faults.Add("caption", "", "must have at most "+strconv.Itoa(MaxCaption)+" bytes")
	}
	if len(b.Title) > MaxCaption {
		faults.Add("title", "", "must have at most "+strconv.Itoa(MaxCaption)+" bytes")
	}
	if len(b.Description) > MaxDescription {
		faults.Add("description", "", "must have at most "+strconv.Itoa(MaxDescription)+" bytes")
	}
	b.checkMen(&faults)
	b.checkSquares(&faults)
	o.check(&faults)
	return faults.Err()
}

func (b *Board) checkMen(faults *rules.Faults) {
	g := b.Geometry
	for i, m := range b.Men {
		switch {
		case m == 0 || i >= g.Squares():
		case !g.Has(rules.Square(i)):
			faults.Add("men", g.Name(rules.Square(i)), "stands on a square that is cut out")
		case m.Kind() == rules.NoKind || m.Kind() > rules.King:
			faults.Add("men", g.Name(rules.Square(i)), "is no kind of man")
		case int(m.Seat()) >= len(b.Seats):
			faults.Add("men", g.Name(rules.Square(i)), "belongs to a seat that does not exist")
		}
	}
}

func (b *Board) checkSquares(faults *rules.Faults) {
	need := func(field string, seat rules.Seat, squares ...rules.Square) {
		for _, s := range squares {
			if !b.Geometry.Has(s) {
				faults.Add(field, strconv.Itoa(int(s)), "is no square of this board")
			}
		}
		if seat != rules.NoSeat && int(seat) >= len(b.Seats) {
			faults.Add(field, strconv.Itoa(int(seat)), "is no seat of this board")
		}
	}
	if max(len(b.Arrows), len(b.Marks), len(b.Traces), len(b.Checks)) > maxItems {
		faults.Add("arrows", "", "arrows, marks, traces and checks are at most "+strconv.Itoa(maxItems)+" each")
		return
	}
	for _, a := range b.Arrows {
		need("arrows", a.Seat, a.From, a.To)
	}
	for _, m := range b.Marks {
		need("marks", m.Seat, m.Square)
		if m.Shape > Tint {
			faults.Add("marks", b.Geometry.Name(m.Square), "has no such shape")
		}
	}
	for _, t := range b.Traces {
		need("traces", t.Seat, t.From, t.To)
	}
	need("checks", rules.NoSeat, b.Checks...)
}

func (o Options) check(faults *rules.Faults) {
	if o.Theme != "" && themes[o.Theme] == nil {
		faults.Add("theme", "'"+clip(o.Theme, 20)+"'", "must be light, dark or print")
	}
	if o.Size != 0 && (o.Size < MinSize || o.Size > MaxSize) {
		faults.Add("size", strconv.Itoa(o.Size), "must be from "+strconv.Itoa(MinSize)+" to "+strconv.Itoa(MaxSize)+" pixels")
	}
}

// theme returns the colours to draw with.
func (o Options) theme() *theme {
	if o.page {
		return pageTheme
	}
	if o.Theme == "" {
		return themes["light"]
	}
	return themes[o.Theme]
}

// describe lists the men by seat, as in "red Kh1 Qg1 d2; grey Ka7".
func (b *Board) describe() string {
	lists := map[string][]string{}
	for kind := rules.King; kind >= rules.Pawn; kind-- {
		for i, m := range b.Men {
			if m.Kind() != kind {
				continue
			}
			name := b.Geometry.Name(rules.Square(i))
			if kind != rules.Pawn {
				name = string(kind.Letter()) + name
			}
			seat := b.lookOf(m, false).seat
			lists[seat] = append(lists[seat], name)
		}
	}
	text := ""
	for _, seat := range append(slices.Clone(b.Seats), greySeat) {
		if len(lists[seat]) == 0 {
			continue
		}
		if text != "" {
			text += "; "
		}
		text += seat
		for _, name := range lists[seat] {
			text += " " + name
		}
	}
	return text
}

package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"melee/diagram"
	"melee/rules"
	"melee/rules/catalog"
)

// An example is a position shown on a page: where it comes from and what is pointed at.
type example struct {
	variant string
	options rules.Options
	start   string   // position text, "" for the starting array
	moves   []string // actions played from there
	// arrows and marks as package diagram reads them.
	arrows string
	marks  string
	// last shows the last so many moves on the board.
	last int
}

// play returns the game as it stands after the example's moves, and the moves.
func (e example) play() (rules.Game, []diagram.Trace, error) {
	v, err := catalog.Find(e.variant)
	if err != nil {
		return nil, nil, err
	}
	g, err := v.New(v, e.options, e.start)
	if err != nil {
		return nil, nil, err
	}
	var traces []diagram.Trace
	for i, text := range e.moves {
		action, err := rules.ParseAction(g, text)
		if err != nil {
			return nil, nil, err
		}
		if action.Act == rules.MakeMove && len(e.moves)-i <= e.last {
			trace := diagram.Trace{Seat: g.At(action.Move.From()).Seat(), From: action.Move.From(), To: action.Move.To()}
			traces = append([]diagram.Trace{trace}, traces...)
		}
		if _, err := g.Do(action); err != nil {
			return nil, nil, err
		}
	}
	return g, traces, nil
}

// board returns the example as a board to be drawn.
func (e example) board() (diagram.Board, rules.Game, error) {
	g, traces, err := e.play()
	if err != nil {
		return diagram.Board{}, nil, err
	}
	b := diagram.FromGame(g)
	b.Traces = traces
	if b.Arrows, err = diagram.ParseArrows(b.Geometry, b.Seats, e.arrows); err != nil {
		return b, nil, err
	}
	if b.Marks, err = diagram.ParseMarks(b.Geometry, b.Seats, e.marks); err != nil {
		return b, nil, err
	}
	return b, g, nil
}

// A figure is a board on a page: the picture as it reads without script, and
// the state from which <melee-board> draws the same in the page's colours.
type figure struct {
	label string
	svg   string
	state string
	wide  bool // a cross of 14×14
}

// figureOf draws a board; its definitions go into the page's sprite.
func (p *page) figureOf(b diagram.Board, variant, label string) (figure, error) {
	b.Title = label
	var svg bytes.Buffer
	if err := diagram.WriteSVG(&svg, b, diagram.Options{Coordinates: true}); err != nil {
		return figure{}, err
	}
	state, err := json.Marshal(stillOf(b, variant))
	if err != nil {
		return figure{}, err
	}
	return figure{label: label, svg: p.sprite.take(svg.String()), state: string(state), wide: b.Geometry.Files > 9}, nil
}

// A still is a board as <melee-board> reads it from data-state.
type still struct {
	Variant  string            `json:"variant"`
	Geometry stillGeometry     `json:"geometry"`
	Bottom   rules.Seat        `json:"bottom"`
	Men      map[string]string `json:"men"`
	Check    []string          `json:"check,omitempty"`
	// Forbidden is the return that A6 forbids, as a move.
	Forbidden string   `json:"forbidden,omitempty"`
	Marks     []string `json:"marks,omitempty"`
	Arrows    []string `json:"arrows,omitempty"`
}

type stillGeometry struct {
	Files  int `json:"files"`
	Ranks  int `json:"ranks"`
	Corner int `json:"corner"`
}

func stillOf(b diagram.Board, variant string) still {
	g := b.Geometry
	s := still{Variant: variant, Geometry: stillGeometry{g.Files, g.Ranks, g.Corner}, Bottom: b.Bottom, Men: map[string]string{}}
	for i, m := range b.Men {
		if m != 0 {
			s.Men[g.Name(rules.Square(i))] = manText(m)
		}
	}
	for _, sq := range b.Checks {
		s.Check = append(s.Check, g.Name(sq))
	}
	for _, m := range b.Marks {
		s.Marks = append(s.Marks, g.Name(m.Square))
	}
	for _, a := range b.Arrows {
		text := g.Name(a.From) + g.Name(a.To)
		if a.Forbidden {
			s.Forbidden = text
			continue
		}
		s.Arrows = append(s.Arrows, text)
	}
	return s
}

// manText writes a man as the table's data do: seat digit, kind letter, "+" if promoted, "x" if grey.
func manText(m rules.Man) string {
	text := string(rune('0'+m.Seat())) + string(m.Kind().Letter())
	if m.IsPromoted() {
		text += "+"
	}
	if m.IsGrey() {
		text += "x"
	}
	return text
}

// A sprite gathers the definitions of a page's pictures, so that each stands in the page once.
type sprite struct{ symbols map[string]string }

const (
	defsStart, defsEnd     = "<defs>\n", "</defs>\n"
	symbolStart, symbolEnd = `<symbol id="`, "</symbol>\n"
)

// take moves the definitions of a picture into the sprite and returns the rest.
func (s *sprite) take(svg string) string {
	before, rest, found := strings.Cut(svg, defsStart)
	if !found {
		return svg
	}
	defs, after, _ := strings.Cut(rest, defsEnd)
	if s.symbols == nil {
		s.symbols = map[string]string{}
	}
	for symbol := range strings.SplitAfterSeq(defs, symbolEnd) {
		name, _, named := strings.Cut(strings.TrimPrefix(symbol, symbolStart), `"`)
		if named {
			s.symbols[name] = symbol
		}
	}
	return before + after
}

// markup returns the definitions as a picture that shows nothing, "" if there are none.
func (s *sprite) markup() string {
	if len(s.symbols) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<svg class="sprite" width="0" height="0" aria-hidden="true">`)
	for _, name := range slices.Sorted(maps.Keys(s.symbols)) {
		b.WriteString(s.symbols[name])
	}
	b.WriteString("</svg>")
	return b.String()
}

// show returns the figure of an example by its name, with a label in the page's language.
func (p *page) show(name, label string) (figure, error) {
	e, ok := examples[name]
	if !ok {
		return figure{}, fmt.Errorf("pages: no example is called '%s'", name)
	}
	b, _, err := e.board()
	if err != nil {
		return figure{}, fmt.Errorf("pages: example %s: %w", name, err)
	}
	return p.figureOf(b, e.variant, label)
}

package pages

import (
	"bytes"
	"fmt"
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
	// plain leaves the coordinates out.
	plain bool
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

// A figure is a board as it stands in a page.
type figure struct {
	svg  string
	wide bool // a cross of 14×14
}

// figureOf draws a board with a name in the page's language.
func (p *page) figureOf(b diagram.Board, label string, o diagram.Options) (figure, error) {
	b.Title, b.Description = label, p.describe(b)
	var svg bytes.Buffer
	if err := diagram.WritePage(&svg, b, o, &p.outlines); err != nil {
		return figure{}, err
	}
	return figure{svg: svg.String(), wide: b.Geometry.Files > 9}, nil
}

// show returns the figure of an example by its name.
func (p *page) show(name, label string) (figure, error) {
	e, ok := examples[name]
	if !ok {
		return figure{}, fmt.Errorf("pages: no example is called '%s'", name)
	}
	b, _, err := e.board()
	if err != nil {
		return figure{}, fmt.Errorf("pages: example %s: %w", name, err)
	}
	return p.figureOf(b, label, diagram.Options{Coordinates: !e.plain})
}

// describe lists the men by seat in the page's language, from the king down.
func (p *page) describe(b diagram.Board) string {
	var parts []string
	for seat := range b.Seats {
		if men := p.menOf(b, func(m rules.Man) bool { return !m.IsGrey() && int(m.Seat()) == seat }); men != "" {
			parts = append(parts, p.Say("seat."+b.Seats[seat])+men)
		}
	}
	if men := p.menOf(b, rules.Man.IsGrey); men != "" {
		parts = append(parts, p.Say("pages.grey")+men)
	}
	return strings.Join(parts, ". ")
}

// menOf writes the men that are wanted, each after a space; pawns by their square alone.
func (p *page) menOf(b diagram.Board, wanted func(rules.Man) bool) string {
	text := ""
	for kind := rules.King; kind >= rules.Pawn; kind-- {
		for i, m := range b.Men {
			if m.Kind() != kind || !wanted(m) {
				continue
			}
			text += " "
			if kind != rules.Pawn {
				text += p.letter(rune(kind.Letter()))
			}
			text += b.Geometry.Name(rules.Square(i))
		}
	}
	return text
}

// letter returns the language's letter for a kind of man given in English.
func (p *page) letter(english rune) string {
	i := strings.IndexRune("KQRBN", english)
	if letters := []rune(p.Say("notation.letters")); i >= 0 && i < len(letters) {
		return string(letters[i])
	}
	return string(english)
}

// localised writes a move with the language's letters for the men.
func (p *page) localised(san string) string {
	text := ""
	for _, c := range san {
		text += p.letter(c)
	}
	return text
}

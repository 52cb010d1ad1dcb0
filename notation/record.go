package notation

import (
	"fmt"
	"slices"
	"strings"

	"melee/rules"
)

// A Record is a whole game as files keep it: who played what, from where, with
// what result, and what has been remarked. Every format of this package reads
// into it and is written from it.
type Record struct {
	Variant *rules.Variant
	Options rules.Options // as given; those missing have their default
	Start   string        // position text, "" for the starting array
	Players []Player      // by seat
	Tags    []Tag         // what the other fields do not tell, in the file's order
	// Comments stand before the first ply.
	Comments []string
	Plies    []Ply
	Result   *Result // how the rules ended the game, nil while it goes on
}

// A Player is who sits on a seat. Empty texts are unknown.
type Player struct{ Name, Rating string }

// A Tag is a named fact about a game, such as its date.
type Tag struct{ Name, Value string }

// A Ply is one entry of a line of play: a move or a choice that is none.
type Ply struct {
	Action rules.Action
	Notes  *Notes // nil if there is nothing to say
}

// Notes are what is said about a ply.
type Notes struct {
	Before   []string // comments before the ply
	Comments []string // comments after it
	NAGs     []uint8  // numeric annotation glyphs of PGN: 1 is "!"
	Timed    bool     // whether Clock is known
	Clock    int64    // milliseconds left to the player after the ply
	// Variations are lines that could have been played instead of this ply.
	Variations [][]Ply
}

// A Result is how the rules ended a game.
type Result struct {
	Reason  rules.Reason
	Ranking [][]rules.Seat // places from first to last, each with the seats that share it
	Draw    bool
	Points  []int // by seat, in games that are won on points; else nil
}

// NewRecord returns the record of a game before its first ply. The error holds
// every fault of the options and the position.
func NewRecord(v *rules.Variant, options rules.Options, start string) (*Record, error) {
	r := &Record{Variant: v, Options: options, Start: start, Players: make([]Player, len(v.Seats))}
	if _, err := r.Game(); err != nil {
		return nil, err
	}
	return r, nil
}

// Game returns the game before its first ply.
func (r *Record) Game() (rules.Game, error) { return r.Variant.New(r.Variant, r.Options, r.Start) }

// Replay plays the main line and returns the game at its end. After each ply it calls visit,
// unless that is nil, with the game, the ply's number from 0 and its effects. The first error ends it.
func (r *Record) Replay(visit func(g rules.Game, n int, effects []rules.Effect) error) (rules.Game, error) {
	g, err := r.Game()
	if err != nil {
		return nil, err
	}
	for n, p := range r.Plies {
		effects, err := g.Do(p.Action)
		if err == nil && visit != nil {
			err = visit(g, n, effects)
		}
		if err != nil {
			return nil, fmt.Errorf("ply %d, %s: %w", n+1, p.Action.Text(r.Variant, g.Geometry()), err)
		}
	}
	return g, nil
}

// Add plays an action in a game that stands at the end of the main line and adds it to the record.
func (r *Record) Add(g rules.Game, a rules.Action) ([]rules.Effect, error) {
	effects, err := g.Do(a)
	if err == nil {
		r.Plies = append(r.Plies, Ply{Action: a})
		r.Result = ResultOf(g)
	}
	return effects, err
}

// Tag returns the value of the first tag with that name, "" if there is none.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// ResultOf returns how a game ended, nil while it goes on.
func ResultOf(g rules.Game) *Result {
	outcome := g.Outcome()
	if outcome == nil {
		return nil
	}
	result := &Result{Reason: outcome.Reason, Ranking: outcome.Ranking, Draw: outcome.Draw}
	if scored, ok := g.(rules.Scored); ok && familyOf(g.Variant()) == fourPlayerFamily {
		for seat := range g.Variant().Seats {
			result.Points = append(result.Points, scored.Points(rules.Seat(seat)))
		}
	}
	return result
}

// isLoss reports whether a side is not among the winners of a result that is no draw.
func (r *Result) isLoss(v *rules.Variant, side rules.Side) bool {
	return !r.Draw && len(r.Ranking) > 0 &&
		!slices.ContainsFunc(r.Ranking[0], func(s rules.Seat) bool { return sideOf(v, s) == side })
}

// note returns the ply's notes, to be changed.
func (p *Ply) note() *Notes {
	if p.Notes == nil {
		p.Notes = &Notes{}
	}
	return p.Notes
}

// isBlank reports whether there is nothing in the notes.
func (n *Notes) isBlank() bool {
	return n == nil || len(n.Before) == 0 && len(n.Comments) == 0 && len(n.NAGs) == 0 && !n.Timed && len(n.Variations) == 0
}

// optionsText writes options as a tag holds them: "name=value; name=value", in the variant's order.
func optionsText(v *rules.Variant, options rules.Options) string {
	var parts []string
	for _, o := range v.Options {
		if value, ok := options[o.Name]; ok {
			parts = append(parts, o.Name+"="+value)
		}
	}
	return strings.Join(parts, "; ")
}

// parseOptionsText reads what optionsText writes.
func parseOptionsText(v *rules.Variant, text string) (rules.Options, error) {
	options := rules.Options{}
	for part := range strings.SplitSeq(text, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, value, found := strings.Cut(part, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if _, twice := options[name]; twice || !found {
			return nil, fmt.Errorf("option '%s' must be given once, as name=value", short(part))
		}
		options[name] = value
	}
	_, err := v.CheckOptions(options)
	return options, err
}

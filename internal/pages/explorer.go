package pages

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"melee/diagram"
	"melee/internal/archive"
	"melee/notation"
	"melee/rules"
	"melee/rules/catalog"
	"melee/web"
)

// An exploration is a position of the opening explorer and what was played there.
type exploration struct {
	variant *rules.Variant
	options []exploreOption
	moves   []string // that led here, as tokens
	played  []replayMove
	board   figure
	stats   []archive.Stat
	games   int
	scored  bool
	turn    string
	query   url.Values
}

// An exploreOption is a rule that can be chosen: games by different rules are not compared.
type exploreOption struct {
	field
}

// explored are the options that make different openings.
var explored = map[string][]string{"four-player": {"setup"}, "four-player-teams": {"setup"}, "mcx4": {"play"}}

// explorer shows what was played in a position, and how it went.
func (s *site) explorer(w http.ResponseWriter, r *http.Request, words *web.Words) {
	v, err := catalog.Find(r.PathValue("variant"))
	if err != nil {
		s.fail(w, r, http.StatusNotFound)
		return
	}
	query := r.URL.Query()
	p := s.newPage(r, words, func(lang string) string { return explorerPath(lang, v.Name, query) })
	p.title = words.Say("explorer.title") + " · " + words.Say("variant."+v.Name)
	p.description, p.class = words.Say("explorer.lead"), "page-people"
	e := &exploration{variant: v, query: query}
	if err := s.explore(r, p, e); err != nil {
		var refused archive.Refused
		var faults rules.Faults
		if errors.As(err, &refused) || errors.As(err, &faults) || errors.Is(err, errLine) {
			s.fail(w, r, http.StatusBadRequest)
			return
		}
		s.refuse(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, explorerContent(p, e))
}

// errLine says that moves of an address cannot be played.
var errLine = errors.New("the moves of the address cannot be played")

func (s *site) explore(r *http.Request, p *page, e *exploration) error {
	options := rules.Options{}
	for _, o := range e.variant.Options {
		if value := e.query.Get("option." + o.Name); value != "" {
			options[o.Name] = value
		}
		for _, name := range explored[e.variant.Name] {
			if o.Name == name {
				d := p.optionField(o, e.variant.Name)
				if value := options[name]; value != "" {
					d.value = value
				}
				e.options = append(e.options, exploreOption{d})
			}
		}
	}
	g, err := e.variant.New(e.variant, options, "")
	if err != nil {
		return err
	}
	e.moves = strings.Fields(e.query.Get("moves"))
	var traces []diagram.Trace
	for i, token := range e.moves {
		action, err := rules.ParseAction(g, token)
		if err != nil || i >= maxExplored {
			return errLine
		}
		text := token
		if action.Act == rules.MakeMove {
			text = p.localised(notation.SAN(g, action.Move))
			traces = []diagram.Trace{{Seat: g.Turn(), From: action.Move.From(), To: action.Move.To()}}
		}
		if _, err := g.Do(action); err != nil {
			return errLine
		}
		e.played = append(e.played, replayMove{i + 1, text})
	}
	b := diagram.FromGame(g)
	b.Traces = traces
	if e.board, err = p.figureOf(b, p.Say("board.label", "variant", p.Say("variant."+e.variant.Name)), diagram.Options{Coordinates: true}); err != nil {
		return err
	}
	if turn := g.Turn(); turn != rules.NoSeat {
		seat := "seat." + e.variant.SeatName(turn)
		e.turn = sentence(p.Say("table.turn", "to", p.Say(seat+".to"), "the", p.Say(seat+".the")))
	}
	_, e.scored = g.(rules.Scored)
	e.stats, err = s.Archive.Moves(r.Context(), e.variant.Name, options, e.moves)
	for _, stat := range e.stats {
		e.games += stat.Games
	}
	return err
}

// maxExplored bounds the moves of an address.
const maxExplored = 60

func explorerPath(lang, variant string, query url.Values) string {
	path := pathOf(lang, "explorer", variant)
	kept := url.Values{}
	for name, values := range query {
		if (name == "moves" || strings.HasPrefix(name, "option.")) && len(values) > 0 && values[0] != "" {
			kept.Set(name, values[0])
		}
	}
	if len(kept) > 0 {
		path += "?" + kept.Encode()
	}
	return path
}

// atMoves is the address of another line by the same rules.
func (e *exploration) atMoves(p *page, moves []string) string {
	query := url.Values{}
	for name, values := range e.query {
		query[name] = values
	}
	query.Set("moves", strings.Join(moves, " "))
	return explorerPath(p.Lang(), e.variant.Name, query)
}

// followed is the line with one more move.
func (e *exploration) followed(move string) []string {
	return append(append([]string(nil), e.moves...), move)
}

// decimal writes a number with one place, as the language does.
func (p *page) decimal(x float64) string {
	return strings.Replace(fmt.Sprintf("%.1f", x), ".", p.Say("number.point"), 1)
}

package pages

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"melee/diagram"
	"melee/internal/table"
	"melee/notation"
	"melee/rules"
	"melee/rules/catalog"
	"melee/web"
)

func analysisPath(lang string) string {
	if lang == "fr" {
		return "/fr/analyse"
	}
	return "/" + lang + "/analysis"
}

// An analysisView is the analysis board as it can be read without script.
type analysisView struct {
	board   figure
	variant string
	fen     string // as asked for
	turn    string
	faults  []string
	record  string // in JSON, for the script
}

// analysis shows the board for a position, a game or a table whose game has ended; the page's script takes it over.
func (s *site) analysis(w http.ResponseWriter, r *http.Request, words *web.Words) {
	p := s.newPage(r, words, func(lang string) string {
		if r.URL.RawQuery == "" {
			return analysisPath(lang)
		}
		query := r.URL.Query()
		query.Del(choose)
		return analysisPath(lang) + "?" + query.Encode()
	})
	p.title, p.description = words.Say("pages.analysis"), words.Say("pages.analysis.lead")
	p.class, p.picture, p.scripts = "page-analysis", picturePath("four-player"), []string{"analysis.js"}
	record, faults, err := s.analysed(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	status := http.StatusOK
	if len(faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	v := analysisView{variant: record.Variant.Name, fen: r.URL.Query().Get("fen"), faults: faults}
	if err := v.read(p, record); err != nil {
		s.broken(w, r, err)
		return
	}
	s.show(w, r, status, analysisContent(p, v))
}

// analysed returns what the address asks for. Where it cannot be had as asked, faults say why.
func (s *site) analysed(r *http.Request) (*notation.Record, []string, error) {
	query := r.URL.Query()
	if id := query.Get("game"); id != "" && s.Archive != nil {
		record, err := s.Archive.Record(r.Context(), id)
		return record, nil, err
	}
	if id := query.Get("table"); id != "" {
		record, err := s.playedAt(r, id)
		return record, nil, err
	}
	record, faults := positionAsked(query)
	return record, faults, nil
}

// playedAt returns the game of a table; while it goes on it is nobody's to be analysed.
func (s *site) playedAt(r *http.Request, id string) (record *notation.Record, err error) {
	failed := s.Tables.Read(r.Context(), id, func(t *table.State) {
		if t.Number == 0 || t.Game.Outcome() == nil {
			err = table.Refused{Code: table.NotFound, Text: "the game has not ended"}
			return
		}
		record, err = recordOf(t)
	})
	return record, errors.Join(failed, err)
}

// recordOf returns the game of a table as a record.
func recordOf(t *table.State) (*notation.Record, error) {
	record, err := notation.NewRecord(t.Variant, t.Options, t.Opened.Start)
	if err != nil {
		return nil, err
	}
	for i := range t.Chairs {
		record.Players[i].Name = t.Chairs[i].Name
	}
	game, err := record.Game()
	for i := 0; err == nil && i < t.PlyCount(); i++ {
		var a rules.Action
		if a, err = rules.ParseAction(game, t.Ply(i).Token); err == nil {
			_, err = record.Add(game, a)
		}
	}
	return record, err
}

// longestLine bounds the moves in an address.
const longestLine = 400

// positionAsked reads "variant", "option.NAME", "fen" and "moves"; what is wrong is left out and told.
func positionAsked(query url.Values) (*notation.Record, []string) {
	var faults []string
	of := catalog.All()[0]
	if name := query.Get("variant"); name != "" {
		found, err := catalog.Find(name)
		if err != nil {
			return start(of), []string{err.Error()}
		}
		of = found
	}
	options := rules.Options{}
	for _, o := range of.Options {
		if value := query.Get("option." + o.Name); value != "" {
			options[o.Name] = value
		}
	}
	record, err := notation.NewRecord(of, options, strings.TrimSpace(query.Get("fen")))
	if err != nil {
		return start(of), faultLines(err)
	}
	game, err := record.Game()
	moves := strings.FieldsFunc(query.Get("moves"), func(c rune) bool { return c == ',' || c == ' ' })
	for i := 0; err == nil && i < min(len(moves), longestLine); i++ {
		var a rules.Action
		if a, err = notation.ParseAction(game, moves[i]); err == nil {
			_, err = record.Add(game, a)
		}
	}
	if err != nil {
		faults = append(faults, faultLines(err)...)
	}
	return record, faults
}

// start returns the record of a variant's starting array.
func start(of *rules.Variant) *notation.Record {
	record, err := notation.NewRecord(of, nil, "")
	if err != nil {
		panic("pages: " + err.Error()) // every variant has its array
	}
	return record
}

func faultLines(err error) []string {
	var faults rules.Faults
	if !errors.As(err, &faults) {
		return []string{err.Error()}
	}
	texts := make([]string, len(faults))
	for i, f := range faults {
		texts[i] = f.String()
	}
	return texts
}

// read takes the last position of a record, and the record itself for the script.
func (v *analysisView) read(p *page, record *notation.Record) error {
	game, err := record.Replay(nil)
	if err != nil {
		return err
	}
	v.board, err = p.figureOf(diagram.FromGame(game), p.Say("board.label", "variant", p.Say("variant."+v.variant)), diagram.Options{Coordinates: true})
	if err != nil {
		return err
	}
	v.turn = p.Say("pages.table.ended")
	if turn := game.Turn(); turn != rules.NoSeat {
		name := record.Variant.SeatName(turn)
		v.turn = p.Say("pages.table.turn", "to", p.Say("seat."+name+".to"), "the", p.Say("seat."+name+".the"))
	}
	text, err := notation.Append(nil, notation.JSON, record)
	v.record = string(text)
	return err
}

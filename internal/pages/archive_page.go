package pages

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"melee/internal/account"
	"melee/internal/archive"
	"melee/rules"
	"melee/rules/catalog"
	"melee/web"
)

// A search is the form by which finished games are looked for, and what was found.
type search struct {
	query  url.Values // as it was asked
	games  []listedGame
	next   string // address of the next page, "" if this is the last
	faults map[string]string
}

// A listedGame is a finished game in a list.
type listedGame struct {
	id, game, variant string
	players           []player
	headline          string
	facts             []string
	rated             bool
}

// endings are why games end, in the order of the form.
var endings = []rules.Reason{
	rules.Checkmate, rules.Mate, rules.Resignation, rules.TimeOut, rules.Stalemate, rules.Repetition, rules.NoProgress, rules.BareKings,
	rules.Agreement, rules.Material, rules.LoneQueen, rules.Eliminations, rules.Lead, rules.MoveLimit,
}

// archivePage lists the finished games that the form asks for.
func (s *site) archivePage(w http.ResponseWriter, r *http.Request, words *web.Words) {
	p := s.newPage(r, words, placeOf("archive"))
	p.title, p.description, p.class = words.Say("archive.title"), words.Say("archive.lead"), "page-people"
	list := search{query: r.URL.Query(), faults: map[string]string{}}
	f, err := s.filterOf(r, list.query, list.faults)
	if err == nil && len(list.faults) == 0 {
		var games []archive.Game
		var next archive.Cursor
		if games, next, err = s.Archive.Search(r.Context(), f); err == nil {
			list.games, list.next = p.listGames(games), pageAfter(r.URL, next)
		}
	}
	if !blameSearch(words, list.faults, err) {
		s.refuse(w, r, err)
		return
	}
	status := http.StatusOK
	if len(list.faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	s.show(w, r, status, archiveContent(p, list))
}

// blameSearch puts a refusal of the archive to its field; false if the error is another.
func blameSearch(words *web.Words, faults map[string]string, err error) bool {
	var refused archive.Refused
	switch {
	case err == nil:
		return true
	case errors.As(err, &refused):
		faults[refused.Field] = words.Say("archive.refused")
		return true
	}
	return false
}

// pageAfter is the address of the page behind a cursor.
func pageAfter(u *url.URL, next archive.Cursor) string {
	if next == "" {
		return ""
	}
	query := u.Query()
	query.Set("before", string(next))
	return u.Path + "?" + query.Encode()
}

// filterOf reads what is looked for. What cannot be read is told at its field.
func (s *site) filterOf(r *http.Request, query url.Values, faults map[string]string) (archive.Filter, error) {
	words := spoken(r.URL.Path)
	get := func(name string) string { return strings.TrimSpace(query.Get(name)) }
	f := archive.Filter{Variant: get("variant"), Result: get("result"), Ending: rules.Reason(get("ending")), Before: archive.Cursor(get("before"))}
	if _, err := catalog.Find(f.Variant); f.Variant != "" && err != nil {
		faults["variant"] = words.Say("pages.fault.choice")
	}
	if f.Ending != "" && !slices.Contains(endings, f.Ending) {
		faults["ending"] = words.Say("pages.fault.choice")
	}
	switch get("rated") {
	case "true", "false":
		rated := get("rated") == "true"
		f.Rated = &rated
	}
	for name, into := range map[string]*int{"min": &f.MinPlies, "max": &f.MaxPlies} {
		if text := get(name); text != "" {
			n, ok := rules.ParseCount(text, 100_000)
			if *into = n; !ok {
				faults[name] = words.Say("archive.fault.number")
			}
		}
	}
	for name, into := range map[string]*time.Time{"from": &f.From, "to": &f.To} {
		if text := get(name); text != "" {
			day, err := time.Parse(time.DateOnly, text)
			if *into = day; err != nil {
				faults[name] = words.Say("archive.fault.date")
			}
		}
	}
	if !f.To.IsZero() {
		f.To = f.To.AddDate(0, 0, 1) // the last day counts
	}
	name := get("player")
	if name == "" {
		return f, nil
	}
	who, err := s.Accounts.ByName(r.Context(), name)
	var refused *account.Refused
	if errors.As(err, &refused) {
		faults["player"] = words.Say("archive.fault.player", "name", name)
		return f, nil
	}
	f.Owner = account.Owner(who.ID)
	f.Unlisted = account.VisitorOf(r.Context()).Account == who.ID // his own, all of them
	return f, err
}

// listGames tells of games in the page's language.
func (p *page) listGames(games []archive.Game) []listedGame {
	var list []listedGame
	for i := range games {
		g := &games[i]
		v, err := catalog.Find(g.Variant)
		if err != nil {
			continue // of a newer program
		}
		row := listedGame{id: g.ID, game: gameOf(g.Variant).name, variant: g.Variant, players: playersOf(g, v), rated: g.Rated}
		row.headline = p.headline(v, rankingOf(g), g.Result == archive.Draw) + ". " + p.reasonText(v, g.Ending)
		row.facts = []string{p.Count("pages.lobby.moves", g.Plies), p.date(g.Ended)}
		slices.SortStableFunc(row.players, func(a, b player) int { return cmp.Compare(a.place, b.place) })
		list = append(list, row)
	}
	return list
}

// rankingOf are the places of a game by the seats that had them.
func rankingOf(g *archive.Game) [][]rules.Seat {
	var ranking [][]rules.Seat
	for place := 1; place <= len(g.Seats); place++ {
		var seats []rules.Seat
		for i := range g.Seats {
			if g.Seats[i].Place == place {
				seats = append(seats, rules.Seat(i))
			}
		}
		if seats != nil {
			ranking = append(ranking, seats)
		}
	}
	return ranking
}

// exportGames streams all games that the form's fields let through.
func (s *site) exportGames(w http.ResponseWriter, r *http.Request, words *web.Words) {
	ending, ok := strings.CutPrefix(r.PathValue("file"), "games.")
	if !ok || ending != "ndjson" && ending != "pgn" && ending != "pgn4" {
		s.fail(w, r, http.StatusNotFound)
		return
	}
	faults := map[string]string{}
	f, err := s.filterOf(r, r.URL.Query(), faults)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if len(faults) > 0 {
		s.fail(w, r, http.StatusBadRequest)
		return
	}
	h := w.Header()
	h.Set("Content-Type", cmp.Or(types[ending], "application/x-ndjson"))
	h.Set("Content-Disposition", `attachment; filename="melee.`+ending+`"`)
	// A million games take longer than a page may.
	http.NewResponseController(w).SetWriteDeadline(time.Time{})
	if err := s.Archive.Export(r.Context(), f, ending, w); err != nil {
		if r.Context().Err() == nil {
			s.Log.Error("games could not be exported", "error", err)
		}
		panic(http.ErrAbortHandler) // the head has gone out: a broken connection tells that it is not all
	}
}

// exportPath is where the games of a search are had as a file.
func (l search) exportPath(lang, ending string) string {
	query := url.Values{}
	for name, values := range l.query {
		if name != "before" && len(values) > 0 && values[0] != "" {
			query.Set(name, values[0])
		}
	}
	return pathOf(lang, "archive", "games."+ending) + "?" + query.Encode()
}

// outcomes are the results that games can be looked for by: a draw, and who came first.
var outcomes = []string{archive.Draw, "white", "black", "wq+wk", "bq+bk", "wq", "wk", "bq", "bk", "red", "blue", "yellow", "green", "red+yellow", "blue+green"}

// outcomeText says a result: "Rouge et Jaune".
func (p *page) outcomeText(result string) string {
	if result == archive.Draw {
		return p.Say("table.draw")
	}
	var names []string
	for seat := range strings.SplitSeq(result, "+") {
		names = append(names, p.Say("seat."+seat))
	}
	return p.Say("archive.won", "names", p.list(names))
}

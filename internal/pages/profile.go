package pages

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"melee/internal/account"
	"melee/internal/archive"
	"melee/internal/rating"
	"melee/web"
)

// A profile is what everybody sees of somebody.
type profile struct {
	account   account.Account
	standings []archive.Standing
	form      rating.Form // of the graph
	graph     graph
	places    []placeRow
	variants  []variantRow
	opponents []archive.Opponent
	games     []listedGame
	more      string // address of all games
	yours     bool
}

// A placeRow counts somebody's places in a game.
type placeRow struct {
	variant string
	games   int
	draws   int
	places  []int // by place, from the first
}

// A variantRow is a game somebody plays, the most played first.
type variantRow struct {
	variant string
	games   int
}

const (
	profileGames  = 10
	mostOpponents = 12
	coursePoints  = 200
)

// profile shows somebody's page.
func (s *site) profile(w http.ResponseWriter, r *http.Request, words *web.Words) {
	who, err := s.Accounts.ByName(r.Context(), r.PathValue("name"))
	var refused *account.Refused
	switch {
	case errors.As(err, &refused) || err == nil && who.Deleted:
		s.fail(w, r, http.StatusNotFound)
		return
	case err != nil:
		s.broken(w, r, err)
		return
	}
	p := s.newPage(r, words, func(lang string) string { return profilePath(lang, who.Name) })
	p.title, p.description, p.class = who.Name, words.Say("profile.description", "name", who.Name), "page-people"
	view, err := s.profileOf(r, p, who)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, profileContent(p, view))
}

func (s *site) profileOf(r *http.Request, p *page, who account.Account) (*profile, error) {
	ctx, owner := r.Context(), account.Owner(who.ID)
	view := &profile{account: who, yours: account.VisitorOf(ctx).Account == who.ID}
	var err error
	if view.standings, err = s.Archive.Store.Ratings(ctx, owner); err != nil {
		return nil, err
	}
	slices.SortStableFunc(view.standings, func(a, b archive.Standing) int { return cmp.Compare(b.Games, a.Games) })
	view.form = rating.Form(r.URL.Query().Get("form"))
	if known := func(st archive.Standing) bool { return st.Form == view.form }; !slices.ContainsFunc(view.standings, known) {
		view.form = ""
		if len(view.standings) > 0 {
			view.form = view.standings[0].Form
		}
	}
	if view.form != "" {
		course, err := s.Archive.Store.Course(ctx, owner, view.form, coursePoints)
		if err != nil {
			return nil, err
		}
		view.graph = graphOf(course)
	}
	placings, err := s.Archive.Store.Places(ctx, owner)
	if err != nil {
		return nil, err
	}
	view.count(placings)
	if view.opponents, err = s.Archive.Opponents(ctx, owner, view.yours, mostOpponents); err != nil {
		return nil, err
	}
	games, next, err := s.Archive.Search(ctx, archive.Filter{Owner: owner, Unlisted: view.yours, Limit: profileGames})
	if err != nil {
		return nil, err
	}
	view.games = p.listGames(games)
	if next != "" {
		view.more = pathOf(p.Lang(), "archive") + "?player=" + escapeQuery(who.Name)
	}
	return view, nil
}

// count sorts places by game.
func (v *profile) count(placings []archive.Placing) {
	for _, one := range placings {
		i := slices.IndexFunc(v.places, func(row placeRow) bool { return row.variant == one.Variant })
		if i < 0 {
			v.places = append(v.places, placeRow{variant: one.Variant})
			i = len(v.places) - 1
		}
		row := &v.places[i]
		for len(row.places) < one.Place {
			row.places = append(row.places, 0)
		}
		row.games += one.Games
		row.draws += one.Draws
		if one.Place > 0 {
			row.places[one.Place-1] += one.Games
		}
	}
	slices.SortStableFunc(v.places, func(a, b placeRow) int { return cmp.Compare(b.games, a.games) })
	for _, row := range v.places {
		v.variants = append(v.variants, variantRow{row.variant, row.games})
	}
}

// ratingText writes a rating; a question mark says that it rests on few games.
func ratingText(st archive.Standing) string {
	text := strconv.Itoa(rounded(st.Rating))
	if st.Provisional() {
		text += "?"
	}
	return text
}

// A leaderView is the list of the best of a form, the CPU's levels among them.
type leaderView struct {
	form rating.Form
	rows []leaderRow
	next int // rank at which the next page begins, 0 if there is none
	from int
}

// A leaderRow is a player, or a level of the CPU between players.
type leaderRow struct {
	rank   int // 0 for the CPU
	name   string
	bot    bool
	level  int
	rating int
	best   int
	games  int
	last   time.Time
}

const leadersShown = 50

// leaders shows the best players of a form.
func (s *site) leaders(w http.ResponseWriter, r *http.Request, words *web.Words) {
	view := leaderView{form: rating.Form(r.URL.Query().Get("form")), from: 1}
	if !slices.Contains(rating.Forms, view.form) {
		view.form = rating.Forms[0]
	}
	if n, err := strconv.Atoi(r.URL.Query().Get("from")); err == nil && n > 1 && n < 1_000_000 {
		view.from = n
	}
	list, err := s.Archive.Store.Leaders(r.Context(), view.form, view.from, leadersShown+1)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if len(list) > leadersShown {
		list, view.next = list[:leadersShown], view.from+leadersShown
	}
	view.rows = leaderRows(list, view.form, view.from, view.next > 0)
	p := s.newPage(r, words, func(lang string) string { return pathOf(lang, "leaders") + "?form=" + string(view.form) })
	p.title = words.Say("leaders.title") + " · " + words.Say("form."+string(view.form))
	p.description, p.class = words.Say("leaders.lead"), "page-people"
	s.show(w, r, http.StatusOK, leadersContent(p, view))
}

// leaderRows puts the CPU's levels between the players of a page.
func leaderRows(list []archive.Standing, form rating.Form, from int, more bool) []leaderRow {
	var rows []leaderRow
	level := 10
	above := func(limit float64) {
		for ; level >= 1; level-- {
			anchor, ok := rating.Anchor(form, level)
			if !ok || anchor < limit {
				return
			}
			rows = append(rows, leaderRow{level: level, rating: rounded(anchor)})
		}
	}
	for i, st := range list {
		if i == 0 && from > 1 { // those above stand on the pages before
			for anchor, ok := rating.Anchor(form, level); ok && anchor >= st.Rating; anchor, ok = rating.Anchor(form, level) {
				level--
			}
		}
		above(st.Rating)
		rows = append(rows, leaderRow{
			rank: from + i, name: st.Name, bot: st.Bot, rating: rounded(st.Rating), best: rounded(st.Best), games: st.Games, last: st.Last,
		})
	}
	if !more && (from == 1 || len(list) > 0) {
		above(-1e9)
	}
	return rows
}

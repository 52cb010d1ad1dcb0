package pages

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"melee/internal/account"
	"melee/internal/archive"
	"melee/internal/rating"
	"melee/internal/table"
	"melee/notation"
	"melee/rules"
	"melee/rules/catalog"
)

// A keeper is a store of finished games in memory.
type keeper struct {
	games  map[string]archive.Game
	moves  map[string][]string
	best   []archive.Standing // of every form
	course []archive.Point
	own    []archive.Kept
	files  map[string][]byte
}

// endedAt is when the games of the tests ended.
var endedAt = time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC)

// newArchive returns an archive of the finished games, which "Anne" has played against others.
func newArchive() *archive.Archive {
	k := &keeper{games: map[string]archive.Game{}, moves: map[string][]string{}, files: map[string][]byte{}}
	for id, game := range finished {
		v, err := catalog.Find(game.variant)
		must(err)
		record, err := notation.NewRecord(v, nil, "")
		must(err)
		g, err := record.Game()
		must(err)
		for token := range strings.FieldsSeq(game.moves) {
			action, err := notation.ParseAction(g, token)
			must(err)
			_, err = record.Add(g, action)
			must(err)
		}
		k.moves[id] = strings.Fields(game.moves)
		k.games[id] = archived(id, record)
	}
	for i, points := range []float64{2300, 1612.4, 1499.6} {
		name := []string{"Magnus", "Anne", "Zoé"}[i]
		k.best = append(k.best, archive.Standing{Owner: account.Owner(strings.ToLower(name)), Name: name, Form: rating.AllIn, Rating: points, Best: points, Games: 30 - 5*i, Last: endedAt})
	}
	for i := range 30 {
		k.course = append(k.course, archive.Point{Game: "allin-1", At: endedAt.AddDate(0, 0, i/3-10), Rating: 1500 + float64(i*i%70), Change: 1})
	}
	return &archive.Archive{Store: k, Find: catalog.Find, Now: func() time.Time { return endedAt }}
}

// archived is what is kept of a record: the first seat is Anne's, the second a guest's, the rest the CPU's.
func archived(id string, r *notation.Record) archive.Game {
	g := archive.Game{
		ID: id, Variant: r.Variant.Name, Ended: endedAt, Plies: len(r.Plies), Ending: r.Result.Reason, Public: true, Rated: id == "allin-1",
		Clock: table.Clock{Kind: table.Increment, Base: 60_000},
	}
	for i := range r.Variant.Seats {
		seat := archive.Seat{Player: table.CPU, Level: 3}
		switch i {
		case 0:
			seat = archive.Seat{Player: table.Person, Owner: account.Owner("anne"), Name: "Anne", Rated: g.Rated, Rating: 1500, Change: -20}
		case 1:
			seat = archive.Seat{Player: table.Person, Owner: "device", Name: "Zoé"}
		}
		for place, seats := range r.Result.Ranking {
			if slices.Contains(seats, rules.Seat(i)) {
				seat.Place = place + 1
			}
		}
		g.Seats = append(g.Seats, seat)
	}
	for _, seat := range r.Result.Ranking[0] {
		g.Result = strings.TrimPrefix(g.Result+"+"+r.Variant.SeatName(seat), "+")
	}
	return g
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (k *keeper) Game(_ context.Context, id string) (archive.Game, error) {
	if g, ok := k.games[id]; ok {
		return g, nil
	}
	return archive.Game{}, archive.ErrNotFound
}

func (k *keeper) Moves(_ context.Context, id string) (moves []string, clocks []int64, err error) {
	for i := range k.moves[id] {
		clocks = append(clocks, int64(60_000-1000*i))
	}
	return k.moves[id], clocks, nil
}

// Search pages through the games by id; the cursor counts them.
func (k *keeper) Search(_ context.Context, f archive.Filter) (list []archive.Game, next archive.Cursor, err error) {
	_, from, _ := f.Before.Parse()
	var all []archive.Game
	for _, g := range k.games {
		if (f.Variant == "" || f.Variant == g.Variant) && (f.Rated == nil || *f.Rated == g.Rated) && (f.Ending == "" || f.Ending == g.Ending) &&
			(f.Owner == "" || f.Owner == g.Seats[0].Owner) && g.Plies >= f.MinPlies && (f.From.IsZero() || !g.Ended.Before(f.From)) {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b archive.Game) int { return cmp.Compare(a.ID, b.ID) })
	all = all[min(int(from), len(all)):]
	if len(all) > f.Limit {
		return all[:f.Limit], archive.CursorAt(endedAt, from+int64(f.Limit)), nil
	}
	return all, "", nil
}

func (k *keeper) AdoptGames(context.Context, string, string) error { return nil }

func (k *keeper) Openings(_ context.Context, setup string, _ uint64) ([]archive.Opening, error) {
	switch setup {
	case "all-in":
		return []archive.Opening{{Move: "e2e4", Games: 1200, Draws: 300, Seats: []archive.OpeningSeat{{Wins: 600, Places: 3600}, {Wins: 300, Places: 3600}}}}, nil
	case "four-player":
		seats := []archive.OpeningSeat{{Wins: 1, Places: 7, Points: 60}, {Places: 9, Points: 20}, {Wins: 1, Places: 10, Points: 41}, {Places: 14}}
		return []archive.Opening{{Move: "h2h4", Games: 2, Seats: seats}}, nil
	}
	return nil, nil
}

func (k *keeper) Ratings(_ context.Context, owner string) (list []archive.Standing, err error) {
	for _, st := range k.best {
		if st.Owner == owner {
			list = append(list, st)
		}
	}
	return list, nil
}

func (k *keeper) Leaders(_ context.Context, form rating.Form, from, limit int) (list []archive.Standing, err error) {
	for _, st := range k.best {
		if st.Form == form && !st.Provisional() {
			list = append(list, st)
		}
	}
	list = list[min(from-1, len(list)):]
	return list[:min(limit, len(list))], nil
}

func (k *keeper) Course(context.Context, string, rating.Form, int) ([]archive.Point, error) {
	return k.course, nil
}

func (k *keeper) Places(context.Context, string) ([]archive.Placing, error) {
	return []archive.Placing{
		{Variant: "all-in", Place: 1, Games: 3, Draws: 1}, {Variant: "all-in", Place: 2, Games: 2}, {Variant: "four-player", Place: 3, Games: 12},
	}, nil
}

func (k *keeper) Collect(_ context.Context, _ string, games []archive.Kept, records [][]byte) error {
	for i, g := range games {
		g.ID = strconv.Itoa(len(k.own))
		k.own = append(k.own, g)
		k.files[g.ID] = append([]byte(nil), records[i]...)
	}
	return nil
}

func (k *keeper) Collected(_ context.Context, _, before string, limit int) ([]archive.Kept, error) {
	from := 0
	if before != "" {
		from = 1 + slices.IndexFunc(k.own, func(g archive.Kept) bool { return g.ID == before })
	}
	list := k.own[from:]
	return list[:min(limit, len(list))], nil
}

func (k *keeper) CollectedRecord(_ context.Context, _, id string) ([]byte, error) {
	if text, ok := k.files[id]; ok {
		return text, nil
	}
	return nil, archive.ErrNotFound
}

func (k *keeper) Uncollect(_ context.Context, _, id string) error {
	k.own = slices.DeleteFunc(k.own, func(g archive.Kept) bool { return g.ID == id })
	return nil
}

func (k *keeper) CountCollected(context.Context, string) (int, error) { return len(k.own), nil }

package sqlite

import (
	"cmp"
	"container/heap"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"melee/internal/archive"
	"melee/internal/rating"
)

var _ archive.Store = (*Store)(nil)

// A find is where a game stands in the list of all: by its end, then by its number.
type find struct{ ended, n int64 }

// later orders finds from the newest to the oldest.
func later(a, b find) int { return cmp.Or(cmp.Compare(b.ended, a.ended), cmp.Compare(b.n, a.n)) }

// Search implements archive.Store. It asks which classes of games the filter
// lets through and when the newest game of each ended, and then reads classes
// in that order until nothing newer can come. Where all classes are wanted it reads the games as they ended.
func (s *Store) Search(ctx context.Context, f archive.Filter) ([]archive.Game, archive.Cursor, error) {
	q, err := newSearch(f)
	if err != nil {
		return nil, "", err
	}
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, "", fmt.Errorf("search games: %w", err)
	}
	defer tx.Rollback()
	found, err := q.run(ctx, tx)
	if err != nil {
		return nil, "", fmt.Errorf("search games: %w", err)
	}
	var next archive.Cursor
	if len(found) > f.Limit {
		found = found[:f.Limit]
		last := found[len(found)-1]
		next = archive.CursorAt(timeOf(last.ended), last.n)
	}
	games, err := gamesOf(ctx, tx, found)
	return games, next, err
}

// A search is a filter as SQL.
type search struct {
	limit int
	// classes selects the classes with the end of each one's newest game, one the games of one class.
	classes, one      string
	classArgs         []any
	who               []any // the owner, where one is asked for
	before            find
	from              int64
	shortest, longest int
	// all tells that every class is wanted: one then selects the games of all of them.
	all bool
}

func newSearch(f archive.Filter) (*search, error) {
	q := &search{limit: f.Limit, before: find{math.MaxInt64, math.MaxInt64}, from: math.MinInt64}
	if !f.To.IsZero() {
		q.before = find{f.To.UnixMilli(), math.MinInt64}
	}
	if !f.From.IsZero() {
		q.from = f.From.UnixMilli()
	}
	if f.Before != "" {
		ended, n, err := f.Before.Parse()
		if err != nil {
			return nil, err
		}
		if at := (find{ended, n}); later(at, q.before) > 0 {
			q.before = at
		}
	}
	if q.all = f == (archive.Filter{From: f.From, To: f.To, Unlisted: f.Unlisted, Before: f.Before, Limit: f.Limit}); q.all {
		q.one = `select ended, n from games where ended between ? and ? and (ended < ? or n < ?)`
		if !f.Unlisted {
			// The + keeps SQLite from going by the index of the classes.
			q.one += ` and +kind in (select id from kinds where public = 1)`
		}
		q.one += ` order by ended desc, n desc limit ?`
		return q, nil
	}
	where := []string{"1"}
	for column, value := range map[string]string{"variant": f.Variant, "form": f.Form, "result": f.Result, "ending": string(f.Ending)} {
		if value != "" {
			where = append(where, column+" = ?")
			q.classArgs = append(q.classArgs, value)
		}
	}
	if f.Rated != nil {
		where = append(where, "rated = ?")
		q.classArgs = append(q.classArgs, *f.Rated)
	}
	if !f.Unlisted {
		where = append(where, "public = 1")
	}
	if f.MinPlies > 0 {
		where = append(where, "span >= ?")
		q.classArgs = append(q.classArgs, archive.SpanOf(f.MinPlies))
	}
	if f.MaxPlies > 0 {
		where = append(where, "span <= ?")
		q.classArgs = append(q.classArgs, archive.SpanOf(f.MaxPlies))
	}
	from, n, owner := "games", "n", ""
	if f.Owner != "" {
		from, n, owner = "game_seats", "game", "owner = ? and owner != '' and "
	}
	// The indices games_kind and game_seats_owner end in what is compared here.
	q.classes = `select id, tip from (select id, (select ended from ` + from + ` where ` + owner + `kind = kinds.id
		and ended between ? and ? order by ended desc limit 1) as tip from kinds where ` + strings.Join(where, " and ") + `) where tip is not null order by tip desc`
	q.one = `select ended, ` + n + ` from ` + from + ` where ` + owner + `kind = ? and ended between ? and ? and (ended < ? or ` + n + ` < ?)
		and plies between ? and ? order by ended desc, ` + n + ` desc limit ?`
	if q.shortest, q.longest = f.MinPlies, f.MaxPlies; q.longest == 0 {
		q.longest = math.MaxInt32
	}
	if f.Owner != "" {
		q.who = []any{f.Owner}
	}
	q.classArgs = slices.Concat(q.who, []any{q.from, q.before.ended}, q.classArgs)
	return q, nil
}

// chunk is how many games of a class are read at once.
const chunk = 8

// A class is a class of games that may have more to offer.
type class struct {
	id int64
	// next is where its next game stands, or before that.
	next find
}

// newest is a heap of classes, those with the newest next game on top.
type newest []class

func (h newest) Len() int           { return len(h) }
func (h newest) Less(i, j int) bool { return later(h[i].next, h[j].next) < 0 }
func (h newest) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *newest) Push(c any)        { *h = append(*h, c.(class)) }
func (h *newest) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	*h = (*h)[:last]
	return c
}

// run returns up to one find more than the limit, the newest first.
func (q *search) run(ctx context.Context, tx *sql.Tx) ([]find, error) {
	if q.all {
		return list(ctx, tx, "games", func(r row, f *find) error { return r.Scan(&f.ended, &f.n) },
			q.one, q.from, q.before.ended, q.before.ended, q.before.n, q.limit+1)
	}
	classes, err := list(ctx, tx, "classes of games", func(r row, c *class) error {
		c.next.n = math.MaxInt64
		return r.Scan(&c.id, &c.next.ended)
	}, q.classes, q.classArgs...)
	if err != nil || len(classes) == 0 {
		return nil, err
	}
	one, err := tx.PrepareContext(ctx, q.one)
	if err != nil {
		return nil, err
	}
	defer one.Close()
	top := newest(classes) // sorted, which is a heap
	var found []find
	for len(top) > 0 && (len(found) <= q.limit || later(top[0].next, found[q.limit]) < 0) {
		c := &top[0]
		at := c.next
		if later(q.before, at) > 0 {
			at = q.before
		}
		more, err := q.read(ctx, one, c.id, at)
		if err != nil {
			return nil, err
		}
		if len(more) < chunk {
			heap.Pop(&top)
		} else {
			c.next = more[chunk-1]
			heap.Fix(&top, 0)
		}
		found = append(found, more...)
		slices.SortFunc(found, later)
		found = slices.Compact(found) // somebody may have two seats of one game
		found = found[:min(len(found), q.limit+1)]
	}
	return found, nil
}

// read reads the next games of a class that stand behind a place.
func (q *search) read(ctx context.Context, one *sql.Stmt, class int64, behind find) ([]find, error) {
	args := append(slices.Clone(q.who), class, q.from, behind.ended, behind.ended, behind.n, q.shortest, q.longest, chunk)
	rows, err := one.QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []find
	for rows.Next() {
		var f find
		if err := rows.Scan(&f.ended, &f.n); err != nil {
			return nil, err
		}
		found = append(found, f)
	}
	return found, rows.Err()
}

// gamesOf reads games in the order of finds.
func gamesOf(ctx context.Context, tx *sql.Tx, found []find) ([]archive.Game, error) {
	if len(found) == 0 {
		return nil, nil
	}
	ids := make([]string, len(found))
	for i, f := range found {
		ids[i] = fmt.Sprint(f.n)
	}
	games, err := readGames(ctx, tx, "n in ("+strings.Join(ids, ",")+")")
	if err != nil {
		return nil, err
	}
	list := make([]archive.Game, 0, len(found))
	for _, f := range found {
		if g := games[f.n]; g != nil {
			list = append(list, *g)
		}
	}
	return list, nil
}

// readGames reads the games that a condition selects, with their seats, by number.
func readGames(ctx context.Context, tx *sql.Tx, where string, args ...any) (map[int64]*archive.Game, error) {
	rows, err := tx.QueryContext(ctx, `select n, games.id, table_id, number, variant, form, result, ending, rated, public, options, start, began, ended, clock, plies
		from games join kinds on kinds.id = kind where `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	defer rows.Close()
	games := map[int64]*archive.Game{}
	for rows.Next() {
		n, g, err := scanGame(rows)
		if err != nil {
			return nil, fmt.Errorf("read games: %w", err)
		}
		games[n] = g
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	return games, readSeats(ctx, tx, games, where, args...)
}

func scanGame(r row) (n int64, g *archive.Game, err error) {
	g = &archive.Game{}
	var options, clock string
	var began, ended int64
	err = r.Scan(&n, &g.ID, &g.Table, &g.Number, &g.Variant, &g.Form, &g.Result, &g.Ending, &g.Rated, &g.Public, &options, &g.Start, &began, &ended, &clock, &g.Plies)
	if err == nil && options != "" {
		err = json.Unmarshal([]byte(options), &g.Options)
	}
	if err == nil && clock != "" {
		err = json.Unmarshal([]byte(clock), &g.Clock)
	}
	g.Began, g.Ended = timeOf(began), timeOf(ended)
	return n, g, err
}

// readSeats adds the seats to games. An account's name is the one it has now.
func readSeats(ctx context.Context, tx *sql.Tx, games map[int64]*archive.Game, where string, args ...any) error {
	rows, err := tx.QueryContext(ctx, `select game, player, owner, coalesce(accounts.name, game_seats.name), coalesce(accounts.kind, '') = 'bot', level, place, points, fled, rating, change
		from game_seats left join accounts on accounts.id = substr(owner, 2)
		where game in (select n from games where `+where+`) order by game, seat`, args...)
	if err != nil {
		return fmt.Errorf("read seats: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var n int64
		var s archive.Seat
		var before, change sql.NullFloat64
		if err := rows.Scan(&n, &s.Player, &s.Owner, &s.Name, &s.Bot, &s.Level, &s.Place, &s.Points, &s.Fled, &before, &change); err != nil {
			return fmt.Errorf("read seats: %w", err)
		}
		s.Rated, s.Rating, s.Change = before.Valid, before.Float64, change.Float64
		games[n].Seats = append(games[n].Seats, s)
	}
	return rows.Err()
}

// Game implements archive.Store.
func (s *Store) Game(ctx context.Context, id string) (archive.Game, error) {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return archive.Game{}, fmt.Errorf("read game %s: %w", id, err)
	}
	defer tx.Rollback()
	games, err := readGames(ctx, tx, "games.id = ?", id)
	if err != nil {
		return archive.Game{}, err
	}
	for _, g := range games {
		return *g, nil
	}
	return archive.Game{}, archive.ErrNotFound
}

// Moves implements archive.Store.
func (s *Store) Moves(ctx context.Context, id string) (moves []string, clocks []int64, err error) {
	var text, times string
	err = s.read.QueryRowContext(ctx, `select moves, clocks from games join records on game = n where id = ?`, id).Scan(&text, &times)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, archive.ErrNotFound
	}
	if err == nil && times != "" {
		err = json.Unmarshal([]byte(times), &clocks)
	}
	moves = strings.Fields(text)
	if err == nil && clocks != nil && len(clocks) != len(moves) {
		err = fmt.Errorf("%d times for %d moves", len(clocks), len(moves))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("moves of game %s: %w", id, err)
	}
	return moves, clocks, nil
}

// AdoptGames implements archive.Store.
func (s *Store) AdoptGames(ctx context.Context, from, to string) error {
	return s.change(ctx, "adopt games", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `update game_seats set owner = ?, name = '' where owner = ? and owner != ''`, to, from)
		if err == nil {
			_, err = tx.ExecContext(ctx, `update collected set owner = ? where owner = ?`, to, from)
		}
		return err
	})
}

// Openings implements archive.Store.
func (s *Store) Openings(ctx context.Context, setup string, key uint64) ([]archive.Opening, error) {
	return list(ctx, s.read, "openings", func(r row, o *archive.Opening) error {
		var t tally
		var wins, places, points string
		err := r.Scan(&o.Move, &o.Games, &o.Draws, &wins, &places, &points)
		if err == nil {
			err = t.read(wins, places, points)
		}
		for i := range t.Wins {
			o.Seats = append(o.Seats, archive.OpeningSeat{Wins: t.Wins[i], Places: t.Places[i], Points: t.Points[i]})
		}
		return err
	}, `select move, games, draws, wins, places, points from openings join setups on id = setup where name = ? and key = ? order by games desc, move`, setup, int64(key))
}

// Ratings implements archive.Store.
func (s *Store) Ratings(ctx context.Context, owner string) ([]archive.Standing, error) {
	return s.standings(ctx, `where owner = ? order by form`, owner)
}

// Leaders implements archive.Store.
func (s *Store) Leaders(ctx context.Context, form rating.Form, from, limit int) ([]archive.Standing, error) {
	return s.standings(ctx, `where form = ? and games >= ? and deleted = 0 order by rating desc, owner limit ? offset ?`, form, rating.Provisional, limit, from)
}

func (s *Store) standings(ctx context.Context, where string, args ...any) ([]archive.Standing, error) {
	return list(ctx, s.read, "ratings", func(r row, one *archive.Standing) error {
		var last int64
		err := r.Scan(&one.Owner, &one.Name, &one.Bot, &one.Form, &one.Rating, &one.Best, &one.Games, &last)
		one.Last = timeOf(last)
		return err
	}, `select owner, name, kind = 'bot', form, rating, best, games, last from ratings join accounts on id = substr(owner, 2) `+where, args...)
}

// Course implements archive.Store.
func (s *Store) Course(ctx context.Context, owner string, form rating.Form, limit int) ([]archive.Point, error) {
	points, err := list(ctx, s.read, "the course of a rating", func(r row, p *archive.Point) error {
		var at int64
		err := r.Scan(&p.Game, &at, &p.Rating, &p.Change)
		p.At = timeOf(at)
		return err
	}, `select games.id, game_seats.ended, rating + change, change from game_seats join games on n = game join kinds on kinds.id = games.kind
		where owner = ? and rating is not null and form = ? order by game_seats.ended desc, n desc limit ?`, owner, form, limit)
	slices.Reverse(points)
	return points, err
}

// Places implements archive.Store. The index game_seats_owner ends in what the games are grouped by.
func (s *Store) Places(ctx context.Context, owner string) ([]archive.Placing, error) {
	return list(ctx, s.read, "places", func(r row, p *archive.Placing) error { return r.Scan(&p.Variant, &p.Place, &p.Games, &p.Draws) },
		`select variant, place, count(*), sum(result = 'draw') from (
			select kind, min(place) as place from game_seats where owner = ? and owner != ''
			group by kind, ended, game having min(place) = max(place)
		) join kinds on id = kind group by variant, place order by variant, place`, owner)
}

package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"melee/internal/archive"
	"melee/internal/rating"
	"melee/internal/table"
)

// CatchUp puts the games of tables that were opened by older programs into the
// archive, those that have ended. It may be broken off and begun again; games
// of the tables that are played meanwhile are kept once all the same.
func (s *Store) CatchUp(ctx context.Context, find table.Finder) error {
	for after := ""; ; {
		ids, err := s.ids(ctx, "tables to look through", `select id from tables where kept = 0 and id > ? order by id limit 64`, after)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			if err := s.catchUp(ctx, id, find); err != nil {
				return fmt.Errorf("games of table %s: %w", id, err)
			}
			after = id
		}
	}
}

func (s *Store) catchUp(ctx context.Context, id string, find table.Finder) error {
	events, err := s.Events(ctx, id)
	if err != nil {
		return err
	}
	var games []*archive.Row
	state := table.New()
	for _, e := range events {
		if err := state.Apply(e, find); err != nil {
			return err
		}
		if _, acted := e.Fact.(table.Acted); !acted {
			continue
		}
		if f := state.Finished(); f != nil {
			row, err := archive.RowOf(id, f)
			if err != nil {
				return err
			}
			games = append(games, row)
		}
	}
	return s.within(ctx, func(w *writer) error {
		for _, row := range games {
			if err := w.keeper.keep(row); err != nil {
				return err
			}
		}
		return w.keeper.kept.exec(id)
	})
}

// Keep stores finished games that come from no table's events, in one transaction.
func (s *Store) Keep(ctx context.Context, games []*archive.Row) error {
	return s.within(ctx, func(w *writer) error {
		for _, row := range games {
			if err := w.keeper.keep(row); err != nil {
				return err
			}
		}
		return nil
	})
}

// Recompute works all ratings out anew from the rated games, in the order in
// which they ended, in one transaction. It returns how many games that were.
func (s *Store) Recompute(ctx context.Context) (games int, err error) {
	err = s.within(ctx, func(w *writer) (err error) {
		games, err = w.recompute()
		return err
	})
	return games, err
}

// recomputeAtOnce is how many games are in memory at once.
const recomputeAtOnce = 1000

func (w *writer) recompute() (games int, err error) {
	texts := map[**statement]string{}
	var clear, wipe, rated, seats, note *statement
	texts[&clear] = `delete from ratings`
	texts[&wipe] = `update game_seats set rating = null, change = null where rating is not null`
	texts[&rated] = `select n, games.id, form, ended from games join kinds on kinds.id = kind where rated = 1 and form != '' and n > ? order by n limit ?`
	texts[&seats] = `select owner, place, fled from game_seats where game = ? order by seat`
	texts[&note] = `update game_seats set rating = ?, change = ? where game = ? and seat = ?`
	for to, text := range texts {
		if *to, err = prepare(w.conn, text); err != nil {
			return 0, err
		}
		defer (*to).Close()
	}
	if err := errors.Join(clear.exec(), wipe.exec()); err != nil {
		return 0, err
	}
	for last := int64(0); ; {
		page, numbers, err := ratedGames(rated, last)
		if err != nil || len(page) == 0 {
			return games, err
		}
		for i, r := range page {
			last = numbers[i]
			if err := w.rateAgain(r, last, seats, note); err != nil {
				return games, err
			}
			games++
		}
	}
}

func ratedGames(rated *statement, after int64) (page []*archive.Row, numbers []int64, err error) {
	err = rated.each(4, func(row []driver.Value) error {
		numbers = append(numbers, row[0].(int64))
		page = append(page, &archive.Row{Game: archive.Game{
			ID: row[1].(string), Form: rating.Form(row[2].(string)), Rated: true, Ended: timeOf(row[3].(int64)),
		}})
		return nil
	}, after, int64(recomputeAtOnce))
	return page, numbers, err
}

func (w *writer) rateAgain(r *archive.Row, n int64, seats, note *statement) error {
	err := seats.each(3, func(row []driver.Value) error {
		r.Seats = append(r.Seats, archive.Seat{Owner: row[0].(string), Place: int(row[1].(int64)), Fled: row[2].(int64) != 0})
		return nil
	}, n)
	if err != nil {
		return err
	}
	standings, err := r.Rate(func(owner string) (archive.Standing, error) { return w.keeper.standingOf(owner, string(r.Form)) })
	if err != nil {
		return err
	}
	for i := range r.Seats {
		if s := &r.Seats[i]; s.Rated {
			if err := note.exec(s.Rating, s.Change, n, int64(i)); err != nil {
				return err
			}
		}
	}
	return w.keeper.standings(standings)
}

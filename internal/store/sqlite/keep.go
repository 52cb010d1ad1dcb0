package sqlite

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"melee/internal/archive"
	"melee/internal/table"
)

// A keeper writes finished games, on the writer's connection and within its transactions.
type keeper struct {
	addKind, findKind, count           *statement
	addGame, addSeat, addRecord        *statement
	addSetup, findSetup, opening, open *statement
	standing, stand                    *statement
	kept                               *statement
	kinds                              map[kind]int64 // ids that are stored for certain
	setups                             map[string]int64
}

// A kind is a class of games.
type kind struct {
	variant, form, result, ending string
	rated, public                 bool
	span                          int
}

func kindOf(g *archive.Game) kind {
	return kind{g.Variant, string(g.Form), g.Result, string(g.Ending), g.Rated, g.Public, archive.SpanOf(g.Plies)}
}

func newKeeper(conn driver.Conn) (*keeper, error) {
	k := &keeper{}
	k.forget()
	for to, text := range map[**statement]string{
		&k.addKind:   `insert into kinds (variant, form, result, ending, rated, public, span) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
		&k.findKind:  `select id from kinds where variant = ? and form = ? and result = ? and ending = ? and rated = ? and public = ? and span = ?`,
		&k.count:     `update kinds set games = games + 1 where id = ?`,
		&k.addGame:   `insert into games (id, table_id, number, kind, options, start, began, ended, clock, plies) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing returning n`,
		&k.addSeat:   `insert into game_seats (game, seat, player, owner, name, level, place, points, fled, kind, ended, plies, rating, change) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		&k.addRecord: `insert into records (game, moves, clocks) values (?, ?, ?)`,
		&k.addSetup:  `insert into setups (name) values (?) on conflict do nothing`,
		&k.findSetup: `select id from setups where name = ?`,
		&k.opening:   `select games, draws, wins, places, points from openings where setup = ? and key = ? and move = ?`,
		&k.open:      `insert or replace into openings (setup, key, move, games, draws, wins, places, points) values (?, ?, ?, ?, ?, ?, ?, ?)`,
		&k.standing:  `select rating, best, games from ratings where owner = ? and form = ?`,
		&k.stand:     `insert or replace into ratings (owner, form, rating, best, games, last) values (?, ?, ?, ?, ?, ?)`,
		&k.kept:      `update tables set kept = 1 where id = ?`,
	} {
		var err error
		if *to, err = prepare(conn, text); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// forget drops what is known of rows that may not have been stored.
func (k *keeper) forget() {
	k.kinds, k.setups = map[kind]int64{}, map[string]int64{}
}

// keep stores a finished game, once; what it does to ratings and openings too.
func (k *keeper) keep(r *archive.Row) error {
	id, err := k.kind(kindOf(&r.Game))
	if err != nil {
		return fmt.Errorf("keep game %s: %w", r.ID, err)
	}
	options, clock, clocks, err := texts(r)
	if err != nil {
		return fmt.Errorf("keep game %s: %w", r.ID, err)
	}
	n, err := k.addGame.number(r.ID, r.Table, int64(r.Number), id, options, r.Start, msOf(r.Began), msOf(r.Ended), clock, int64(r.Plies))
	if err != nil || n == 0 {
		return err // 0: it is there already
	}
	standings, err := r.Rate(func(owner string) (archive.Standing, error) { return k.standingOf(owner, string(r.Form)) })
	if err != nil {
		return err
	}
	return errors.Join(k.seats(n, id, r), k.addRecord.exec(n, strings.Join(r.Moves, " "), clocks), k.count.exec(id),
		k.standings(standings), k.openings(r))
}

// texts are the parts of a game that are stored as JSON, ” where there is nothing.
func texts(r *archive.Row) (options, clock, clocks string, err error) {
	text := func(v any) string {
		b, failed := json.Marshal(v)
		err = errors.Join(err, failed)
		return string(b)
	}
	if len(r.Options) > 0 {
		options = text(r.Options)
	}
	if r.Clock != (table.Clock{}) {
		clock = text(r.Clock)
	}
	if r.Clocks != nil {
		clocks = text(r.Clocks)
	}
	return options, clock, clocks, err
}

func (k *keeper) kind(of kind) (int64, error) {
	if id, ok := k.kinds[of]; ok {
		return id, nil
	}
	args := []driver.Value{of.variant, of.form, of.result, of.ending, truth(of.rated), truth(of.public), int64(of.span)}
	if err := k.addKind.exec(args...); err != nil {
		return 0, err
	}
	id, err := k.findKind.number(args...)
	if err == nil {
		k.kinds[of] = id
	}
	return id, err
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (k *keeper) seats(n, kind int64, r *archive.Row) error {
	for i := range r.Seats {
		s := &r.Seats[i]
		name := s.Name
		if table.IsAccount(s.Owner) {
			name = ""
		}
		var before, change driver.Value
		if s.Rated {
			before, change = s.Rating, s.Change
		}
		err := k.addSeat.exec(n, int64(i), string(s.Player), s.Owner, name, int64(s.Level), int64(s.Place), int64(s.Points), truth(s.Fled),
			kind, msOf(r.Ended), int64(r.Plies), before, change)
		if err != nil {
			return err
		}
	}
	return nil
}

func (k *keeper) standingOf(owner, form string) (s archive.Standing, err error) {
	err = k.standing.each(3, func(row []driver.Value) error {
		s.Rating, s.Best = row[0].(float64), row[1].(float64)
		s.Games = int(row[2].(int64))
		return nil
	}, owner, form)
	return s, err
}

func (k *keeper) standings(list []archive.Standing) error {
	for _, s := range list {
		if err := k.stand.exec(s.Owner, string(s.Form), s.Rating, s.Best, int64(s.Games), msOf(s.Last)); err != nil {
			return err
		}
	}
	return nil
}

// openings enters the first moves of a game into the statistics.
func (k *keeper) openings(r *archive.Row) error {
	if len(r.Opening) == 0 {
		return nil
	}
	setup, ok := k.setups[r.Setup]
	if !ok {
		err := k.addSetup.exec(r.Setup)
		if err == nil {
			setup, err = k.findSetup.number(r.Setup)
		}
		if err != nil {
			return err
		}
		k.setups[r.Setup] = setup
	}
	for _, step := range r.Opening {
		if err := k.step(setup, step, r); err != nil {
			return err
		}
	}
	return nil
}

func (k *keeper) step(setup int64, step archive.Step, r *archive.Row) error {
	o := tally{Wins: make([]int, len(r.Seats)), Places: make([]int, len(r.Seats)), Points: make([]int, len(r.Seats))}
	key := int64(step.Key)
	err := k.opening.each(5, func(row []driver.Value) error {
		o.Games, o.Draws = int(row[0].(int64)), int(row[1].(int64))
		return o.read(row[2].(string), row[3].(string), row[4].(string))
	}, setup, key, step.Move)
	if err != nil {
		return err
	}
	o.enter(r)
	wins, places, points := o.texts()
	return k.open.exec(setup, key, step.Move, int64(o.Games), int64(o.Draws), wins, places, points)
}

// A tally sums up what games that went through a move came to.
type tally struct {
	Games, Draws         int
	Wins, Places, Points []int // by seat
}

func (t *tally) read(wins, places, points string) error {
	return errors.Join(json.Unmarshal([]byte(wins), &t.Wins), json.Unmarshal([]byte(places), &t.Places), json.Unmarshal([]byte(points), &t.Points))
}

func (t *tally) texts() (wins, places, points string) {
	text := func(list []int) string {
		b, err := json.Marshal(list)
		if err != nil {
			panic(err) // numbers always have a text
		}
		return string(b)
	}
	return text(t.Wins), text(t.Places), text(t.Points)
}

// enter adds a game. A place that is shared counts as the mean of those it takes.
func (t *tally) enter(r *archive.Row) {
	t.Games++
	draw := r.Result == archive.Draw
	if draw {
		t.Draws++
	}
	before := 0
	for place := 1; place <= len(r.Seats); place++ {
		sharing := 0
		for i := range r.Seats {
			if r.Seats[i].Place == place {
				sharing++
			}
		}
		for i := range r.Seats {
			s := &r.Seats[i]
			if s.Place != place || i >= len(t.Places) {
				continue
			}
			t.Places[i] += 2*before + sharing + 1
			t.Points[i] += s.Points
			if place == 1 && !draw {
				t.Wins[i]++
			}
		}
		before += sharing
	}
}

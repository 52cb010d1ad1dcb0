// Package archive is the finished games: what is kept of each, how they are
// found, what they tell about openings, and how they leave and enter as files.
package archive

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"melee/internal/rating"
	"melee/internal/table"
	"melee/notation"
	"melee/rules"
)

// ErrNotFound says that there is no such game.
var ErrNotFound = errors.New("no such game")

// A Game is a finished game without its moves.
type Game struct {
	ID      string // the table's id, "-" and the game's number there
	Table   string
	Number  int
	Variant string
	Form    rating.Form // the form it is rated in, "" if its variant or players have none
	Options rules.Options
	Start   string // position text, "" for the starting array
	Began   time.Time
	Ended   time.Time
	Clock   table.Clock
	Rated   bool
	Public  bool // listed for everybody
	Plies   int
	Ending  rules.Reason
	Result  string // Draw, or the names of the seats that came first, joined by "+"
	Seats   []Seat // by seat
}

// Draw is the result of a game that the rules call a draw.
const Draw = "draw"

// A Seat is who played a seat and what became of it.
type Seat struct {
	Player table.Player
	Owner  string // of a person
	Name   string // as it is now, "" for a guest without one and for an account that was deleted
	Bot    bool   // Owner is an account of kind bot
	Level  int    // of the CPU
	Place  int    // from 1; seats that share one have the same
	Points int    // in games that are won on points
	Fled   bool   // the player left a rated game, which counts as last
	// Rated tells whether the game changed a rating; Rating is that before the game.
	Rated          bool
	Rating, Change float64
}

// A Row is a finished game as it goes into a store.
type Row struct {
	Game
	Moves  []string // tokens, as records write them
	Clocks []int64  // ms left after each ply, nil where there is no clock that runs down
	// Opening are the first plies of a game that statistics are made of.
	Opening []Step
	// Setup names the rules they were played by, as SetupOf gives it.
	Setup string
}

// A Step is a move from a position.
type Step struct {
	Key  uint64 // of the position, before the move
	Move string
}

// How many plies of a game count for the opening statistics.
const (
	openingTwo  = 16
	openingFour = 20
)

// IDOf names a game of a table.
func IDOf(table string, number int) string { return fmt.Sprintf("%s-%d", table, number) }

// RowOf returns what is kept of a game that has ended at a table.
func RowOf(id string, f *table.Finished) (*Row, error) {
	r := &Row{Game: Game{
		ID: IDOf(id, f.Number), Table: id, Number: f.Number, Variant: f.Variant.Name, Options: f.Options, Start: f.Start,
		Began: f.Began, Ended: f.Ended, Clock: f.Clock, Rated: f.Rated, Public: f.Public || f.Rated,
		Plies: len(f.Plies), Ending: f.Result.Reason, Result: resultOf(f.Variant, &f.Result),
	}}
	persons := false
	owners := make([]string, len(f.Chairs))
	for i := range f.Chairs {
		c := &f.Chairs[i]
		seat := Seat{Player: c.Player, Owner: c.Owner, Name: c.Name, Level: c.Level, Fled: f.Fled[i]}
		if f.Points != nil {
			seat.Points = f.Points[i]
		}
		for place, seats := range f.Result.Ranking {
			for _, s := range seats {
				if int(s) == i {
					seat.Place = place + 1
				}
			}
		}
		persons = persons || c.Player == table.Person
		owners[i] = c.Owner
		r.Seats = append(r.Seats, seat)
	}
	r.Form = rating.FormOf(f.Variant.Name, f.Variant.Get(f.Options, "play"), owners)
	timed := false
	for _, p := range f.Plies {
		r.Moves = append(r.Moves, p.Token)
		r.Clocks = append(r.Clocks, p.Left)
		timed = timed || p.Left != 0
	}
	if !timed {
		r.Clocks = nil
	}
	if persons && f.Start == "" {
		var err error
		if r.Opening, err = Steps(f.Variant, f.Options, r.Moves); err != nil {
			return nil, fmt.Errorf("game %s: %w", r.ID, err)
		}
		r.Setup = SetupOf(f.Variant, f.Options)
	}
	return r, nil
}

// resultOf names who came first.
func resultOf(v *rules.Variant, o *rules.Outcome) string {
	if o.Draw || len(o.Ranking) == 0 {
		return Draw
	}
	names := make([]string, len(o.Ranking[0]))
	for i, seat := range o.Ranking[0] {
		names[i] = v.SeatName(seat)
	}
	return strings.Join(names, "+")
}

// Steps returns the first moves of a game from the starting array, as many as count for the statistics.
func Steps(v *rules.Variant, options rules.Options, moves []string) ([]Step, error) {
	depth := openingTwo
	if len(v.Seats) == 4 {
		depth = openingFour
	}
	g, err := v.New(v, options, "")
	if err != nil {
		return nil, err
	}
	var steps []Step
	for _, move := range moves[:min(depth, len(moves))] {
		action, err := rules.ParseAction(g, move)
		if err != nil {
			return nil, err
		}
		if action.Act == rules.MakeMove {
			steps = append(steps, Step{g.Key(), move})
		}
		if _, err := g.Do(action); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// SetupOf names the rules that openings are compared within: a variant with the options that change its play.
func SetupOf(v *rules.Variant, options rules.Options) string {
	var b strings.Builder
	b.WriteString(v.Name)
	for _, o := range v.Options {
		switch o.Name {
		case "show_legal_moves", "move_limit", "rotate_first", "first_seat":
			continue // the same moves are possible
		}
		if value := v.Get(options, o.Name); value != o.Default() {
			b.WriteString(" " + o.Name + "=" + value)
		}
	}
	return b.String()
}

// An Archive finds, shows and takes in games.
type Archive struct {
	Store Store
	// Find finds a variant; rules/catalog has the real one.
	Find table.Finder
	Now  func() time.Time
}

// Game returns a finished game.
func (a *Archive) Game(ctx context.Context, id string) (Game, error) { return a.Store.Game(ctx, id) }

// Search returns the games that a filter lets through, the last ended first,
// and the cursor of the next page, "" if there is none.
func (a *Archive) Search(ctx context.Context, f Filter) ([]Game, Cursor, error) {
	if err := f.check(); err != nil {
		return nil, "", err
	}
	return a.Store.Search(ctx, f)
}

// Record returns a finished game with its moves.
func (a *Archive) Record(ctx context.Context, id string) (*notation.Record, error) {
	game, err := a.Store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	return a.record(ctx, game)
}

func (a *Archive) record(ctx context.Context, game Game) (*notation.Record, error) {
	moves, clocks, err := a.Store.Moves(ctx, game.ID)
	if err != nil {
		return nil, err
	}
	v, err := a.Find(game.Variant)
	if err != nil {
		return nil, err
	}
	r, err := notation.NewRecord(v, game.Options, game.Start)
	if err != nil {
		return nil, err
	}
	g, err := r.Game()
	if err != nil {
		return nil, err
	}
	for i, move := range moves {
		action, err := rules.ParseAction(g, move)
		if err == nil {
			_, err = r.Add(g, action)
		}
		if err != nil {
			return nil, fmt.Errorf("game %s, ply %d: %w", game.ID, i+1, err)
		}
		if clocks != nil {
			r.Plies[i].Notes = &notation.Notes{Timed: true, Clock: clocks[i]}
		}
	}
	for i := range game.Seats {
		s := &game.Seats[i]
		r.Players[i].Name = nameOf(s)
		if s.Rated {
			r.Players[i].Rating = fmt.Sprintf("%.0f", s.Rating)
		}
	}
	event := "Casual game"
	if game.Rated {
		event = "Rated game"
	}
	r.Tags = []notation.Tag{
		{Name: "Event", Value: event}, {Name: "Date", Value: game.Began.UTC().Format("2006.01.02")},
		{Name: "UTCTime", Value: game.Began.UTC().Format("15:04:05")}, {Name: "Round", Value: fmt.Sprint(game.Number)}, {Name: "GameId", Value: game.ID},
	}
	return r, nil
}

// nameOf is what files call a player.
func nameOf(s *Seat) string {
	switch {
	case s.Name != "":
		return s.Name
	case s.Player == table.CPU:
		return fmt.Sprintf("CPU %d", s.Level)
	case s.Player == table.Grey:
		return ""
	}
	return "Anonymous"
}

package archive

import (
	"context"
	"time"

	"melee/internal/rating"
	"melee/rules"
)

// A Store keeps finished games. Games come into it with the last events of
// their tables, all or none. ErrNotFound says that a game is not there.
type Store interface {
	Game(ctx context.Context, id string) (Game, error)
	// Moves returns a game's moves and what the clocks showed after them, nil without clocks.
	Moves(ctx context.Context, id string) (moves []string, clocks []int64, err error)
	// Search returns a page of the games that a filter lets through, the last ended first.
	Search(ctx context.Context, f Filter) ([]Game, Cursor, error)
	// AdoptGames makes the games of an owner another's.
	AdoptGames(ctx context.Context, from, to string) error
	// Openings returns what was played in a position.
	Openings(ctx context.Context, setup string, key uint64) ([]Opening, error)

	// Ratings returns those of an owner, one a form.
	Ratings(ctx context.Context, owner string) ([]Standing, error)
	// Leaders returns the best of a form who are no longer provisional, from a rank on.
	Leaders(ctx context.Context, form rating.Form, from, limit int) ([]Standing, error)
	// Course returns how an owner's rating went, the last limit games, oldest first.
	Course(ctx context.Context, owner string, form rating.Form, limit int) ([]Point, error)
	// Places returns how often an owner had which place in which variant.
	Places(ctx context.Context, owner string) ([]Placing, error)

	Collections
}

// An Opening is what a move led to from a position.
type Opening struct {
	Move         string
	Games, Draws int
	Seats        []OpeningSeat // by seat
}

// An OpeningSeat is what a seat had in the end, summed up over games.
type OpeningSeat struct {
	Wins   int
	Places int // twice the place, so that shared ones are whole
	Points int
}

// A Standing is a player's rating in a form.
type Standing struct {
	Owner, Name string
	Bot         bool
	Form        rating.Form
	Rating      float64
	Best        float64
	Games       int
	Last        time.Time
}

// Provisional reports whether the player has played too little for the rating to mean much.
func (s Standing) Provisional() bool { return s.Games < rating.Provisional }

// A Point is a rating after a game.
type Point struct {
	Game   string
	At     time.Time
	Rating float64
	Change float64
}

// A Placing counts a player's games of a variant that ended with a place. A game
// in which several seats were his counts once, and not at all if they have
// different places: he has played it against himself.
type Placing struct {
	Variant string
	Place   int
	Games   int
	Draws   int
}

// A Kept is a game in somebody's own collection.
type Kept struct {
	ID      string
	Added   time.Time
	Variant string
	Title   string // the players
	Date    string // as the file says
	Plies   int
	Ending  rules.Reason // "" where it has none
}

// Collections is the part of a Store that keeps people's own files.
type Collections interface {
	// Collect stores games, with their records as JSON.
	Collect(ctx context.Context, owner string, games []Kept, records [][]byte) error
	Collected(ctx context.Context, owner string, before string, limit int) ([]Kept, error)
	CollectedRecord(ctx context.Context, owner, id string) ([]byte, error)
	Uncollect(ctx context.Context, owner, id string) error
	CountCollected(ctx context.Context, owner string) (int, error)
}

package arena

import (
	"context"
	"fmt"
	"time"

	"melee/rules"
)

// A Game is one finished game, as the journal keeps it.
type Game struct {
	Number int       `json:"game"`  // from 0
	Round  int       `json:"round"` // games of one round have the same opening
	Start  string    `json:"start,omitempty"`
	Seats  []string  `json:"seats"` // entrants by seat
	Moves  []string  `json:"moves"` // the opening's random moves included
	Reason string    `json:"reason"`
	Places []float64 `json:"places"` // by seat from 1; seats that share places have their mean
	Points []int     `json:"points,omitempty"`
	Faults []string  `json:"faults,omitempty"` // what made a side forfeit
	Work   []Work    `json:"work"`             // by entrant of the match
}

// Work is what an entrant has done in a game or a match.
type Work struct {
	Moves   int           `json:"moves"`
	Nodes   uint64        `json:"nodes,omitempty"`
	Depth   int           `json:"depth,omitempty"`   // sum over the moves
	Time    time.Duration `json:"time,omitempty"`    // in all, nanoseconds
	Longest time.Duration `json:"longest,omitempty"` // for one move
}

// add adds up work.
func (w *Work) add(o Work) {
	w.Moves += o.Moves
	w.Nodes += o.Nodes
	w.Depth += o.Depth
	w.Time += o.Time
	w.Longest = max(w.Longest, o.Longest)
}

// TooLong is the reason of games that Match.MaxPlies has ended.
const TooLong = "too-long"

// contest is a game being played.
type contest struct {
	match   *Match
	fixture fixture
	game    rules.Game
	players []Player // by party
	dice    *dice
	record  Game
}

// play plays a game of the schedule. An error is none of a player's: the match cannot go on.
func (m *Match) play(ctx context.Context, f fixture) (Game, error) {
	g, moves, err := m.begin(f)
	if err != nil {
		return Game{}, err
	}
	c := &contest{match: m, fixture: f, game: g, dice: newDice(m.Seed, uint64(f.number), 1)}
	c.record = Game{Number: f.number, Round: f.round, Start: f.start, Moves: moves, Work: make([]Work, len(m.Entrants))}
	for _, e := range f.lineup {
		c.record.Seats = append(c.record.Seats, m.Entrants[e].Name)
	}
	defer c.close()
	if err := c.open(); err != nil {
		return Game{}, err
	}
	for g.Outcome() == nil && (m.MaxPlies == 0 || len(c.record.Moves) < m.MaxPlies) {
		if err := c.turn(ctx); err != nil {
			return Game{}, err
		}
	}
	c.finish()
	return c.record, nil
}

// open makes a player for every party.
func (c *contest) open() error {
	c.players = make([]Player, Parties(c.match.Variant))
	for seat, e := range c.fixture.lineup {
		party := Party(c.match.Variant, rules.Seat(seat))
		if c.players[party] != nil {
			continue
		}
		p, err := c.match.Entrants[e].Open()
		if err != nil {
			return fmt.Errorf("entrant %s: %w", c.match.Entrants[e].Name, err)
		}
		c.players[party] = p
	}
	return nil
}

func (c *contest) close() {
	for _, p := range c.players {
		if p != nil {
			p.Close()
		}
	}
}

// turn asks the player on turn and carries out what he chooses; a player who
// fails resigns.
func (c *contest) turn(ctx context.Context) error {
	seat := c.game.Turn()
	if w, ok := c.game.(interface{ Walking() bool }); ok && w.Walking() {
		return c.do(rules.Action{Act: rules.MakeMove, Move: pick(c.dice, c.game.Moves(nil))})
	}
	e := c.fixture.lineup[seat]
	limited, cancel := ctx, context.CancelFunc(func() {})
	if c.match.Patience > 0 {
		limited, cancel = context.WithTimeout(ctx, c.match.Patience)
	}
	began := c.match.now()
	choice, err := c.players[Party(c.match.Variant, seat)].Choose(limited, Turn{
		Game: c.game.Clone(), Start: c.fixture.start, Played: c.record.Moves, Seed: c.dice.next(),
	})
	spent := c.match.now() - began
	cancel()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.record.Work[e].add(Work{Moves: 1, Nodes: choice.Nodes, Depth: choice.Depth, Time: spent, Longest: spent})
	if err == nil {
		err = c.do(choice.Action)
	}
	if err != nil {
		c.record.Faults = append(c.record.Faults, fmt.Sprintf("%s, ply %d: %v", c.match.Entrants[e].Name, len(c.record.Moves)+1, err))
		return c.do(rules.Action{Act: rules.Resign, Seat: seat})
	}
	return nil
}

// do carries out an action and notes it.
func (c *contest) do(a rules.Action) error {
	text := a.Text(c.game.Variant(), c.game.Geometry())
	if _, err := c.game.Do(a); err != nil {
		return err
	}
	c.record.Moves = append(c.record.Moves, text)
	return nil
}

// finish notes the result.
func (c *contest) finish() {
	seats := len(c.match.Variant.Seats)
	scored, _ := c.game.(rules.Scored)
	if scored != nil && Parties(c.match.Variant) == seats {
		for seat := range seats {
			c.record.Points = append(c.record.Points, scored.Points(rules.Seat(seat)))
		}
	}
	if o := c.game.Outcome(); o != nil {
		c.record.Reason = string(o.Reason)
		c.record.Places = places(seats, o.Ranking)
		return
	}
	c.record.Reason = TooLong
	c.record.Places = places(seats, rankingBy(c.record.Points, seats))
}

// places returns the place of each seat; those that share places have their mean.
func places(seats int, ranking [][]rules.Seat) []float64 {
	list := make([]float64, seats)
	before := 0
	for _, place := range ranking {
		for _, seat := range place {
			list[seat] = float64(before) + float64(len(place)+1)/2
		}
		before += len(place)
	}
	return list
}

// rankingBy ranks seats by points; without points all share one place.
func rankingBy(points []int, seats int) [][]rules.Seat {
	at := func(seat int) int {
		if points == nil {
			return 0
		}
		return points[seat]
	}
	var ranking [][]rules.Seat
	for placed := 0; placed < seats; {
		var place []rules.Seat
		best := 0
		for seat := range seats {
			if contains(ranking, rules.Seat(seat)) {
				continue
			}
			if p := at(seat); len(place) == 0 || p > best {
				place, best = []rules.Seat{rules.Seat(seat)}, p
			} else if p == best {
				place = append(place, rules.Seat(seat))
			}
		}
		ranking = append(ranking, place)
		placed += len(place)
	}
	return ranking
}

func contains(ranking [][]rules.Seat, seat rules.Seat) bool {
	for _, place := range ranking {
		for _, s := range place {
			if s == seat {
				return true
			}
		}
	}
	return false
}

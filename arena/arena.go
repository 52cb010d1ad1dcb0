// Package arena lets players meet in matches: this program's own, the built-in
// opponents, and any program that speaks the protocol. It schedules games over
// all seats, plays several at once, keeps a journal from which a match goes on,
// and says how much stronger one player is than another.
//
// It starts no program, opens no file and reads no clock: cmd hands in what it needs.
package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"melee/rules"
)

// A Player chooses for all seats of one side of one game. It is used by one goroutine.
type Player interface {
	// Choose returns what the seat on turn does. An error ends the game for
	// that side as a resignation does.
	Choose(ctx context.Context, t Turn) (Choice, error)
	// Close ends the player after its game.
	Close() error
}

// A Turn is what a player is asked.
type Turn struct {
	Game   rules.Game // the player's own copy
	Start  string     // the position text the game started from, "" for the starting array
	Played []string   // the actions since then, as [rules.Action.Text] writes them
	Seed   uint64     // for players that use chance
}

// A Choice is a player's answer; what it does not tell is 0.
type Choice struct {
	Action rules.Action
	Nodes  uint64
	Depth  int
}

// An Entrant takes part in a match.
type Entrant struct {
	Name string
	// Spec is how the entrant was described; a match goes on only with the same.
	Spec string
	// Open returns a player for one side of one game.
	Open func() (Player, error)
}

// A Match is a series of games between entrants.
type Match struct {
	Variant  *rules.Variant
	Options  rules.Options
	Entrants []Entrant
	// Lineups are the assignments of entrants to seats that each opening is
	// played with, each holding for every seat an index into Entrants.
	Lineups [][]int
	// Openings are position texts; with none, games begin from the starting array.
	Openings []string
	// RandomPlies is how many random moves begin each game, the same in all lineups of an opening.
	RandomPlies int
	// Games is how many games are played, at least 1.
	Games int
	// MaxPlies ends a game that has become longer: a draw, or a ranking by points; 0 for no limit.
	MaxPlies int
	// Concurrency is how many games are played at once, at least 1.
	Concurrency int
	// Patience is how long a player may take for a move before it forfeits; 0 for no limit.
	Patience time.Duration
	Seed     uint64
	// Now returns the time since some moment, for the times in the journal; nil for none.
	Now func() time.Duration
}

// Check returns what is wrong with a match.
func (m *Match) Check() error {
	switch {
	case len(m.Entrants) < 2:
		return fmt.Errorf("a match needs two entrants at least, got %d", len(m.Entrants))
	case m.Games < 1:
		return fmt.Errorf("a match has one game at least, got %d", m.Games)
	case len(m.Lineups) == 0:
		return errors.New("a match needs a lineup")
	}
	names := map[string]bool{}
	for _, e := range m.Entrants {
		if e.Name == "" || names[e.Name] {
			return fmt.Errorf("the entrant '%s' needs a name of its own", e.Name)
		}
		names[e.Name] = true
	}
	for _, text := range m.Openings {
		if _, err := m.Variant.New(m.Variant, m.Options, text); err != nil {
			return fmt.Errorf("opening '%s': %w", text, err)
		}
	}
	_, err := m.Variant.New(m.Variant, m.Options, "")
	return err
}

// now returns the time, 0 without a clock.
func (m *Match) now() time.Duration {
	if m.Now == nil {
		return 0
	}
	return m.Now()
}

// Party returns which of the parties that win or lose together a seat belongs
// to: the two teams (F27), the two camps of MCX4, else each seat by itself.
func Party(v *rules.Variant, seat rules.Seat) int { return int(seat) % Parties(v) }

// Parties returns how many parties play a variant.
func Parties(v *rules.Variant) int {
	if v.Name == "four-player-teams" {
		return 2
	}
	return len(v.Sides)
}

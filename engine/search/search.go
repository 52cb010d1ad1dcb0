package search

import (
	"context"
	"time"

	"melee/rules"
)

// A Searcher finds good moves in the games of one variant. It keeps what it
// has learnt from one search to the next; it makes one search at a time.
type Searcher interface {
	// Search looks for the best action of the seat on turn; the game goes on and is left
	// unchanged. It returns when a limit is reached or soon after ctx ends,
	// always with an action the rules allow. tell, which may be nil, hears of
	// every line as it is found, in the goroutine of the caller.
	Search(ctx context.Context, g rules.Game, limits Limits, tell func(Info)) Result
	// Forget clears what earlier searches have left in memory.
	Forget()
}

// Options are what a searcher is made with. The zero value gives one thread, a
// small table and no clock.
type Options struct {
	// HashMB bounds the transposition table, in MiB; 0 means 16.
	HashMB int
	// Threads is how many searches share the table (Lazy SMP); 0 means 1. A search with one thread and
	// no limit of time depends only on game, limits and what has been searched before.
	Threads int
	// Now returns the time since some moment, for the limits of time and for Info.Time; without it there are none.
	Now func() time.Duration
}

// Limits say when a search ends: at the first limit that is reached. With none
// it runs until its context ends.
type Limits struct {
	Depth int    // iterations, in plies; 0 for no limit
	Nodes uint64 // positions, over all threads; 0 for no limit
	Mate  int    // ends when a mate in at most so many moves is found; 0 for no such wish
	// MoveTime is how long the move may take; 0 for no limit.
	MoveTime time.Duration
	// Clock is the player's clock, nil if he has none.
	Clock *Clock
	// Ponder is not nil while the opponent is thinking: the time begins to count when it is closed.
	Ponder <-chan struct{}
	// MultiPV is how many lines are wanted; 0 means 1.
	MultiPV int
	// Only are the moves to be considered; all if it is empty.
	Only []rules.Move
	// Slips make the play weaker.
	Slips Slips
	// Breathe, unless it is nil, is called by each thread about every thousand positions. It may wait, to let others have the processor.
	Breathe func()
}

// A Clock is the time a player has for the game.
type Clock struct {
	Left, Increment time.Duration
	// MovesToGo is the number of moves until the next time control, 0 if there is none.
	MovesToGo int
}

// A Bound says what is known of a score.
type Bound uint8

// The bounds.
const (
	NoBound Bound = iota
	Upper         // the score is at most this
	Lower         // the score is at least this
	Exact
)

// An Info tells of one line of an iteration.
type Info struct {
	// Depth is that of the iteration in plies, SelDepth the length of the longest line looked at.
	Depth, SelDepth int
	// MultiPV numbers the lines of an iteration from 1, the best.
	MultiPV int
	// Score is from the view of the seat on turn at the root.
	Score Score
	Bound Bound
	// Values are what the position is worth to each seat where more than two play for
	// themselves, nil elsewhere. In Four-player they are points expected at the end, in hundredths.
	Values   []Score
	Nodes    uint64
	Hashfull int           // thousandths of the table in use
	Time     time.Duration // since the search began; 0 without a clock
	PV       []rules.Action
}

// NPS returns the positions searched in a second, 0 without a clock.
func (i *Info) NPS() uint64 {
	if i.Time <= 0 {
		return 0
	}
	return uint64(float64(i.Nodes) / i.Time.Seconds())
}

// A Result is the outcome of a search.
type Result struct {
	Action rules.Action
	// Lines are the last complete lines, the best first; there is none where no iteration was completed.
	Lines []Info
	Nodes uint64
}

// Best returns the best line, an empty one where no iteration was completed.
func (r *Result) Best() Info {
	if len(r.Lines) == 0 {
		return Info{}
	}
	return r.Lines[0]
}

// Ponder returns the reply that is expected, if there is one.
func (r *Result) Ponder() (rules.Action, bool) {
	if pv := r.Best().PV; len(pv) > 1 {
		return pv[1], true
	}
	return rules.Action{}, false
}

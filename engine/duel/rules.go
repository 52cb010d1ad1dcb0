// Package duel searches games of two sides by principal variation search
// (alpha-beta with null windows, Marsland & Campbell 1982) with a transposition table, quiescence,
// late move reductions and Lazy SMP. Each game says in [Rules] what its moves
// and positions mean.
//
// A side may be several seats, and may move twice running where a choice is no
// ply: what counts is which side a position's mover plays for.
package duel

import (
	"melee/engine/search"
	"melee/rules"
)

// An End says how a position stands for the side to move, before it moves.
type End uint8

// The ends.
const (
	Open End = iota
	Won
	Lost
	Drawn
	// Optional: the side to move may take the loss, or go on with the moves listed (MCX4's choice, M14).
	Optional
)

// Survive is the move that stands for the choice to play on ([rules.Survive], M14).
const Survive rules.Move = 1<<32 - 1

// Rules is what the search asks of a game. P is its position, a plain value.
type Rules[P any] interface {
	// Side returns the side, 0 or 1, that the mover of the position plays for.
	Side(p *P) int
	// Over tells whether the position has ended by what can be seen without listing moves.
	Over(p *P) End
	// Moves appends the legal moves. Without any the End is not Open.
	Moves(p *P, dst []rules.Move) ([]rules.Move, End)
	// Noisy appends the moves that may win men at once, for quiescence.
	Noisy(p *P, dst []rules.Move) ([]rules.Move, End)
	// Apply plays a move that Moves or Noisy gave.
	Apply(p *P, m rules.Move)
	// Pass gives the turn on without a move; it is not called in check.
	Pass(p *P)
	// Checked reports whether the side to move must answer a check.
	Checked(p *P) bool
	// Calm reports whether a quiet move is certain to give no check. It may be false where that
	// is too dear to find out; then the move is played to see.
	Calm(p *P, m rules.Move) bool
	// Alarmed reports whether another king than that of the side to move is attacked by the last
	// mover's side, in games of more than two seats; it is not asked in check.
	Alarmed(p *P) bool
	// Passable reports whether what a pass leads to tells something: not where another man of the side must answer a check.
	Passable(p *P) bool
	// Key identifies the position for repetition and table.
	Key(p *P) uint64
	// Recent returns how many of the positions before this one may equal it.
	Recent(p *P) int
	// Final returns the score of an End that is not Open for the side to move, as if it stood at the root.
	Final(p *P, e End) search.Score
	// Evaluate values the position for the side to move, within ±search.MateBound. It may be rough where
	// the value lies far outside of the window from alpha to beta.
	Evaluate(p *P, alpha, beta search.Score) search.Score
	// Values returns what a position is worth to each seat, as search.Info.Values; nil where two sides are all there is.
	Values(p *P) []search.Score
	// Gain returns what a move is expected to win in men and whether it is a capture or promotion at all.
	Gain(p *P, m rules.Move) (gain search.Score, lively bool)
	// Sort numbers the moves, below Sorts, so that similar ones share their history of success.
	Sort(p *P, m rules.Move) int
	Sorts() int
}

// A Tuning is how boldly a game's tree may be cut; what holds in one game need not in another.
type Tuning struct {
	// NullMove allows to infer from a pass that a move will do (Donninger 1993).
	NullMove bool
	// NullLeast is how deep the position after a pass is searched at least: 0 for quiescence, which sees no quiet mates.
	NullLeast int
	// StandMargin is by how much, a ply, the value must be above beta for a node to be cut unsearched; 0 never.
	StandMargin search.Score
	// StandDepth is up to which depth that is done.
	StandDepth int
	// QuietMargin is by how much, a ply, the value must be below alpha for quiet moves to be left out; 0 never.
	QuietMargin search.Score
	// LateMoves is after how many quiet moves the rest is left out, at depths up to LateDepth; LateGrowth hundredths
	// are added for each ply of depth squared. 0 never.
	LateMoves, LateGrowth, LateDepth int
	// LateOpen lets moves be left out in open windows too, twice as many being tried.
	LateOpen bool
	// ChecksFrom is from which depth quiet moves that may give check are tried before the others; 0 never.
	ChecksFrom int
	// QuietWidth is how many captures of a position, and how many quiet answers to a check, quiescence looks at; 0 for all.
	QuietWidth int
	// QuietTable keeps the positions of quiescence in the table too: fewer nodes, but each is dearer.
	QuietTable bool
	// Reduction scales the reduction of late moves, 100 is that of most chess programs; 0 is none.
	Reduction int
	// CheckReach is how far lines are lengthened by checks, in multiples of the iteration's depth.
	CheckReach int
}

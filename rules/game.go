// Package rules holds the words that all games share: squares, men, moves,
// seats, and the Game that server, notation and tools work with.
//
// Each variant has concrete types of its own in a package below this one;
// search and solver use those. Nothing here reads a clock, a file or a random source.
package rules

// Status says what a game waits for.
type Status uint8

// The states of a game.
const (
	Playing  Status = iota // the seat on turn must move
	Choosing               // MCX4: the Queen on turn must say whether she survives (M14)
	Ended
)

func (s Status) String() string {
	return [...]string{"playing", "choice", "ended"}[s]
}

// A Reason names why a game ended.
type Reason string

// The reasons, with the rules they stem from.
const (
	Checkmate    Reason = "checkmate"    // A9
	Mate         Reason = "mate"         // M13–M15, F27
	Stalemate    Reason = "stalemate"    // A9, M12, F27
	Repetition   Reason = "repetition"   // A10, M18, F18
	NoProgress   Reason = "no-progress"  // A11, M18, F18
	BareKings    Reason = "bare-kings"   // A12, M18, F19
	Agreement    Reason = "agreement"    // A13, M18
	Resignation  Reason = "resignation"  // A13, M21, F27
	TimeOut      Reason = "time"         // A13, M21, F27
	Material     Reason = "material"     // M16
	LoneQueen    Reason = "lone-queen"   // M17, option royal
	Eliminations Reason = "eliminations" // F17
	Lead         Reason = "lead"         // F17
	MoveLimit    Reason = "move-limit"   // F20
)

// An Outcome is how a game ended.
type Outcome struct {
	Reason Reason
	// Ranking holds the places from first to last, each with the seats that share it, in order of seats.
	Ranking [][]Seat
	// Draw tells whether the rules call it a draw; in Four-player a draw still has a ranking by points (F18).
	Draw bool
}

// An EffectKind says what an [Effect] tells.
type EffectKind uint8

// What can happen beside the move itself.
const (
	// Gain: Seat earns Points on Square under Rule (F5, F9, F10, F11, F15, F18).
	Gain EffectKind = iota
	// Elimination: Seat is out of the game, through By or nobody, under Rule (F8a, F12, F14, F15, F16, F22).
	Elimination
	// ClanGone: the clan of Seat disappears under Rule (M6, M7, M14, M21).
	ClanGone
	// Survival: the Queen of Seat plays on alone (M14).
	Survival
	// Abandonment: the Queen of Seat has left her king in check (M9).
	Abandonment
)

// An Effect is one consequence of an action, in the order the rules apply them.
type Effect struct {
	Kind   EffectKind
	Seat   Seat
	By     Seat // NoSeat where nobody caused it
	Points int
	Square Square // NoSquare where it has no place
	Rule   string // such as "F10"
}

// A Game is a game in progress: a position, as much of its past as the rules
// ask for, and its end. It is what server, notation and tools use; it is not
// safe for concurrent use.
type Game interface {
	// Variant returns the rules the game is played by.
	Variant() *Variant
	// Options returns the options that differ from their defaults; the caller must not change them.
	Options() Options
	Geometry() Geometry
	// Clone returns an independent copy.
	Clone() Game

	// Text returns the position in the variant's text form (notation.md).
	Text() string
	// Key returns the position's Zobrist key: what counts for repetition (A10, M18, F18), kept incrementally.
	Key() uint64
	// At returns the man on a square, 0 if it is empty.
	At(Square) Man
	Status() Status
	// Turn returns the seat that must act now, NoSeat when the game has ended.
	Turn() Seat
	// Checked reports whether a king of the side stands attacked by a man that counts.
	Checked(Side) bool
	// Moves appends the legal moves to dst, in no promised order; none unless Status is Playing.
	Moves(dst []Move) []Move

	// Do checks an action and carries it out. On an error nothing has changed.
	Do(Action) ([]Effect, error)
	// Outcome returns how the game ended, nil while it goes on.
	Outcome() *Outcome

	// Perft counts the legal sequences of exactly depth moves; an open choice is answered "survive".
	Perft(depth int) uint64
}

// Slotted is a Game whose turn is not always the slot's own (MCX4, M5).
type Slotted interface {
	// Slot returns the slot of M5, also when the game has ended.
	Slot() Seat
	// SlotRule returns the rule by which another seat than the slot's plays: "M6", "M8", "M12"; "" if none.
	SlotRule() string
	// Abandons reports whether a legal move leaves the own king in check (M9).
	Abandons(Move) bool
}

// Returning is a Game in which the last move may not be undone (All-in, A6) or
// its man not moved again (Mainly-in, A15).
type Returning interface {
	// Forbidden returns the move that would otherwise be legal and that A6 forbids.
	Forbidden() (Move, bool)
	// Barred returns the square of the man that A15 forbids to move, NoSquare if none.
	Barred() Square
}

// Scored is a Game that is won on points (Four-player, F9).
type Scored interface {
	Points(Seat) int
	// Active reports whether the seat is still in the game.
	Active(Seat) bool
}

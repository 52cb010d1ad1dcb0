// Package search has what the searches of all games share: what they are asked
// and what they answer, the transposition table, the budget of nodes and time,
// and the slips of weaker levels.
//
// It reads neither a clock nor a random source: a clock is a function that
// [Options] carry, chance is a seed.
package search

// A Score is how good a position is for a side, in hundredths of a pawn. From
// [MateBound] on it is a win that is certain and how far off it is, below
// -MateBound a certain loss.
type Score int32

// The ends of the scale. Every score fits 16 bits.
const (
	// Beyond is above every score.
	Beyond Score = 32000
	// MateScore is a win on the spot; one in n plies is worth MateScore - n.
	MateScore Score = 31000
	// MateBound is the least certain win, [MaxPly] plies away.
	MateBound = MateScore - MaxPly
	// Draw is worth nothing to either side.
	Draw Score = 0
)

// MaxPly is how many plies deep a line may become.
const MaxPly = 128

// MateIn returns in how many moves of the winner the mate comes: 1 is the next move,
// negative if the side is mated; ok tells whether the score is a certain win or loss.
func (s Score) MateIn() (moves int, ok bool) {
	switch {
	case s >= MateBound:
		return int(MateScore-s+1) / 2, true
	case s <= -MateBound:
		return -int(MateScore+s+1) / 2, true
	}
	return 0, false
}

// Stored returns a score found ply plies from the root as the table keeps it:
// a mate counted from the position, not from the root. [Score.Loaded] is the way back.
func (s Score) Stored(ply int) Score {
	switch {
	case s >= MateBound:
		return s + Score(ply)
	case s <= -MateBound:
		return s - Score(ply)
	}
	return s
}

// Loaded turns a score of the table into one that counts mates from the root.
func (s Score) Loaded(ply int) Score {
	switch {
	case s >= MateBound:
		return s - Score(ply)
	case s <= -MateBound:
		return s + Score(ply)
	}
	return s
}

// Exchanged returns what an exchange wins for who begins it. gains are, capture by capture, what would
// be won by it if it were the last; from the second on either side may leave off.
func Exchanged(gains []Score) Score {
	for n := len(gains) - 1; n > 0; n-- {
		gains[n-1] = min(gains[n-1], -gains[n])
	}
	return gains[0]
}

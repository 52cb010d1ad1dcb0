package search

import "melee/rules"

// Slips are what makes a level play like a person who is learning: it does not
// see some of the moves, its own as well as the replies to them, and takes
// nearly equal moves for equal. Equal seeds slip alike.
type Slips struct {
	// Overlook is how many of 256 quiet moves are not seen; of captures and promotions it is a quarter.
	Overlook int
	// Whim is by how much a move may be misjudged either way.
	Whim Score
	Seed uint64
}

// Misses reports whether a move, made ply plies from the root, is not seen. Only
// moves and replies (plies 0 and 1) are missed; lively are captures and promotions.
func (s *Slips) Misses(ply int, m rules.Move, lively bool) bool {
	if s.Overlook == 0 || ply > 1 {
		return false
	}
	share := uint64(s.Overlook)
	if lively {
		share /= 4
	}
	return s.chance(uint64(ply+1), m)&255 < share
}

// Misjudged returns by how much the value of a first move is taken for more than it is.
func (s *Slips) Misjudged(m rules.Move) Score {
	if s.Whim == 0 {
		return 0
	}
	return Score(s.chance(0, m)%uint64(2*s.Whim+1)) - s.Whim
}

func (s *Slips) chance(use uint64, m rules.Move) uint64 {
	var random [1]uint64
	rules.Keys(s.Seed^uint64(m)<<24^use<<60, random[:])
	return random[0] >> 8
}

// A Level is a strength of play: how far it looks, and how often it slips.
type Level struct {
	// Nodes and Depth bound each search, 0 for no bound.
	Nodes uint64
	Depth int
	// Overlook and Whim are those of [Slips].
	Overlook int
	Whim     Score
	// HashMB is what its table needs.
	HashMB int
}

// Limits returns the limits of a search at the level.
func (l Level) Limits(seed uint64) Limits {
	return Limits{
		Nodes: l.Nodes, Depth: l.Depth,
		Slips: Slips{Overlook: l.Overlook, Whim: l.Whim, Seed: seed},
	}
}

package problem

import "melee/rules"

// Limits bound what a search may use.
type Limits struct {
	Hash    int // bytes of the hash table; at least 1 MB is used
	Threads int // at least 1
}

// A Solution is what was found. It is the same whatever the limits, but for
// Nodes, if it is Complete and not Pruned.
type Solution struct {
	// Complete tells that everything was searched; otherwise a limit or the context ended the search.
	Complete bool
	// Resume is the number of the first move to resume with (Options.StartMove), counted from 1; 0 if Complete.
	Resume int
	// Pruned tells that the trees were too large and had to be cut; keys and tries are complete all the same.
	Pruned bool
	// Faults are why the position cannot be played, as may happen with duplex and set play.
	Faults rules.Faults

	// Lines are the solutions of help and series play, shorter ones included, in the order of their moves' texts. There
	// are at most 100 000: then the solution is not Complete. If the search ended early they are those found until then.
	Lines []Line
	// Keys and Tries are those of battle play, in the order of their moves' texts. With Options.PostKey the only key
	// has no move.
	Keys, Tries []*Node
	// SetLines and SetPlay are what happens if the other side begins (Options.SetPlay).
	SetLines []Line
	SetPlay  []*Node
	// Duplex is the solution for the other side (Options.Duplex).
	Duplex *Solution

	Verdict Verdict
	Nodes   uint64 // positions looked at
}

// A Line is one solution of help or series play: its moves from the first to the one that reaches the goal.
type Line []rules.Move

// A Node is a move of battle play and what follows it.
type Node struct {
	Move rules.Move // NoMove only for the key of post-key play
	// Reached tells that the move reaches the goal, so that nothing follows.
	Reached bool
	// Length is the number of moves in which a key solves, itself included; 0 for other moves.
	Length int
	// Refutations are the defences that no move answers; a key has none.
	Refutations []rules.Move
	// Threats are what an attacking move threatens: the moves that would solve soonest if the defender passed. Zugzwang tells
	// that there is none, and the defender is not in check.
	Threats  []*Node
	Zugzwang bool
	// Replies are the defences after an attacking move, or the attacks after a defence; each in the order of their moves' texts.
	Replies []*Node
}

// A Verdict says what is to be known about a problem's soundness, as far as it was tested.
type Verdict struct {
	Solved     bool // there is a key or a line
	Several    bool // more than one key or line
	Short      bool // a key or line solves in fewer moves than asked for
	Duals      bool // a defence, not at the last move of a short variation, has more than one answer (needs Variations)
	Castling   bool // a solution castles, which a diagram cannot prove legal
	EnPassant  bool // a solution begins with a capture in passing
	Incomplete bool // the search was ended early
}

// Sound reports the verdict C+: tested completely, and exactly one key or line without duals or short solutions.
// A problem that is meant to have several solutions is sound if there are as many as meant.
func (v Verdict) Sound() bool {
	return v.Solved && !v.Several && !v.Short && !v.Duals && !v.Incomplete
}

// A Stage is the part of the work that a Progress tells of.
type Stage uint8

// The stages, in their order.
const (
	StageSet    Stage = iota // set play
	StagePlay                // the solution
	StageDuplex              // the solution for the other side
)

// Progress is what Solve reports while it works. Exactly one of Line, Key, Try
// and Set is given when something was found; otherwise it tells of the first move that is begun.
type Progress struct {
	Stage  Stage
	Move   rules.Move // the first move that was begun
	Number int        // its number, counted from 1
	Total  int        // how many first moves there are
	Length int        // how many moves, or plies of help and series play, are searched
	Resume int        // what Solution.Resume would be if the search ended now
	Nodes  uint64

	Line Line
	Key  *Node
	Try  *Node
	Set  *Node
}

// A Report takes progress. Calls never overlap; they come from goroutines of Solve.
type Report func(Progress)

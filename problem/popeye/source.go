package popeye

import (
	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// A source is what the text says of a position before it is one.
type source struct {
	board       board
	condition   problem.Condition
	stipulation problem.Stipulation
	stated      bool // there is a stipulation

	options    problem.Options
	white      bool // White is to play in help play
	noCastling []rules.Square
	// passed is the square a pawn has just passed, if passing.
	passed  rules.Square
	passing bool
}

// place sets a man; a man already there gives way.
func (s *source) place(_ token, at rules.Square, m rules.Man) { s.board[at] = m }

// array sets up the starting array.
func (s *source) array() {
	start := allin.Start(allin.OwnMen)
	for i := range s.board {
		s.board[i] = start.At(rules.Square(i))
	}
}

// task returns what is to be solved.
func (s *source) task() problem.Task {
	t := problem.Task{Condition: s.condition, Stipulation: s.stipulation, Options: s.options, Setup: allin.NewSetup()}
	if s.white && t.Stipulation.Play == problem.Help && t.Stipulation.Halves%2 == 0 {
		// The first half move falls away: h#2 becomes h#1.5.
		t.Stipulation.Halves--
	}
	if t.Stipulation.BlackBegins() {
		t.Setup.Turn = allin.Black
	}
	t.Setup.Men = s.board
	t.Setup.AssumeCastling()
	for _, square := range s.noCastling {
		t.Setup.Castling &^= lost[allin.Board.Name(square)]
	}
	if s.passing && s.passable() {
		t.Setup.EnPassant = s.passed
	}
	return t
}

// lost are the castling rights that end with the man of a square.
var lost = map[string]allin.Castling{
	"a1": allin.WhiteLong, "e1": allin.WhiteLong | allin.WhiteShort, "h1": allin.WhiteShort,
	"a8": allin.BlackLong, "e8": allin.BlackLong | allin.BlackShort, "h8": allin.BlackShort,
}

// passable reports whether a pawn may just have passed the square.
func (s *source) passable() bool {
	file, rank := allin.Board.File(s.passed), allin.Board.Rank(s.passed)
	mover, ahead := allin.White, 1
	switch rank {
	case 2:
	case 5:
		mover, ahead = allin.Black, -1
	default:
		return false
	}
	return s.board[allin.Board.At(file, rank+ahead)] == rules.NewMan(mover, rules.Pawn) &&
		s.board[s.passed] == 0 && s.board[allin.Board.At(file, rank-ahead)] == 0
}

// check tells what is missing once everything before the twins is read, and sets the diagram.
func (r *reader) check() {
	at := r.start
	if !r.raw.stated && len(r.entry.Faults) == 0 {
		r.fault(at, "the problem has no %s", commands.name(r.lang, cmdStipulation))
	}
	if r.raw.passing && !r.raw.passable() {
		r.fault(at, "no pawn can just have passed %s", allin.Board.Name(r.raw.passed))
	}
	if r.raw.white && (r.raw.stipulation.Play != problem.Help || r.raw.stipulation.Halves%2 != 0) {
		r.note(at, "%s is ignored: it is for help play that Black begins", options.name(r.lang, optWhiteToPlay))
	}
	r.entry.Problem.Diagram = r.raw.task()
}

// stipulation reads one word.
func (r *reader) stipulation() (problem.Stipulation, bool) {
	s, err := problem.ParseStipulation(r.tok.text)
	if err != nil {
		r.fault(r.tok, "%s", err)
		s = problem.Stipulation{Square: rules.NoSquare, Halves: 2}
	}
	r.advance()
	return s, true
}

// conditionNames are the words for conditions; Popeye knows three of them.
var conditionNames = vocabulary[problem.Condition]{
	{problem.AllIn, names{"AllInChess", "AllInChess", "AllInChess"}},
	{problem.HalfIn, names{"HalfInChess", "HalfInChess", "HalfInChess"}},
	{problem.MainlyIn, names{"MainlyInChess", "MainlyInChess", "MainlyInChess"}},
	{problem.FreeForAll, names{"FreeForAllChess", "FreeForAllChess", "FreeForAllChess"}},
	{problem.Orthodox, names{"Orthodox", "Orthodoxe", "Orthodox"}},
}

// shortestCondition is how much of a condition must be written, so that it differs from Popeye's others.
const shortestCondition = 3

// condition reads a condition. A second one is a fault.
func (r *reader) condition() problem.Condition {
	read := func() (problem.Condition, bool) {
		c, m := conditionNames.find(r.lang, r.tok.text)
		return c, m == found && len(r.tok.text) >= shortestCondition
	}
	first, ok := read()
	if !ok {
		r.fault(r.tok, "%s is no condition of these games: want %s", quoted(r.tok.text), choice(conditionNames.list(r.lang, "")))
		if r.ended() {
			return first
		}
		r.skip()
		return problem.Orthodox
	}
	r.advance()
	for c, ok := read(); ok; c, ok = read() {
		if c != first {
			r.fault(r.tok, "%s and %s cannot hold together", conditionNames.name(r.lang, first), conditionNames.name(r.lang, c))
		}
		r.advance()
	}
	return first
}

// ended reports whether a command or the end of a problem is next.
func (r *reader) ended() bool {
	_, c := commands.find(r.lang, r.tok.text)
	_, e := ends.find(r.lang, r.tok.text)
	return r.tok.text == "" || c == found || e == found
}

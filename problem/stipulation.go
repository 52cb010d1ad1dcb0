package problem

import (
	"strconv"
	"strings"

	"melee/rules"
	"melee/rules/allin"
)

// A Play is how the two sides work with or against each other. "White" below is the
// side that begins, except in help and series help play, where it is the one that reaches the goal.
type Play uint8

// The plays.
const (
	Direct         Play = iota // White forces the goal
	Self                       // White forces Black to reach it against him
	Reflex                     // as Self, and whoever can reach the goal at once must
	SemiReflex                 // as Reflex, but only Black must
	Help                       // both work for White's goal
	HelpSelf                   // both work for a position where White plays a selfmate in one
	HelpReflex                 // the same with a reflexmate in one
	Series                     // White alone plays, and reaches the goal
	SeriesHelp                 // Black alone plays, then White reaches the goal in one
	SeriesSelf                 // White alone plays, then Black is forced to reach the goal
	SeriesReflex               // White alone plays, then Black can reach the goal and so must
	SeriesHelpSelf             // Black alone plays, then White forces him to reach the goal in one
)

var plays = [...]string{
	Direct: "", Self: "s", Reflex: "r", SemiReflex: "semi-r", Help: "h", HelpSelf: "hs", HelpReflex: "hr",
	Series: "ser-", SeriesHelp: "ser-h", SeriesSelf: "ser-s", SeriesReflex: "ser-r", SeriesHelpSelf: "ser-hs",
}

// IsBattle reports whether the sides play against each other from the first
// move on: then a solution has keys, tries and a tree, otherwise lines.
func (p Play) IsBattle() bool { return p <= SemiReflex }

// IsSeries reports whether one side plays alone at first.
func (p Play) IsSeries() bool { return p >= Series }

// isHelp reports whether a length may end in .5.
func (p Play) isHelp() bool { return Help <= p && p <= HelpReflex }

// A Goal is what must be reached by a move.
type Goal uint8

// The goals. Mate and stalemate are those of A9: no move of men of either colour, as far as the condition allows them.
const (
	Mate            Goal = iota
	Stalemate            // #, but the king is not attacked
	DoubleMate           // both sides are mated; A4 never allows it, so it has no solutions
	DoubleStalemate      // both sides are stalemated
	MateOrStalemate      // either
	Capture              // the move takes a man
	Check                // the king is attacked
	Target               // the man that moves arrives on a square
	AnyMove              // every move will do
)

var goals = [...]string{
	Mate: "#", Stalemate: "=", DoubleMate: "##", DoubleStalemate: "==", MateOrStalemate: "#=",
	Capture: "x", Check: "+", Target: "z", AnyMove: "~",
}

// A Stipulation is what a problem asks for.
type Stipulation struct {
	Play   Play
	Goal   Goal
	Square rules.Square // of Target, otherwise NoSquare
	// Halves is twice the number of moves, which ends in .5 only in help play: 5 for h#2.5, 4 for #2. From 1 to 2*MaxMoves.
	Halves int
	// Intro is the number of moves that one side plays alone before ("2->ser-h#4"); 0 if none. It is the other side than the one
	// that begins the main play, except with half moves.
	Intro int
	// Exact refuses shorter solutions ("exact-#3").
	Exact bool
}

// MaxMoves bounds the number of moves of a stipulation.
const MaxMoves = 99

// maxStipulation bounds the text of a stipulation in bytes.
const maxStipulation = 40

// Moves returns the whole moves of the length; the half move of h#2.5 is not counted.
func (s Stipulation) Moves() int { return s.Halves / 2 }

// ParseStipulation reads a stipulation as Popeye writes it: "#3", "s=2", "semi-r#2", "h#2.5", "hs#3",
// "ser-h=4", "hzg74", "~1". Letters may be of either case. The error says what was not understood.
func ParseStipulation(text string) (Stipulation, error) {
	if len(text) > maxStipulation {
		return Stipulation{}, rules.Refusal("a stipulation has at most " + rules.CountText(maxStipulation) + " characters")
	}
	s := Stipulation{Square: rules.NoSquare}
	rest := strings.ToLower(text)
	fail := func(why string) (Stipulation, error) {
		return Stipulation{}, rules.Refusal("stipulation '" + text + "': " + why)
	}
	if after, ok := strings.CutPrefix(rest, "exact-"); ok {
		s.Exact, rest = true, after
	}
	if intro, after, ok := strings.Cut(rest, "->"); ok {
		n, err := strconv.Atoi(intro)
		if err != nil || n < 1 || n > MaxMoves {
			return fail("before -> stands the number of moves that one side plays alone, from 1 to " + rules.CountText(MaxMoves))
		}
		s.Intro, rest = n, after
	}
	s.Play, rest = cutPlay(rest)
	var ok bool
	if rest, ok = s.cutGoal(rest); !ok {
		return fail("after the kind of play (none, s, r, semi-r, h, hs, hr, ser-, ser-h, ser-s, ser-r, ser-hs) " +
			"must stand one of the goals # = ## == #= x + ~ z<square>, then the number of moves")
	}
	number, half := strings.CutSuffix(rest, ".5")
	n, err := strconv.Atoi(number)
	if err != nil || strings.Trim(number, "0123456789") != "" || n < 0 || n > MaxMoves {
		return fail("must end in a number of moves up to " + rules.CountText(MaxMoves))
	}
	s.Halves = 2 * n
	if half {
		s.Halves++
	}
	if fault := s.lengthFault(); fault != "" {
		return fail(fault)
	}
	return s, nil
}

// cutPlay reads the longest name of a play off the front.
func cutPlay(text string) (Play, string) {
	best := Direct
	for p, name := range plays {
		if strings.HasPrefix(text, name) && len(name) > len(plays[best]) {
			best = Play(p)
		}
	}
	return best, text[len(plays[best]):]
}

// cutGoal reads the longest name of a goal off the front.
func (s *Stipulation) cutGoal(text string) (rest string, ok bool) {
	for g, name := range goals {
		if strings.HasPrefix(text, name) && (!ok || len(name) > len(goals[s.Goal])) {
			s.Goal, ok = Goal(g), true
		}
	}
	if !ok {
		return text, false
	}
	rest = text[len(goals[s.Goal]):]
	if s.Goal != Target {
		return rest, true
	}
	if len(rest) < 2 {
		return rest, false
	}
	s.Square = allin.Board.Square(rest[:2])
	return rest[2:], s.Square != rules.NoSquare
}

// lengthFault says what is wrong with the length, "" if nothing.
func (s Stipulation) lengthFault() string {
	switch {
	case s.Halves < 1 || s.Halves > 2*MaxMoves+1:
		return "the number of moves must be from 1 to " + rules.CountText(MaxMoves)
	case s.Halves%2 != 0 && !s.Play.isHelp():
		return "only help play has half moves"
	case s.Halves < 2 && s.Play != Help:
		return "needs at least one move"
	}
	return ""
}

// String returns the stipulation as ParseStipulation reads it.
func (s Stipulation) String() string {
	var b strings.Builder
	if s.Exact {
		b.WriteString("exact-")
	}
	if s.Intro > 0 {
		b.WriteString(strconv.Itoa(s.Intro) + "->")
	}
	b.WriteString(plays[s.Play])
	b.WriteString(goals[s.Goal])
	if s.Goal == Target {
		b.WriteString(allin.Board.Name(s.Square))
	}
	b.WriteString(strconv.Itoa(s.Halves / 2))
	if s.Halves%2 != 0 {
		b.WriteString(".5")
	}
	return b.String()
}

// BlackBegins reports whether Black begins where nothing else is said: in help
// play with whole moves and in series help play.
func (s Stipulation) BlackBegins() bool {
	black := s.Play == Help && s.Halves%2 == 0 || s.Play == SeriesHelp || s.Play == SeriesHelpSelf ||
		(s.Play == HelpSelf || s.Play == HelpReflex) && s.Halves%2 != 0
	return black != (s.Intro > 0 && !s.introStays())
}

// introStays reports whether the main play is begun by the side that has played alone before: with half moves, as in "2->h#1.5".
func (s Stipulation) introStays() bool { return s.Halves%2 != 0 }

package popeye

import (
	"strconv"
	"strings"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// Write returns problems in Popeye's language. [Read] makes the same positions and questions of them; twins
// are told by what differs from the diagram.
func Write(l Language, entries []Entry) string {
	w := &writer{lang: l}
	for i := range entries {
		if i == 0 {
			w.line(begins.name(l, cmdBegin))
		} else {
			w.line("\n" + ends.name(l, cmdNext))
		}
		w.problem(&entries[i])
	}
	w.line("\n" + ends.name(l, cmdEnd))
	return w.b.String()
}

// A writer writes one file.
type writer struct {
	lang Language
	b    strings.Builder
}

func (w *writer) line(text string) { w.b.WriteString(text + "\n") }

func (w *writer) problem(e *Entry) {
	p := &e.Problem
	told := func(cmd command, text string) {
		for line := range strings.SplitSeq(text, "\n") {
			// A line that begins with what parts words would lose it.
			if line = strings.TrimLeft(line, " \t;.,"); line != "" {
				w.line(commands.name(w.lang, cmd) + " " + line)
			}
		}
	}
	told(cmdTitle, p.Title)
	for _, author := range p.Authors {
		told(cmdAuthor, author)
	}
	told(cmdOrigin, p.Origin)
	told(cmdAward, p.Award)
	told(cmdRemark, p.Remark)
	t := &p.Diagram
	w.line(commands.name(w.lang, cmdStipulation) + " " + t.Stipulation.String())
	if t.Condition != problem.Orthodox {
		w.line(commands.name(w.lang, cmdCondition) + " " + conditionNames.name(w.lang, t.Condition))
	}
	if words := w.options(p, e.Layout); len(words) > 0 {
		w.line(commands.name(w.lang, cmdOption) + " " + strings.Join(words, " "))
	}
	if men := w.men(t.Setup.Men, func(rules.Square) bool { return true }); men != "" {
		w.line(commands.name(w.lang, cmdPieces) + men)
	}
	for i := range p.Twins {
		word := cmdTwin
		if i == 0 && p.Zero {
			word = cmdZero
		}
		w.line(ends.name(w.lang, word) + w.difference(t, &p.Twins[i].Task))
	}
}

// men lists the men on the squares asked for, by colour.
func (w *writer) men(men [64]rules.Man, asked func(rules.Square) bool) string {
	text := ""
	for _, c := range []colour{white, black} {
		list := ""
		for _, kind := range lettered {
			squares := ""
			for i, m := range men {
				if s := rules.Square(i); m == rules.NewMan(rules.Seat(c), kind) && asked(s) {
					squares += allin.Board.Name(s)
				}
			}
			if squares != "" {
				list += " " + string(w.lang.Letter(kind)) + squares
			}
		}
		if list != "" {
			text += " " + colours.name(w.lang, c) + list
		}
	}
	return text
}

// difference tells what changes one task into another.
func (w *writer) difference(from, to *problem.Task) string {
	var gone, come []rules.Square
	for i, m := range from.Setup.Men {
		after := to.Setup.Men[i]
		if m != after && m != 0 {
			gone = append(gone, rules.Square(i))
		}
		if m != after && after != 0 {
			come = append(come, rules.Square(i))
		}
	}
	name := func(c change) string { return " " + changes.name(w.lang, c) }
	text := ""
	switch {
	case len(gone) == 1 && len(come) == 1 && from.Setup.Men[gone[0]] == to.Setup.Men[come[0]]:
		text = name(chMove) + " " + allin.Board.Name(gone[0]) + " " + allin.Board.Name(come[0])
	default:
		if len(gone) > 0 {
			text = name(chRemove) + " "
			for _, s := range gone {
				text += allin.Board.Name(s)
			}
		}
		if len(come) > 0 {
			text += name(chAdd) + w.men(to.Setup.Men, func(s rules.Square) bool { return from.Setup.Men[s] != to.Setup.Men[s] })
		}
	}
	if from.Condition != to.Condition {
		text += name(chCondition) + " " + conditionNames.name(w.lang, to.Condition)
	}
	if from.Stipulation != to.Stipulation {
		text += name(chStipulation) + " " + to.Stipulation.String()
	}
	return text
}

// options returns the words for a problem's options, and for what its positions tell beside the men.
func (w *writer) options(p *problem.Problem, layout Layout) []string {
	t, o := &p.Diagram, &p.Diagram.Options
	var words []string
	add := func(given bool, word option, numbers ...int) {
		if given {
			text := options.name(w.lang, word)
			for _, n := range numbers {
				text += " " + strconv.Itoa(n)
			}
			words = append(words, text)
		}
	}
	limit := func(p *int, word option, more ...int) {
		if p != nil {
			add(true, word, append([]int{*p}, more...)...)
		}
	}
	add(o.SetPlay, optSetPlay)
	add(o.Tries && o.MaxRefutations <= 1, optTry)
	add(o.Tries && o.MaxRefutations > 1, optDefence, o.MaxRefutations)
	add(o.Variations && !o.PostKey, optVariations)
	add(o.NoThreats, optNoThreat)
	add(o.NoShortVariations, optNoShort)
	add(o.PostKey, optPostKey)
	add(o.Duplex, optDuplex)
	add(o.HalfDuplex != ((t.Setup.Turn == allin.Black) != t.Stipulation.BlackBegins()), optHalfDuplex)
	add(o.Quodlibet, optQuodlibet)
	add(o.Intelligent, optIntelligent)
	add(o.StopOnShort, optStopOnShort)
	add(o.NominalEnPassant, optNominal)
	add(o.MaxSolutions > 0, optMaxSolutions, o.MaxSolutions)
	add(o.MaxTime > 0, optMaxTime, int(o.MaxTime.Seconds()))
	add(o.StartMove > 0, optStartMove, o.StartMove)
	add(o.UpToMove > 0, optUpToMove, o.UpToMove)
	limit(o.MaxThreat, optThreat)
	limit(o.MaxFlights, optMaxFlights)
	limit(o.NonTrivial, optNonTrivial, o.NonTrivialLength)
	add(layout.NoBoard, optNoBoard)
	add(layout.MoveNumbers && o.StartMove == 0 && o.UpToMove == 0, optMoveNumbers)
	add(layout.NoTrivialTries, optTrivialTries)
	add(layout.MatesInOne, optMatesInOne)
	if passed := passedIn(p); passed != "" {
		words = append(words, options.name(w.lang, optEnPassant)+" "+passed)
	}
	if squares := uncastled(p); squares != "" {
		words = append(words, options.name(w.lang, optNoCastling)+" "+squares)
	}
	return words
}

// passedIn returns the square that a pawn has just passed in the diagram or a twin.
func passedIn(p *problem.Problem) string {
	for _, twin := range append(p.Tasks(), problem.Twin{Task: p.Diagram}) {
		if s := twin.Task.Setup.EnPassant; s != rules.NoSquare {
			return allin.Board.Name(s)
		}
	}
	return ""
}

// uncastled returns the rooks' squares of rights that the diagram or a twin does not have though king and rook stand at home.
func uncastled(p *problem.Problem) string {
	var denied allin.Castling
	for _, twin := range append(p.Tasks(), problem.Twin{Task: p.Diagram}) {
		all := twin.Task.Setup
		all.AssumeCastling()
		denied |= all.Castling &^ twin.Task.Setup.Castling
	}
	text := ""
	for _, square := range []string{"a1", "h1", "a8", "h8"} {
		if denied&lost[square] != 0 {
			text += square
		}
	}
	return text
}

package popeye

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// A Printer writes problems and their solutions in one language.
type Printer struct {
	Language Language
}

// boardWidth is how wide the printed board is.
const boardWidth = 37

// Heading returns what stands above the solutions of a problem: remarks and, unless the layout has no board,
// author, origin, award, title, board, stipulation and conditions.
func (pr Printer) Heading(e *Entry) string {
	p, b := &e.Problem, &strings.Builder{}
	if p.Remark != "" {
		b.WriteString(p.Remark + "\n")
	}
	if e.Layout.NoBoard {
		return b.String()
	}
	b.WriteByte('\n')
	for _, text := range append(append([]string(nil), p.Authors...), p.Origin, p.Award, p.Title) {
		for line := range strings.SplitSeq(text, "\n") {
			if line != "" {
				b.WriteString(centred(line))
			}
		}
	}
	pr.board(b, &p.Diagram)
	pr.caption(b, &p.Diagram)
	return b.String()
}

// centred returns a line in the middle below or above the board.
func centred(text string) string {
	return strings.Repeat(" ", max(0, (boardWidth-len([]rune(text)))/2)) + text + "\n"
}

func (pr Printer) board(b *strings.Builder, t *problem.Task) {
	const border, blank = "+---a---b---c---d---e---f---g---h---+\n", "|                                   |\n"
	b.WriteString("\n" + border + blank)
	for rank := 7; rank >= 0; rank-- {
		number := strconv.Itoa(rank + 1)
		b.WriteString(number + " ")
		for file := range 8 {
			cell := "."
			sign := " "
			if m := t.Setup.Men[allin.Board.At(file, rank)]; m != 0 {
				cell = string(pr.Language.Letter(m.Kind()))
				if m.Seat() == allin.Black {
					sign = "-"
				}
			}
			b.WriteString(" " + sign + cell + " ")
		}
		b.WriteString("  " + number + "\n" + blank)
	}
	b.WriteString(border)
}

// caption writes what is asked, numbers of men, condition and the options that change the question.
func (pr Printer) caption(b *strings.Builder, t *problem.Task) {
	asked, count := pr.Asked(t)
	fmt.Fprintf(b, "  %s%*s\n", asked, max(0, boardWidth-4-len(asked)), count)
	for _, line := range pr.Conditions(t) {
		b.WriteString(centred(line))
	}
}

// Asked returns the stipulation with the limits of defences, and the numbers of men, as they stand below a board.
func (pr Printer) Asked(t *problem.Task) (asked, men string) {
	var count [2]int
	for _, m := range t.Setup.Men {
		if m != 0 {
			count[m.Seat()]++
		}
	}
	return t.Stipulation.String() + limitText(&t.Options), fmt.Sprintf("%d + %d", count[0], count[1])
}

// Conditions returns the lines below a board: the condition and the options that change the question.
func (pr Printer) Conditions(t *problem.Task) []string {
	var lines []string
	if t.Condition != problem.Orthodox {
		lines = append(lines, conditionNames.name(pr.Language, t.Condition))
	}
	for _, o := range []struct {
		given bool
		name  option
	}{{t.Options.Duplex, optDuplex}, {t.Options.HalfDuplex, optHalfDuplex}, {t.Options.Quodlibet, optQuodlibet},
		{t.Options.NominalEnPassant, optNominal}} {
		if o.given {
			lines = append(lines, options.name(pr.Language, o.name))
		}
	}
	return lines
}

// limitText writes the limits of defences behind a stipulation: "/1//2;0,1".
func limitText(o *problem.Options) string {
	text := ""
	switch {
	case o.MaxThreat != nil:
		text = "/" + strconv.Itoa(*o.MaxThreat)
		if o.MaxFlights != nil {
			text += "/" + strconv.Itoa(*o.MaxFlights)
		}
	case o.MaxFlights != nil:
		text = "//" + strconv.Itoa(*o.MaxFlights)
	}
	if o.NonTrivial != nil {
		text += fmt.Sprintf(";%d,%d", *o.NonTrivial, o.NonTrivialLength)
	}
	return text
}

// TwinHeading returns what stands above the solution of a problem's task of a
// number, counted from 0 as [problem.Problem.Tasks] are.
func (pr Printer) TwinHeading(e *Entry, number int) string {
	tasks := e.Problem.Tasks()
	if tasks[number].Label == "" {
		return ""
	}
	text := ""
	if number == 0 && e.Problem.Zero {
		text = "\n" + phraseZero[pr.Language] + "\n\n"
	}
	label, change := pr.twin(e, number)
	return text + "\n" + label + ") " + change + "\n"
}

// TwinText returns a twin's letter with what it changes, "b) wKf5-->g6"; empty for a position without changes.
func (pr Printer) TwinText(e *Entry, number int) string {
	label, change := pr.twin(e, number)
	if change = strings.TrimSpace(change); change == "" {
		return ""
	}
	return label + ") " + change
}

// twin returns a twin's label, with a plus if it continues the one before, and what it changes.
func (pr Printer) twin(e *Entry, number int) (label, change string) {
	tasks := e.Problem.Tasks()
	label = tasks[number].Label
	i := number
	if !e.Problem.Zero {
		i--
	}
	switch {
	case i < 0:
		return label, ""
	case i >= len(e.Changes):
		// A problem that was not read from Popeye's language.
		return label, tasks[number].Change + "  "
	}
	if e.Changes[i].Continued {
		label = "+" + label
	}
	for _, text := range texts(pr.Language, e.Changes[i].List) {
		change += text + "  "
	}
	return label, change
}

// A Begun is a first move and when it was begun, for the option MoveNumbers.
type Begun struct {
	Number int
	Move   rules.Move
	At     time.Duration // since the start
	Stage  problem.Stage
}

// Solution returns the text of a task's solution.
func (pr Printer) Solution(e *Entry, t *problem.Task, s *problem.Solution, begun []Begun) string {
	w := &solutionWriter{pr: pr, layout: e.Layout, task: t, begun: begun}
	w.phases(s, false)
	return w.b.String()
}

// Unplayable returns the text that stands for the solution of a task whose position cannot be played.
func (pr Printer) Unplayable(faults rules.Faults) string {
	for _, f := range faults {
		// Only this fault is one that Popeye has a word for.
		if strings.Contains(f.Text, "stands attacked") {
			return "\n" + phraseKing[pr.Language]
		}
	}
	return "\n" + faults.Error()
}

// Ending returns what stands below all solutions of a problem: how it ended, the time, and the verdict in lines of its own.
func (pr Printer) Ending(end End, took time.Duration, verdict []string) string {
	phrase := phraseFinished
	switch end {
	case Partial:
		phrase = phrasePartial
	case Interrupted:
		phrase = phraseInterrupted
	}
	text := phrase[pr.Language] + " " + phraseTime[pr.Language] + Clock(took) + "\n"
	for _, line := range verdict {
		text += line + "\n"
	}
	return text + "\n\n"
}

// An End is how solving a problem ended.
type End uint8

// The ends.
const (
	Finished    End = iota
	Partial         // a number of solutions or a length was reached
	Interrupted     // time was up, or somebody stopped it
)

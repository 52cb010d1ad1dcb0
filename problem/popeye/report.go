package popeye

import (
	"time"

	"melee/problem"
	"melee/rules"
)

// A Report prints one problem task by task as Popeye does, with the verdicts below.
type Report struct {
	printer  Printer
	entry    *Entry
	verdicts []string
	partial  bool
}

// Report returns the report of a problem without faults.
func (pr Printer) Report(e *Entry) *Report { return &Report{printer: pr, entry: e} }

// Heading returns what stands above the solutions.
func (r *Report) Heading() string { return r.printer.Heading(r.entry) }

// Task returns what is printed of a task, by its number in [problem.Problem.Tasks]: its
// solution, with the first moves that were begun if they are asked for, or why it cannot be played.
func (r *Report) Task(number int, s *problem.Solution, faults rules.Faults, begun []Begun) string {
	twin := r.entry.Problem.Tasks()[number]
	text := r.printer.TwinHeading(r.entry, number)
	var verdict []string
	if len(faults) > 0 {
		text += r.printer.Unplayable(faults)
		verdict = []string{faults.Error()}
	} else {
		text += r.printer.Solution(r.entry, &twin.Task, s, begun)
		verdict = r.printer.Verdict(&twin.Task, s)
		r.partial = r.partial || !s.Complete
	}
	for _, line := range verdict {
		if twin.Label != "" {
			line = twin.Label + ") " + line
		}
		r.verdicts = append(r.verdicts, line)
	}
	return text
}

// End returns what stands below the solutions; took is the time that solving them took.
func (r *Report) End(interrupted bool, took time.Duration) string {
	end := Finished
	switch {
	case interrupted:
		end = Interrupted
	case r.partial:
		end = Partial
	}
	return r.printer.Ending(end, took, r.verdicts)
}

package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"melee/problem"
	"melee/rules/allin"
)

// A solveBar shows how far solving is. A nil bar shows nothing.
type solveBar struct {
	bar   *progressbar.ProgressBar
	task  string
	found int
}

// bar returns the bar of a task, nil where none is wanted.
func (c *solveCommand) bar(s streams, t *problem.Task) *solveBar {
	wanted := isTerminal(s.err)
	if c.Progress != nil {
		wanted = *c.Progress
	}
	if !wanted {
		return nil
	}
	return &solveBar{task: t.Stipulation.String(), bar: progressbar.NewOptions(1,
		progressbar.OptionSetWriter(s.err), progressbar.OptionSetWidth(24), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(false), progressbar.OptionShowCount())}
}

// show tells of the move that is tried and of what was found.
func (b *solveBar) show(p problem.Progress) {
	if b == nil {
		return
	}
	if p.Line != nil || p.Key != nil {
		b.found++
	}
	if p.Total == 0 {
		return
	}
	b.bar.ChangeMax(p.Total + 1)
	parts := []string{b.task, p.Move.Text(allin.Board), fmt.Sprintf("length %d", p.Length), fmt.Sprintf("%d found", b.found)}
	b.bar.Describe(strings.Join(parts, ", "))
	_ = b.bar.Set(p.Number) // a bar that cannot be drawn does no harm
}

// clear takes the bar off the terminal.
func (b *solveBar) clear() {
	if b != nil {
		_ = b.bar.Clear() // as above
	}
}

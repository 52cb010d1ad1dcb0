package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"melee/engine"
	"melee/notation"
	"melee/review"
	"melee/rules"
)

// An analysisReport writes what was found.
type analysisReport interface {
	position(at source, game rules.Game, r *engine.Result, took time.Duration) error
	game(at source, record *notation.Record, plies []review.Ply) error
}

func newAnalysisReport(out io.Writer, asJSON bool) analysisReport {
	if asJSON {
		return jsonAnalysis{json.NewEncoder(out)}
	}
	return textAnalysis{out}
}

type jsonAnalysis struct{ to *json.Encoder }

type positionRecord struct {
	source
	Variant  string        `json:"variant"`
	Options  rules.Options `json:"options,omitempty"`
	Position string        `json:"position"`
	Turn     string        `json:"turn,omitempty"`
	Seats    []string      `json:"seats"`
	Unit     review.Unit   `json:"unit"`
	Nodes    uint64        `json:"nodes"`
	Seconds  float64       `json:"seconds"`
	Lines    []review.Line `json:"lines"`
	Ended    string        `json:"ended,omitempty"` // by what
}

type gameRecord struct {
	source
	Variant string         `json:"variant"`
	Options rules.Options  `json:"options,omitempty"`
	Start   string         `json:"start,omitempty"`
	Unit    review.Unit    `json:"unit"`
	Plies   []review.Ply   `json:"plies"`
	Seats   []review.Tally `json:"seats"`
}

func linesOf(game rules.Game, r *engine.Result) []review.Line {
	lines := make([]review.Line, len(r.Lines))
	for i := range lines {
		lines[i] = review.LineOf(game, &r.Lines[i])
	}
	return lines
}

func (w jsonAnalysis) position(at source, game rules.Game, r *engine.Result, took time.Duration) error {
	v := game.Variant()
	record := positionRecord{
		source: at, Variant: v.Name, Options: game.Options(), Position: game.Text(), Turn: v.SeatName(game.Turn()), Seats: v.Seats,
		Unit: review.UnitOf(v), Nodes: r.Nodes, Seconds: took.Seconds(), Lines: linesOf(game, r),
	}
	if outcome := game.Outcome(); outcome != nil {
		record.Ended = string(outcome.Reason)
	}
	return w.to.Encode(record)
}

func (w jsonAnalysis) game(at source, record *notation.Record, plies []review.Ply) error {
	if plies == nil {
		plies = []review.Ply{}
	}
	return w.to.Encode(gameRecord{
		source: at, Variant: record.Variant.Name, Options: record.Options, Start: record.Start,
		Unit: review.UnitOf(record.Variant), Plies: plies, Seats: review.Tallies(record.Variant, plies),
	})
}

type textAnalysis struct{ out io.Writer }

// heading tells where something stands, nothing for the command line.
func (at source) heading() string {
	switch {
	case at.File == "":
		return ""
	case at.Game > 0:
		return fmt.Sprintf("%s:%d: game %d\n", at.File, at.Line, at.Game)
	}
	return fmt.Sprintf("%s:%d:\n", at.File, at.Line)
}

func (w textAnalysis) position(at source, game rules.Game, r *engine.Result, took time.Duration) error {
	v := game.Variant()
	b := &strings.Builder{}
	b.WriteString(at.heading())
	fmt.Fprintf(b, "position %s\n", game.Text())
	if outcome := game.Outcome(); outcome != nil {
		fmt.Fprintf(b, "ended by %s\n\n", outcome.Reason)
		_, err := io.WriteString(w.out, b.String())
		return err
	}
	fmt.Fprintf(b, "turn of %s, %d positions in %.1f s\n", v.SeatName(game.Turn()), r.Nodes, took.Seconds())
	for i, l := range linesOf(game, r) {
		fmt.Fprintf(b, "%2d  %7s  %3.0f %%  depth %2d  %s\n", i+1, scoreText(l.Score), 100*l.Chance, l.Depth, strings.Join(l.SAN, " "))
		if len(l.Values) > 2 {
			fmt.Fprintf(b, "    %s\n", valuesText(v, l.Values))
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w.out, b.String())
	return err
}

// scoreText writes a score: "+0.31", "mate 3".
func scoreText(s review.Score) string {
	if s.Mate != nil {
		return fmt.Sprintf("mate %d", *s.Mate)
	}
	return fmt.Sprintf("%+.2f", *s.Pawns)
}

// valuesText writes what a position is worth to each seat.
func valuesText(v *rules.Variant, values []float64) string {
	parts := make([]string, len(values))
	for seat, value := range values {
		if review.UnitOf(v) == review.Points {
			parts[seat] = fmt.Sprintf("%s %.1f points", v.SeatName(rules.Seat(seat)), value)
		} else {
			parts[seat] = fmt.Sprintf("%s %+.2f", v.SeatName(rules.Seat(seat)), value)
		}
	}
	return strings.Join(parts, ", ")
}

// better is how many plies of a better line are printed.
const better = 6

func (w textAnalysis) game(at source, record *notation.Record, plies []review.Ply) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s%s, %d of %d plies\n", at.heading(), record.Variant.Name, len(plies), len(record.Plies))
	for i := range plies {
		p := &plies[i]
		fmt.Fprintf(b, "%4d  %-7s %-14s", p.Number, p.Seat, p.SAN+p.Mark.Sign())
		if p.Played != nil {
			fmt.Fprintf(b, " %8s  %s", scoreText(p.Played.Score), valuesText(record.Variant, p.Played.Values))
		}
		if p.Mark != review.Good {
			fmt.Fprintf(b, "  %s, −%.0f %%: better was %s (%s)", p.Mark, 100*p.Loss, strings.Join(p.Best.SAN[:min(len(p.Best.SAN), better)], " "), scoreText(p.Best.Score))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "%-7s %6s %13s %9s %9s %6s\n", "seat", "moves", "inaccuracies", "mistakes", "blunders", "loss")
	for _, t := range review.Tallies(record.Variant, plies) {
		fmt.Fprintf(b, "%-7s %6d %13d %9d %9d %4.1f %%\n", t.Seat, t.Moves, t.Inaccuracies, t.Mistakes, t.Blunders, 100*t.Loss)
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w.out, b.String())
	return err
}

// An analysisBar shows how far an analysis is. A nil bar shows nothing.
type analysisBar struct {
	bar    *progressbar.ProgressBar
	at     source
	limits engine.Limits
}

// bar returns a progress bar, nil where none is wanted.
func (c *analyseCommand) bar(s streams) *analysisBar {
	wanted := isTerminal(s.err)
	if c.Progress != nil {
		wanted = *c.Progress
	}
	if !wanted {
		return nil
	}
	return &analysisBar{bar: progressbar.NewOptions(1,
		progressbar.OptionSetWriter(s.err), progressbar.OptionSetWidth(24), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(false))}
}

// begin shows that another position or game is looked at.
func (b *analysisBar) begin(at source, limits engine.Limits) {
	if b != nil {
		b.at, b.limits = at, limits
		b.set(0, 1, "")
	}
}

// info shows how much of a position's limits is used up.
func (b *analysisBar) info(i engine.Info) {
	if b == nil {
		return
	}
	done := 0.0
	if n := b.limits.Nodes; n > 0 {
		done = max(done, float64(i.Nodes)/float64(n))
	}
	if t := b.limits.MoveTime; t > 0 {
		done = max(done, i.Time.Seconds()/t.Seconds())
	}
	if d := b.limits.Depth; d > 0 {
		done = max(done, float64(i.Depth)/float64(d))
	}
	const steps = 1000
	b.set(int(steps*min(done, 1)), steps, fmt.Sprintf("depth %d", i.Depth))
}

// ply shows how many plies of a game are done.
func (b *analysisBar) ply(p review.Ply, of int) {
	if b != nil {
		b.set(p.Number, of, fmt.Sprintf("ply %d of %d", p.Number, of))
	}
}

func (b *analysisBar) set(done, of int, what string) {
	b.bar.ChangeMax(max(of, 1) + 1) // so that it is never full before it is cleared
	b.bar.Describe(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(b.at.heading()), "\n") + " " + what))
	_ = b.bar.Set(done) // a bar that cannot be drawn does no harm
}

// clear takes the bar off the terminal.
func (b *analysisBar) clear() {
	if b != nil {
		_ = b.bar.Clear() // as above
	}
}

// Package sheet sets solved problems for print: diagram, conditions, solution
// and verdict, as SVG, PDF or LaTeX.
package sheet

import (
	"fmt"
	"math"
	"strings"

	"melee/diagram"
	"melee/problem"
	"melee/problem/popeye"
	"melee/rules"
	"melee/rules/allin"
)

// A Problem is a problem with the results of its tasks, which stand in the
// order of [problem.Problem.Tasks]; there may be fewer if solving was stopped.
type Problem struct {
	Entry   *popeye.Entry
	Printer popeye.Printer
	Results []Result
}

// A Result is a task's solution, or the faults that kept it from being solved.
type Result struct {
	Twin     problem.Twin
	Solution problem.Solution
	Faults   rules.Faults
}

// A font is one of the three typefaces of a sheet.
type font uint8

const (
	plain font = iota
	bold
	mono
)

// An align says which point of a text its place is.
type align uint8

const (
	left align = iota
	middle
	right
)

// A surface is what a sheet is written on. All lengths are in points, y grows downwards.
type surface interface {
	text(x, y, size float64, f font, a align, s string)
	// draw draws one step of a diagram whose corner is at a place.
	draw(x, y, scale float64, s diagram.Stroke)
	page()
}

// The measures of a sheet, in points.
const (
	paperWidth  = 595.0
	paperHeight = 842.0
	margin      = 48.0
	boardWidth  = 200.0
	leading     = 1.3   // of lines, in their size
	monoWidth   = 0.601 // of a letter of the mono typeface, in its size
)

// A setter puts problems on a surface, from top to bottom.
type setter struct {
	on     surface
	y      float64 // where the next line begins
	bottom float64 // infinite where the paper has no end
}

func set(on surface, bottom float64, problems []Problem) (height float64, err error) {
	s := &setter{on: on, y: margin, bottom: bottom}
	for i := range problems {
		if err := s.problem(&problems[i], i > 0); err != nil {
			return 0, fmt.Errorf("problem %d: %w", i+1, err)
		}
	}
	return s.y + margin, nil
}

// room begins a new page unless so much is left on this one.
func (s *setter) room(height float64) {
	if s.y+height > s.bottom-margin {
		s.on.page()
		s.y = margin
	}
}

// line sets a line of text around an x.
func (s *setter) line(x, size float64, f font, a align, text string) {
	s.room(size * leading)
	s.on.text(x, s.y+size, size, f, a, text)
	s.y += size * leading
}

func (s *setter) problem(p *Problem, gap bool) error {
	e := p.Entry
	if gap {
		s.y += 24
	}
	board := diagram.Board{Geometry: allin.Board, Seats: []string{"white", "black"}, Men: e.Problem.Diagram.Setup.Men[:]}
	strokes, width, height, err := diagram.Drawing(board, diagram.Options{Theme: "print", Coordinates: true})
	if err != nil {
		return err
	}
	scale := boardWidth / width
	s.room(height*scale + 90)
	const centre = paperWidth / 2
	for i, text := range headings(e) {
		f := plain
		if i < len(e.Problem.Authors) {
			f = bold
		}
		s.line(centre, 10, f, middle, text)
	}
	s.y += 4
	for _, stroke := range strokes {
		s.on.draw(centre-boardWidth/2, s.y, scale, stroke)
	}
	s.y += height*scale + 2
	s.caption(p)
	for i := range p.Results {
		s.result(p, i)
	}
	return nil
}

// headings are the lines above the diagram.
func headings(e *popeye.Entry) []string {
	p := &e.Problem
	lines := append([]string(nil), p.Authors...)
	for _, text := range []string{p.Origin, p.Award, p.Title} {
		for line := range strings.SplitSeq(text, "\n") {
			if line != "" {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// caption sets stipulation and numbers of men, then conditions and twins.
func (s *setter) caption(p *Problem) {
	const centre = paperWidth / 2
	t := &p.Entry.Problem.Diagram
	asked, count := p.Printer.Asked(t)
	y := s.y
	s.line(centre-boardWidth/2, 10, bold, left, asked)
	s.on.text(centre+boardWidth/2, y+10, 10, plain, right, count)
	for _, text := range p.Printer.Conditions(t) {
		s.line(centre, 10, plain, middle, text)
	}
	for i := range p.Entry.Problem.Tasks() {
		if text := p.Printer.TwinText(p.Entry, i); text != "" {
			s.line(centre, 10, plain, middle, text)
		}
	}
	s.y += 4
}

// result sets a solution and its verdict.
func (s *setter) result(p *Problem, i int) {
	const size = 8.0
	letters := int(math.Floor((paperWidth - 2*margin) / (size * monoWidth)))
	r := &p.Results[i]
	for _, line := range solutionLines(p, i) {
		for _, part := range wrapped(line, letters) {
			s.line(margin, size, mono, left, part)
		}
	}
	verdict := []string{r.Faults.Error()}
	if len(r.Faults) == 0 {
		verdict = p.Printer.Verdict(&r.Twin.Task, &r.Solution)
	}
	for _, line := range verdict {
		s.line(margin, size, plain, left, line)
	}
}

// solutionLines are the lines of a task's solution, without empty ones at both ends, under the twin's letter.
func solutionLines(p *Problem, i int) []string {
	r := &p.Results[i]
	var lines []string
	if r.Twin.Label != "" {
		lines = append(lines, r.Twin.Label+")")
	}
	if len(r.Faults) > 0 {
		return lines
	}
	text := strings.Trim(p.Printer.Solution(p.Entry, &r.Twin.Task, &r.Solution, nil), "\n")
	if text == "" {
		return lines
	}
	return append(lines, strings.Split(text, "\n")...)
}

// wrapped breaks a line at blanks so that no part has more letters than given; what is carried over is indented.
func wrapped(line string, width int) []string {
	var parts []string
	indent := strings.Repeat(" ", min(len(line)-len(strings.TrimLeft(line, " "))+4, width/2))
	for len(line) > width {
		cut := strings.LastIndexByte(line[:width], ' ')
		if strings.TrimSpace(line[:max(cut, 0)]) == "" {
			cut = width
		}
		parts = append(parts, strings.TrimRight(line[:cut], " "))
		line = indent + strings.TrimLeft(line[cut:], " ")
	}
	return append(parts, line)
}

var endless = math.Inf(1)

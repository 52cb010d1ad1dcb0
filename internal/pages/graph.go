package pages

import (
	"fmt"
	"math"
	"strings"
	"time"

	"melee/internal/archive"
)

// A graph is how a rating went, drawn game by game.
type graph struct {
	points []archive.Point
	line   string // of the SVG path
	low    int    // of the scale
	high   int
	x, y   float64 // of the last point
}

// The picture's size, in its own units; a page scales it to its width.
const (
	graphWidth  = 640
	graphHeight = 200
	graphMargin = 14
	graphStep   = 50 // points of rating that the scale is rounded to
)

// graphOf draws a rating's course, oldest game first.
func graphOf(points []archive.Point) graph {
	g := graph{points: points}
	if len(points) == 0 {
		return g
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		least, most = min(least, p.Rating), max(most, p.Rating)
	}
	low := math.Floor(least/graphStep) * graphStep
	high := max(math.Ceil(most/graphStep)*graphStep, low+graphStep)
	g.low, g.high = int(low), int(high)
	var path strings.Builder
	for i, p := range points {
		g.x = graphMargin + (graphWidth-2*graphMargin)*float64(i)/float64(max(1, len(points)-1))
		g.y = graphMargin + (graphHeight-2*graphMargin)*(high-p.Rating)/(high-low)
		verb := 'L'
		if i == 0 {
			verb = 'M'
		}
		fmt.Fprintf(&path, "%c%.1f %.1f", verb, g.x, g.y)
	}
	g.line = path.String()
	return g
}

// A ratedDay is the last rating of a day, for those who read the graph as a table.
type ratedDay struct {
	at     time.Time
	games  int
	rating int
}

// days are the graph's points by day, the last day first, at most so many.
func (g graph) days(most int) []ratedDay {
	var list []ratedDay
	for i := len(g.points) - 1; i >= 0 && len(list) <= most; i-- {
		p := g.points[i]
		if n := len(list); n > 0 && p.At.UTC().Format(time.DateOnly) == list[n-1].at.UTC().Format(time.DateOnly) {
			list[n-1].games++
			continue
		}
		list = append(list, ratedDay{p.At, 1, rounded(p.Rating)})
	}
	return list[:min(len(list), most)]
}

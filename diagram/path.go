package diagram

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// A point is a place on the diagram in units, y growing downwards.
type point struct{ x, y float64 }

func (p point) add(q point) point     { return point{p.x + q.x, p.y + q.y} }
func (p point) times(k float64) point { return point{p.x * k, p.y * k} }
func (p point) to(q point) (point, float64) { // unit vector and distance
	dx, dy := q.x-p.x, q.y-p.y
	d := math.Hypot(dx, dy)
	if d == 0 {
		return point{}, 0
	}
	return point{dx / d, dy / d}, d
}

// A segment is one command of a path, always in absolute coordinates.
type segment struct {
	verb byte // one of M L C Q A Z
	args []float64
}

// A path is a drawing instruction that SVG and the rasteriser both understand.
type path []segment

// maxPath bounds the length of path data, in bytes.
const maxPath = 16 << 10

// pathArgs is how many numbers follow each command.
var pathArgs = map[byte]int{'M': 2, 'L': 2, 'C': 6, 'Q': 4, 'A': 7, 'Z': 0}

// parsePath reads SVG path data made of absolute M L C Q A Z, every command
// written out. It refuses everything else, so that Go and the browser draw the same.
func parsePath(data string) (path, error) {
	if len(data) > maxPath {
		return nil, errors.New("path data: longer than " + strconv.Itoa(maxPath) + " bytes")
	}
	words := strings.Fields(data)
	var p path
	for i := 0; i < len(words); {
		n, known := pathArgs[words[i][0]]
		if !known || len(words[i]) != 1 {
			return nil, errors.New("path data: '" + clip(words[i], 20) + "' is not one of M L C Q A Z standing alone")
		}
		if len(p) == 0 && words[i] != "M" {
			return nil, errors.New("path data: must start with M")
		}
		if len(words)-i-1 < n {
			return nil, errors.New("path data: " + words[i] + " needs " + strconv.Itoa(n) + " numbers")
		}
		seg := segment{verb: words[i][0], args: make([]float64, n)}
		for k := range seg.args {
			v, err := strconv.ParseFloat(words[i+1+k], 64)
			if err != nil || math.IsNaN(v) || math.Abs(v) > 1e4 {
				return nil, errors.New("path data: '" + clip(words[i+1+k], 20) + "' is not a number between -10000 and 10000")
			}
			seg.args[k] = v
		}
		p = append(p, seg)
		i += 1 + n
	}
	return p, nil
}

// clip shortens a text that is quoted in an error.
func clip(text string, max int) string {
	if len(text) <= max {
		return text
	}
	return strings.ToValidUTF8(text[:max], "") + "…"
}

func (p *path) add(verb byte, args ...float64) { *p = append(*p, segment{verb, args}) }

// polygon returns the closed path through the points.
func polygon(points ...point) path {
	p := openLine(points...)
	p.add('Z')
	return p
}

func openLine(points ...point) path {
	var p path
	for i, q := range points {
		if i == 0 {
			p.add('M', q.x, q.y)
			continue
		}
		p.add('L', q.x, q.y)
	}
	return p
}

func disc(c point, r float64) path {
	var p path
	p.add('M', c.x-r, c.y)
	p.add('A', r, r, 0, 1, 1, c.x+r, c.y)
	p.add('A', r, r, 0, 1, 1, c.x-r, c.y)
	p.add('Z')
	return p
}

func box(x, y, w, h float64) path {
	return polygon(point{x, y}, point{x + w, y}, point{x + w, y + h}, point{x, y + h})
}

// A polyline is a flattened subpath.
type polyline struct {
	points []point
	closed bool
}

// flatten turns a path into polylines, each curve in as many steps as keep it
// within about a tenth of a pixel when one unit is scale pixels.
func (p path) flatten(scale float64) []polyline {
	var lines []polyline
	var at point
	last := func() *polyline {
		if len(lines) == 0 || lines[len(lines)-1].closed {
			lines = append(lines, polyline{points: []point{at}})
		}
		return &lines[len(lines)-1]
	}
	for _, s := range p {
		a := s.args
		switch s.verb {
		case 'M':
			at = point{a[0], a[1]}
			lines = append(lines, polyline{points: []point{at}})
		case 'L':
			l := last()
			at = point{a[0], a[1]}
			l.points = append(l.points, at)
		case 'Q':
			at = last().curve(at, point{at.x + (a[0]-at.x)*2/3, at.y + (a[1]-at.y)*2/3},
				point{a[2] + (a[0]-a[2])*2/3, a[3] + (a[1]-a[3])*2/3}, point{a[2], a[3]}, scale)
		case 'C':
			at = last().curve(at, point{a[0], a[1]}, point{a[2], a[3]}, point{a[4], a[5]}, scale)
		case 'A':
			at = last().arc(at, a, scale)
		case 'Z':
			l := last()
			l.closed = true
			at = l.points[0]
		}
	}
	return lines
}

// steps returns into how many pieces a curve about length units long is cut.
func steps(length, scale float64) int {
	return 2 + int(math.Min(62, 1.6*math.Sqrt(length*scale)))
}

func (l *polyline) curve(p0, p1, p2, p3 point, scale float64) point {
	length := math.Hypot(p1.x-p0.x, p1.y-p0.y) + math.Hypot(p2.x-p1.x, p2.y-p1.y) + math.Hypot(p3.x-p2.x, p3.y-p2.y)
	n := steps(length, scale)
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		q := p0.times(u * u * u).add(p1.times(3 * u * u * t)).add(p2.times(3 * u * t * t)).add(p3.times(t * t * t))
		l.points = append(l.points, q)
	}
	return p3
}

// arc follows SVG's elliptical arc (radii, rotation, large, sweep, end): SVG 1.1, F.6.
func (l *polyline) arc(from point, a []float64, scale float64) point {
	rx, ry, to := math.Abs(a[0]), math.Abs(a[1]), point{a[5], a[6]}
	if rx == 0 || ry == 0 || from == to {
		l.points = append(l.points, to)
		return to
	}
	sin, cos := math.Sincos(a[2] * math.Pi / 180)
	hx, hy := (from.x-to.x)/2, (from.y-to.y)/2
	x1, y1 := cos*hx+sin*hy, -sin*hx+cos*hy
	if over := x1*x1/(rx*rx) + y1*y1/(ry*ry); over > 1 { // radii too small to reach
		rx, ry = rx*math.Sqrt(over), ry*math.Sqrt(over)
	}
	down := rx*rx*y1*y1 + ry*ry*x1*x1
	k := math.Sqrt(math.Max(0, (rx*rx*ry*ry-down)/down))
	if (a[3] != 0) == (a[4] != 0) {
		k = -k
	}
	cx1, cy1 := k*rx*y1/ry, -k*ry*x1/rx
	cx, cy := cos*cx1-sin*cy1+(from.x+to.x)/2, sin*cx1+cos*cy1+(from.y+to.y)/2
	start := math.Atan2((y1-cy1)/ry, (x1-cx1)/rx)
	sweep := math.Atan2((-y1-cy1)/ry, (-x1-cx1)/rx) - start
	if a[4] != 0 && sweep < 0 {
		sweep += 2 * math.Pi
	}
	if a[4] == 0 && sweep > 0 {
		sweep -= 2 * math.Pi
	}
	n := steps(math.Abs(sweep)*math.Max(rx, ry), scale)
	for i := 1; i < n; i++ {
		s, c := math.Sincos(start + sweep*float64(i)/float64(n))
		l.points = append(l.points, point{cx + rx*c*cos - ry*s*sin, cy + rx*c*sin + ry*s*cos})
	}
	l.points = append(l.points, to)
	return to
}

// dashes cuts the straight line from a to b into pieces of length on with gaps of length off.
func dashes(a, b point, on, off float64) path {
	dir, length := a.to(b)
	var p path
	for at := 0.0; at < length; at += on + off {
		from, to := a.add(dir.times(at)), a.add(dir.times(math.Min(at+on, length)))
		p.add('M', from.x, from.y)
		p.add('L', to.x, to.y)
	}
	return p
}

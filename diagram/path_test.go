package diagram

import (
	"math"
	"strings"
	"testing"
)

func TestParsePathErrors(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"relative", "m 1 2", "'m' is not one of M L C Q A Z"},
		{"short form", "M 1 2 H 3", "'H' is not one of"},
		{"command repeated without its letter", "M 1 2 3 4", "'3' is not one of"},
		{"letter and number together", "M1 2", "'M1' is not one of"},
		{"no start", "L 1 2", "must start with M"},
		{"too few numbers", "M 1 2 C 1 2 3 4 5", "C needs 6 numbers"},
		{"no number", "M 1 x", "'x' is not a number"},
		{"not a number", "M 1 NaN", "'NaN' is not a number"},
		{"infinite", "M 1 Inf", "'Inf' is not a number"},
		{"too large", "M 1 10001", "'10001' is not a number between"},
		{"too long", strings.Repeat("M 1 2 ", maxPath), "longer than 16384 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := parsePath(c.data)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// TestArcs holds flattened arcs to the circle they lie on, in all four of SVG's cases.
func TestArcs(t *testing.T) {
	for _, c := range []struct {
		data   string
		centre point
		length float64 // of the whole, in quarter circles
	}{
		{"M 10 0 A 10 10 0 0 1 0 10", point{0, 0}, 1},
		{"M 10 0 A 10 10 0 1 0 0 10", point{0, 0}, 3},
		{"M 10 0 A 10 10 0 0 0 0 10", point{10, 10}, 1},
		{"M 10 0 A 10 10 0 1 1 0 10", point{10, 10}, 3},
		{"M -10 0 A 4 4 0 1 1 10 0", point{0, 0}, 2}, // radii too small grow
	} {
		t.Run(c.data, func(t *testing.T) {
			p, err := parsePath(c.data)
			if err != nil {
				t.Fatal(err)
			}
			points, length := p.flatten(8)[0].points, 0.0
			for i, q := range points {
				if _, r := c.centre.to(q); math.Abs(r-10) > 1e-6 {
					t.Errorf("point %v is %.4f from the centre", q, r)
				}
				if i > 0 {
					_, d := points[i-1].to(q)
					length += d
				}
			}
			if want := c.length * math.Pi * 5; math.Abs(length-want) > want/200 {
				t.Errorf("is %.2f long, want %.2f", length, want)
			}
		})
	}
}

func TestFlattenedCurvesEndWhereTheyShould(t *testing.T) {
	p, err := parsePath("M 0 0 C 0 10 10 10 10 0 Q 15 -10 20 0 L 30 0 Z L 5 5")
	if err != nil {
		t.Fatal(err)
	}
	lines := p.flatten(4)
	if len(lines) != 2 || !lines[0].closed || lines[1].closed {
		t.Fatalf("%d lines, want a closed one and an open one that begins where it closed", len(lines))
	}
	top := 0.0
	for _, q := range lines[0].points {
		top = math.Max(top, q.y)
	}
	if math.Abs(top-7.5) > 0.05 {
		t.Errorf("the curve rises to %.3f, want 7.5", top)
	}
	if got := lines[1].points; got[0] != (point{0, 0}) || got[1] != (point{5, 5}) {
		t.Errorf("the open line is %v", got)
	}
}

// FuzzPath holds that what is read can be flattened and written again unchanged.
func FuzzPath(f *testing.F) {
	f.Add("M 1 2 L 3 4 Z")
	f.Add("M 0 0 A 1 2 30 1 0 4 4 Q 1 1 2 2 C 1 2 3 4 5 6")
	f.Add("M 0 0 A 1e-300 1 0 0 1 9000 9000")
	f.Fuzz(func(t *testing.T, data string) {
		p, err := parsePath(data)
		if err != nil {
			return
		}
		for _, l := range p.flatten(1) {
			if len(l.points) == 0 {
				t.Errorf("%q has an empty line", data)
			}
			for _, q := range l.points {
				if math.IsNaN(q.x+q.y) || math.IsInf(q.x+q.y, 0) {
					t.Errorf("%q leads to %v", data, q)
				}
			}
		}
		again, err := parsePath(spaced(p))
		if err != nil || spaced(again) != spaced(p) {
			t.Errorf("%q is written %q and read as %q, %v", data, spaced(p), spaced(again), err)
		}
	})
}

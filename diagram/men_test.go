package diagram

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"slices"
	"testing"

	"melee/rules"
)

var update = flag.Bool("update", false, "rewrite golden files and the hatching in men.json")

// menFile is men.json in the order it is written.
type menFile struct {
	Box   int     `json:"box"`
	Rim   float64 `json:"rim"`
	Clan  float64 `json:"clan"`
	Line  float64 `json:"line"`
	Hatch float64 `json:"hatch"`
	Kinds struct {
		P, N, B, R, Q, K menShape
	} `json:"kinds"`
	Marks struct {
		Crown string `json:"crown"`
		Cross string `json:"cross"`
		Badge string `json:"badge"`
		One   string `json:"one"`
	} `json:"marks"`
	Signs struct {
		Circle   string `json:"circle"`
		Triangle string `json:"triangle"`
		Square   string `json:"square"`
		Diamond  string `json:"diamond"`
	} `json:"signs"`
}

type menShape struct {
	Body  string `json:"body"`
	Line  string `json:"line"`
	Hatch string `json:"hatch"`
}

// TestHatching holds the strokes of grey men to the outlines they fill.
func TestHatching(t *testing.T) {
	var file menFile
	dec := json.NewDecoder(bytes.NewReader(menJSON))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		t.Fatalf("men.json: %v", err)
	}
	k := &file.Kinds
	for _, shape := range []*menShape{&k.P, &k.N, &k.B, &k.R, &k.Q, &k.K} {
		body, err := parsePath(shape.Body)
		if err != nil {
			t.Fatal(err)
		}
		shape.Hatch = spaced(hatching(body))
	}
	want, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile("men.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(want, menJSON) {
		t.Error("men.json: the hatching does not fit the bodies; run go test ./diagram -run TestHatching -update")
	}
}

// hatching returns slanting strokes inside a body, kept clear of its rim.
func hatching(body path) path {
	const gap, inset = 5, 1.3
	var strokes path
	for c := 2.0; c < 2*unit; c += gap { // lines x + y = c
		var cuts []float64
		for _, l := range body.flatten(8) {
			for i, a := range l.points {
				b := l.points[(i+1)%len(l.points)]
				da, db := a.x+a.y-c, b.x+b.y-c
				if (da < 0) != (db < 0) {
					cuts = append(cuts, a.x+(b.x-a.x)*da/(da-db))
				}
			}
		}
		slices.Sort(cuts)
		for i := 0; i+1 < len(cuts); i += 2 {
			if from, to := cuts[i]+inset, cuts[i+1]-inset; to-from > 0.5 {
				strokes = append(strokes, openLine(point{from, c - from}, point{to, c - to})...)
			}
		}
	}
	return strokes
}

// spaced writes path data as men.json has it.
func spaced(p path) string {
	var b bytes.Buffer
	for i, s := range p {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(s.verb)
		for _, v := range s.args {
			b.WriteString(" " + num(math.Round(v*10)/10))
		}
	}
	return b.String()
}

// TestMenStayInTheirBox holds that no man reaches his neighbour, rim included.
func TestMenStayInTheirBox(t *testing.T) {
	for kind := rules.Pawn; kind <= rules.King; kind++ {
		shape, ok := shapes.kinds[kind]
		if !ok {
			t.Fatalf("men.json has no %c", kind.Letter())
		}
		for _, l := range shape.body.flatten(8) {
			for _, q := range l.points {
				if lo, hi := shapes.small.rim/2, unit-shapes.small.rim/2; q.x < lo || q.y < lo || q.x > hi || q.y > hi {
					t.Errorf("%c: the body reaches %.1f, %.1f", kind.Letter(), q.x, q.y)
				}
			}
		}
		if shape.line == nil || shape.hatch == nil {
			t.Errorf("%c has no inner line or no hatching", kind.Letter())
		}
	}
}

// TestSignsLieOnTheBase holds that every sign and clan mark lies inside every kind's body.
func TestSignsLieOnTheBase(t *testing.T) {
	for seat, name := range emblems {
		e := emblem(seat)
		if e == nil {
			t.Fatalf("%s: men.json has no sign or mark %s", seat, name)
		}
		for _, e := range []path{e, enlarged(e)} {
			for kind, shape := range shapes.kinds {
				for _, l := range e.flatten(8) {
					for _, q := range l.points {
						if !inside(shape.body, q) {
							t.Errorf("%s on %c sticks out at %.1f, %.1f", name, kind.Letter(), q.x, q.y)
						}
					}
				}
			}
		}
	}
}

func inside(body path, q point) bool {
	in := false
	for _, l := range body.flatten(8) {
		for i, a := range l.points {
			b := l.points[(i+1)%len(l.points)]
			if (a.y <= q.y) != (b.y <= q.y) && q.x < a.x+(b.x-a.x)*(q.y-a.y)/(b.y-a.y) {
				in = !in
			}
		}
	}
	return in
}

// TestSilhouettesDiffer holds that any two kinds differ in a tenth of the
// area they cover together: at 22 pixels more than 20 pixels.
func TestSilhouettesDiffer(t *testing.T) {
	const n = 96
	var pictures [rules.King + 1][n * n]bool
	for kind, shape := range shapes.kinds {
		for i := range n * n {
			pictures[kind][i] = inside(shape.body, point{(float64(i%n) + 0.5) * unit / n, (float64(i/n) + 0.5) * unit / n})
		}
	}
	for a := rules.Pawn; a <= rules.King; a++ {
		for b := a + 1; b <= rules.King; b++ {
			union, differ := 0, 0
			for i := range n * n {
				if pictures[a][i] || pictures[b][i] {
					union++
				}
				if pictures[a][i] != pictures[b][i] {
					differ++
				}
			}
			if differ*10 < union {
				t.Errorf("%c and %c differ in %d of %d", a.Letter(), b.Letter(), differ, union)
			}
		}
	}
}

// partsOf returns the names of what is drawn of a man.
func partsOf(b Board, m rules.Man) []string {
	var names []string
	for _, p := range b.lookOf(m, false).parts() {
		names = append(names, p.name)
	}
	return names
}

func TestF2EveryManCarriesHisSeatsSign(t *testing.T) {
	b := startFourPlayer()
	for seat, sign := range []string{"circle", "triangle", "square", "diamond"} {
		if got, want := partsOf(b, rules.NewMan(rules.Seat(seat), rules.Knight)), []string{"N", sign}; !slices.Equal(got, want) {
			t.Errorf("%s: parts %v, want %v", hues[seat], got, want)
		}
	}
}

func TestM2ClansCarryCrownAndCross(t *testing.T) {
	b := startMCX4()
	for seat, mark := range []string{"crown", "crown", "cross", "cross"} {
		if got, want := partsOf(b, rules.NewMan(rules.Seat(seat), rules.Rook)), []string{"R", mark}; !slices.Equal(got, want) {
			t.Errorf("%s: parts %v, want %v", clans[seat], got, want)
		}
	}
}

func TestF13GreyMenAreHatchedAndCarryNoSign(t *testing.T) {
	b := startFourPlayer()
	man := rules.NewMan(1, rules.Queen) | rules.Grey
	if got, want := partsOf(b, man), []string{"Q-grey"}; !slices.Equal(got, want) {
		t.Errorf("parts %v, want %v", got, want)
	}
	if got, want := partsOf(b, man|rules.Promoted), []string{"Q-grey", "one"}; !slices.Equal(got, want) {
		t.Errorf("promoted: parts %v, want %v", got, want)
	}
}

func TestF5PromotedQueensCarryTheirWorth(t *testing.T) {
	man := rules.NewMan(2, rules.Queen) | rules.Promoted
	if got, want := partsOf(startFourPlayer(), man), []string{"Q", "square", "one"}; !slices.Equal(got, want) {
		t.Errorf("parts %v, want %v", got, want)
	}
}

package diagram

import (
	"math"
	"regexp"
	"slices"
	"testing"
)

// sights are the linear RGB matrices of full loss of one kind of cone
// (Machado, Oliveira & Fernandes 2009, severity 1).
var sights = map[string][3][3]float64{
	"ordinary":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutanopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

type triple [3]float64

func linear(hex string) triple {
	c := rgb(hex)
	var out triple
	for i, v := range [...]uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if x <= 0.04045 {
			out[i] = x / 12.92
			continue
		}
		out[i] = math.Pow((x+0.055)/1.055, 2.4)
	}
	return out
}

func (c triple) seen(m [3][3]float64) triple {
	var out triple
	for i, row := range m {
		out[i] = math.Max(0, math.Min(1, row[0]*c[0]+row[1]*c[1]+row[2]*c[2]))
	}
	return out
}

func (c triple) luminance() float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// lab returns the colour in CIELAB (D65), in which a distance of 2.3 is just noticeable.
func (c triple) lab() triple {
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	x := f((0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.95047)
	y := f(c.luminance())
	z := f((0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.08883)
	return triple{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func (c triple) far(d triple) float64 {
	return math.Sqrt((c[0]-d[0])*(c[0]-d[0]) + (c[1]-d[1])*(c[1]-d[1]) + (c[2]-d[2])*(c[2]-d[2]))
}

func contrast(a, b string) float64 {
	x, y := linear(a).luminance(), linear(b).luminance()
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

var screens = []string{"light", "dark"}

// TestSeatsAreToldApart holds that the men of any two seats differ by ten
// times what can just be noticed, to any kind of sight.
func TestSeatsAreToldApart(t *testing.T) {
	const enough = 23
	for _, theme := range screens {
		for sight, matrix := range sights {
			for i, a := range hues {
				for _, b := range hues[i+1:] {
					p, q := themes[theme].Seats[a].Fill, themes[theme].Seats[b].Fill
					if d := linear(p).seen(matrix).lab().far(linear(q).seen(matrix).lab()); d < enough {
						t.Errorf("%s, %s: %s and %s are %.1f apart, want at least %d", theme, sight, a, b, d, enough)
					}
				}
			}
		}
	}
}

// TestGreyscaleOrder: blue darkest, then red, green, yellow, each a clear step lighter.
func TestGreyscaleOrder(t *testing.T) {
	for _, theme := range screens {
		last := math.Inf(-1)
		for _, seat := range []string{"blue", "red", "green", "yellow"} {
			l := linear(themes[theme].Seats[seat].Fill).lab()[0]
			if l < last+8 {
				t.Errorf("%s: the lightness of %s is %.0f, want at least 8 more than %.0f", theme, seat, l, last)
			}
			last = l
		}
	}
}

// TestContrasts holds signs, outlines and letters to what WCAG asks of each.
func TestContrasts(t *testing.T) {
	for name, th := range themes {
		need := func(what, a, b string, least float64) {
			if c := contrast(a, b); c < least {
				t.Errorf("%s: %s has a contrast of %.2f, want at least %.1f", name, what, c, least)
			}
		}
		need("ink on paper", th.Ink, th.Paper, 4.5)
		need("coordinates on paper", th.Coordinate, th.Paper, 4.5)
		for _, square := range []string{th.Light, th.Dark} {
			if c := contrast(square, th.Light); name != "print" && c > 2 {
				t.Errorf("%s: squares have a contrast of %.2f, want quiet ones", name, c)
			}
			need("check on a square", th.Check, square, 2.2)
			for seat, p := range th.Seats {
				// The silhouette is seen if the fill or the rim stands out.
				if best := math.Max(contrast(p.Fill, square), contrast(p.Rim, square)); seat != greySeat && best < 3 {
					t.Errorf("%s: %s on %s has a contrast of %.2f, want at least 3", name, seat, square, best)
				}
			}
		}
		for seat, p := range th.Seats {
			if seat != greySeat {
				need("the sign of "+seat, p.Line, p.Fill, 3)
			}
		}
	}
}

// TestGreyMenStepBack holds that a grey man stands out less than any live one.
func TestGreyMenStepBack(t *testing.T) {
	for _, name := range screens {
		th := themes[name]
		strength := func(p palette, square string) float64 {
			return math.Max(contrast(p.Fill, square), contrast(p.Rim, square))
		}
		for _, square := range []string{th.Light, th.Dark} {
			grey := strength(th.Seats[greySeat], square)
			for _, seat := range hues {
				if live := strength(th.Seats[seat], square); live < grey*1.1 {
					t.Errorf("%s: %s on %s has a contrast of %.2f, grey %.2f", name, seat, square, live, grey)
				}
			}
		}
	}
}

// TestPrintIsBlackAndWhite holds that print uses no hue.
func TestPrintIsBlackAndWhite(t *testing.T) {
	for _, c := range everyColour(themes["print"]) {
		if v := rgb(c); v.R != v.G || v.G != v.B {
			t.Errorf("print has the colour %s", c)
		}
	}
}

func TestThemesAreWhole(t *testing.T) {
	if got, want := Themes(), []string{"dark", "light", "print"}; !slices.Equal(got, want) {
		t.Fatalf("themes %v, want %v", got, want)
	}
	form := regexp.MustCompile(`^#[0-9a-f]{6}$`)
	for name, th := range themes {
		for _, c := range everyColour(th) {
			if !form.MatchString(c) {
				t.Errorf("%s has the colour %q", name, c)
			}
		}
		for _, seat := range slices.Concat(twoSeats, clans, hues, []string{greySeat}) {
			if _, ok := th.Seats[seat]; !ok {
				t.Errorf("%s has no colours for %s", name, seat)
			}
		}
	}
}

func everyColour(th *theme) []string {
	list := []string{th.Paper, th.Ink, th.Light, th.Dark, th.Frame, th.Coordinate, th.Check, th.Mark, th.Arrow}
	for _, p := range th.Seats {
		list = append(list, p.Fill, p.Rim, p.Line, p.Trace)
	}
	return list
}

package diagram

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// lettering is the typeface of the raster pictures; its widths also wrap captions.
var lettering = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(goregular.TTF)
	must(err)
	return f
})

// face returns the typeface at a size in pixels.
func face(pixels float64) font.Face {
	f, err := opentype.NewFace(lettering(), &opentype.FaceOptions{Size: pixels, DPI: 72, Hinting: font.HintingNone})
	must(err)
	return f
}

// clean makes a text fit for one line of XML: valid UTF-8, every run of white
// space one blank, no control characters, nothing that turns the writing direction.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == utf8.RuneError, unicode.IsControl(r), unicode.In(r, unicode.Bidi_Control), r&0xfffe == 0xfffe, 0xfdd0 <= r && r <= 0xfdef:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(text), " ")
}

// wrap breaks a cleaned text into at most max lines of the given width, about
// equally long; what does not fit is cut with an ellipsis.
func wrap(text string, width, size float64, max int) []string {
	const reference = 64.0 // measured large, so that rounding does not matter
	f := face(reference)
	measure := func(s string) float64 {
		return letter(s, reference, f, func(float64, string, path) {}) * size / reference
	}
	lines := breakLines(text, width, measure)
	for narrow := width * 0.95; narrow > width/2; narrow *= 0.95 {
		tighter := breakLines(text, narrow, measure)
		if len(tighter) > len(lines) || len(lines) > max {
			break
		}
		lines = tighter
	}
	if len(lines) > max {
		lines = lines[:max]
		lines[max-1] += "…"
	}
	for i, s := range lines {
		for measure(s) > width && utf8.RuneCountInString(s) > 2 {
			s = strings.TrimSuffix(s, "…")
			_, n := utf8.DecodeLastRuneInString(s)
			s = strings.TrimRight(s[:len(s)-n], " ") + "…"
		}
		lines[i] = s
	}
	return lines
}

// breakLines fills lines word by word; a word that is too wide has a line of its own.
func breakLines(text string, width float64, measure func(string) float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		longer := word
		if line != "" {
			longer = line + " " + word
		}
		if line != "" && measure(longer) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}

// signLetters are the signs of the seats as they stand in running text. The
// typeface lacks one of them, so that all four are drawn from our outlines.
var signLetters = map[rune]string{'●': "circle", '▲': "triangle", '■': "square", '◆': "diamond"}

// letter cuts a text into runs of letters and single signs, gives each with its
// place to set, and returns the width of all, in the pixels of the face.
func letter(text string, size float64, f font.Face, set func(x float64, run string, sign path)) float64 {
	x, from := 0.0, 0
	flush := func(to int) {
		if from < to {
			set(x, text[from:to], nil)
			x += unfix(font.MeasureString(f, text[from:to]))
		}
	}
	for at, r := range text {
		if name, ok := signLetters[r]; ok {
			flush(at)
			set(x, "", shapes.signs[name])
			x += 0.9 * size
			from = at + utf8.RuneLen(r)
		}
	}
	flush(len(text))
	return x
}

func unfix(v fixed.Int26_6) float64 { return float64(v) / 64 }

// capHeight is the height of capitals and figures over the size of the letters;
// texts are centred by it.
const capHeight = 0.72

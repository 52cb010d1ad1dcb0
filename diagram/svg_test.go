package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"melee/rules"
)

// goldens are the pictures kept as files; every one is also compared with rsvg-convert.
var goldens = []struct {
	name    string
	board   func() Board
	options Options
}{
	{"all-in-start", startAllIn, Options{Size: 400, Coordinates: true}},
	{"mcx4-start", startMCX4, Options{Size: 450, Coordinates: true}},
	{"mcx4-dark", startMCX4, Options{Size: 450, Theme: "dark"}},
	{"four-player-start", startFourPlayer, Options{Size: 700, Coordinates: true}},
	{"four-player-small", startFourPlayer, Options{Size: 320}},
	{"four-player-busy", busyFourPlayer, Options{Size: 700, Coordinates: true}},
	{"four-player-green", greenBelow, Options{Size: 560, Coordinates: true, Theme: "dark"}},
	{"four-player-print", busyFourPlayer, Options{Size: 560, Theme: "print", Inline: true}},
}

func greenBelow() Board {
	b := busyFourPlayer()
	b.Bottom = 3
	return b
}

func svg(t *testing.T, b Board, o Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := WriteSVG(&out, b, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGoldenSVG(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			got := svg(t, g.board(), g.options)
			file := filepath.Join("testdata", g.name+".svg")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v; run go test ./diagram -update and look at the pictures", err)
			}
			if got != string(want) {
				t.Errorf("differs from %s; if that is meant, run go test ./diagram -update and look at the picture", file)
			}
		})
	}
}

// TestDocument holds what every document promises: well-formed, named, with
// the role of a picture, nothing fetched from elsewhere, nothing undefined.
func TestDocument(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			text := svg(t, g.board(), g.options)
			doc := parseXML(t, text)
			if doc.attrs["svg.role"] != "img" || doc.attrs["svg.xmlns"] != "http://www.w3.org/2000/svg" {
				t.Errorf("root element: role %q, namespace %q", doc.attrs["svg.role"], doc.attrs["svg.xmlns"])
			}
			if doc.first != "title" || doc.title == "" {
				t.Errorf("first child is %s with the text %q, want a title", doc.first, doc.title)
			}
			for _, ref := range doc.refs {
				if !strings.HasPrefix(ref, "#") || !doc.ids[ref[1:]] {
					t.Errorf("refers to %q, which is not in the document", ref)
				}
			}
			if g.options.Inline != (len(doc.refs) == 0) {
				t.Errorf("inline %v with %d references", g.options.Inline, len(doc.refs))
			}
			for name := range doc.elements {
				switch name {
				case "svg", "title", "desc", "defs", "symbol", "use", "g", "path", "text":
				default:
					t.Errorf("has an element <%s>", name)
				}
			}
		})
	}
}

func TestDocumentsAreSmall(t *testing.T) {
	for name, max := range map[string]int{"all-in-start": 10_000, "mcx4-start": 12_000, "four-player-start": 18_000} {
		for _, g := range goldens {
			if n := len(svg(t, g.board(), g.options)); g.name == name && n > max {
				t.Errorf("%s has %d bytes, want at most %d", name, n, max)
			}
		}
	}
}

func TestDescriptionListsTheMen(t *testing.T) {
	doc := parseXML(t, svg(t, busyFourPlayer(), Options{}))
	for _, want := range []string{"red Kh1 Qg1 Qh7 ", "; yellow Kg14 ", "; grey Ka7 "} {
		if !strings.Contains("; "+doc.desc, want) {
			t.Errorf("description %q lacks %q", doc.desc, want)
		}
	}
	if strings.Contains(doc.desc, "blue") {
		t.Errorf("description %q gives blue men that are grey", doc.desc)
	}
}

func TestCaptions(t *testing.T) {
	for _, c := range []struct{ name, caption, title, shown string }{
		{"plain", "White to move", "White to move", "White to move"},
		{"element", "</text><script>alert(1)</script>", "</text><script>alert(1)</script>", "</text><script>alert(1)</script>"},
		{"attribute", `" onload="alert(1)`, `" onload="alert(1)`, `" onload="alert(1)`},
		{"comment and data", "<!-- ]]> & &amp; '", "<!-- ]]> & &amp; '", "<!-- ]]> & &amp; '"},
		{"control characters", "a\x00b\x1bc\u0085d", "abc d", "abc d"},
		{"lines", "one\ntwo\t\u2028 three", "one two three", "one two three"},
		{"writing direction", "a\u202eb\u2066c", "abc", "abc"},
		{"broken UTF-8", "a\xff\xfeb", "ab", "ab"},
		{"noncharacters", "a\ufffe\uffff\ufdd0b", "ab", "ab"},
		{"nothing left", "\x00 \u202e", "8×8", ""},
		{"none", "", "8×8", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := startAllIn()
			b.Caption = c.caption
			doc := parseXML(t, svg(t, b, Options{Size: 2000}))
			if doc.title != c.title {
				t.Errorf("title %q, want %q", doc.title, c.title)
			}
			if doc.text != c.shown {
				t.Errorf("caption %q, want %q", doc.text, c.shown)
			}
		})
	}
}

func TestLongCaptions(t *testing.T) {
	for name, caption := range map[string]string{
		"words": strings.Repeat("word ", MaxCaption/5), "one word": strings.Repeat("W", MaxCaption),
		"two-byte letters": strings.Repeat("é", MaxCaption/2),
	} {
		t.Run(name, func(t *testing.T) {
			b := startAllIn()
			b.Caption = caption
			l := b.arrange(Options{})
			if len(l.caption) < 1 || len(l.caption) > 3 || !strings.HasSuffix(l.caption[len(l.caption)-1], "…") {
				t.Errorf("is broken into %q, want at most three lines with an ellipsis at the end", l.caption)
			}
			parseXML(t, svg(t, b, Options{}))
		})
	}
	b := startAllIn()
	b.Caption = strings.Repeat("x", MaxCaption+1)
	if err := WriteSVG(io.Discard, b, Options{}); !hasFault(err, "caption") {
		t.Errorf("a caption over the limit: %v", err)
	}
}

// FuzzCaption holds that no caption or title breaks the document.
func FuzzCaption(f *testing.F) {
	for _, s := range []string{"", "a & b", "<svg>", "\x00\xff", "\u202e]]>"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, caption, title string) {
		b := array(rules.Geometry{Files: 2, Ranks: 2}, twoSeats, "0K .", ". 1K")
		b.Caption, b.Title = caption, title
		var out bytes.Buffer
		if err := WriteSVG(&out, b, Options{}); err != nil {
			if !hasFault(err, "caption") && !hasFault(err, "title") {
				t.Fatal(err)
			}
			return
		}
		doc := parseXML(t, out.String())
		for name := range doc.elements {
			if name == "script" || name == "foreignObject" || name == "image" || name == "a" {
				t.Errorf("%q and %q make an element <%s>", caption, title, name)
			}
		}
	})
}

func hasFault(err error, field string) bool {
	var faults rules.Faults
	if !errors.As(err, &faults) {
		return false
	}
	for _, f := range faults {
		if f.Field == field {
			return true
		}
	}
	return false
}

// A document is what the tests look at in an SVG text.
type document struct {
	first, title, desc, text string
	elements                 map[string]bool
	attrs                    map[string]string // "element.attribute" of the last one
	refs                     []string
	ids                      map[string]bool
}

func parseXML(t *testing.T, text string) document {
	t.Helper()
	doc := document{elements: map[string]bool{}, attrs: map[string]string{}, ids: map[string]bool{}}
	dec := xml.NewDecoder(strings.NewReader(text))
	var stack []string
	var shown []string
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch v := token.(type) {
		case xml.StartElement:
			if len(stack) == 1 && doc.first == "" {
				doc.first = v.Name.Local
			}
			stack = append(stack, v.Name.Local)
			doc.elements[v.Name.Local] = true
			for _, a := range v.Attr {
				doc.attrs[v.Name.Local+"."+a.Name.Local] = a.Value
				switch a.Name.Local {
				case "id":
					if doc.ids[a.Value] {
						t.Errorf("the id %q is given twice", a.Value)
					}
					doc.ids[a.Value] = true
				case "href":
					doc.refs = append(doc.refs, a.Value)
				}
				if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Value, "url(") {
					t.Errorf("has an attribute %s=%q", a.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if len(stack) == 0 {
				continue
			}
			switch stack[len(stack)-1] {
			case "title":
				doc.title += string(v)
			case "desc":
				doc.desc += string(v)
			case "text":
				shown = append(shown, string(v))
			}
		case xml.Comment, xml.ProcInst, xml.Directive:
			t.Errorf("has %T", v)
		}
	}
	doc.text = strings.Join(shown, " ")
	return doc
}

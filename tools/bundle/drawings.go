package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// drawings are the shapes and colours that diagrams and pages share.
type drawings struct {
	marks, signs map[string]string
	themes       map[string]theme
}

// A theme is one set of colours as CSS writes them.
type theme struct {
	board map[string]string            // by use: "light", "dark", "check" …
	seats map[string]map[string]string // by seat and use: "fill", "rim", "line", "trace"
}

// suits lists the classes that pages give to seats, and the seats' names in colours.json.
var suits = []struct {
	name  string
	seats []string
}{
	{"two", []string{"white", "black"}},
	{"camps", []string{"wq", "bq", "wk", "bk"}},
	{"four", []string{"red", "blue", "yellow", "green"}},
}

var signOf = map[string]string{"red": "circle", "blue": "triangle", "yellow": "square", "green": "diamond"}
var markOf = map[string]string{"wq": "crown", "bq": "crown", "wk": "cross", "bk": "cross"}

func readDrawings(root string) (*drawings, error) {
	var men struct{ Marks, Signs map[string]string }
	if err := readJSON(filepath.Join(root, "diagram", "men.json"), &men); err != nil {
		return nil, err
	}
	var colours struct {
		Themes map[string]map[string]json.RawMessage
	}
	path := filepath.Join(root, "diagram", "colours.json")
	if err := readJSON(path, &colours); err != nil {
		return nil, err
	}
	d := &drawings{marks: men.Marks, signs: men.Signs, themes: map[string]theme{}}
	for name, fields := range colours.Themes {
		t := theme{board: map[string]string{}}
		for key, raw := range fields {
			var err error
			if key == "seats" {
				err = json.Unmarshal(raw, &t.seats)
			} else {
				var colour string
				err = json.Unmarshal(raw, &colour)
				t.board[key] = colour
			}
			if err != nil {
				return nil, fmt.Errorf("%s: theme %s, %s: %w", path, name, key, err)
			}
		}
		d.themes[name] = t
	}
	return d, nil
}

func readJSON(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// sheet writes the colours as custom properties: --board-… and --red-fill … for
// the theme in force, and --fill, --rim, --line and --trace for whatever has the class of a seat.
func (d *drawings) sheet() string {
	var b strings.Builder
	fmt.Fprintf(&b, ":root{%s}\n", d.themes["light"].properties())
	fmt.Fprintf(&b, "@media (prefers-color-scheme:dark){:root:not([data-theme=light]){%s}}\n", d.themes["dark"].properties())
	fmt.Fprintf(&b, ":root[data-theme=dark]{%s}\n", d.themes["dark"].properties())
	fmt.Fprintf(&b, "@media print{:root:root{%s}}\n", d.themes["print"].properties())
	for _, suit := range suits {
		for i, seat := range suit.seats {
			fmt.Fprintf(&b, ".suit-%[1]s.seat-%[2]d,.suit-%[1]s .seat-%[2]d{%[3]s}\n", suit.name, i, uses(seat))
		}
	}
	fmt.Fprintf(&b, ".man.grey.grey{%s}\n", uses("grey"))
	return b.String()
}

func (t theme) properties() string {
	var b strings.Builder
	for _, use := range slices.Sorted(maps.Keys(t.board)) {
		fmt.Fprintf(&b, "--board-%s:%s;", use, t.board[use])
	}
	for _, seat := range slices.Sorted(maps.Keys(t.seats)) {
		for _, use := range slices.Sorted(maps.Keys(t.seats[seat])) {
			fmt.Fprintf(&b, "--%s-%s:%s;", seat, use, t.seats[seat][use])
		}
	}
	return b.String()
}

func uses(seat string) string {
	var b strings.Builder
	for _, use := range []string{"fill", "rim", "line", "trace"} {
		fmt.Fprintf(&b, "--%s:var(--%s-%s);", use, seat, use)
	}
	return b.String()
}

// icons draws the pictures for browser tabs: the mark of the four signs, and
// one for each seat on turn.
func (d *drawings) icons() map[string][]byte {
	seats := d.themes["light"].seats
	icons := map[string][]byte{"icon.svg": d.mark()}
	for _, suit := range suits {
		for _, seat := range suit.seats {
			c := seats[seat]
			body := ""
			switch suit.name {
			case "two":
				body = fmt.Sprintf(`<circle cx="24" cy="39" r="10.5" fill="%s" stroke="%s" stroke-width="2"/>`, c["fill"], c["rim"])
			case "camps":
				body = fmt.Sprintf(`<circle cx="24" cy="39" r="12" fill="%s" stroke="%s" stroke-width="1.6"/><path fill="%s" d="%s"/>`,
					c["fill"], c["rim"], c["line"], d.marks[markOf[seat]])
			case "four":
				body = fmt.Sprintf(`<path fill="%s" stroke="#fff" stroke-width="1" stroke-linejoin="round" paint-order="stroke" transform="translate(-36 -58.5) scale(2.5)" d="%s"/>`,
					c["fill"], d.signs[signOf[seat]])
			}
			icons["icon-"+seat+".svg"] = []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 25 28 28">` + body + `</svg>` + "\n")
		}
	}
	return icons
}

// mark draws the four signs in a square of two by two.
func (d *drawings) mark() []byte {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="6" fill="#fbf9f4"/>`)
	for i, seat := range suits[2].seats {
		// Each sign is about 10 wide around 24,39.
		x, y := 8+12*(i%2)-24, 8+12*(i/2)-39
		fmt.Fprintf(&b, `<path fill="%s" transform="translate(%d %d)" d="%s"/>`, d.themes["light"].seats[seat]["fill"], x, y, d.signs[signOf[seat]])
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

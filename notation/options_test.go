package notation

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"melee/rules"
)

// fourSeats has one option of each type, as Four-player chess has them.
var fourSeats = &rules.Variant{
	Name:  "four-seats",
	Seats: []string{"red", "blue", "yellow", "green"},
	Options: []rules.Option{
		{Name: "setup", Rule: "F3", Values: []string{"modern", "classic"}},
		{Name: "stalemate", Rule: "F15", Values: []string{"20", "0"}},
		{Name: "move_limit", Rule: "F20", Type: rules.Count, Values: []string{"none"}, Max: 10000},
		{Name: "grey", Rule: "F23", Type: rules.Seats},
		{Name: "show_legal_moves", Rule: "F25", Values: []string{"true", "false"}},
	},
}

func TestOptionsFromJSON(t *testing.T) {
	for _, c := range []struct {
		name, json string
		want       rules.Options
	}{
		{"nothing", "", rules.Options{}},
		{"null", "null", rules.Options{}},
		{"an empty object", " {} ", rules.Options{}},
		{"null is the default", `{"setup":null}`, rules.Options{}},
		{"F6 defaults that are given stay", `{"setup":"modern","stalemate":20,"move_limit":"none","grey":[],"show_legal_moves":true}`,
			rules.Options{"setup": "modern", "stalemate": "20", "move_limit": "none", "grey": "", "show_legal_moves": "true"}},
		{"F3 a word", `{"setup":"classic"}`, rules.Options{"setup": "classic"}},
		{"F15 a number", `{"stalemate":0}`, rules.Options{"stalemate": "0"}},
		{"F15 a number as a string", `{"stalemate":"0"}`, rules.Options{"stalemate": "0"}},
		{"F20 a count", `{"move_limit":60}`, rules.Options{"move_limit": "60"}},
		{"F23 seats in order of turns", `{"grey":["blue","green"]}`, rules.Options{"grey": "blue,green"}},
		{"F23 seats in another order", `{"grey":["green","blue"]}`, rules.Options{"grey": "blue,green"}},
		{"F25 a truth value", `{"show_legal_moves":false}`, rules.Options{"show_legal_moves": "false"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := OptionsFromJSON(fourSeats, []byte(c.json))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOptionsFromJSONRefuses(t *testing.T) {
	for _, c := range []struct{ name, json, want string }{
		{"text that is no JSON", `{"setup":`, "not JSON"},
		{"a list", `["setup"]`, "must be a JSON object"},
		{"an unknown option", `{"seutp":"classic"}`, "option seutp: unknown in four-seats"},
		{"an unknown option that is null", `{"seutp":null}`, "option seutp"},
		{"an unknown value", `{"setup":"moderne"}`, "must be one of modern, classic"},
		{"a number out of range", `{"move_limit":10001}`, "a whole number from 1 to 10000"},
		{"a number with a point", `{"move_limit":1.5}`, "must be a whole number"},
		{"a negative number", `{"move_limit":-1}`, "must be a whole number"},
		{"a list for a word", `{"setup":["classic"]}`, "a list is for seats only"},
		{"an object", `{"setup":{}}`, "must be a word"},
		{"an unknown seat", `{"grey":["pink"]}`, "no seat is called 'pink' in four-seats; there are red, blue, yellow, green"},
		{"a seat named twice", `{"grey":["red","red"]}`, "seat red is named twice"},
		{"a list of numbers", `{"grey":[1]}`, "must be a list of seats"},
		{"a word for a truth value", `{"show_legal_moves":"no"}`, "must be one of true, false"},
		{"too much text", `{"setup":"` + strings.Repeat("x", maxOptions) + `"}`, "more than the 65536 allowed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := OptionsFromJSON(fourSeats, []byte(c.json))
			if err == nil {
				t.Fatalf("accepted as %v", got)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q does not say %q", err, c.want)
			}
		})
	}
}

func TestOptionsFromJSONListsEveryFault(t *testing.T) {
	_, err := OptionsFromJSON(fourSeats, []byte(`{"grey":["pink"],"setup":"x","stalemate":1}`))
	for _, field := range []string{"option grey", "option setup", "option stalemate"} {
		if err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("error %v does not name %s", err, field)
		}
	}
}

func TestOptionsJSON(t *testing.T) {
	options := rules.Options{"grey": "blue,green", "move_limit": "60", "setup": "classic", "show_legal_moves": "false", "stalemate": "0"}
	const want = `{"setup":"classic","stalemate":0,"move_limit":60,"grey":["blue","green"],"show_legal_moves":false}`
	if got := string(OptionsJSON(fourSeats, options)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(OptionsJSON(fourSeats, nil)); got != "{}" {
		t.Errorf("no options are written %s, want {}", got)
	}
}

func FuzzOptionsFromJSON(f *testing.F) {
	for _, seed := range []string{
		"", "null", `{"setup":"classic","stalemate":0}`, `{"move_limit":60,"grey":["green","blue"]}`,
		`{"show_legal_moves":false}`, `{"grey":"blue,green"}`, `{"setup":null}`, `[]`, `{"move_limit":1e3}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		options, err := OptionsFromJSON(fourSeats, raw)
		if err != nil {
			return
		}
		again, err := OptionsFromJSON(fourSeats, OptionsJSON(fourSeats, options))
		if err != nil {
			t.Fatalf("%s is written as %s, which is refused: %v", raw, OptionsJSON(fourSeats, options), err)
		}
		if diff := cmp.Diff(options, again); diff != "" {
			t.Errorf("written and read again (-first +second):\n%s", diff)
		}
	})
}

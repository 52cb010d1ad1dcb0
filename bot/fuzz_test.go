package bot

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Whatever an engine says of its options, it is read.
func FuzzOption(f *testing.F) {
	f.Add("UCI_Variant type combo default all-in var all-in var mcx4")
	f.Add("Skill Level type spin default 20 min 0 max 20")
	f.Add("type var")
	f.Add("")
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Fields(line)
		name, values := parseOption(words)
		for _, v := range append(values, strings.Fields(name)...) {
			if !slices.Contains(words, v) {
				t.Errorf("%q has %q", line, v)
			}
		}
	})
}

// Whatever a server sends, a policy decides on it.
func FuzzChallenge(f *testing.F) {
	f.Add([]byte(`{"id":"t-1","challenger":{"name":"Bert","title":"BOT"},"variant":{"key":"mcx4"},"options":{"play":"double"},"timeControl":{"type":"clock","limit":300,"increment":3}}`))
	f.Add([]byte(`{"variant":{"key":"mcx4"},"rated":true,"timeControl":{"type":"clock","limit":-9223372036854775808}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var c Challenge
		if json.Unmarshal(text, &c) != nil {
			return
		}
		e := &engine{options: map[string][]string{variantOption: {"mcx4"}, "play": nil}}
		p := Policy{Games: 1, From: "people", Rated: "casual"}
		if p.refuses(&c, e) == "" && (c.Variant.Key != "mcx4" || c.Rated || c.Challenger.Title == "BOT") {
			t.Errorf("%s is accepted", text)
		}
	})
}

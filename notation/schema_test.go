package notation

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"melee/rules/catalog"
)

// A schema checks JSON values against RecordSchema. It knows the keywords that
// the schema uses, and refuses others, so that none goes unchecked.
type schema struct{ root map[string]any }

func loadSchema(t testing.TB) schema {
	t.Helper()
	var s schema
	if err := json.Unmarshal(RecordSchema, &s.root); err != nil {
		t.Fatal(err)
	}
	return s
}

// check returns what is wrong with a value.
func (s schema) check(node map[string]any, value any, path string) (faults []string) {
	fault := func(format string, args ...any) {
		faults = append(faults, path+": "+fmt.Sprintf(format, args...))
	}
	object, _ := value.(map[string]any)
	list, _ := value.([]any)
	for keyword, rule := range node {
		switch keyword {
		case "$schema", "$defs", "title", "description":
		case "$ref":
			name := strings.TrimPrefix(rule.(string), "#/$defs/")
			faults = append(faults, s.check(s.root["$defs"].(map[string]any)[name].(map[string]any), value, path)...)
		case "type":
			if !slices.Contains(typeNames(rule), typeOfJSON(value)) {
				fault("is %s, want %v", typeOfJSON(value), rule)
			}
		case "enum":
			if !slices.Contains(rule.([]any), value) {
				fault("%v is none of %v", value, rule)
			}
		case "pattern":
			if text, ok := value.(string); ok && !regexp.MustCompile(rule.(string)).MatchString(text) {
				fault("%q does not match %v", text, rule)
			}
		case "minimum":
			if n, ok := value.(float64); ok && n < rule.(float64) {
				fault("%v is less than %v", n, rule)
			}
		case "maximum":
			if n, ok := value.(float64); ok && n > rule.(float64) {
				fault("%v is more than %v", n, rule)
			}
		case "maxItems":
			if float64(len(list)) > rule.(float64) {
				fault("has %d items", len(list))
			}
		case "required":
			for _, name := range rule.([]any) {
				if _, ok := object[name.(string)]; object != nil && !ok {
					fault("%v is missing", name)
				}
			}
		case "properties":
			for name, inner := range rule.(map[string]any) {
				if v, ok := object[name]; ok {
					faults = append(faults, s.check(inner.(map[string]any), v, path+"/"+name)...)
				}
			}
		case "additionalProperties":
			faults = append(faults, s.others(node, rule, object, path)...)
		case "items":
			for i, v := range list {
				faults = append(faults, s.check(rule.(map[string]any), v, fmt.Sprint(path, "/", i))...)
			}
		case "anyOf":
			if !slices.ContainsFunc(rule.([]any), func(r any) bool { return len(s.check(r.(map[string]any), value, path)) == 0 }) {
				fault("%v fits no form", value)
			}
		default:
			fault("the schema uses %s, which this test does not know", keyword)
		}
	}
	return faults
}

// others checks the properties that the schema does not name.
func (s schema) others(node map[string]any, rule any, object map[string]any, path string) (faults []string) {
	known, _ := node["properties"].(map[string]any)
	for name, v := range object {
		if _, ok := known[name]; ok {
			continue
		}
		if rule == false {
			faults = append(faults, path+"/"+name+": is unknown")
			continue
		}
		faults = append(faults, s.check(rule.(map[string]any), v, path+"/"+name)...)
	}
	return faults
}

func typeNames(rule any) []string {
	if name, ok := rule.(string); ok {
		return []string{name}
	}
	var names []string
	for _, name := range rule.([]any) {
		names = append(names, name.(string))
	}
	return names
}

func typeOfJSON(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	}
	return "object"
}

func (s schema) checkText(t testing.TB, text []byte) []string {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return s.check(s.root, value, "")
}

// TestSchemaFitsRecords checks what is written against the published schema.
func TestSchemaFitsRecords(t *testing.T) {
	s := loadSchema(t)
	for _, v := range catalog.All() {
		for i, options := range someOptions[familyOf(v)] {
			r := randomRecord(t, v, options, rand.New(rand.NewPCG(2, uint64(i))), 150)
			text, err := Append(nil, JSON, r)
			if err != nil {
				t.Fatal(err)
			}
			if faults := s.checkText(t, text); len(faults) > 0 {
				t.Errorf("%s %v: %q\n%s", v.Name, options, faults, text)
			}
		}
	}
	files, err := filepath.Glob("testdata/*.pgn4")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no games", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		records, _ := readAll(t, PGN4, string(text))
		for _, r := range records {
			if text, err = Append(nil, JSON, r); err != nil {
				t.Fatal(err)
			}
			if faults := s.checkText(t, text); len(faults) > 0 {
				t.Errorf("%s: %q", file, faults)
			}
		}
	}
}

// TestSchemaRefuses checks that the schema is no stricter and no laxer than the reader on these.
func TestSchemaRefuses(t *testing.T) {
	s := loadSchema(t)
	for _, text := range []string{
		`{"variant":"atomic","moves":[]}`,
		`{"variant":"all-in"}`,
		`{"variant":"all-in","moves":["e2-e4"]}`,
		`{"variant":"all-in","moves":[["e2e4"]]}`,
		`{"variant":"all-in","moves":[{"comments":["no move"]}]}`,
		`{"variant":"all-in","moves":[{"move":"e2e4","nags":[256]}]}`,
		`{"variant":"all-in","moves":[{"move":"e2e4","clock":-1}]}`,
		`{"variant":"all-in","moves":[{"move":"e2e4","arrows":[]}]}`,
		`{"variant":"all-in","moves":[],"colour":"blue"}`,
		`{"variant":"all-in","moves":[],"seats":[{"seat":"pink"}]}`,
		`{"variant":"all-in","moves":[],"start":8}`,
		`{"variant":"all-in","moves":"e2e4"}`,
	} {
		if len(s.checkText(t, []byte(text))) == 0 {
			t.Errorf("the schema allows %s", text)
		}
		if records, _ := readAll(t, JSON, text); len(records) > 0 {
			t.Errorf("the reader allows %s", text)
		}
	}
}

// TestSchemaNamesEveryVariant keeps the schema's list up to date.
func TestSchemaNamesEveryVariant(t *testing.T) {
	s := loadSchema(t)
	names := s.root["properties"].(map[string]any)["variant"].(map[string]any)["enum"].([]any)
	var want []any
	for _, v := range catalog.All() {
		want = append(want, v.Name)
	}
	if !slices.Equal(names, want) {
		t.Errorf("the schema names %v, want %v", names, want)
	}
}

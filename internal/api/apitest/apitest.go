// Package apitest compares what servers answer with what the site's OpenAPI
// document says that they answer. In OpenAPI 3.1 schemas are JSON Schema, so that a validator of that is all it needs.
package apitest

import (
	"bytes"
	_ "embed"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"melee/internal/api"
)

// meta is the schema of OpenAPI 3.1 documents (spec.openapis.org, Apache-2.0).
//
//go:embed openapi-3.1.json
var meta []byte

const (
	documentURL = "https://melee.example/api/openapi.json"
	metaURL     = "https://melee.example/openapi-3.1.json"
)

// A Checker knows the document.
type Checker struct {
	document any
	compiler *jsonschema.Compiler
}

// New reads the document, which must be what OpenAPI 3.1 allows.
func New(t testing.TB) *Checker {
	t.Helper()
	c := &Checker{document: parse(t, api.Document()), compiler: jsonschema.NewCompiler()}
	for url, text := range map[string]any{documentURL: c.document, metaURL: parse(t, meta)} {
		if err := c.compiler.AddResource(url, text); err != nil {
			t.Fatal(err)
		}
	}
	allowed, err := c.compiler.Compile(metaURL)
	if err != nil {
		t.Fatal(err)
	}
	if err := allowed.Validate(c.document); err != nil {
		t.Fatalf("the document is no OpenAPI 3.1: %v", err)
	}
	schemas, _ := at(c.document, "components", "schemas").(map[string]any)
	for name := range schemas {
		if _, err := c.compiler.Compile(pointer("components", "schemas", name)); err != nil {
			t.Errorf("schema %s: %v", name, err)
		}
	}
	return c
}

func parse(t testing.TB, text []byte) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// at returns what stands at a place of the document, nil if nothing does.
func at(value any, path ...string) any {
	for _, name := range path {
		fields, _ := value.(map[string]any)
		value = fields[name]
	}
	return value
}

// pointer is the address of a place of the document (RFC 6901).
func pointer(path ...string) string {
	address := documentURL + "#"
	for _, name := range path {
		address += "/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(name)
	}
	return address
}

var methods = []string{"get", "post", "put", "patch", "delete"}

// Operations returns what can be asked for, as "GET /api/account".
func (c *Checker) Operations() (list []string) {
	paths, _ := at(c.document, "paths").(map[string]any)
	for path, item := range paths {
		for _, method := range methods {
			if at(item, method) != nil {
				list = append(list, strings.ToUpper(method)+" "+path)
			}
		}
	}
	slices.Sort(list)
	return list
}

// Described returns the path of the document for one that was asked for: the
// one with the fewest parameters. It is "" if there is none.
func (c *Checker) Described(method, asked string) (found string) {
	fewest := len(asked)
	for _, operation := range c.Operations() {
		path, is := strings.CutPrefix(operation, method+" ")
		if n := strings.Count(path, "{"); is && n < fewest && fits(path, asked) {
			found, fewest = path, n
		}
	}
	return found
}

// fits reports whether a path is one of those that a path with parameters stands for.
func fits(path, asked string) bool {
	want, got := strings.Split(path, "/"), strings.Split(asked, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && !strings.HasPrefix(want[i], "{") {
			return false
		}
	}
	return true
}

// place is where the document describes the answers of a request with a status; nil if it does not.
func (c *Checker) place(method, asked, status string) []string {
	path := []string{"paths", c.Described(method, asked), strings.ToLower(method), "responses", status}
	if at(c.document, path...) == nil {
		path[4] = "default"
	}
	if ref, is := at(c.document, append(path, "$ref")...).(string); is {
		path = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	}
	if at(c.document, path...) == nil {
		return nil
	}
	return path
}

// Answer checks a response, whose body is put back for others to read.
func (c *Checker) Answer(t testing.TB, r *http.Request, resp *http.Response) {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	place := c.place(r.Method, r.URL.Path, resp.Status[:3])
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case place == nil:
		t.Errorf("%s %s: no answer with %s is described", r.Method, r.URL.Path, resp.Status)
	case len(body) > 0:
		c.body(t, place, kind, body)
	case at(c.document, append(place, "content")...) != nil:
		t.Errorf("%s %s: %s has no body", r.Method, r.URL.Path, resp.Status)
	}
}

// body checks what an answer or a line of a stream says.
func (c *Checker) body(t testing.TB, place []string, kind string, body []byte) {
	t.Helper()
	place = append(slices.Clone(place), "content", kind)
	if at(c.document, place...) == nil {
		place[len(place)-1] = "*/*"
		if at(c.document, place...) == nil {
			t.Errorf("%v: no answer of type %s is described", place, kind)
		}
		return
	}
	if !strings.Contains(kind, "json") {
		return
	}
	schema, err := c.compiler.Compile(pointer(append(place, "schema")...))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(parse(t, body)); err != nil {
		t.Errorf("%s is not as described: %v", body, err)
	}
}

// Line checks a line of the stream that was asked for at a path.
func (c *Checker) Line(t testing.TB, asked string, line []byte) {
	t.Helper()
	place := c.place(http.MethodGet, asked, "200")
	if place == nil {
		t.Fatalf("%s is not described", asked)
	}
	c.body(t, place, "application/x-ndjson", line)
}

package api

import (
	_ "embed"
	"net/http"
	"sync"

	"github.com/goccy/go-yaml"
)

// description is the OpenAPI document, in the form in which it is written.
//
//go:embed openapi.yaml
var description []byte

// Document returns the OpenAPI document of the site's API as JSON.
var Document = sync.OnceValue(func() []byte {
	text, err := yaml.YAMLToJSON(description)
	if err != nil {
		panic("api: openapi.yaml is no YAML: " + err.Error()) // it is part of the program
	}
	return text
})

func (s *Server) document(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	w.Header().Set("Access-Control-Allow-Origin", "*") // tools of other sites may read it
	// A reader who has gone is no failure of ours.
	_, _ = w.Write(Document())
}

package stream

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"net/http"
	"strings"
)

// NewID returns the name of a new job: 16 letters and digits that cannot be guessed.
func NewID() string {
	var random [10]byte
	rand.Read(random[:])
	return strings.ToLower(base32.StdEncoding.EncodeToString(random[:]))
}

// Answer writes a body as JSON that nobody keeps: what it says changes.
func Answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// A reader who has gone is no failure of ours.
	_ = json.NewEncoder(w).Encode(body)
}

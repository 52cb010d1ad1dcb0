package stream_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"melee/internal/stream"
)

func follow(l *stream.Log, after string) string {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	if after != "" {
		r.Header.Set("Last-Event-ID", after)
	}
	w := httptest.NewRecorder()
	l.ServeHTTP(w, r)
	return w.Body.String()
}

func TestPassingEventsGiveWayAndIDsGoOn(t *testing.T) {
	var l stream.Log
	l.Tell("progress", 1, true)
	l.Tell("progress", 2, true)
	l.Tell("found", map[string]int{"n": 3}, false)
	l.Tell("progress", 4, true)
	if l.Over() {
		t.Error("over before its end")
	}
	l.End("well")
	const found, end = "event: found\nid: 3\ndata: {\"n\":3}\n\n", "event: end\nid: 5\ndata: \"well\"\n\n"
	for after, want := range map[string]string{"": found + end, "2": found + end, "3": end, "5": "", "9": "", "x": found + end, "-1": found + end} {
		if got := follow(&l, after); got != want {
			t.Errorf("after %q: %q, want %q", after, got, want)
		}
	}
	if !l.Over() {
		t.Error("not over after its end")
	}
}

// Whoever reads while events are added gets each once.
func TestReadersWaitForWhatComes(t *testing.T) {
	var l stream.Log
	done := make(chan string)
	for range 3 {
		go func() { done <- follow(&l, "") }()
	}
	l.Tell("a", 1, false)
	l.Tell("b", 2, false)
	l.End(nil)
	for range 3 {
		if got, want := <-done, "event: a\nid: 1\ndata: 1\n\nevent: b\nid: 2\ndata: 2\n\nevent: end\nid: 3\ndata: null\n\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

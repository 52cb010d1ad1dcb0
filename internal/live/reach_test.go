package live_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"
)

func TestReachIsToldBySquare(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string]struct {
		status int
		square string
		moves  []string
	}{
		"all-in/reach?men=a1:0N,h7:1P":         {200, "a1", []string{"a1b3", "a1c2"}},
		"four-player/reach?men=h2:0P":          {200, "h2", []string{"h2g3", "h2h3", "h2h4", "h2i3"}},
		"four-player/reach?men=d8:2Q%2Bx":      {200, "d8", nil},
		"all-in/reach?men=a1:2N":               {400, "", nil},
		"all-in/reach?men=z1:0N":               {400, "", nil},
		"all-in/reach?men=":                    {400, "", nil},
		"all-in/reach?men=a1:0N&option.none=1": {400, "", nil},
		"ludo/reach?men=a1:0N":                 {404, "", nil},
	} {
		answer, err := http.Get(s.url + "/api/variants/" + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != want.status {
			t.Errorf("%s: %d %s, %v; want %d", path, answer.StatusCode, body, err, want.status)
			continue
		}
		var got map[string][]string
		if want.square == "" {
			continue
		}
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if moves := got[want.square]; len(moves) == 0 || want.moves != nil && !slices.Equal(slices.Sorted(slices.Values(moves)), want.moves) {
			t.Errorf("%s: %v, want %v", path, moves, want.moves)
		}
	}
}

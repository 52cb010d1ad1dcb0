package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"melee/internal/api"
)

// Every route of the server is in the document, and whatever the document has under the server's roots is a route.
func TestTheDocumentHasEveryRoute(t *testing.T) {
	s := newSite(t)
	routes, described := s.api.Patterns(), s.checker.Operations()
	for _, route := range routes {
		if !slices.Contains(described, route) {
			t.Errorf("%s is not described", route)
		}
	}
	for _, operation := range described {
		_, path, _ := strings.Cut(operation, " ")
		ours := slices.ContainsFunc(api.Roots, func(root string) bool {
			return path == root || strings.HasSuffix(root, "/") && strings.HasPrefix(path, root)
		})
		if ours && !slices.Contains(routes, operation) {
			t.Errorf("%s is described, but not answered", operation)
		}
	}
}

// A refusal tells programs what kind it is and people what would be right.
func TestRefusals(t *testing.T) {
	s := newSite(t)
	anne := s.robot("Anne")
	nobody := &robot{site: s}
	person := &robot{site: s, token: s.tokenOf(s.owner)}
	for _, c := range []struct {
		who                *robot
		method, path, body string
		status             int
		code, field        string
	}{
		{nobody, "GET", "/api/account", "", 401, "forbidden", ""},
		{nobody, "POST", "/api/challenge/anne", "{}", 401, "forbidden", ""},
		{person, "POST", "/api/bot/game/x/resign", "", 403, "forbidden", ""},
		{anne, "GET", "/api/bot/game/stream/nothing", "", 404, "not_found", ""},
		{anne, "GET", "/api/bot/game/stream/nothing-0", "", 404, "not_found", ""},
		{anne, "GET", "/api/bot/game/nothing/chat", "", 404, "not_found", ""},
		{anne, "POST", "/api/bot/game/nothing/move/e2e4", "", 404, "not_found", ""},
		{anne, "POST", "/api/bot/game/nothing/draw/maybe", "", 400, "invalid", "answer"},
		{anne, "POST", "/api/bot/game/nothing/chat", `{"txt":"hello"}`, 400, "invalid", ""},
		{anne, "POST", "/api/bot/game/nothing/abort", "", 404, "not_found", ""},
		{anne, "POST", "/api/challenge/zoe", `{"variant":"all-in"}`, 404, "not_found", ""},
		{anne, "POST", "/api/challenge/anne", `{"variant":"all-in"}`, 400, "invalid", "seats"},
		{anne, "POST", "/api/challenge/olive", `{"variant":"chess"}`, 400, "invalid", "variant"},
		{anne, "POST", "/api/challenge/olive", `{"variant":"all-in","color":"green"}`, 400, "invalid", "color"},
		{anne, "POST", "/api/challenge/olive", `{"variant":"all-in","seats":[{"player":"me"}]}`, 400, "invalid", "seats"},
		{anne, "POST", "/api/challenge/olive", `{"variant":"all-in","seats":[{"player":"me"},{"player":"open"}]}`, 400, "invalid", "seats"},
		{anne, "POST", "/api/challenge/olive", `{"variant":"all-in","seats":[{"player":"me"},{"player":"cpu"}]}`, 400, "invalid", "seats"},
		{anne, "POST", "/api/challenge/olive", `{"variant":"all-in","options":{"return":"perhaps"}}`, 400, "invalid", ""},
		{anne, "POST", "/api/challenge/olive", `{"variant":"all-in","rated":true}`, 400, "invalid", ""},
		{anne, "POST", "/api/challenge/olive", "variant=all-in&clock.limit=soon", 400, "invalid", "clock.limit"},
		{anne, "POST", "/api/challenge/olive", `{"variant":"all-in"} {}`, 400, "invalid", ""},
		{anne, "POST", "/api/challenge/olive", `{"variant":"` + strings.Repeat("x", 20000) + `"}`, 400, "invalid", ""},
		{anne, "GET", "/api/challenge/nothing/show", "", 404, "not_found", ""},
		{anne, "POST", "/api/challenge/nothing/accept", "", 404, "not_found", ""},
		{anne, "POST", "/api/challenge/nothing/decline", "", 404, "not_found", ""},
		{anne, "POST", "/api/challenge/nothing/cancel", "", 404, "not_found", ""},
		{anne, "POST", "/api/seek", `{"variant":"all-in","seats":[{"player":"me"},{"player":"account"}]}`, 400, "invalid", "seats"},
		{anne, "POST", "/api/seek", "{}", 400, "invalid", "variant"},
		{anne, "DELETE", "/api/seek/nothing", "", 404, "not_found", ""},
	} {
		status, answer := c.who.asks(c.method, c.path, c.body)
		field, _ := answer["field"].(string)
		if status != c.status || answer["code"] != c.code || field != c.field || answer["text"] == "" {
			t.Errorf("%s %s %.80s: %d %v, want %d %s of '%s'", c.method, c.path, c.body, status, answer, c.status, c.code, c.field)
		}
	}
	anne.token += "x"
	if status, answer := anne.asks("GET", "/api/account", ""); status != http.StatusUnauthorized || answer["code"] != "forbidden" {
		t.Errorf("a token that is none: %d %v", status, answer)
	}
}

// Who asks too often is told to wait.
func TestLimits(t *testing.T) {
	s := newSite(t)
	anne := s.robot("Anne")
	s.gate.commands, s.gate.streams = true, true
	for _, c := range [][2]string{{"POST", "/api/seek"}, {"GET", "/api/stream/event"}, {"GET", "/api/bot/game/stream/x"}} {
		resp := anne.send(c[0], c[1], "")
		resp.Body.Close()
		if resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") == "" {
			t.Errorf("%s %s: %d, %v", c[0], c[1], resp.StatusCode, resp.Header)
		}
	}
	s.gate.commands, s.gate.tables = false, true
	if status, answer := anne.asks("POST", "/api/seek", `{"variant":"all-in"}`); status != http.StatusTooManyRequests || answer["code"] != "too_many" {
		t.Errorf("a table too many: %d %v", status, answer)
	}
}

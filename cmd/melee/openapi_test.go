package main

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"melee/internal/api/apitest"
)

// routed finds the patterns of the rooms that serve the API.
var routed = regexp.MustCompile(`HandleFunc\("([A-Z]+ /api/[^" ]*)"`)

// Whatever the program answers under /api/ is in the OpenAPI document, and the other way round.
func TestTheAPIIsDescribed(t *testing.T) {
	checker := apitest.New(t)
	described := checker.Operations()
	for _, room := range []string{"live", "workbench", "analysis"} {
		files, err := filepath.Glob("../../internal/" + room + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", room, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range routed.FindAllSubmatch(text, -1) {
				if route := string(found[1]); !slices.Contains(described, route) {
					t.Errorf("%s: %s is not described", file, route)
				}
			}
		}
	}
	h, _ := newHost(t)
	for _, operation := range described {
		method, path, _ := strings.Cut(operation, " ")
		resp := h.ask(method, strings.NewReplacer("{", "", "}", "").Replace(path), "", nil)
		var body [4096]byte
		n, _ := resp.Body.Read(body[:])
		resp.Body.Close()
		if strings.Contains(string(body[:n]), "there is nothing at") || resp.StatusCode == http.StatusMethodNotAllowed {
			t.Errorf("%s is described, but not answered: %d %s", operation, resp.StatusCode, body[:n])
		}
	}
}

// ask sends a request and returns its answer, which is checked if there is a checker.
func (h *host) ask(method, path, body string, checker *apitest.Checker) *http.Response {
	h.Helper()
	req, err := http.NewRequestWithContext(h.Context(), method, "http://"+h.addr+path, strings.NewReader(body))
	if err != nil {
		h.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Cookie", "melee_device="+strings.Repeat("A", 32))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.Fatal(err)
	}
	if checker != nil {
		checker.Answer(h, req, resp)
	}
	if resp.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(resp.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		h.Errorf("a browser may run what %s %s answers: %v", method, path, resp.Header)
	}
	return resp
}

// What tables, positions, analysis and problems answer is as described.
func TestAnswersOfTheAPI(t *testing.T) {
	checker := apitest.New(t)
	h, _ := newHost(t)
	resp := h.ask("POST", "/api/tables", `{"variant":"four-player","bots":true,"public":true,"seats":[{"player":"me","name":"Zoé"},{"player":"cpu"},{"player":"open"},{"player":"grey"}]}`, checker)
	var id [64]byte
	n, _ := resp.Body.Read(id[:])
	table := regexp.MustCompile(`[a-z2-7]{16}`).FindString(string(id[:n]))
	if table == "" {
		t.Fatalf("no table was opened: %s", id[:n])
	}
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", "/api/lobby", "", 200},
		{"GET", "/api/tables/" + table, "", 200},
		{"POST", "/api/tables/" + table + "/commands", `{"do":"begin"}`, 200},
		{"POST", "/api/tables/" + table + "/commands", `{"do":"dance"}`, 400},
		{"POST", "/api/tables/" + table + "/commands", `{"do":"move","move":"d2d9"}`, 422},
		{"POST", "/api/tables/" + table + "/commands", `{"do":"move","move":"d2d4"}`, 200},
		{"GET", "/api/tables/" + table, "", 200},
		{"GET", "/api/tables/" + table + "/plies/0", "", 200},
		{"GET", "/api/tables/" + table + "/plies/x", "", 400},
		{"GET", "/api/tables/nothing", "", 404},
		{"POST", "/api/tables", `{"variant":"chess"}`, 400},
		{"POST", "/api/positions", `{"variant":"mcx4","moves":["c2c4","c7c5"]}`, 200},
		{"POST", "/api/positions", `{"variant":"mcx4","moves":["c2c9"]}`, 422},
		{"POST", "/api/positions/read", `{"text":"[Variant \"All-in\"]\n\n1. e4 *"}`, 200},
		{"POST", "/api/positions/read", `{"text":"[Variant \"All-in\"]\n\n1. e9 *"}`, 400},
		{"POST", "/api/positions/write?format=pgn", `{"variant":"all-in","moves":["e2e4"]}`, 200},
		{"GET", "/api/variants/all-in/reach?men=g1:0N", "", 200},
		{"POST", "/api/analysis", `{"variant":"all-in","moves":["e2e4"],"nodes":100}`, 201},
		{"POST", "/api/analysis", `{"variant":"all-in","lines":0}`, 422},
		{"POST", "/api/analysis/game", `{"variant":"all-in","moves":["e2e4"],"nodes":100}`, 201},
		{"DELETE", "/api/analysis/nothing", "", 404},
		{"POST", "/api/problems/read", `{"text":"beginproblem\npieces white Kc1 black Ka1\nstipulation #1\nendproblem\n"}`, 200},
		{"POST", "/api/problems/jobs", `{"board":"8/8/8/8/8/8/8/8","stipulation":"#2"}`, 422},
		{"GET", "/api/problems/jobs/nothing/solution.txt", "", 404},
		{"GET", "/api/account", "", 401},
		{"GET", "/api/bot/online", "", 200},
		{"GET", "/api/openapi.json", "", 200},
	} {
		resp := h.ask(c.method, c.path, c.body, checker)
		var text [512]byte
		n, _ := resp.Body.Read(text[:])
		if resp.StatusCode != c.status {
			t.Errorf("%s %s %s: %d %s, want %d", c.method, c.path, c.body, resp.StatusCode, text[:n], c.status)
		}
	}
}

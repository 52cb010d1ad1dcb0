package live_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// lobbyOf follows the lobby as a device sees it.
func (d *device) lobbyOf() func() []map[string]any {
	d.Helper()
	req, err := http.NewRequestWithContext(d.Context(), "GET", d.url+"/api/lobby/events", nil)
	if err != nil {
		d.Fatal(err)
	}
	req.Header.Set("Cookie", "melee_device="+d.Device())
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { resp.Body.Close() })
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	return func() []map[string]any {
		d.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), `data: {"tables":`); ok {
				var list []map[string]any
				if err := json.Unmarshal([]byte(strings.TrimSuffix(data, "}")), &list); err != nil {
					d.Fatal(err)
				}
				return list
			}
		}
		d.Fatalf("the stream ended: %v", lines.Err())
		return nil
	}
}

func TestTheLobbyShowsOpenTablesOfWhoIsThere(t *testing.T) {
	s := newSite(t)
	anne, bert := s.device(), s.device()
	next := bert.lobbyOf()
	if list := next(); len(list) != 0 {
		t.Errorf("at first: %v", list)
	}
	public := setup("four-player", "red", "open")
	public.Public = true
	id := anne.open(public)
	anne.open(setup("all-in", "white", "open")) // by link only
	table := anne.follow(id)
	list := next()
	if len(list) != 1 || list[0]["table"] != id || list[0]["status"] != "gathering" {
		t.Fatalf("with anne's table: %v", list)
	}
	if seats := list[0]["seats"].([]any); seats[0].(map[string]any)["player"] != "guest" || seats[1].(map[string]any)["player"] != "open" {
		t.Errorf("seats %v", seats)
	}
	if status, a := bert.send(id, `{"do":"sit","seat":2,"name":"Bert"}`); status != 200 {
		t.Fatalf("%+v", a)
	}
	list = next()
	if seat := list[0]["seats"].([]any)[2].(map[string]any); seat["player"] != "you" || seat["who"] != "Bert" {
		t.Errorf("bert sees himself as %v", seat)
	}
	table.Close()
	bert.send(id, `{"do":"stand"}`)
	for list = next(); len(list) != 0; list = next() {
	}
}

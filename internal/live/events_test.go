package live_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"melee/client"
	"melee/internal/live"
)

// events follows a table as a browser does whose network lets no WebSocket
// through. next returns the next frame that begins so; for "" it waits for the end.
func (d *device) events(ctx context.Context, id, query string) (status int, next func(start string) string) {
	d.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.url+"/api/tables/"+id+"/events"+query, nil)
	if err != nil {
		d.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "melee_device", Value: d.Device()})
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return answer.StatusCode, func(start string) string {
		d.Helper()
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok && start != "" && strings.HasPrefix(text, start) {
				return text
			}
		}
		if start != "" {
			d.Fatalf("the stream ends before %s: %v", start, lines.Err())
		}
		return ""
	}
}

func TestATableIsFollowedWithoutAWebSocket(t *testing.T) {
	s := newSite(t)
	anne, bert := s.device(), s.device()
	id := anne.open(setup("all-in", "white", "open"))
	ctx, leave := context.WithCancel(t.Context())
	status, next := bert.events(ctx, id, "?seq=0")
	if status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	next(`["view",`)
	table := anne.follow(id)
	if err := table.Wait(t.Context(), func(v *client.View) bool { return v.Watchers == 1 }); err != nil {
		t.Fatal(err)
	}
	if status, a := bert.send(id, `{"do":"sit","name":"Bert"}`); status != http.StatusOK {
		t.Fatalf("%+v", a)
	}
	if view := next(`["view",`); !strings.Contains(view, `"who":"Bert"`) {
		t.Errorf("he has sat down: %s", view)
	}
	anne.play(id, "e2e4")
	for !strings.Contains(next(`["p",`), `"token":"e2e4"`) {
	}
	for range 25 {
		s.live.Tick()
	}
	next(`["h",`)
	leave()
	if err := table.Wait(t.Context(), func(v *client.View) bool { return !v.Seats[1].Here }); err != nil {
		t.Fatal(err)
	}
	if status, _ := bert.events(t.Context(), "nowhere", ""); status != http.StatusNotFound {
		t.Errorf("a table that is not there: status %d, want 404", status)
	}
}

// A long view comes in one piece, and the stream ends with the server.
func TestAStreamEndsWithTheServer(t *testing.T) {
	s := newSite(t)
	anne := s.device()
	_, next := anne.events(t.Context(), anne.open(setup("four-player", "white wq red", "cpu")), "")
	if view := next(`["view",`); !strings.HasSuffix(view, "}]") {
		t.Errorf("the view is cut off: …%s", view[max(0, len(view)-40):])
	}
	s.live.Close()
	next("") // or the test does not end
}

// Whoever reads more than people do waits; what he sends is limited elsewhere.
func TestAnAddressReadsSoMuchAndNoMore(t *testing.T) {
	s := newSiteWith(t, live.Config{Limits: live.Limits{Commands: 1e-6}})
	served := 0
	h := s.live.LimitReads(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }))
	ask := func(method, address string) int {
		r := httptest.NewRequest(method, "/en/", nil)
		r.RemoteAddr = address + ":1234"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	if code := ask(http.MethodGet, "192.0.2.1"); code != http.StatusOK {
		t.Errorf("the first page: %d", code)
	}
	if code := ask(http.MethodHead, "192.0.2.1"); code != http.StatusTooManyRequests {
		t.Errorf("the second at once: %d, want 429", code)
	}
	if ask(http.MethodPost, "192.0.2.1") != http.StatusOK || ask(http.MethodGet, "192.0.2.2") != http.StatusOK || served != 3 {
		t.Errorf("%d requests were served, want one page each and what was sent", served)
	}
}

package live_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"

	"melee/client"
)

// A wall is a proxy that lets no WebSocket through.
type wall struct {
	*httptest.Server
	upgrades atomic.Int32 // that were asked for
}

func newWall(s *site, refuse http.HandlerFunc) *wall {
	s.Helper()
	target, err := url.Parse(s.url)
	if err != nil {
		s.Fatal(err)
	}
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }, FlushInterval: -1}
	w := &wall{}
	w.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "" {
			w.upgrades.Add(1)
			refuse(rw, r)
			return
		}
		pass.ServeHTTP(rw, r)
	}))
	s.Cleanup(func() {
		w.CloseClientConnections()
		w.Close()
	})
	return w
}

func TestAClientPlaysWhereNoSocketComesThrough(t *testing.T) {
	for name, refuse := range map[string]http.HandlerFunc{
		"forbidden":   func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<h1>No</h1>", http.StatusForbidden) },
		"not found":   func(w http.ResponseWriter, _ *http.Request) { http.NotFound(w, nil) },
		"bad gateway": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"a page":      func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<h1>Welcome</h1>")) },
		"cut": func(w http.ResponseWriter, _ *http.Request) {
			if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
				conn.Close()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			w := newWall(s, refuse)
			anne := s.device()
			id := anne.open(setup("all-in", "white black", ""))
			c, err := client.New(w.URL, client.WithDevice(anne.Device()))
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			behind, err := c.Follow(ctx, id, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer behind.Close()
			asked := w.upgrades.Load()
			if seq, err := behind.Do(ctx, client.Move("e2e4", 0)); err != nil || seq != 3 {
				t.Fatalf("the move: event %d, %v", seq, err)
			}
			// The answer comes behind what it answers for.
			behind.Look(func(v *client.View) {
				if v.Seq != 3 || len(v.Plies) != 1 {
					t.Errorf("answered before the view showed it: event %d, %d plies", v.Seq, len(v.Plies))
				}
			})
			var refused client.Refusal
			if _, err := behind.Do(ctx, client.Move("e2e4", 0)); !errors.As(err, &refused) || refused.Code != "illegal_move" {
				t.Errorf("an illegal move: %v", err)
			}
			// The stream breaks; what was played meanwhile is there afterwards.
			w.CloseClientConnections()
			if _, err := anne.Post(ctx, id, client.Move("e7e5", 0)); err != nil {
				t.Fatal(err)
			}
			if seq, err := behind.Do(ctx, client.Move("g1f3", 0)); err != nil || seq != 5 {
				t.Errorf("a move after the break: event %d, %v", seq, err)
			}
			await(t, behind, func(v *client.View) bool { return v.Seq == 5 && len(v.Plies) == 3 })
			if again := w.upgrades.Load(); again != asked {
				t.Errorf("%d more sockets were tried", again-asked)
			}
			if stats := behind.Stats(); stats.Connects < 2 || stats.Gaps > 0 {
				t.Errorf("the table was told by %+v", stats)
			}
		})
	}
}

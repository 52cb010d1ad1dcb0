package e2e

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
)

// narrow returns the address of a proxy that lets no WebSocket through, as that of some schools and offices.
func narrow(t *testing.T, to string) string {
	t.Helper()
	target, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "" {
			http.Error(w, "no upgrades here", http.StatusBadRequest)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// TestATableIsPlayedWithoutWebSockets: the page finds the other way by itself,
// sees what its opponent plays, and the server comes and goes.
func TestATableIsPlayedWithoutWebSockets(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.visit(t, desktop, "/en/")
	p.do(chromedp.Navigate(narrow(t, s.url) + "/en/"))
	p.begin("all-in", "cpu")
	p.play("e2e4")
	p.until(plies + ` >= 2`) // the CPU has answered
	s.kill()
	p.until(`document.querySelector(".connection").textContent !== ""`)
	s.start()
	p.until(`document.querySelector(".connection").textContent === ""`)
	p.until(plies + ` >= 2`)
}

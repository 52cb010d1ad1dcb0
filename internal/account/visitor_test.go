package account_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"melee/internal/account"
)

// What another site posts comes without the device's cookie: were a new one
// set, the device would lose its seats.
func TestAForeignFormChangesNoDevice(t *testing.T) {
	for _, c := range []struct {
		name, method, site string
		cookies            int
	}{
		{"a page of ours", "GET", "same-origin", 1},
		{"a link elsewhere", "GET", "cross-site", 1},
		{"a program", "POST", "", 1},
		{"a form of ours", "POST", "same-origin", 1},
		{"a form of another site", "POST", "cross-site", 0},
		{"a form of a neighbour", "POST", "same-site", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(c.method, "https://melee.example/en/", nil)
			if c.site != "" {
				r.Header.Set("Sec-Fetch-Site", c.site)
			}
			w := httptest.NewRecorder()
			var device string
			account.Recognise(nil, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { device = account.VisitorOf(r.Context()).Device })).ServeHTTP(w, r)
			if got := len(w.Result().Cookies()); got != c.cookies {
				t.Errorf("%d cookies are set, want %d", got, c.cookies)
			}
			if device == "" {
				t.Error("the visitor has no device")
			}
		})
	}
}

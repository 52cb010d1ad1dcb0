package main

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"melee/internal/account"
)

// A proxy need not say that it ends TLS: the site's address says it.
func TestCookiesOfASiteWithTLSAreSecure(t *testing.T) {
	for origin, secure := range map[string]bool{"https://melee.example": true, "http://melee.example": false, "": false} {
		w := httptest.NewRecorder()
		encrypted(origin, account.Recognise(nil, http.NotFoundHandler())).ServeHTTP(w, httptest.NewRequest("GET", "/en/", nil))
		cookies := w.Result().Cookies()
		if len(cookies) != 1 || cookies[0].Secure != secure {
			t.Errorf("with origin '%s' the cookies are %v", origin, cookies)
		}
	}
}

package pages

import (
	"net/http"
	"runtime/debug"

	"melee/web"
)

// policy lets a page load from this site only and run nothing written into it.
// Compiling WebAssembly is allowed: the rules run in the browser too.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// embedPolicy is the policy of what other sites may show in a frame. Forms have no place there.
const embedPolicy = "default-src 'self'; script-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors *"

// secured sets the headers that keep pages safe.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		next.ServeHTTP(w, r)
	})
}

// sheltered answers with the page for errors when a handler panics.
func (s *site) sheltered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if cause == http.ErrAbortHandler {
				panic(cause)
			}
			s.Log.Error("a page panicked", "path", r.URL.Path, "cause", cause, "stack", string(debug.Stack()))
			s.fail(w, r, http.StatusInternalServerError)
		}()
		next.ServeHTTP(w, r)
	})
}

// robots keeps crawlers off tables and forms.
func robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	text := "User-agent: *\n"
	for _, lang := range web.Languages {
		text += "Disallow: " + tablePath(lang, "") + "\nDisallow: " + createPath(lang) + "\nDisallow: " + lobbyPath(lang) + "\n"
	}
	w.Write([]byte(text + "Disallow: /api/\n"))
}

// favicon answers browsers that ask for an icon without reading the page.
func favicon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, web.Asset("icon.svg"), http.StatusFound)
}

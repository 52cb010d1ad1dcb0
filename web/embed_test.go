package web_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"melee/web"
)

func get(t *testing.T, method, path string, header map[string]string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for name, value := range header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	web.Handler().ServeHTTP(w, r)
	return w.Result()
}

func TestFilesAreServedForGood(t *testing.T) {
	for name, kind := range map[string]string{
		"table.js": "text/javascript; charset=utf-8", "board.js": "text/javascript; charset=utf-8", "theme.js": "text/javascript; charset=utf-8",
		"style.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml", "icon-red.svg": "image/svg+xml",
	} {
		t.Run(name, func(t *testing.T) {
			path := web.Asset(name)
			if !regexp.MustCompile(`^/static/[a-z-]+-[A-Z0-9]{8}\.`).MatchString(path) {
				t.Errorf("the address %s holds no hash", path)
			}
			got := get(t, "GET", path, nil)
			if got.StatusCode != 200 || got.Header.Get("Content-Type") != kind {
				t.Errorf("%s: status %d, type %q, want 200, %q", path, got.StatusCode, got.Header.Get("Content-Type"), kind)
			}
			if cache := got.Header.Get("Cache-Control"); cache != "public, max-age=31536000, immutable" {
				t.Errorf("%s may be kept: %q", path, cache)
			}
		})
	}
}

func TestFilesAreZippedForThoseWhoTakeIt(t *testing.T) {
	path := web.Asset("table.js")
	plain, _ := io.ReadAll(get(t, "GET", path, nil).Body)
	for accept, want := range map[string]string{"gzip": "gzip", "br, gzip;q=0.5": "gzip", "gzip;q=0": "", "br": "", "": ""} {
		got := get(t, "GET", path, map[string]string{"Accept-Encoding": accept})
		if got.Header.Get("Content-Encoding") != want {
			t.Errorf("Accept-Encoding %q: got %q, want %q", accept, got.Header.Get("Content-Encoding"), want)
			continue
		}
		body := io.Reader(got.Body)
		if want == "gzip" {
			var err error
			if body, err = gzip.NewReader(got.Body); err != nil {
				t.Fatal(err)
			}
		}
		if read, err := io.ReadAll(body); err != nil || string(read) != string(plain) {
			t.Errorf("Accept-Encoding %q: the content differs (%v)", accept, err)
		}
	}
}

func TestKnownFilesAreNotSentAgain(t *testing.T) {
	path := web.Asset("style.css")
	for _, encoding := range []string{"", "gzip"} {
		tag := get(t, "GET", path, map[string]string{"Accept-Encoding": encoding}).Header.Get("ETag")
		for field, want := range map[string]int{tag: 304, `"other", W/` + tag: 304, "*": 304, `"other"`: 200} {
			got := get(t, "GET", path, map[string]string{"Accept-Encoding": encoding, "If-None-Match": field})
			if got.StatusCode != want {
				t.Errorf("encoding %q, If-None-Match %s: status %d, want %d", encoding, field, got.StatusCode, want)
			}
		}
	}
}

func TestOtherRequestsAreRefused(t *testing.T) {
	for _, c := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/static/nothing.js", 404}, {"GET", "/static/", 404}, {"GET", "/static/manifest.json", 404},
		{"GET", "/static/../embed.go", 404}, {"POST", web.Asset("table.js"), 405}, {"HEAD", web.Asset("table.js"), 200},
	} {
		if got := get(t, c.method, c.path, nil); got.StatusCode != c.want {
			t.Errorf("%s %s: status %d, want %d", c.method, c.path, got.StatusCode, c.want)
		}
	}
}

func messages(t *testing.T, language string) map[string]string {
	t.Helper()
	data, err := web.Messages.ReadFile("messages/" + language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}

// TestLanguagesSayTheSame holds that every text exists in both languages and
// that none asks for a value the other does not know.
func TestLanguagesSayTheSame(t *testing.T) {
	fr, en := messages(t, "fr"), messages(t, "en")
	for _, key := range slices.Sorted(maps.Keys(fr)) {
		if _, ok := en[key]; !ok {
			t.Errorf("%s is missing in English", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(en)) {
		if _, ok := fr[key]; !ok {
			t.Errorf("%s is missing in French", key)
		}
		for language, text := range map[string]string{"fr": fr[key], "en": en[key]} {
			if text == "" {
				t.Errorf("%s: %s is empty", language, key)
			}
			if strings.Contains(text, "!") {
				t.Errorf("%s: %s shouts: %q", language, key, text)
			}
		}
	}
	for key, text := range fr {
		if regexp.MustCompile(` [:;?!»]|« `).MatchString(text) {
			t.Errorf("fr: %s has a space that may break before its sign: %q", key, text)
		}
	}
}

// Package web holds what browsers load: the bundled islands, styles and icons
// of dist (built by tools/bundle, committed), and the messages in every language.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

//go:embed dist
var dist embed.FS

// Messages holds messages/fr.json and messages/en.json: one flat object of
// texts a language, shared by the server's pages and the islands.
//
//go:embed messages/*.json
var Messages embed.FS

// A file is one file of dist, ready to be sent.
type file struct {
	content, zipped []byte // zipped is nil where it saves nothing
	kind, etag      string
}

// load reads and compresses dist once, at the first use.
var load = sync.OnceValue(func() (loaded struct {
	files    map[string]file
	manifest map[string]string
}) {
	loaded.files = map[string]file{}
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		panic("web: " + err.Error())
	}
	for _, e := range entries {
		content, err := dist.ReadFile("dist/" + e.Name())
		if err != nil {
			panic("web: " + err.Error())
		}
		if e.Name() == "manifest.json" {
			if err := json.Unmarshal(content, &loaded.manifest); err != nil {
				panic("web: manifest.json: " + err.Error())
			}
			continue
		}
		loaded.files[e.Name()] = newFile(e.Name(), content)
	}
	return loaded
})

func newFile(name string, content []byte) file {
	sum := sha256.Sum256(content)
	f := file{content: content, kind: mime.TypeByExtension(path.Ext(name)), etag: `"` + hex.EncodeToString(sum[:8]) + `"`}
	switch path.Ext(name) { // the system's list may lack these
	case ".js":
		f.kind = "text/javascript; charset=utf-8"
	case ".css":
		f.kind = "text/css; charset=utf-8"
	case ".svg":
		f.kind = "image/svg+xml"
	case ".map":
		f.kind = "application/json"
	}
	var buffer bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&buffer, gzip.BestCompression) // the level is valid
	zip.Write(content)                                           // a Buffer takes everything
	zip.Close()
	if buffer.Len() < len(content)*9/10 {
		f.zipped = buffer.Bytes()
	}
	return f
}

// Asset returns the address of a file of dist by its plain name: Asset("table.js")
// is "/static/table-4XYZ….js". It panics if there is no such file: that is a
// mistake in a page, found by the first test that shows it.
func Asset(name string) string {
	hashed, ok := load().manifest[name]
	if !ok {
		panic("web: no asset '" + name + "' in dist/manifest.json")
	}
	return "/static/" + hashed
}

// Handler serves /static/: hashed names, so browsers may keep a file for good.
func Handler() http.Handler {
	return http.StripPrefix("/static/", http.HandlerFunc(serve))
}

func serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	f, ok := load().files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Content-Type", f.kind)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Vary", "Accept-Encoding")
	body, etag := f.content, f.etag
	if f.zipped != nil && AcceptsGzip(r) {
		body, etag = f.zipped, strings.TrimSuffix(f.etag, `"`)+`-gz"`
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("ETag", etag)
	if matches(r.Header.Get("If-None-Match"), etag) {
		header.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		w.Write(body) // the client may have gone
	}
}

// AcceptsGzip reports whether a request takes gzip; "gzip;q=0" refuses.
func AcceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) != "gzip" {
			continue
		}
		_, value, _ := strings.Cut(quality, "=")
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		return err != nil || q > 0
	}
	return false
}

// matches reports whether an If-None-Match field names the tag.
func matches(field, etag string) bool {
	for part := range strings.SplitSeq(field, ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == etag || part == "*" {
			return true
		}
	}
	return false
}

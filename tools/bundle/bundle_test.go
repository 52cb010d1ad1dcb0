package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

func TestBundlingTwiceGivesTheSameBytes(t *testing.T) {
	first, err := bundle(root, false)
	if err != nil {
		t.Fatal(err)
	}
	second, err := bundle(root, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := compare(first, second); err != nil {
		t.Error(err)
	}
}

func TestManifestNamesFilesThatExist(t *testing.T) {
	files, err := bundle(root, false)
	if err != nil {
		t.Fatal(err)
	}
	manifest := map[string]string{}
	if err := json.Unmarshal(files["manifest.json"], &manifest); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"board.js", "table.js", "theme.js", "style.css", "icon.svg", "icon-red.svg", "icon-wq.svg", "icon-white.svg"} {
		if _, ok := files[manifest[name]]; !ok {
			t.Errorf("%s: the manifest names %q, which is not there", name, manifest[name])
		}
	}
	for name, content := range files {
		if bytes.Contains(content, []byte("pages.front")) {
			t.Errorf("%s carries texts that only server pages say", name)
		}
		if strings.HasSuffix(name, ".map") {
			t.Errorf("%s: source maps were not asked for", name)
		}
	}
}

func TestSourceMapsOnRequest(t *testing.T) {
	files, err := bundle(root, true)
	if err != nil {
		t.Fatal(err)
	}
	for name := range files {
		if strings.HasPrefix(name, "table-") && strings.HasSuffix(name, ".js.map") {
			return
		}
	}
	t.Error("table.js has no source map")
}

func TestStaleDistIsFound(t *testing.T) {
	fresh := map[string][]byte{"a.js": []byte("1"), "b.css": []byte("2")}
	for name, old := range map[string]map[string][]byte{
		"a.js differs":      {"a.js": []byte("x"), "b.css": []byte("2")},
		"b.css is missing":  {"a.js": []byte("1")},
		"c.js is left over": {"a.js": []byte("1"), "b.css": []byte("2"), "c.js": nil},
	} {
		if err := compare(old, fresh); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("compare says %v, want %q", err, name)
		}
	}
}

func TestReplaceLeavesExactlyTheFreshFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "old.js"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	old, err := readAll(dir)
	if err != nil {
		t.Fatal(err)
	}
	fresh := map[string][]byte{"new.js": []byte("new")}
	if err := replace(dir, old, fresh); err != nil {
		t.Fatal(err)
	}
	now, err := readAll(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := compare(now, fresh); err != nil {
		t.Error(err)
	}
}

func TestBrokenSourceIsReportedWithItsPlace(t *testing.T) {
	dir := t.TempDir()
	for path, content := range map[string]string{
		"diagram/men.json": `{"marks":{},"signs":{}}`, "diagram/colours.json": `{"themes":{}}`,
		"web/src/board.ts": "let x = ;", "web/src/table.ts": "", "web/src/theme.ts": "", "web/css/style.css": "",
	} {
		full := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := bundle(dir, false); err == nil || !strings.Contains(err.Error(), "web/src/board.ts:1:8") {
		t.Errorf("the error is %v, want the place web/src/board.ts:1:8", err)
	}
}

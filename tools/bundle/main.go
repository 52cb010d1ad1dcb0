// Command bundle turns web/src, web/css and the drawings in diagram into
// web/dist: minified files with content-hashed names and a manifest that maps
// plain names to them. It needs no Node.
//
//	go run ./tools/bundle            write web/dist
//	go run ./tools/bundle --check    fail if web/dist is not exactly a fresh bundle
//	go run ./tools/bundle --maps     write source maps too, for debugging
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	root := flag.String("root", ".", "folder of the project")
	check := flag.Bool("check", false, "compare web/dist with a fresh bundle instead of writing it")
	maps := flag.Bool("maps", false, "write source maps")
	flag.Parse()
	if err := run(*root, *check, *maps); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

func run(root string, check, maps bool) error {
	fresh, err := bundle(root, maps)
	if err != nil {
		return err
	}
	dist := filepath.Join(root, "web", "dist")
	old, err := readAll(dist)
	if err != nil {
		return err
	}
	if check {
		return compare(old, fresh)
	}
	return replace(dist, old, fresh)
}

// readAll returns the files of a flat folder by name; a missing folder is empty.
func readAll(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return files, nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files[e.Name()] = data
	}
	return files, nil
}

// compare lists every file by which two bundles differ.
func compare(old, fresh map[string][]byte) error {
	var differ []string
	for name, data := range fresh {
		if was, ok := old[name]; !ok {
			differ = append(differ, name+" is missing")
		} else if !bytes.Equal(was, data) {
			differ = append(differ, name+" differs")
		}
	}
	for name := range old {
		if _, ok := fresh[name]; !ok {
			differ = append(differ, name+" is left over")
		}
	}
	if len(differ) == 0 {
		return nil
	}
	slices.Sort(differ)
	return fmt.Errorf("web/dist is not a fresh bundle (%s); run 'go run ./tools/bundle' and commit web/dist", strings.Join(differ, ", "))
}

// replace makes dir hold exactly the fresh files, and touches no file that is right already.
func replace(dir string, old, fresh map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, data := range fresh {
		if was, ok := old[name]; ok && bytes.Equal(was, data) {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	for name := range old {
		if _, ok := fresh[name]; ok {
			continue
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

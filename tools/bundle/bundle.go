package main

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// publicPath is where the server offers the files of web/dist.
const publicPath = "/static/"

// bundle builds every file of web/dist, by name.
func bundle(root string, maps bool) (map[string][]byte, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	files, manifest := map[string][]byte{}, map[string]string{}
	drawn, err := readDrawings(root)
	if err != nil {
		return nil, err
	}
	addresses := map[string]string{}
	for name, svg := range drawn.icons() {
		hashed := hashedName(name, svg)
		files[hashed] = svg
		manifest[name] = hashed
		addresses[strings.TrimSuffix(strings.TrimPrefix(name, "icon-"), ".svg")] = publicPath + hashed
	}
	define, err := json.Marshal(addresses)
	if err != nil {
		return nil, err
	}
	for _, options := range []api.BuildOptions{
		{ // islands share chunks
			EntryPoints: []string{"web/src/account.ts", "web/src/analysis.ts", "web/src/board.ts", "web/src/create.ts", "web/src/lobby.ts", "web/src/problems.ts", "web/src/replay.ts", "web/src/table.ts"},
			Format:      api.FormatESModule,
			Splitting:   true,
			Define:      map[string]string{"ICONS": string(define)},
			Plugins:     []api.Plugin{messagesPlugin(root)},
		},
		{ // runs in the head, before the first paint
			EntryPoints: []string{"web/src/theme.ts"},
			Format:      api.FormatIIFE,
		},
		{
			EntryPoints: []string{"web/css/style.css"},
			Plugins:     []api.Plugin{virtualFile("colours.css", drawn.sheet(), api.LoaderCSS)},
		},
	} {
		if err := build(root, options, maps, files, manifest); err != nil {
			return nil, err
		}
	}
	list, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return nil, err
	}
	files["manifest.json"] = append(list, '\n')
	return files, nil
}

// build runs esbuild and adds its output to files and its entry points to manifest.
func build(root string, options api.BuildOptions, maps bool, files map[string][]byte, manifest map[string]string) error {
	options.AbsWorkingDir = root
	options.Bundle = true
	options.Outdir = "web/dist"
	options.EntryNames = "[name]-[hash]"
	options.ChunkNames = "[name]-[hash]"
	options.PublicPath = publicPath
	options.MinifyWhitespace = true
	options.MinifyIdentifiers = true
	options.MinifySyntax = true
	options.Charset = api.CharsetUTF8
	options.Target = api.ES2022
	options.LegalComments = api.LegalCommentsNone
	options.Metafile = true
	options.LogLevel = api.LogLevelSilent
	if maps {
		options.Sourcemap = api.SourceMapLinked
	}
	result := api.Build(options)
	if len(result.Errors) > 0 {
		return errors.New(strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{}), "\n"))
	}
	for _, file := range result.OutputFiles {
		files[filepath.Base(file.Path)] = file.Contents
	}
	var meta struct {
		Outputs map[string]struct {
			EntryPoint string `json:"entryPoint"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return fmt.Errorf("metafile: %w", err)
	}
	for path, output := range meta.Outputs {
		if output.EntryPoint == "" {
			continue
		}
		entry := filepath.Base(output.EntryPoint)
		name := strings.TrimSuffix(entry, filepath.Ext(entry)) + filepath.Ext(path)
		manifest[name] = filepath.Base(path)
	}
	return nil
}

// hashedName puts a hash of the content before the extension.
func hashedName(name string, content []byte) string {
	sum := sha256.Sum256(content)
	ext := filepath.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + base32.StdEncoding.EncodeToString(sum[:5]) + ext
}

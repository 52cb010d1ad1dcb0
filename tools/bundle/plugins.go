package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// messagesPlugin leaves out of the islands what only server pages say ("pages.…").
func messagesPlugin(root string) api.Plugin {
	return api.Plugin{Name: "messages", Setup: func(build api.PluginBuild) {
		folder := filepath.Join(root, "web", "messages")
		filter := "^" + regexp.QuoteMeta(folder+string(filepath.Separator)) + `[a-z]+\.json$`
		build.OnLoad(api.OnLoadOptions{Filter: filter}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			data, err := os.ReadFile(args.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			all := map[string]string{}
			if err := json.Unmarshal(data, &all); err != nil {
				return api.OnLoadResult{}, fmt.Errorf("%s must be one object of texts: %w", args.Path, err)
			}
			for key := range all {
				if strings.HasPrefix(key, "pages.") {
					delete(all, key)
				}
			}
			kept, err := json.Marshal(all)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			text := string(kept)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJSON}, nil
		})
	}}
}

// virtualFile answers imports of "virtual:NAME" with content.
func virtualFile(name, content string, loader api.Loader) api.Plugin {
	return api.Plugin{Name: "virtual " + name, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^virtual:" + regexp.QuoteMeta(name) + "$"},
			func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: name, Namespace: "virtual"}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: "^" + regexp.QuoteMeta(name) + "$", Namespace: "virtual"},
			func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				return api.OnLoadResult{Contents: &content, Loader: loader}, nil
			})
	}}
}

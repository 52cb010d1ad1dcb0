// Package tools_test checks the shell scripts of this folder.
package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestScripts(t *testing.T) {
	tools, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TOOLS", tools)
			return bareMachine(filepath.Join(env.WorkDir, "bin"))
		},
	})
}

// bareMachine makes a folder that, as a PATH, has a shell and nothing else.
func bareMachine(bin string) error {
	if err := os.Mkdir(bin, 0o755); err != nil {
		return err
	}
	for _, command := range []string{"bash", "env"} {
		path, err := exec.LookPath(command)
		if err != nil {
			return err
		}
		if err := os.Symlink(path, filepath.Join(bin, command)); err != nil {
			return err
		}
	}
	return nil
}

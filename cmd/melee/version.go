package main

import (
	"fmt"
	"runtime"
)

// version is what this program was built from; the linker sets it (see Makefile).
var version = "development"

type versionCommand struct{}

// Run prints the version, and what it was built with and for.
func (versionCommand) Run(s streams) error {
	_, err := fmt.Fprintf(s.out, "melee %s (%s, %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

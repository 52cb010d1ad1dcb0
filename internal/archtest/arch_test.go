package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "melee"

// forbidden in small rooms, at any depth.
var heavy = []string{"fmt", "encoding/json", "reflect", "regexp", "time", "math/rand", "math/rand/v2", "text/template", "net"}

// forbidden in pure rooms, by their own sources.
var impure = []string{
	"os", "os/exec", "os/signal", "os/user", "io/ioutil", "net", "net/http", "syscall", "log", "log/slog",
	"math/rand", "math/rand/v2", "crypto/rand", "database/sql", "testing", "path/filepath",
}

// impureNames are what pure rooms may not use of packages that are otherwise theirs.
var impureNames = map[string][]string{
	"time": {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer", "Local", "LoadLocation"},
	"fmt":  {"Print", "Printf", "Println", "Scan", "Scanf", "Scanln"},
}

// A source is a package as the go command lists it, without its tests.
type source struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
	Deps       []string
}

// name returns the package's path without the module's name.
func (s source) name() string { return strings.TrimPrefix(s.ImportPath, module+"/") }

// sources lists the module's packages.
func sources(t *testing.T) []source {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports,Deps", module+"/...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var list []source
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var s source
		err := d.Decode(&s)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		noticeChanges(t, s)
		list = append(list, s)
	}
}

// noticeChanges looks at a package's files, so that a cached result of this
// test holds only as long as they stay as they are: what the go command reads goes unnoticed.
func noticeChanges(t *testing.T, s source) {
	t.Helper()
	for _, file := range append(s.GoFiles, ".") {
		if _, err := os.Stat(filepath.Join(s.Dir, file)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestImportsFollowTheTable(t *testing.T) {
	for _, s := range sources(t) {
		for _, fault := range arrows(s) {
			t.Error(fault)
		}
	}
}

func TestSmallRoomsStaySmall(t *testing.T) {
	for _, s := range sources(t) {
		if r := roomOf(s.name()); r != nil && r.small {
			for _, fault := range weights(s) {
				t.Error(fault)
			}
		}
	}
}

func TestPureRoomsReadNothingButTheirArguments(t *testing.T) {
	for _, s := range sources(t) {
		r := roomOf(s.name())
		if r == nil || !r.pure {
			continue
		}
		for _, file := range s.GoFiles {
			name := filepath.Join(s.Dir, file)
			parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range impurities(parsed) {
				t.Errorf("%s: %s", path.Join(s.name(), file), fault)
			}
		}
	}
}

// arrows returns the imports of a package that the table does not allow.
func arrows(s source) []string {
	from := roomOf(s.name())
	if from == nil {
		return []string{s.name() + " is in no room: add it to the table"}
	}
	var faults []string
	for _, imported := range s.Imports {
		if !within(imported, module) {
			continue
		}
		name := strings.TrimPrefix(imported, module+"/")
		to := roomOf(name)
		if to == nil || to != from && !from.mayKnow(to) {
			faults = append(faults, fmt.Sprintf("%s imports %s, but %s may know only %v", s.name(), name, from.name, from.knows))
		}
	}
	return faults
}

// weights returns the heavy packages a package draws in.
func weights(s source) []string {
	var faults []string
	for _, dep := range s.Deps {
		if slices.Contains(heavy, dep) {
			faults = append(faults, fmt.Sprintf("%s draws in %s", s.name(), dep))
		}
	}
	return faults
}

// impurities returns the imports and names of a file that a pure room may not use.
func impurities(file *ast.File) []string {
	var faults []string
	packages := map[string][]string{} // by the name they have in the file
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return append(faults, err.Error())
		}
		if slices.Contains(impure, imported) {
			faults = append(faults, "imports "+imported)
		}
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == "." {
			faults = append(faults, "imports "+imported+" without a name")
		}
		packages[name] = impureNames[imported]
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := selector.X.(*ast.Ident); ok && slices.Contains(packages[x.Name], selector.Sel.Name) {
				faults = append(faults, "uses "+x.Name+"."+selector.Sel.Name)
			}
		}
		return true
	})
	return faults
}

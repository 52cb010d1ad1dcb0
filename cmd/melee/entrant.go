package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"melee/arena"
	"melee/engine"
	"melee/engine/fourplayer"
	"melee/rules"
	rulesfourplayer "melee/rules/fourplayer"
)

// entrantHelp explains how entrants are described.
const entrantHelp = `An entrant is NAME=KIND,KEY=VALUE,…, where KIND is

  random      any move
  greedy      the move that takes most, looking one ply ahead
  paranoid    depth=3: looks that many plies ahead and takes all others for one opponent
  cpu         this program, searching as long as movetime=100ms, depth=N, nodes=N or level=N say, with
              hash=16 (MiB) and threads=1; method=NAME chooses how the individual Four-player game is searched
  program     path=FILE: a program that speaks the protocol; arg=WORD (any number) are its arguments,
              set=Name:Value (any number) its options, dashes=true writes moves as h2-h3;
              it is asked with movetime=100ms, depth=N or nodes=N`

// entrantKinds are the kinds and the keys each of them knows.
var entrantKinds = map[string][]string{
	"random":   nil,
	"greedy":   nil,
	"paranoid": {"depth"},
	"cpu":      {"movetime", "depth", "nodes", "level", "hash", "threads", "method"},
	"program":  {"path", "arg", "set", "dashes", "movetime", "depth", "nodes"},
}

// An entrantSpec is an entrant's description, taken apart.
type entrantSpec struct {
	name, kind, text string
	keys             map[string][]string
}

func parseEntrant(text string) (entrantSpec, error) {
	name, spec, found := strings.Cut(text, "=")
	if !found || name == "" {
		return entrantSpec{}, fmt.Errorf("the entrant '%s' must look like NAME=KIND,KEY=VALUE", text)
	}
	words := strings.Split(spec, ",")
	e := entrantSpec{name: name, kind: words[0], text: spec, keys: map[string][]string{}}
	known, ok := entrantKinds[e.kind]
	if !ok {
		return e, fmt.Errorf("entrant %s: no kind is called '%s'", name, e.kind)
	}
	for _, word := range words[1:] {
		key, value, found := strings.Cut(word, "=")
		if !found || !contains(known, key) {
			return e, fmt.Errorf("entrant %s: '%s' is none of the keys of %s: %s", name, word, e.kind, strings.Join(known, ", "))
		}
		e.keys[key] = append(e.keys[key], value)
	}
	return e, nil
}

func contains(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

// get returns the last value of a key, or another if it is not given.
func (e *entrantSpec) get(key, otherwise string) string {
	if values := e.keys[key]; len(values) > 0 {
		return values[len(values)-1]
	}
	return otherwise
}

// number returns a key's value as a whole number from least to most.
func (e *entrantSpec) number(key string, otherwise, least, most int) (int, error) {
	text := e.get(key, strconv.Itoa(otherwise))
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("entrant %s: %s is '%s', must be a whole number from %d to %d", e.name, key, text, least, most)
	}
	return n, nil
}

// duration returns a key's value as a span of time, 0 if it is not given.
func (e *entrantSpec) duration(key string) (time.Duration, error) {
	text := e.get(key, "")
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("entrant %s: %s is '%s', must be a span of time such as 100ms", e.name, key, text)
	}
	return d, nil
}

// entrant makes an entrant of a description.
func (e *entrantSpec) entrant(v *rules.Variant) (arena.Entrant, error) {
	open, err := e.open(v)
	return arena.Entrant{Name: e.name, Spec: e.text, Open: open}, err
}

func (e *entrantSpec) open(v *rules.Variant) (func() (arena.Player, error), error) {
	switch e.kind {
	case "random":
		return func() (arena.Player, error) { return arena.Random(), nil }, nil
	case "greedy":
		return func() (arena.Player, error) { return arena.Greedy(), nil }, nil
	case "paranoid":
		depth, err := e.number("depth", 3, 1, 20)
		return func() (arena.Player, error) { return arena.Paranoid(depth), nil }, err
	}
	if e.kind == "cpu" {
		return e.openCPU(v)
	}
	return e.openProgram(v)
}

// openCPU returns what makes a search of this program.
func (e *entrantSpec) openCPU(v *rules.Variant) (func() (arena.Player, error), error) {
	began := time.Now()
	options := engine.Options{Now: func() time.Duration { return time.Since(began) }}
	var limits engine.Limits
	level, errLevel := e.number("level", 0, 0, engine.MaxLevel)
	if level > 0 {
		l := engine.LevelOf(v, level)
		limits, options.HashMB = l.Limits(0), l.HashMB
	}
	var nodes int
	var errs [5]error
	options.HashMB, errs[0] = e.number("hash", max(options.HashMB, 16), 1, 1<<16)
	options.Threads, errs[1] = e.number("threads", 1, 1, 256)
	limits.Depth, errs[2] = e.number("depth", limits.Depth, 0, 100)
	nodes, errs[3] = e.number("nodes", int(limits.Nodes), 0, 1<<50)
	limits.Nodes = uint64(nodes)
	limits.MoveTime, errs[4] = e.duration("movetime")
	if err := errors.Join(errLevel, errors.Join(errs[:]...)); err != nil {
		return nil, err
	}
	if limits.Depth == 0 && limits.Nodes == 0 && limits.MoveTime == 0 {
		return nil, fmt.Errorf("entrant %s: cpu needs movetime, depth, nodes or level", e.name)
	}
	search := func() engine.Searcher { return engine.New(v, options) }
	if name := e.get("method", ""); name != "" {
		method, ok := fourplayer.MethodNamed(name)
		if !ok || v != rulesfourplayer.Variant {
			return nil, fmt.Errorf("entrant %s: method is '%s', must be %s, and is for four-player only", e.name, name, strings.Join(fourplayer.MethodNames(), " or "))
		}
		search = func() engine.Searcher { return fourplayer.NewBy(method, options) }
	}
	if search() == nil {
		return nil, fmt.Errorf("entrant %s: there is no search for %s", e.name, v.Name)
	}
	return func() (arena.Player, error) { return arena.Searcher(search(), limits), nil }, nil
}

// greeting is how long a program may take to say that it is ready.
const greeting = 20 * time.Second

func (e *entrantSpec) openProgram(v *rules.Variant) (func() (arena.Player, error), error) {
	path := e.get("path", "")
	if path == "" {
		return nil, fmt.Errorf("entrant %s: a program needs path=FILE", e.name)
	}
	ask, err := e.goCommand()
	if err != nil {
		return nil, err
	}
	dialect := arena.Dialect{Dashes: e.get("dashes", "") == "true", Variant: v.Name, Go: ask}
	for _, set := range e.keys["set"] {
		dialect.Options = append(dialect.Options, strings.Replace(set, ":", "=", 1))
	}
	return func() (arena.Player, error) {
		pipe, err := startProgram(path, e.keys["arg"])
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(context.Background(), greeting)
		defer cancel()
		return arena.Program(ctx, pipe, dialect)
	}, nil
}

// goCommand returns the command by which a program is asked for a move.
func (e *entrantSpec) goCommand() (string, error) {
	ask := "go"
	spent, err := e.duration("movetime")
	if err != nil {
		return "", err
	}
	if spent > 0 {
		ask += fmt.Sprint(" movetime ", max(spent.Milliseconds(), 1))
	}
	for _, key := range []string{"depth", "nodes"} {
		n, err := e.number(key, 0, 0, 1<<50)
		if err != nil {
			return "", err
		}
		if n > 0 {
			ask += fmt.Sprint(" ", key, " ", n)
		}
	}
	if ask == "go" {
		return "", fmt.Errorf("entrant %s: a program needs movetime, depth or nodes", e.name)
	}
	return ask, nil
}

// A process is a running program behind its standard streams.
type process struct {
	io.Reader
	io.WriteCloser
	cmd *exec.Cmd
}

func startProgram(path string, args []string) (arena.Pipe, error) {
	cmd := exec.Command(path, args...)
	cmd.Stderr = os.Stderr
	in, errIn := cmd.StdinPipe()
	out, errOut := cmd.StdoutPipe()
	if err := errors.Join(errIn, errOut); err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &process{out, in, cmd}, nil
}

// parting is how long a program may take to end by itself.
const parting = 500 * time.Millisecond

// Close ends the program, by force if it does not end by itself.
func (p *process) Close() error {
	err := p.WriteCloser.Close()
	kill := time.AfterFunc(parting, func() { p.cmd.Process.Kill() })
	defer kill.Stop()
	p.cmd.Wait() // that it was killed or ended with a status is no concern of the match
	return err
}

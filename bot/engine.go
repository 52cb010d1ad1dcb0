package bot

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Pipe is a running engine behind its standard streams. Close ends it.
type Pipe interface {
	io.Reader
	io.Writer
	io.Closer
}

const (
	greetWithin = 30 * time.Second
	// stopWithin is how long an engine may take to answer "stop".
	stopWithin = 5 * time.Second
	maxReply   = 1 << 20 // bytes of a line of an engine
)

// An engine is a program that speaks UCI. One goroutine uses it at a time.
type engine struct {
	pipe  Pipe
	lines chan string // closed when the program says no more
	ended chan struct{}
	close sync.Once

	name string
	// options are what it lets be set, by name, with the values that a combo has.
	options map[string][]string
}

var errEngine = errors.New("the engine has ended")

// openEngine greets an engine.
func openEngine(ctx context.Context, start func() (Pipe, error)) (*engine, error) {
	pipe, err := start()
	if err != nil {
		return nil, fmt.Errorf("the engine cannot be started: %w", err)
	}
	e := &engine{pipe: pipe, lines: make(chan string), ended: make(chan struct{}), options: map[string][]string{}}
	go e.listen()
	ctx, cancel := context.WithTimeout(ctx, greetWithin)
	defer cancel()
	if err := e.greet(ctx); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// listen hands on the engine's lines.
func (e *engine) listen() {
	defer close(e.lines)
	s := bufio.NewScanner(e.pipe)
	s.Buffer(make([]byte, 0, 4096), maxReply)
	for s.Scan() {
		select {
		case e.lines <- s.Text():
		case <-e.ended:
			return
		}
	}
}

// Close ends the engine.
func (e *engine) Close() {
	e.close.Do(func() {
		close(e.ended)
		// One that has ended already does not hear it.
		_ = e.say("quit")
		_ = e.pipe.Close()
	})
}

func (e *engine) say(line string) error {
	_, err := io.WriteString(e.pipe, line+"\n")
	return err
}

// hear returns the words of the next line.
func (e *engine) hear(ctx context.Context) ([]string, error) {
	select {
	case line, ok := <-e.lines:
		if !ok {
			return nil, errEngine
		}
		return strings.Fields(line), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("the engine does not answer: %w", context.Cause(ctx))
	}
}

func (e *engine) greet(ctx context.Context) error {
	if err := e.say("uci"); err != nil {
		return err
	}
	for {
		words, err := e.hear(ctx)
		switch {
		case err != nil:
			return fmt.Errorf("after 'uci': %w", err)
		case len(words) > 2 && words[0] == "id" && words[1] == "name":
			e.name = strings.Join(words[2:], " ")
		case len(words) > 2 && words[0] == "option" && words[1] == "name":
			name, values := parseOption(words[2:])
			e.options[name] = values
		case len(words) == 1 && words[0] == "uciok":
			return nil
		}
	}
}

// parseOption reads what follows "option name": the name and the values of a combo.
func parseOption(words []string) (name string, values []string) {
	at := slices.Index(words, "type")
	if at < 0 {
		at = len(words)
	}
	name = strings.Join(words[:at], " ")
	for i := at; i+1 < len(words); i++ {
		if words[i] == "var" {
			values = append(values, words[i+1])
		}
	}
	return name, values
}

// variantOption is what UCI programs call the choice of a game.
const variantOption = "UCI_Variant"

// variants returns the games that the engine says it knows.
func (e *engine) variants() []string { return e.options[variantOption] }

// prepare makes the engine ready for a game by those rules. settings are the operator's own, "Name=Value".
func (e *engine) prepare(ctx context.Context, variant string, rules map[string]string, settings []string) error {
	set := func(name, value string) error { return e.say("setoption name " + name + " value " + value) }
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		if err := set(name, value); err != nil {
			return err
		}
	}
	if _, has := e.options[variantOption]; has {
		if err := set(variantOption, variant); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		if err := set(name, rules[name]); err != nil {
			return err
		}
	}
	if err := e.say("ucinewgame\nisready"); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, greetWithin)
	defer cancel()
	for {
		words, err := e.hear(ctx)
		if err != nil || len(words) == 1 && words[0] == "readyok" {
			return err
		}
	}
}

// search asks for the move in a position. When ctx ends the engine is stopped, and it is
// an error; whether it can be used again then, alive tells.
func (e *engine) search(ctx context.Context, position, ask string) (move string, alive bool, err error) {
	if err := e.say(position + "\n" + ask); err != nil {
		return "", false, err
	}
	told := "" // why the engine could not do what was asked
	for {
		words, err := e.hear(ctx)
		if err != nil && ctx.Err() != nil {
			return "", e.stop(), context.Cause(ctx)
		}
		switch {
		case err != nil:
			return "", false, err
		case len(words) > 2 && words[0] == "info" && words[1] == "string":
			told = ": " + strings.Join(words[2:], " ")
		case len(words) > 1 && words[0] == "bestmove":
			if move := unspell(words[1]); move != "0000" && move != "(none)" {
				return move, true, nil
			}
			return "", true, errors.New("the engine names no move" + told)
		}
	}
}

// stop ends a search and reports whether the engine has obeyed.
func (e *engine) stop() bool {
	ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	if e.say("stop") != nil {
		return false
	}
	for {
		words, err := e.hear(ctx)
		if err != nil || len(words) > 0 && words[0] == "bestmove" {
			return err == nil
		}
	}
}

// unspell turns a move as engines write it into the server's form.
func unspell(text string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "x", "", "=", "", "+", "", "#", "").Replace(text))
}

package arena

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"melee/rules"
)

// A Pipe is a running program that speaks the protocol on its standard
// streams. Close ends it.
type Pipe interface {
	io.Reader
	io.Writer
	io.Closer
}

// Dialect is how a program wants to be spoken to.
type Dialect struct {
	// Dashes writes moves as "h2-h3" and promotions as "=Q", as the Four-player servers do.
	Dashes bool
	// Options are set with setoption before the game, "Name=Value".
	Options []string
	// Variant is what UCI_Variant is set to where the program has that option and Options do not set it.
	Variant string
	// Go is the whole command that asks for a move, such as "go movetime 100".
	Go string
}

// maxReply bounds a line of a program, in bytes.
const maxReply = 1 << 16

// Program returns a player that is a program behind a pipe. It greets the
// program, which must answer before ctx ends.
func Program(ctx context.Context, pipe Pipe, d Dialect) (Player, error) {
	p := &program{pipe: pipe, dialect: d, lines: make(chan string), failed: make(chan error, 1), ended: make(chan struct{})}
	go p.listen()
	if err := p.greet(ctx); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

type program struct {
	pipe    Pipe
	dialect Dialect
	lines   chan string
	failed  chan error
	ended   chan struct{}
}

// listen hands on the program's lines until it ends.
func (p *program) listen() {
	s := bufio.NewScanner(p.pipe)
	s.Buffer(make([]byte, 0, 4096), maxReply)
	for s.Scan() {
		select {
		case p.lines <- s.Text():
		case <-p.ended:
			return
		}
	}
	err := s.Err()
	if err == nil {
		err = errors.New("the program has ended")
	}
	p.failed <- err
}

// variantOption is the option by which programs of several games are told which one it is.
const variantOption = "UCI_Variant"

func (p *program) greet(ctx context.Context) error {
	options := p.dialect.Options
	set := slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(o, variantOption+"=") })
	err := p.ask(ctx, "uci", "uciok", func(line string) {
		if !set && p.dialect.Variant != "" && strings.HasPrefix(line, "option name "+variantOption+" ") {
			options = append([]string{variantOption + "=" + p.dialect.Variant}, options...)
		}
	})
	if err != nil {
		return err
	}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		if err := p.say("setoption name " + name + " value " + value); err != nil {
			return err
		}
	}
	if err := p.say("ucinewgame"); err != nil {
		return err
	}
	return p.ask(ctx, "isready", "readyok", func(string) {})
}

func (p *program) say(line string) error {
	_, err := io.WriteString(p.pipe, line+"\n")
	return err
}

// ask sends a line and waits for the answer that is one word; heard is told of the lines before it.
func (p *program) ask(ctx context.Context, line, answer string, heard func(line string)) error {
	if err := p.say(line); err != nil {
		return err
	}
	for {
		got, err := p.hear(ctx)
		if err != nil {
			return fmt.Errorf("after '%s': %w", line, err)
		}
		if strings.TrimSpace(got) == answer {
			return nil
		}
		heard(got)
	}
}

// hear returns the next line of the program.
func (p *program) hear(ctx context.Context) (string, error) {
	select {
	case line := <-p.lines:
		return line, nil
	case err := <-p.failed:
		p.failed <- err
		return "", err
	case <-ctx.Done():
		return "", fmt.Errorf("no answer in time: %w", ctx.Err())
	}
}

// Choose sends the game and waits for the best move.
func (p *program) Choose(ctx context.Context, t Turn) (Choice, error) {
	position := "position startpos"
	if t.Start != "" {
		position = "position fen " + t.Start
	}
	if len(t.Played) > 0 {
		position += " moves"
		for _, text := range t.Played {
			position += " " + p.spell(t.Game, text)
		}
	}
	if err := p.say(position); err != nil {
		return Choice{}, err
	}
	if err := p.say(p.dialect.Go); err != nil {
		return Choice{}, err
	}
	var c Choice
	for {
		line, err := p.hear(ctx)
		if err != nil {
			return c, err
		}
		words := strings.Fields(line)
		switch {
		case len(words) > 1 && words[0] == "info":
			c.note(words[1:])
		case len(words) > 1 && words[0] == "bestmove":
			c.Action, err = rules.ParseAction(t.Game, unspell(words[1]))
			return c, err
		case len(words) > 0 && words[0] == "bestmove":
			return c, errors.New("the program names no move")
		}
	}
}

// note keeps what an info line tells of the search.
func (c *Choice) note(words []string) {
	for i := 0; i+1 < len(words); i++ {
		switch words[i] {
		case "depth":
			if n, err := strconv.Atoi(words[i+1]); err == nil {
				c.Depth = n
			}
		case "nodes":
			if n, err := strconv.ParseUint(words[i+1], 10, 64); err == nil {
				c.Nodes = n
			}
		case "string":
			return
		}
	}
}

// spell writes an action as the program wants it.
func (p *program) spell(g rules.Game, text string) string {
	if !p.dialect.Dashes {
		return text
	}
	for at := 2; at < len(text); at++ {
		if 'a' <= text[at] && text[at] <= 'z' && g.Geometry().Square(text[:at]) != rules.NoSquare {
			to := text[at:]
			if last := to[len(to)-1]; 'a' <= last && last <= 'z' {
				to = to[:len(to)-1] + "=" + strings.ToUpper(string(last))
			}
			return text[:at] + "-" + to
		}
	}
	return text
}

// unspell turns a move as programs write it into this program's form.
func unspell(text string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "=", "", "+", "", "#", "").Replace(text))
}

// Close asks the program to end and closes its pipe.
func (p *program) Close() error {
	close(p.ended)
	p.say("quit")
	return p.pipe.Close()
}

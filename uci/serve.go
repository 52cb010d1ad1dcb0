// Package uci speaks the Universal Chess Interface (Meyer-Kahlen & Huber 2004)
// for all variants: positions are in the variants' own text forms, moves as
// e2e4 or e2-e4, and the choices of MCX4 are the moves survive and decline.
package uci

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"melee/engine"
	"melee/rules"
)

// A Config is what a session is made with.
type Config struct {
	// Name and Author are told to whoever asks.
	Name, Author string
	Variants     []*rules.Variant // the first is played until another is chosen
	// New makes a searcher for a variant, nil if there is none.
	New func(*rules.Variant, engine.Options) engine.Searcher
	// LevelOf returns a level of play, 1 to engine.MaxLevel.
	LevelOf func(*rules.Variant, int) engine.Level
	// Now returns the time since some moment.
	Now func() time.Duration
	// Threads is how many threads may be asked for.
	Threads int
}

// maxLine is the longest line that is read, in bytes; a longer one is left out.
const maxLine = 1 << 20

// Serve answers commands until the input ends, the word quit comes, or ctx
// ends while a line is awaited. It returns the first error of reading or writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	s := newSession(ctx, out, c)
	defer s.finish()
	lines := bufio.NewReaderSize(in, 4096)
	for {
		line, err := readLine(lines)
		if errors.Is(err, errLong) {
			s.say("info string a line of more than 1 MiB is left out")
			continue
		}
		if s.command(strings.Fields(line)) || ctx.Err() != nil {
			return s.failure()
		}
		if err == io.EOF {
			return s.failure()
		}
		if err != nil {
			return err
		}
	}
}

var errLong = errors.New("uci: long line")

// readLine reads a line without its end, errLong in place of one that is too long.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxLine {
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			return "", errors.Join(errLong, err)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(line), err
		}
	}
}

// A printer writes whole lines, whoever says them, and keeps the first error.
type printer struct {
	mutex sync.Mutex
	out   io.Writer
	err   error
}

func (p *printer) say(line string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.err == nil {
		_, p.err = io.WriteString(p.out, line+"\n")
	}
}

func (p *printer) failure() error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.err
}

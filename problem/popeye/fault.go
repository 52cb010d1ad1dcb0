package popeye

import (
	"fmt"
	"strings"
)

// A Fault is something in a text that cannot be understood or solved.
type Fault struct {
	Line   int // from 1
	Column int // in characters, from 1
	Text   string
}

func (f Fault) Error() string { return fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.Text) }

// maxFaults are as many as are told of one problem.
const maxFaults = 20

// fault notes what is wrong with the word at a token.
func (r *reader) fault(at token, format string, args ...any) {
	if len(r.entry.Faults) < maxFaults {
		r.entry.Faults = append(r.entry.Faults, Fault{at.line, at.col, fmt.Sprintf(format, args...)})
	}
}

// reject tells what is wrong with the next word and passes it, unless it begins something else.
func (r *reader) reject(format string, args ...any) {
	r.fault(r.tok, format, args...)
	if _, m := changes.find(r.lang, r.tok.text); m == unknown && !r.ended() {
		r.advance()
	}
}

// note tells of something that was read otherwise than it stands there.
func (r *reader) note(at token, format string, args ...any) {
	if len(r.entry.Notes) < maxFaults {
		r.entry.Notes = append(r.entry.Notes, Fault{at.line, at.col, fmt.Sprintf(format, args...)})
	}
}

// quoted shows a word, cut if it is very long.
func quoted(text string) string {
	if text == "" {
		return "the end of the file"
	}
	const most = 40
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return "'" + text + "'"
}

// choice writes a list for people.
func choice(words []string) string { return strings.Join(words, ", ") }

package popeye

import (
	"fmt"

	"melee/problem"
	"melee/rules"
)

// Limits of a file.
const (
	MaxBytes    = 4 << 20
	MaxProblems = 20_000
	MaxTwins    = 500
)

// A File is what a text says.
type File struct {
	Language Language
	Entries  []Entry
}

// An Entry is a problem as it stands in a file, with what the file says about printing it.
type Entry struct {
	Line    int // where it begins, from 1
	Problem problem.Problem
	Layout  Layout
	// Changes are those of each of the problem's twins.
	Changes []Changes
	// Faults are what was not understood; if there are any, the problem is not the one that was meant. Whether its
	// positions can be played is another matter: see [problem.Problem.Check].
	Faults []Fault
	// Notes tell what is read otherwise than it stands in the file, or not at all.
	Notes []Fault
}

// Layout says what is printed beside the solution.
type Layout struct {
	NoBoard        bool
	MoveNumbers    bool // every first move is told as it is begun
	NoTrivialTries bool // tries that check are left out
	MatesInOne     bool // in self play, defences that reach the goal at once are told beside longer ones
}

// Changes are what one twin changes in the diagram, or in the twin before if it is Continued.
type Changes struct {
	Continued bool
	List      []Change
}

// A reader reads one file.
type reader struct {
	lex   *lexer
	tok   token // the word that is read next
	start token // the problem's first word
	lang  Language
	entry *Entry
	raw   source
}

// Read reads a file of problems. The error is about the file as a whole: it is
// too large, or does not begin as problems do. Faults of a problem stand in its entry.
func Read(data []byte) (*File, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("a file of problems has at most %d bytes", MaxBytes)
	}
	r := &reader{lex: newLexer(data)}
	r.advance()
	if !r.begin() {
		return nil, Fault{r.tok.line, r.tok.col, fmt.Sprintf("%s: a file of problems begins with %s, %s or %s", quoted(r.tok.text),
			begins.name(English, cmdBegin), begins.name(French, cmdBegin), begins.name(German, cmdBegin))}
	}
	file := &File{Language: r.lang}
	for more := true; more; {
		if len(file.Entries) == MaxProblems {
			return nil, Fault{r.tok.line, r.tok.col, fmt.Sprintf("a file has at most %d problems", MaxProblems)}
		}
		r.entry = &Entry{Line: r.tok.line}
		empty := r.tok.text == "" || r.is(cmdEnd)
		more = r.problem() == cmdNext
		// Nothing between the last two words of a file is no problem.
		if !empty || len(file.Entries) == 0 {
			file.Entries = append(file.Entries, *r.entry)
		}
	}
	return file, nil
}

// begin passes the first word, which tells the language.
func (r *reader) begin() bool {
	for l := range languageNames {
		if _, m := begins.find(Language(l), r.tok.text); m == found {
			r.lang = Language(l)
			r.advance()
			return true
		}
	}
	return false
}

func (r *reader) advance() { r.tok = r.lex.next() }

// is reports whether a word that ends a problem is next.
func (r *reader) is(end command) bool {
	e, m := ends.find(r.lang, r.tok.text)
	return m == found && e == end
}

// problem reads one problem and returns the word that ended it.
func (r *reader) problem() command {
	r.raw, r.start = source{}, r.tok
	r.first()
	r.check()
	return r.twins()
}

// first reads everything up to the twins.
func (r *reader) first() {
	for r.tok.text != "" {
		cmd, m := commands.find(r.lang, r.tok.text)
		switch m {
		case found:
			r.command(cmd)
		case ambiguous:
			r.fault(r.tok, "%s may be %s", quoted(r.tok.text), choice(commands.list(r.lang, r.tok.text)))
			r.skip()
		case unknown:
			if _, m := ends.find(r.lang, r.tok.text); m == found {
				return
			}
			r.fault(r.tok, "%s is not understood: want %s, %s", quoted(r.tok.text), choice(commands.list(r.lang, "")), choice(ends.list(r.lang, "")))
			r.skip()
		}
	}
}

// skip passes a word that is not understood, and all that follow up to the next command.
func (r *reader) skip() {
	for r.advance(); r.tok.text != ""; r.advance() {
		if _, m := commands.find(r.lang, r.tok.text); m == found {
			return
		}
		if _, m := ends.find(r.lang, r.tok.text); m == found {
			return
		}
	}
}

// command reads one command.
func (r *reader) command(cmd command) {
	at, p := r.tok, &r.entry.Problem
	switch cmd {
	case cmdRemark:
		p.Remark = joined(p.Remark, r.line())
		return
	case cmdTitle:
		p.Title = joined(p.Title, r.line())
		return
	case cmdOrigin:
		p.Origin = joined(p.Origin, r.line())
		return
	case cmdAward:
		p.Award = r.line()
		return
	case cmdAuthor:
		if author := r.line(); author != "" {
			p.Authors = append(p.Authors, author)
		}
		return
	case cmdProtocol, cmdLaTeX:
		r.line()
		r.note(at, "%s is ignored: choose formats and files on the command line", at.text)
		if cmd == cmdLaTeX {
			r.latexMen()
		}
		return
	}
	r.advance()
	switch cmd {
	case cmdPieces:
		r.men(r.raw.place)
	case cmdForsyth:
		r.forsyth((*[64]rules.Man)(&r.raw.board))
		r.advance()
	case cmdArray:
		r.raw.array()
	case cmdCondition:
		r.raw.condition = r.condition()
	case cmdOption:
		r.options()
	case cmdStipulation:
		r.raw.stipulation, r.raw.stated = r.stipulation()
	case cmdLaTeXPieces:
		r.latexMen()
	case cmdStructured:
		r.fault(at, "structured stipulations are not supported: want %s with one such as #3 or h#2.5", commands.name(r.lang, cmdStipulation))
		r.skip()
	default:
		panic("popeye: no such command")
	}
}

// line reads the rest of the line after a command.
func (r *reader) line() string {
	text := r.lex.rest().text
	r.advance()
	return text
}

func joined(text, line string) string {
	if text == "" || line == "" {
		return text + line
	}
	return text + "\n" + line
}

// latexMen passes the names that a file gives to men in LaTeX.
func (r *reader) latexMen() {
	for r.tok.text != "" {
		_, c := commands.find(r.lang, r.tok.text)
		_, e := ends.find(r.lang, r.tok.text)
		if c == found || e == found {
			return
		}
		r.advance()
	}
}

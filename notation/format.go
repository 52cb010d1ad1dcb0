package notation

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Limits of what is read. A game beyond them is refused, the next one is read
// all the same; so no input, however long, needs more than a fixed amount of memory.
const (
	MaxGameText  = 1 << 20  // bytes of one game
	MaxPlies     = 32 << 10 // plies of one game, variations included
	MaxRemarks   = 64 << 10 // comments and glyphs of one game
	MaxDepth     = 32       // variations inside variations
	MaxTags      = 256      // tags of one game
	MaxTagValue  = 16 << 10 // bytes of a tag's value
	maxTagName   = 64
	maxNAG       = 255
	maxFormatted = 80 // columns of a line that is written
)

// A Format is a form of file.
type Format string

// The formats.
const (
	JSON Format = "json" // every variant; one record after the other, one a line where we write them
	PGN  Format = "pgn"  // the All-in family and MCX4
	PGN4 Format = "pgn4" // Four-player chess
)

// Formats are all formats.
var Formats = []Format{JSON, PGN, PGN4}

// FormatOf returns the format that a file's name asks for by its ending
// (.json, .ndjson, .jsonl, .pgn, .pgn4), "" if it does not tell.
func FormatOf(name string) Format {
	dot := strings.LastIndexByte(name, '.')
	switch strings.ToLower(name[dot+1:]) {
	case "json", "ndjson", "jsonl":
		return JSON
	case "pgn":
		return PGN
	case "pgn4":
		return PGN4
	}
	return ""
}

// A Reader reads records one after the other.
type Reader interface {
	// Next returns the next record. It returns io.EOF after the last one, a
	// [*GameError] for a game that cannot be read, after which reading goes on
	// with the next game, and any other error when the input itself fails.
	Next() (*Record, error)
	// Where returns the number of the last game and the line where it begins, both from 1.
	Where() (game, line int)
}

// A Writer writes records one after the other.
type Writer interface {
	// Write writes a record. A record that its format cannot hold is refused with a [*FormatError];
	// nothing of it has been written then.
	Write(*Record) error
}

// NewReader returns a reader of a format.
func NewReader(f Format, in io.Reader) (Reader, error) {
	switch f {
	case JSON:
		return &gameReader{split: newJSONSplitter(in), parse: parseJSON}, nil
	case PGN:
		return &gameReader{split: newTextSplitter(in, true), parse: parsePGN}, nil
	case PGN4:
		return &gameReader{split: newTextSplitter(in, false), parse: parsePGN4}, nil
	}
	return nil, unknownFormat(f)
}

// NewWriter returns a writer of a format.
func NewWriter(f Format, out io.Writer) (Writer, error) {
	switch f {
	case JSON:
		return &gameWriter{out: out, format: appendJSON}, nil
	case PGN:
		return &gameWriter{out: out, format: appendPGN}, nil
	case PGN4:
		return &gameWriter{out: out, format: appendPGN4}, nil
	}
	return nil, unknownFormat(f)
}

func unknownFormat(f Format) error {
	return fmt.Errorf("no format is called '%s'; there are json, pgn, pgn4", short(string(f)))
}

// A GameError says what is wrong with one game of a file, and where.
type GameError struct {
	Game         int // number of the game in its file, from 1
	Line, Column int // from 1; columns are counted in characters
	Err          error
}

func (e *GameError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

// Unwrap returns what is wrong.
func (e *GameError) Unwrap() error { return e.Err }

// A FormatError says why a record cannot be written in a format.
type FormatError struct {
	Format Format
	Why    string
}

func (e *FormatError) Error() string { return strings.ToUpper(string(e.Format)) + " " + e.Why }

// A chunk is the text of one game in its file.
type chunk struct {
	text []byte
	line int // of its first byte
}

// A textError is an error at an offset of a chunk.
type textError struct {
	offset int
	err    error
}

func (e *textError) Error() string { return e.err.Error() }

func errorAt(offset int, format string, args ...any) error {
	return &textError{offset, fmt.Errorf(format, args...)}
}

// A splitter cuts an input into games.
type splitter interface {
	// next returns the next game, io.EOF at the end. A textError tells of a game that was skipped.
	next() (chunk, error)
}

// gameReader is a Reader made of a splitter and a parser of one game.
type gameReader struct {
	split splitter
	parse func(chunk) (*Record, error)
	games int
	line  int
}

func (r *gameReader) Where() (game, line int) { return r.games, r.line }

func (r *gameReader) Next() (*Record, error) {
	c, err := r.split.next()
	r.line = c.line
	if err == nil {
		r.games++
		if at := invalidUTF8(c.text); at >= 0 {
			err = errorAt(at, "byte %#02x is no UTF-8: save the file as UTF-8", c.text[at])
		} else {
			var record *Record
			if record, err = r.parse(c); err == nil {
				return record, nil
			}
		}
	} else if isTextError(err) {
		r.games++
	}
	return nil, r.locate(c, err)
}

func isTextError(err error) bool {
	var at *textError
	return errors.As(err, &at)
}

// locate turns an offset into line and column.
func (r *gameReader) locate(c chunk, err error) error {
	var at *textError
	if !errors.As(err, &at) {
		return err
	}
	line, column := position(c, at.offset)
	return &GameError{Game: r.games, Line: line, Column: column, Err: at.err}
}

// position returns the line and column of an offset.
func position(c chunk, offset int) (line, column int) {
	before := c.text[:min(offset, len(c.text))]
	line = c.line
	for {
		i := indexNewline(before)
		if i < 0 {
			return line, utf8.RuneCount(before) + 1
		}
		line++
		before = before[i+1:]
	}
}

func indexNewline(text []byte) int {
	for i, b := range text {
		if b == '\n' {
			return i
		}
	}
	return -1
}

// invalidUTF8 returns the offset of the first byte that is no UTF-8, -1 if there is none.
func invalidUTF8(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// gameWriter is a Writer that formats a record as a whole.
type gameWriter struct {
	out    io.Writer
	format func([]byte, *Record) ([]byte, error)
	text   []byte
}

func (w *gameWriter) Write(r *Record) error {
	text, err := w.format(w.text[:0], r)
	if err != nil {
		return err
	}
	w.text = text
	_, err = w.out.Write(text)
	return err
}

// Append appends a record in a format to dst. The error is a [*FormatError] where the format cannot hold it.
func Append(dst []byte, f Format, r *Record) ([]byte, error) {
	switch f {
	case JSON:
		return appendJSON(dst, r)
	case PGN:
		return appendPGN(dst, r)
	case PGN4:
		return appendPGN4(dst, r)
	}
	return dst, unknownFormat(f)
}

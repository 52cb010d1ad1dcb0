package notation

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// textSplitter cuts PGN and PGN4 into games: a game begins with its tags, or,
// in PGN, after the result that ends the one before.
type textSplitter struct {
	in      *bufio.Reader
	results bool // whether a result at the end of a line ends a game
	line    int  // of the next line read
	pending []byte
	buffer  []byte
	failed  error
}

func newTextSplitter(in io.Reader, results bool) *textSplitter {
	return &textSplitter{in: bufio.NewReaderSize(in, 64<<10), results: results, line: 1}
}

// gameScan is what the splitter knows of the game it collects.
type gameScan struct {
	start     int  // line of its first byte
	moves     bool // text other than tags has been seen
	openTag   bool // a tag's value goes on in the next line
	comment   bool // a comment goes on in the next line
	blank     bool // the last line was empty
	depth     int  // open variations
	ended     bool // the result has been seen
	overflow  bool
	something bool
	tags      map[string]bool // names of the tags so far
}

var byteOrderMark = []byte("\ufeff")

func (s *textSplitter) next() (chunk, error) {
	s.buffer = s.buffer[:0]
	var scan gameScan
	for {
		text, err := s.readLine()
		if len(text) == 0 && err != nil {
			if scan.something {
				break
			}
			return chunk{}, err
		}
		text = bytes.TrimPrefix(text, byteOrderMark)
		if scan.endsBefore(text) {
			s.pending = append(s.pending[:0], text...)
			break
		}
		if !scan.something {
			if len(bytes.TrimSpace(text)) == 0 {
				s.line++
				continue
			}
			scan.start, scan.something = s.line, true
		}
		s.line++
		scan.read(text, s.results)
		if len(s.buffer)+len(text) > MaxGameText {
			scan.overflow = true
		}
		if !scan.overflow {
			s.buffer = append(s.buffer, text...)
		}
	}
	c := chunk{s.buffer, scan.start}
	if scan.overflow {
		return c, errorAt(0, "a game has at most %d bytes; this one is longer and was skipped", MaxGameText)
	}
	return c, nil
}

// readLine returns the next line with its end. A line longer than a game may be
// is returned without its middle, which is enough to skip it.
func (s *textSplitter) readLine() ([]byte, error) {
	if len(s.pending) > 0 {
		text := s.pending
		s.pending = nil
		return text, nil
	}
	if s.failed != nil {
		return nil, s.failed
	}
	text, err := s.in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		s.failed = err
		return text, err
	}
	long := append([]byte(nil), text...)
	for errors.Is(err, bufio.ErrBufferFull) {
		text, err = s.in.ReadSlice('\n')
		if len(long) <= MaxGameText {
			long = append(long, text...)
		}
	}
	s.failed = err
	return long, err
}

// endsBefore reports whether a line is the first of the next game.
func (s *gameScan) endsBefore(text []byte) bool {
	if !s.something || s.openTag {
		return false
	}
	if isTagLine(text) {
		// A game without moves ends where a tag that it has comes again.
		return s.moves && (!s.comment || s.blank) || s.blank && s.tags[tagName(text)]
	}
	return s.ended && len(bytes.TrimSpace(text)) > 0 && !startsAside(text)
}

// startsAside reports whether a line cannot begin a game's moves: an escaped
// line or a comment, which belong to what stands before.
func startsAside(text []byte) bool {
	return text[0] == '%' || text[0] == ';' || text[0] == '{'
}

// isTagLine reports whether a line begins with a tag: [Name "
func isTagLine(text []byte) bool {
	text = bytes.TrimLeft(text, " \t")
	if len(text) < 4 || text[0] != '[' {
		return false
	}
	i := 1
	for i < len(text) && isNameByte(text[i]) {
		i++
	}
	rest := bytes.TrimLeft(text[i:], " \t")
	return i > 1 && len(rest) > 0 && rest[0] == '"'
}

// tagName returns the name of the tag with which a line begins.
func tagName(text []byte) string {
	text = bytes.TrimLeft(text, " \t[")
	for i, b := range text {
		if !isNameByte(b) {
			return string(text[:min(i, maxTagName)])
		}
	}
	return ""
}

func (s *gameScan) addTag(name string) {
	if s.tags == nil {
		s.tags = map[string]bool{}
	}
	if len(s.tags) < MaxTags {
		s.tags[name] = true
	}
}

func isNameByte(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || isDigit(b) || b == '_'
}

// read takes note of a line that belongs to the game.
func (s *gameScan) read(text []byte, results bool) {
	wasBlank := s.blank
	s.blank = len(bytes.TrimSpace(text)) == 0
	switch {
	case s.blank, text[0] == '%':
		return
	case s.openTag:
		s.openTag = !closesTag(text)
		return
	case isTagLine(text) && (!s.comment || wasBlank):
		s.openTag = !closesTag(text)
		s.addTag(tagName(text))
		return
	}
	s.moves = true
	s.readMoves(text, results)
}

// closesTag reports whether a value ends on the line: "]
func closesTag(text []byte) bool {
	return bytes.Contains(text, []byte(`"]`)) || bytes.Contains(text, []byte(`" ]`))
}

// readMoves follows comments and variations, so that a result in them ends nothing.
func (s *gameScan) readMoves(text []byte, results bool) {
	last := 0 // where the last word outside comments begins
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case s.comment:
			if c == '}' {
				s.comment = false
				last = i + 1
			}
		case c == '{':
			s.comment = true
		case c == ';':
			text = text[:i]
		case c == '(':
			s.depth++
		case c == ')':
			s.depth = max(s.depth-1, 0)
		case c == ' ' || c == '\t':
			if i+1 < len(text) && text[i+1] > ' ' {
				last = i + 1
			}
		}
	}
	s.ended = results && !s.comment && s.depth == 0 && isResult(string(bytes.TrimSpace(text[min(last, len(text)):])))
}

func isResult(word string) bool {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*":
		return true
	}
	return false
}

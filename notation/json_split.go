package notation

import (
	"bufio"
	"bytes"
	"io"
)

// jsonSplitter cuts an input into JSON objects, whether each stands on a line
// of its own or not. After a fault it goes on at the next line that begins with "{".
type jsonSplitter struct {
	in     *bufio.Reader
	line   int
	buffer []byte
}

func newJSONSplitter(in io.Reader) *jsonSplitter {
	return &jsonSplitter{in: bufio.NewReaderSize(in, 64<<10), line: 1}
}

func (s *jsonSplitter) next() (chunk, error) {
	first, err := s.skipSpace()
	if err != nil {
		return chunk{}, err
	}
	s.buffer = append(s.buffer[:0], first)
	c := chunk{line: s.line}
	if first != '{' {
		err = s.skipLines()
		c.text = s.buffer
		if err != nil && err != io.EOF {
			return c, err
		}
		return c, errorAt(0, "a record must begin with '{', not with '%s'", short(string(bytes.TrimSpace(c.text))))
	}
	depth, quoted, escaped, overflow := 1, false, false, false
	for depth > 0 {
		b, err := s.in.ReadByte()
		if err == io.EOF {
			c.text = s.buffer
			return c, errorAt(len(s.buffer), "the record ends before its '}'")
		}
		if err != nil {
			return c, err
		}
		if len(s.buffer) < MaxGameText {
			s.buffer = append(s.buffer, b)
		} else {
			overflow = true
		}
		switch {
		case b == '\n':
			s.line++
			if quoted {
				c.text = s.buffer
				return c, errorAt(len(s.buffer)-1, "a text is not closed before the end of the line: '\"' is missing")
			}
			if s.startsRecord() {
				c.text = s.buffer
				return c, errorAt(len(s.buffer)-1, "the record ends before its '}'")
			}
		case escaped:
			escaped = false
		case quoted:
			escaped = b == '\\'
			quoted = b != '"'
		case b == '"':
			quoted = true
		case b == '{' || b == '[':
			depth++
		case b == '}' || b == ']':
			depth--
		}
	}
	c.text = s.buffer
	if overflow {
		return c, errorAt(0, "a record has at most %d bytes; this one is longer and was skipped", MaxGameText)
	}
	return c, nil
}

// startsRecord reports whether a record begins here, as this program writes one.
// Inside a record nothing else has a variant.
func (s *jsonSplitter) startsRecord() bool {
	start, err := s.in.Peek(len(recordStart))
	return err == nil && string(start) == recordStart
}

const recordStart = `{"variant":`

// skipSpace returns the first byte of what follows, without the byte order mark.
func (s *jsonSplitter) skipSpace() (byte, error) {
	for {
		b, err := s.in.ReadByte()
		if err != nil {
			return 0, err
		}
		switch b {
		case '\n':
			s.line++
		case ' ', '\t', '\r':
		case byteOrderMark[0]:
			if mark, err := s.in.Peek(2); err == nil && bytes.Equal(mark, byteOrderMark[1:]) {
				s.in.Discard(2)
				continue
			}
			return b, nil
		default:
			return b, nil
		}
	}
}

// skipLines reads up to the next line that begins with "{", so that a file of another
// format is one fault, not one a line; what the error may quote is kept.
func (s *jsonSplitter) skipLines() error {
	starts, quoted := false, true
	for {
		b, err := s.in.ReadByte()
		if err != nil {
			return err
		}
		switch {
		case b == '\n':
			s.line++
			starts, quoted = true, false
		case b == '{' && starts:
			return s.in.UnreadByte()
		case b != ' ' && b != '\t' && b != '\r':
			starts = false
		}
		if quoted && len(s.buffer) < 256 {
			s.buffer = append(s.buffer, b)
		}
	}
}

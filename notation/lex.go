package notation

import (
	"bytes"
	"strings"
)

// A token is a piece of PGN or PGN4.
type token struct {
	kind  tokenKind
	at    int    // its offset
	text  string // of a word, a comment or a tag's name
	value string // of a tag
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	tagToken
	wordToken
	commentToken
	openToken
	closeToken
)

// A lexer cuts the text of a game into tokens.
type lexer struct {
	text []byte
	at   int
	// tagEnd is where the last tag ends.
	tagEnd int
	// escapes tells whether a backslash in a tag's value makes the next character ordinary.
	escapes bool
}

func (l *lexer) next() (token, error) {
	l.skipSpace()
	if l.at >= len(l.text) {
		return token{kind: endToken, at: l.at}, nil
	}
	at := l.at
	switch l.text[at] {
	case '[':
		return l.tag()
	case '{':
		return l.comment()
	case '}':
		return token{}, errorAt(at, "'}' closes no comment")
	case ';':
		end := l.lineEnd()
		l.at = end
		return token{kind: commentToken, at: at, text: commentText(l.text[at+1 : end])}, nil
	case '(':
		l.at++
		return token{kind: openToken, at: at}, nil
	case ')':
		l.at++
		return token{kind: closeToken, at: at}, nil
	}
	return l.word(), nil
}

// skipSpace skips white space and lines that begin with %.
func (l *lexer) skipSpace() {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f':
			l.at++
		case c == '%' && (l.at == 0 || l.text[l.at-1] == '\n'):
			l.at = l.lineEnd()
		default:
			return
		}
	}
}

func (l *lexer) lineEnd() int {
	if i := bytes.IndexByte(l.text[l.at:], '\n'); i >= 0 {
		return l.at + i
	}
	return len(l.text)
}

func (l *lexer) word() token {
	at := l.at
	for l.at < len(l.text) && !l.endsWord() {
		l.at++
	}
	return token{kind: wordToken, at: at, text: string(l.text[at:l.at])}
}

func (l *lexer) endsWord() bool {
	switch c := l.text[l.at]; c {
	case ' ', '\t', '\n', '\r', '\v', '\f', '{', '}', ')', ';':
		return true
	case '(':
		// Old files write a promotion as "e8(Q)".
		if l.at+2 < len(l.text) && l.text[l.at+2] == ')' {
			l.at += 2
			return false
		}
		return true
	}
	return false
}

// comment reads { … }; a line end in it counts as a space.
func (l *lexer) comment() (token, error) {
	at := l.at
	end := bytes.IndexByte(l.text[at:], '}')
	if end < 0 {
		return token{}, errorAt(at, "the comment is not closed: '}' is missing")
	}
	l.at = at + end + 1
	return token{kind: commentToken, at: at, text: commentText(l.text[at+1 : at+end])}, nil
}

func commentText(text []byte) string { return strings.TrimSpace(oneLine(string(text))) }

// oneLine turns line ends into spaces.
func oneLine(text string) string {
	if strings.ContainsAny(text, "\r\n") {
		text = lineEnds.Replace(text)
	}
	return text
}

var lineEnds = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// tag reads [Name "value"]; the value may span lines.
func (l *lexer) tag() (token, error) {
	at := l.at
	i := l.skipBlanks(at + 1)
	start := i
	for i < len(l.text) && isNameByte(l.text[i]) {
		i++
	}
	name := string(l.text[start:i])
	i = l.skipBlanks(i)
	if name == "" || len(name) > maxTagName || i >= len(l.text) || l.text[i] != '"' {
		return token{}, errorAt(at, "a tag must be [Name \"value\"], its name of at most %d letters, digits and _", maxTagName)
	}
	value, end := l.tagValue(i + 1)
	if end < 0 {
		return token{}, errorAt(at, "the tag %s is not closed: '\"]' is missing", name)
	}
	if len(value) > MaxTagValue {
		return token{}, errorAt(at, "the value of the tag %s has more than %d bytes", name, MaxTagValue)
	}
	l.at, l.tagEnd = end, end
	return token{kind: tagToken, at: at, text: name, value: value}, nil
}

func (l *lexer) skipBlanks(i int) int {
	for i < len(l.text) && (l.text[i] == ' ' || l.text[i] == '\t') {
		i++
	}
	return i
}

// tagValue reads up to the quotation mark that a bracket follows and returns
// where the tag ends, -1 if it does not. Quotation marks within are forgiven.
func (l *lexer) tagValue(start int) (string, int) {
	escaped := false
	for i := start; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case escaped:
			escaped = false
		case c == '\\' && l.escapes:
			escaped = true
		case c == '"':
			end := l.skipBlanks(i + 1)
			if end < len(l.text) && l.text[end] == ']' {
				return l.unescaped(start, i), end + 1
			}
		}
	}
	return "", -1
}

func (l *lexer) unescaped(start, end int) string {
	value := oneLine(string(l.text[start:end]))
	if !l.escapes {
		// PGN4 has no way to write a quotation mark in a value.
		return strings.ReplaceAll(value, `"`, "'")
	}
	if strings.IndexByte(value, '\\') < 0 {
		return value
	}
	plain := make([]byte, 0, len(value))
	for i := 0; i < len(value); i++ {
		if value[i] == '\\' && i+1 < len(value) {
			i++
		}
		plain = append(plain, value[i])
	}
	return string(plain)
}

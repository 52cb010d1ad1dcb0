package popeye

import (
	"strings"
	"unicode/utf8"
)

// A token is a word of the text and where it stands.
type token struct {
	text string
	line int // from 1
	col  int // in characters, from 1
}

// A lexer cuts a text into words. Blanks, line ends, semicolons and commas part them.
type lexer struct {
	text      string
	at        int
	line, col int
}

func newLexer(data []byte) *lexer {
	return &lexer{text: decoded(data), line: 1, col: 1}
}

// decoded returns the text in UTF-8: what is not UTF-8 is an old file in Latin-1.
func decoded(data []byte) string {
	text := strings.TrimPrefix(string(data), "\uFEFF")
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

func isBlank(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', ';', ',', '\f', '\v', '\u00a0':
		return true
	}
	return false
}

// step passes one character.
func (l *lexer) step() rune {
	r, size := utf8.DecodeRuneInString(l.text[l.at:])
	l.at += size
	l.col++
	if r == '\n' {
		l.line, l.col = l.line+1, 1
	}
	return r
}

func (l *lexer) peek() (rune, bool) {
	if l.at == len(l.text) {
		return 0, false
	}
	r, _ := utf8.DecodeRuneInString(l.text[l.at:])
	return r, true
}

// next returns the next word, with an empty text at the end.
func (l *lexer) next() token {
	for r, ok := l.peek(); ok && isBlank(r); r, ok = l.peek() {
		l.step()
	}
	t := token{line: l.line, col: l.col}
	from := l.at
	for r, ok := l.peek(); ok && !isBlank(r); r, ok = l.peek() {
		l.step()
	}
	t.text = l.text[from:l.at]
	return t
}

// rest returns what is left of the line, without the blanks and stops before and after it.
func (l *lexer) rest() token {
	for r, ok := l.peek(); ok && r != '\n' && (isBlank(r) || r == '.'); r, ok = l.peek() {
		l.step()
	}
	t := token{line: l.line, col: l.col}
	from := l.at
	for r, ok := l.peek(); ok && r != '\n'; r, ok = l.peek() {
		l.step()
	}
	t.text = strings.TrimRight(l.text[from:l.at], " \t\r")
	return t
}

// fold writes a word as keywords are written: in small letters without accents, German umlauts with an e.
func fold(word string) string {
	return folding.Replace(strings.ToLower(word))
}

var folding = strings.NewReplacer(
	"ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss",
	"à", "a", "â", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e", "î", "i", "ï", "i", "ô", "o", "û", "u", "ù", "u",
)

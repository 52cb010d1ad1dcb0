package popeye

import (
	"strings"

	"melee/rules"
	"melee/rules/allin"
)

// letters name the men: king, queen, rook, bishop, knight, pawn.
var letters = names{"KQRBSP", "RDTFCP", "KDTLSB"}

var lettered = [...]rules.Kind{rules.King, rules.Queen, rules.Rook, rules.Bishop, rules.Knight, rules.Pawn}

// KindOf returns the kind that a letter stands for in a language, NoKind if none.
func (l Language) KindOf(letter byte) rules.Kind {
	if letter >= 'a' {
		letter -= 'a' - 'A'
	}
	if i := strings.IndexByte(letters[l], letter); i >= 0 {
		return lettered[i]
	}
	return rules.NoKind
}

// Letter returns the capital that stands for a kind of man.
func (l Language) Letter(k rules.Kind) byte {
	for i, kind := range lettered {
		if kind == k {
			return letters[l][i]
		}
	}
	return '?'
}

type colour uint8

const (
	white colour = iota
	black
	neutral
	invisible
)

var colours = vocabulary[colour]{
	{white, names{"White", "Blanc", "Weiss"}},
	{black, names{"Black", "Noir", "Schwarz"}},
	{neutral, names{"Neutral", "Neutre", "Neutral"}},
	{invisible, names{"TotalInvisible", "TotalInvisible", "TotalUnsichtbar"}},
}

// squareOf reads a square, in small or large letters.
func squareOf(text string) rules.Square { return allin.Board.Square(strings.ToLower(text)) }

// squaresOf reads squares written without anything between them, nil if the text is anything else.
func squaresOf(text string) []rules.Square {
	if text == "" || len(text)%2 != 0 || len(text) > 2*64 {
		return nil
	}
	list := make([]rules.Square, 0, len(text)/2)
	for i := 0; i < len(text); i += 2 {
		s := squareOf(text[i : i+2])
		if s == rules.NoSquare {
			return nil
		}
		list = append(list, s)
	}
	return list
}

// men reads colours and men up to the first word that is neither, and hands every man over.
func (r *reader) men(put func(at token, s rules.Square, m rules.Man)) {
	for first := true; ; first = false {
		seat, ok := r.colour(first)
		if !ok {
			return
		}
		for r.menOf(seat, put) {
		}
	}
}

// colour reads a colour; other words are left, which is a fault where a colour must stand.
func (r *reader) colour(must bool) (rules.Seat, bool) {
	c, m := colours.find(r.lang, r.tok.text)
	switch {
	case m == found && c <= black:
		r.advance()
		return rules.Seat(c), true
	case m == found && c == neutral:
		r.fault(r.tok, "neutral men are not known in these games: want %s or %s", colours.name(r.lang, white), colours.name(r.lang, black))
	case m == found:
		r.fault(r.tok, "invisible men are not known in these games: want %s or %s", colours.name(r.lang, white), colours.name(r.lang, black))
	case must:
		r.fault(r.tok, "%s is no colour: want %s or %s", quoted(r.tok.text), colours.name(r.lang, white), colours.name(r.lang, black))
	default:
		return rules.NoSeat, false
	}
	if !r.ended() {
		r.skip()
	}
	return rules.NoSeat, false
}

// menOf reads one word such as "Ka1" or "Pa2b2", or two such as "P" "a2b2".
func (r *reader) menOf(seat rules.Seat, put func(at token, s rules.Square, m rules.Man)) bool {
	at, text := r.tok, r.tok.text
	if len(text)%2 == 0 {
		if len(text) > 2 && squaresOf(text[2:]) != nil {
			r.fault(at, "%s is no man of these games: %s", quoted(text[:2]), r.manHint(text[:2]))
			r.advance()
			return true
		}
		return false
	}
	squares := squaresOf(text[1:])
	if squares == nil && len(text) > 1 {
		return false
	}
	kind := r.lang.KindOf(text[0])
	if kind == rules.NoKind {
		if squares == nil {
			return false
		}
		r.fault(at, "%s is no man of these games: %s", quoted(text[:1]), r.manHint(text[:1]))
		r.advance()
		return true
	}
	r.advance()
	if squares == nil {
		squares = squaresOf(r.tok.text)
		if squares == nil {
			r.fault(r.tok, "%s: want squares such as a1 or a1b2", quoted(r.tok.text))
			return true
		}
		r.advance()
	}
	for _, s := range squares {
		put(at, s, rules.NewMan(seat, kind))
	}
	return true
}

// manHint says which letters stand for men.
func (r *reader) manHint(text string) string {
	hint := "want one of " + strings.Join(strings.Split(letters[r.lang], ""), ", ")
	if r.lang != French && strings.EqualFold(text, "n") {
		hint += "; N is the nightrider, the knight is S"
	}
	return hint
}

// forsyth reads a placement, of which rows may run on without strokes, onto the board.
func (r *reader) forsyth(men *[64]rules.Man) {
	text, at := r.tok.text, 0
	fault := func(format string, args ...any) {
		t := r.tok
		t.col += at
		r.fault(t, format, args...)
	}
	square := 0 // counted from a8
	for at < len(text) {
		c := text[at]
		seat := rules.Seat(rules.NoSeat)
		switch {
		case c == '/':
			at++
			continue
		case '0' <= c && c <= '9':
			n := 0
			for ; at < len(text) && '0' <= text[at] && text[at] <= '9' && n < 10; at++ {
				n = 10*n + int(text[at]-'0')
			}
			square += n
			continue
		case c == '+':
			seat, at = allin.White, at+1
		case c == '-':
			seat, at = allin.Black, at+1
		}
		if at == len(text) {
			fault("%s stands before no man", quoted(string(c)))
			return
		}
		c = text[at]
		kind := r.lang.KindOf(c)
		if kind == rules.NoKind {
			fault("%s is no man of these games: %s", quoted(string(rune(c))), r.manHint(string(rune(c))))
			return
		}
		if seat == rules.NoSeat {
			seat = allin.White
			if c >= 'a' {
				seat = allin.Black
			}
		}
		if square >= 64 {
			fault("the board ends before %s", quoted(string(c)))
			return
		}
		men[allin.Board.At(square%8, 7-square/8)] = rules.NewMan(seat, kind)
		square, at = square+1, at+1
	}
	if square > 64 {
		fault("the placement is longer than 64 squares")
	}
}

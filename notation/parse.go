package notation

import (
	"slices"
	"strings"

	"melee/rules"
)

// maxMoveText bounds the text of a move, in bytes.
const maxMoveText = 32

// A MoveError says why a text is not a move that can be played.
type MoveError struct {
	Text string // what was given, cut short
	Why  string // what is wrong and, where something could be meant, what
	// Candidates are legal moves in SAN that the text may have meant, at most eight.
	Candidates []string
}

func (e *MoveError) Error() string {
	text := "'" + e.Text + "' " + e.Why
	if len(e.Candidates) > 0 {
		text += ": " + strings.Join(e.Candidates, ", ")
	}
	return text
}

// Parse reads a move as people and files write it: SAN, long algebraic, the
// plain form and that of PGN4. It forgives a missing or superfluous "+", "#",
// "!" and "?", a missing "x", "e.p.", "0-0" for "O-O", a promotion without "=",
// and a small letter for a man where no pawn's move is meant. The error is a [*MoveError].
func Parse(g rules.Game, text string) (rules.Move, error) {
	if len(text) > maxMoveText {
		return rules.NoMove, &MoveError{Text: short(text), Why: "is too long for a move, which has at most 32 characters"}
	}
	if g.Status() != rules.Playing {
		why := "cannot be played: the game has ended"
		if g.Status() == rules.Choosing {
			why = "cannot be played: the Queen must first say whether she survives (survive or decline)"
		}
		return rules.NoMove, &MoveError{Text: text, Why: why}
	}
	r := rooms.Get().(*room)
	defer rooms.Put(r)
	r.moves = g.Moves(r.moves[:0])
	return parseMove(g, text, r.moves)
}

// ParseAction reads a move as [Parse] does, or a choice as [rules.ParseChoice] does.
func ParseAction(g rules.Game, text string) (rules.Action, error) {
	if a, is, err := rules.ParseChoice(g.Variant(), text); is {
		return a, err
	}
	m, err := Parse(g, text)
	if err != nil {
		return rules.Action{}, err
	}
	return rules.Action{Act: rules.MakeMove, Move: m}, nil
}

// A reading is one way to understand the text of a move.
type reading struct {
	kind               rules.Kind // NoKind: any
	file, rank         int        // of the origin, -1: any
	to                 rules.Square
	taken              rules.Kind // as PGN4 tells it, NoKind: untold
	captures           bool
	promotion          rules.Kind
	castle, castleLong bool
}

// matches reports whether a legal move is what a reading says.
func (r *reading) matches(g rules.Game, m rules.Move) bool {
	if r.castle {
		return m.Special() == rules.Castle && castlesLong(g, m) == r.castleLong
	}
	geometry := g.Geometry()
	return m.To() == r.to &&
		(r.kind == rules.NoKind || m.Kind() == r.kind) &&
		(r.file < 0 || geometry.File(m.From()) == r.file) &&
		(r.rank < 0 || geometry.Rank(m.From()) == r.rank) &&
		(r.taken == rules.NoKind || m.Taken() == r.taken) &&
		(!r.captures || m.Taken() != rules.NoKind) &&
		m.Promotion() == r.promotion
}

func parseMove(g rules.Game, text string, legal []rules.Move) (rules.Move, error) {
	var list [4]reading
	readings, why := readingsOf(g, text, list[:0])
	if len(readings) == 0 {
		return rules.NoMove, &MoveError{Text: short(text), Why: why}
	}
	for i := range readings {
		found, n := rules.NoMove, 0
		for _, m := range legal {
			if readings[i].matches(g, m) {
				found = m
				n++
			}
		}
		if n == 1 {
			return found, nil
		}
		if n > 1 {
			return rules.NoMove, ambiguous(g, text, &readings[i], legal)
		}
	}
	if m, ok := onlyPromotion(g, readings, legal); ok {
		return m, nil
	}
	return rules.NoMove, refused(g, text, readings, legal)
}

// onlyPromotion finds the move where the text does not tell the promotion and
// the rules leave no choice of it (M22, F5).
func onlyPromotion(g rules.Game, readings []reading, legal []rules.Move) (rules.Move, bool) {
	for _, r := range readings {
		if r.promotion != rules.NoKind || r.castle {
			continue
		}
		found, n := rules.NoMove, 0
		for _, m := range legal {
			untold := r
			untold.promotion = m.Promotion()
			if untold.matches(g, m) {
				found = m
				n++
			}
		}
		if n == 1 {
			return found, true
		}
	}
	return rules.NoMove, false
}

// readingsOf returns the ways to understand a text, the most usual first, or what is wrong with it.
func readingsOf(g rules.Game, text string, dst []reading) ([]reading, string) {
	body := strings.TrimSpace(text)
	body = strings.TrimRight(body, "+#!?")
	for _, ending := range [...]string{"e.p.", "e.p", "ep"} {
		if cut, ok := strings.CutSuffix(body, ending); ok && endsInDigit(strings.TrimSpace(cut)) {
			body = strings.TrimSpace(cut)
		}
	}
	if long, ok := castlingWord(body); ok {
		return append(dst, reading{castle: true, castleLong: long}), ""
	}
	dst = appendReadings(dst, g, body)
	if lower := strings.ToLower(body); len(dst) == 0 && lower != body {
		dst = appendReadings(dst, g, lower)
	}
	if len(dst) == 0 {
		return nil, "is no move: want a man's letter, where he comes from if that is needed, and the square he goes to, such as Nf3, exd5, e8=Q, O-O or e2e4"
	}
	return dst, ""
}

func endsInDigit(text string) bool {
	return text != "" && isDigit(text[len(text)-1])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// castlingWord reads "O-O", "0-0-0", "oo" and the like.
func castlingWord(text string) (long, ok bool) {
	rings := 0
	for i := range len(text) {
		switch text[i] {
		case 'O', 'o', '0':
			rings++
		case '-':
			if i == 0 || i == len(text)-1 || text[i-1] == '-' {
				return false, false
			}
		default:
			return false, false
		}
	}
	return rings == 3, rings == 2 || rings == 3
}

// appendReadings takes a text apart from its end: promotion, destination, "x"
// or "-", origin, letter of the man.
func appendReadings(dst []reading, g rules.Game, body string) []reading {
	geometry := g.Geometry()
	end := len(body)
	for end > 0 && !isDigit(body[end-1]) {
		end--
	}
	var r reading
	var ok bool
	if r.promotion, ok = promotionOf(g, body[end:]); !ok {
		return dst
	}
	start := end
	for start > 0 && isDigit(body[start-1]) {
		start--
	}
	if start == 0 {
		return dst
	}
	start--
	if r.to = geometry.Square(body[start:end]); r.to == rules.NoSquare {
		return dst
	}
	rest := body[:start]
	if n := len(rest); n >= 2 && (rest[n-2] == 'x' || rest[n-2] == ':') {
		if kind := capitalKind(rest[n-1]); kind != rules.NoKind {
			r.taken = kind
			rest = rest[:n-1]
		}
	}
	for _, separator := range [...]string{"x", "X", ":", "×", "-", "–"} {
		cut, found := strings.CutSuffix(rest, separator)
		if found {
			r.captures = separator != "-" && separator != "–"
			rest = cut
			break
		}
	}
	return appendOrigins(dst, geometry, r, rest)
}

// appendOrigins reads the letter of the man and where he comes from.
func appendOrigins(dst []reading, g rules.Geometry, r reading, text string) []reading {
	if text != "" {
		if kind := capitalKind(text[0]); kind != rules.NoKind {
			if with, ok := r.withOrigin(g, text[1:]); ok {
				with.kind = kind
				dst = append(dst, with)
			}
			return dst
		}
	}
	if with, ok := r.withOrigin(g, text); ok {
		if with.file < 0 || with.rank < 0 {
			with.kind = rules.Pawn
		}
		dst = append(dst, with)
	}
	if text == "" {
		return dst
	}
	if kind := rules.KindOf(text[0]); kind != rules.NoKind {
		if with, ok := r.withOrigin(g, text[1:]); ok {
			with.kind = kind
			dst = append(dst, with)
		}
	}
	return dst
}

// withOrigin adds a file, a rank or both to a reading.
func (r reading) withOrigin(g rules.Geometry, text string) (reading, bool) {
	r.file, r.rank = -1, -1
	if text != "" && 'a' <= text[0] && text[0] <= 'z' {
		r.file = int(text[0] - 'a')
		text = text[1:]
		if r.file >= g.Files {
			return r, false
		}
	}
	if text == "" {
		return r, true
	}
	n, ok := rules.ParseCount(text, g.Ranks)
	r.rank = n - 1
	return r, ok && n > 0
}

func capitalKind(letter byte) rules.Kind {
	if letter == 'D' {
		return rules.Queen
	}
	if letter < 'A' || letter > 'Z' {
		return rules.NoKind
	}
	return rules.KindOf(letter)
}

// promotionOf reads what follows the destination: "", "=Q", "Q", "q", "(Q)", "/Q".
func promotionOf(g rules.Game, text string) (rules.Kind, bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return rules.NoKind, true
	}
	switch text[0] {
	case '=', '/':
		text = text[1:]
	case '(':
		if !strings.HasSuffix(text, ")") {
			return rules.NoKind, false
		}
		text = text[1 : len(text)-1]
	}
	if len(text) != 1 {
		return rules.NoKind, false
	}
	if (text == "D" || text == "d") && familyOf(g.Variant()) >= fourPlayerFamily {
		return rules.Queen, true
	}
	kind := rules.KindOf(text[0])
	return kind, kind != rules.NoKind
}

// ambiguous tells which moves a text may mean.
func ambiguous(g rules.Game, text string, r *reading, legal []rules.Move) error {
	e := &MoveError{Text: text, Why: "can mean several moves"}
	for _, m := range legal {
		if r.matches(g, m) {
			e.propose(g, m, legal)
		}
	}
	slices.Sort(e.Candidates)
	return e
}

// refused tells why none of the readings is a legal move.
func refused(g rules.Game, text string, readings []reading, legal []rules.Move) error {
	e := &MoveError{Text: text, Why: "is not a legal move in this position"}
	r := &readings[0]
	if r.castle {
		e.Why = "is not possible now: there is no such castling"
		return e
	}
	if returning, ok := g.(rules.Returning); ok {
		if m, forbidden := returning.Forbidden(); forbidden && slices.ContainsFunc(readings, func(r reading) bool { return r.matches(g, m) }) {
			e.Why = "would bring back the position before the last move (A6)"
			return e
		}
	}
	for _, m := range legal {
		if m.To() == r.to {
			e.propose(g, m, legal)
		}
	}
	if len(e.Candidates) > 0 {
		e.Why += "; to that square can go"
	} else {
		for _, m := range legal {
			if m.Kind() == r.kind {
				e.propose(g, m, legal)
			}
		}
		if len(e.Candidates) > 0 {
			e.Why += "; moves of such a man are"
		}
	}
	slices.Sort(e.Candidates)
	return e
}

// propose adds a move to the candidates, of which there are at most eight.
func (e *MoveError) propose(g rules.Game, m rules.Move, legal []rules.Move) {
	if len(e.Candidates) < 8 {
		e.Candidates = append(e.Candidates, string(appendMove(nil, g, m, StyleSAN, legal)))
	}
}

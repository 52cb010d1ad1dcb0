package allin

import "melee/rules"

// StartText is the starting position (notation.md).
const StartText = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -"

// Limits of a text.
const (
	maxText   = 200
	maxQuiet  = 9999
	maxNumber = 999999
)

// A Setup is what a position text can say, be it playable or not. Make one with
// [NewSetup], so that absent squares are NoSquare.
type Setup struct {
	Men       [64]rules.Man // of the seats White and Black
	Turn      rules.Seat
	Castling  Castling
	EnPassant rules.Square // the square a pawn has just passed (A7)
	Quiet     int          // plies since the last capture or pawn move, 0–9999
	Number    int          // number of the move, 1–999999
	// From and To are the move that A6 forbids (all-in); From alone is the
	// square of the man that A15 forbids to move (mainly-in). NoSquare says nothing is forbidden.
	From, To rules.Square
}

// NewSetup returns an empty board with White to move, first move, without rights.
func NewSetup() Setup {
	return Setup{EnPassant: rules.NoSquare, Number: 1, From: rules.NoSquare, To: rules.NoSquare}
}

// AssumeCastling gives every castling right whose king and rook stand at home, as problems do.
func (s *Setup) AssumeCastling() {
	s.Castling = 0
	for _, c := range castlings {
		if s.atHome(c.king, c.rook, c.colour) {
			s.Castling |= c.right
		}
	}
}

func (s *Setup) atHome(king, rook rules.Square, colour rules.Seat) bool {
	return s.Men[king] == rules.NewMan(colour, rules.King) && s.Men[rook] == rules.NewMan(colour, rules.Rook)
}

// ParseSetup reads a text of six or seven fields; six are read as if the seventh were "-".
// It lists everything that is wrong with the text, and nothing about the position.
func ParseSetup(text string) (Setup, error) {
	s, faults := parse(text)
	return s, faults.Err()
}

// Read makes a position of a text, or lists every fault of both.
func Read(code Code, text string) (Position, rules.Faults) {
	s, faults := parse(text)
	return check(code, &s, faults)
}

func parse(text string) (Setup, rules.Faults) {
	s, faults := NewSetup(), rules.Faults(nil)
	if len(text) > maxText {
		faults.Add("text", "", "a position has at most "+rules.CountText(maxText)+" characters")
		return s, faults
	}
	fields, n := split(text)
	if n != 6 && n != 7 {
		faults.Add("text", "", "has "+rules.CountText(n)+" fields, want 6 or 7: men, side to move, castling, "+
			"en passant, plies since progress, move number, what may not be moved")
		return s, faults
	}
	s.parseMen(fields[0], &faults)
	switch fields[1] {
	case "w":
		s.Turn = White
	case "b":
		s.Turn = Black
	default:
		faults.Add("side to move", quoted(fields[1]), "must be w or b")
	}
	s.parseCastling(fields[2], &faults)
	if fields[3] != "-" {
		if s.EnPassant = Board.Square(fields[3]); s.EnPassant == rules.NoSquare {
			faults.Add("en passant", quoted(fields[3]), "must be a square or -")
		}
	}
	var ok bool
	if s.Quiet, ok = rules.ParseCount(fields[4], maxQuiet); !ok {
		faults.Add("plies since progress", quoted(fields[4]), "must be a whole number from 0 to "+rules.CountText(maxQuiet))
	}
	if s.Number, ok = rules.ParseCount(fields[5], maxNumber); !ok || s.Number == 0 {
		faults.Add("move number", quoted(fields[5]), "must be a whole number from 1 to "+rules.CountText(maxNumber))
	}
	if n == 7 {
		s.parseForbidden(fields[6], &faults)
	}
	return s, faults
}

// split cuts a text at spaces; it counts fields beyond the seventh but does not keep them.
func split(text string) (fields [7]string, n int) {
	for i := 0; i < len(text); {
		if text[i] == ' ' {
			i++
			continue
		}
		from := i
		for i < len(text) && text[i] != ' ' {
			i++
		}
		if n < len(fields) {
			fields[n] = text[from:i]
		}
		n++
	}
	return fields, n
}

// parseMen reads the rows from the eighth to the first.
func (s *Setup) parseMen(text string, faults *rules.Faults) {
	rank, file := 7, 0
	endRow := func() {
		if file != 8 && rank >= 0 {
			faults.Add("placement", "row "+rules.CountText(rank+1), "is "+rules.CountText(file)+" squares wide, want 8")
		}
		rank, file = rank-1, 0
	}
	for i := range len(text) {
		c := text[i]
		switch {
		case c == '/':
			endRow()
		case '1' <= c && c <= '8':
			file += int(c - '0')
		default:
			s.put(Board.At(file, rank), c, rank, faults)
			file++
		}
	}
	endRow()
	if rank != -1 {
		faults.Add("placement", "", "has "+rules.CountText(7-rank)+" rows, want 8")
	}
}

// put sets the man with a letter on a square, which is NoSquare beyond the board.
func (s *Setup) put(at rules.Square, letter byte, rank int, faults *rules.Faults) {
	kind := rules.KindOf(letter)
	if kind == rules.NoKind {
		where := "row " + rules.CountText(rank+1)
		if at != rules.NoSquare {
			where = Board.Name(at)
		}
		faults.Add("placement", where, quoted(string(rune(letter)))+" is no man: want one of PNBRQK for white, pnbrqk for black")
		return
	}
	if at == rules.NoSquare {
		return
	}
	colour := White
	if letter >= 'a' {
		colour = Black
	}
	s.Men[at] = rules.NewMan(colour, kind)
}

const castlingLetters = "KQkq"

func (s *Setup) parseCastling(text string, faults *rules.Faults) {
	if text == "-" {
		return
	}
	for i := range len(text) {
		right := Castling(0)
		for j := range castlingLetters {
			if castlingLetters[j] == text[i] {
				right = 1 << j
			}
		}
		if right == 0 || s.Castling&right != 0 {
			faults.Add("castling", quoted(text), "must be - or letters of KQkq, each once")
			return
		}
		s.Castling |= right
	}
}

// parseForbidden reads the seventh field: "-", a move or a square.
func (s *Setup) parseForbidden(text string, faults *rules.Faults) {
	if text == "-" {
		return
	}
	if s.From = Board.Square(text); s.From != rules.NoSquare {
		return
	}
	if len(text) == 4 {
		s.From, s.To = Board.Square(text[:2]), Board.Square(text[2:])
	}
	if s.From == rules.NoSquare || s.To == rules.NoSquare {
		s.From, s.To = rules.NoSquare, rules.NoSquare
		faults.Add("forbidden move", quoted(text), "must be a move such as e4d6, in mainly-in a square, or -")
	}
}

// quoted shows a piece of the input in a message: cut short, and without what is not printable.
func quoted(text string) string {
	out := []byte{'\''}
	for i := 0; i < len(text) && i < 20; i++ {
		c := text[i]
		if c < ' ' || c > '~' {
			c = '?'
		}
		out = append(out, c)
	}
	if len(text) > 20 {
		out = append(out, "..."...)
	}
	return string(append(out, '\''))
}

// Text returns the position as texts write it, with all seven fields.
func (p *Position) Text() string { return string(p.AppendText(make([]byte, 0, 96))) }

// AppendText appends the position's text to dst.
func (p *Position) AppendText(dst []byte) []byte {
	dst = appendPlacement(dst, p.At)
	dst = append(dst, ' ', "wb"[p.turn&1], ' ')
	if p.rights == 0 {
		dst = append(dst, '-')
	}
	for i := range castlingLetters {
		if p.rights>>i&1 != 0 {
			dst = append(dst, castlingLetters[i])
		}
	}
	dst = append(dst, ' ')
	dst = Board.AppendName(dst, p.EnPassant())
	dst = append(append(dst, ' '), rules.CountText(int(p.quiet))...)
	dst = append(append(dst, ' '), rules.CountText(int(p.number))...)
	dst = append(dst, ' ')
	if p.backFrom != rules.NoSquare {
		dst = Board.AppendName(dst, p.backFrom)
		return Board.AppendName(dst, p.backTo)
	}
	return Board.AppendName(dst, p.barred)
}

// Placement returns where the men stand, as the first field of a text.
func (p *Position) Placement() string { return string(appendPlacement(nil, p.At)) }

// Placement returns where the men stand, as the first field of a text, whether or not they make a position.
func (s *Setup) Placement() string {
	return string(appendPlacement(nil, func(at rules.Square) rules.Man { return s.Men[at] }))
}

func appendPlacement(dst []byte, at func(rules.Square) rules.Man) []byte {
	for rank := 7; rank >= 0; rank-- {
		dst = appendRow(dst, rank, at)
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

func appendRow(dst []byte, rank int, at func(rules.Square) rules.Man) []byte {
	empty := byte(0)
	for file := range 8 {
		man := at(Board.At(file, rank))
		if man == 0 {
			empty++
			continue
		}
		if empty > 0 {
			dst, empty = append(dst, '0'+empty), 0
		}
		letter := man.Kind().Letter()
		if man.Seat() == Black {
			letter += 'a' - 'A'
		}
		dst = append(dst, letter)
	}
	if empty > 0 {
		dst = append(dst, '0'+empty)
	}
	return dst
}

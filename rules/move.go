package rules

// A Move is a move of one man in one word: from in bits 0–7, to in 8–15, the
// man's kind in 16–19, the kind taken in 20–23, the kind promoted to in 24–27
// and its [Special] in 28–31. Squares are those of the variant's geometry.
// With the position before it, it can be printed and undone.
type Move uint32

// NoMove is no move of any game.
const NoMove Move = 0

// Special says what else happens in a move.
type Special uint8

// The special moves. Castling is the king's move; its rook follows from the variant.
const (
	Plain Special = iota
	Double
	EnPassant
	Castle
)

// NewMove packs a move.
func NewMove(from, to Square, man, taken, promotion Kind, special Special) Move {
	return Move(from) | Move(to)<<8 | Move(man)<<16 | Move(taken)<<20 | Move(promotion)<<24 | Move(special)<<28
}

// From returns the square the man leaves.
func (m Move) From() Square { return Square(m) }

// To returns the square the man arrives on.
func (m Move) To() Square { return Square(m >> 8) }

// Kind returns the kind of the man that moves, before any promotion.
func (m Move) Kind() Kind { return Kind(m >> 16 & 15) }

// Taken returns the kind of the man captured, NoKind if none.
func (m Move) Taken() Kind { return Kind(m >> 20 & 15) }

// Promotion returns the kind the pawn becomes, NoKind if it stays what it is.
func (m Move) Promotion() Kind { return Kind(m >> 24 & 15) }

// Special returns what else happens in the move.
func (m Move) Special() Special { return Special(m >> 28) }

// IsProgress reports a capture or a pawn move.
func (m Move) IsProgress() bool { return m.Taken() != NoKind || m.Kind() == Pawn }

// AppendText appends the move as protocols and files write it: from, to and a
// promotion in lower case ("a7a8q").
func (m Move) AppendText(dst []byte, g Geometry) []byte {
	dst = g.AppendName(dst, m.From())
	dst = g.AppendName(dst, m.To())
	if p := m.Promotion(); p != NoKind {
		dst = append(dst, p.Letter()+'a'-'A')
	}
	return dst
}

// Text returns the move as protocols and files write it.
func (m Move) Text(g Geometry) string { return string(m.AppendText(make([]byte, 0, 8), g)) }

// FindMove returns the move of the list that is written as text, or NoMove.
func FindMove(list []Move, g Geometry, text string) Move {
	from, rest := g.cutSquare(text)
	to, rest := g.cutSquare(rest)
	promotion := NoKind
	if len(rest) == 1 && 'a' <= rest[0] && rest[0] <= 'z' {
		promotion = KindOf(rest[0])
		rest = ""
		if promotion == NoKind {
			return NoMove
		}
	}
	if from == NoSquare || to == NoSquare || rest != "" {
		return NoMove
	}
	for _, m := range list {
		if m.From() == from && m.To() == to && m.Promotion() == promotion {
			return m
		}
	}
	return NoMove
}

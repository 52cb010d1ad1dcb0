package rules

// A Seat is one player's place in a game, numbered in the order of turns:
// white, black; wq, bq, wk, bk; red, blue, yellow, green.
type Seat uint8

// NoSeat is nobody's place.
const NoSeat Seat = 255

// A Side is what a king belongs to: a colour in All-in and Four-player, a camp
// in MCX4. It is numbered as the variant's Sides.
type Side uint8

// A Kind is what a man moves as.
type Kind uint8

// The kinds of men.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

const kindLetters = "-PNBRQK-" // the last for a number that is no kind

// Letter returns the kind's capital letter in English notation, '-' for NoKind.
func (k Kind) Letter() byte { return kindLetters[k&7] }

// KindOf returns the kind with the given letter in either case, NoKind if there is none.
func KindOf(letter byte) Kind {
	if 'a' <= letter && letter <= 'z' {
		letter -= 'a' - 'A'
	}
	for k := Pawn; k <= King; k++ {
		if kindLetters[k] == letter {
			return k
		}
	}
	return NoKind
}

// A Man is a man on a square as people see it: its kind, the seat it belongs
// to, and the two marks of Four-player chess. Zero is an empty square.
// Kind is in bits 0–2, seat in 3–4, then promoted and grey.
type Man uint8

// The marks of Four-player chess.
const (
	Promoted Man = 1 << 5 // a queen that was a pawn, worth 1 (F5)
	Grey     Man = 1 << 6 // the man of an eliminated player (F13)
)

// NewMan returns a man of the given seat, 0–3.
func NewMan(seat Seat, kind Kind) Man { return Man(kind) | Man(seat)<<3 }

// Kind returns what the man moves as, NoKind on an empty square.
func (m Man) Kind() Kind { return Kind(m & 7) }

// Seat returns the seat the man belongs to, or belonged to if he is grey.
func (m Man) Seat() Seat { return Seat(m >> 3 & 3) }

// IsPromoted reports the mark of a promoted queen (F5).
func (m Man) IsPromoted() bool { return m&Promoted != 0 }

// IsGrey reports whether the man's player has been eliminated (F13).
func (m Man) IsGrey() bool { return m&Grey != 0 }

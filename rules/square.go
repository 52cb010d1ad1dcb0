package rules

// A Square is a square of a [Geometry], numbered rank by rank from the first:
// rank × files + file, both counted from 0. The largest board has 196.
type Square uint8

// NoSquare is no square of any board.
const NoSquare Square = 255

// A Geometry is the shape of a board: up to 16 × 16, some squares cut out.
type Geometry struct {
	Files, Ranks int
	// Corner is the width of the square cut out of each corner (F1), 0 for a full rectangle.
	Corner int
}

// Squares returns the size of an array indexed by Square; cut squares count.
func (g Geometry) Squares() int { return g.Files * g.Ranks }

// At returns the square on the given file and rank, counted from 0, or
// NoSquare where the board has none.
func (g Geometry) At(file, rank int) Square {
	if file < 0 || file >= g.Files || rank < 0 || rank >= g.Ranks {
		return NoSquare
	}
	if (file < g.Corner || file >= g.Files-g.Corner) && (rank < g.Corner || rank >= g.Ranks-g.Corner) {
		return NoSquare
	}
	return Square(rank*g.Files + file)
}

// Has reports whether s is a square of the board that is not cut out.
func (g Geometry) Has(s Square) bool {
	return int(s) < g.Squares() && g.At(g.File(s), g.Rank(s)) == s
}

// File returns the file of s, counted from 0.
func (g Geometry) File(s Square) int { return int(s) % g.Files }

// Rank returns the rank of s, counted from 0.
func (g Geometry) Rank(s Square) int { return int(s) / g.Files }

// Name returns the name of s: file letter and rank number, as in "n14". It is
// "-" for a square the board does not have.
func (g Geometry) Name(s Square) string { return string(g.AppendName(nil, s)) }

// AppendName appends the name of s to dst.
func (g Geometry) AppendName(dst []byte, s Square) []byte {
	if int(s) >= g.Squares() {
		return append(dst, '-')
	}
	dst = append(dst, byte('a'+g.File(s)))
	rank := g.Rank(s) + 1
	if rank >= 10 {
		dst = append(dst, byte('0'+rank/10))
	}
	return append(dst, byte('0'+rank%10))
}

// Square reads a name such as "e4". It returns NoSquare where the text is no
// square of this board.
func (g Geometry) Square(name string) Square {
	s, rest := g.cutSquare(name)
	if rest != "" {
		return NoSquare
	}
	return s
}

// cutSquare reads a square off the front of text and returns the rest.
func (g Geometry) cutSquare(text string) (Square, string) {
	if len(text) < 2 || text[1] == '0' {
		return NoSquare, text
	}
	rank, n := 0, 1
	for n < len(text) && n < 3 && '0' <= text[n] && text[n] <= '9' {
		rank = rank*10 + int(text[n]-'0')
		n++
	}
	if n == 1 || text[0] < 'a' || text[0] > 'z' {
		return NoSquare, text
	}
	return g.At(int(text[0]-'a'), rank-1), text[n:]
}

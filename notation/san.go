package notation

import (
	"sync"

	"melee/rules"
)

// A Style is a way to write a move.
type Style uint8

// The styles. Squares are small letters and numbers in all of them.
const (
	// StyleSAN is what people read: "Nf3", "exd5", "O-O", "e8=Q+". A man's
	// origin is told as far as another legal move of the same kind of man to the
	// same square asks for, whatever its colour: file, else rank, else both; a
	// pawn's always as a whole square ("e5e4"). Castling for which both kings
	// are entitled (All-in, A8) is written as the king's move, "Kg8".
	StyleSAN Style = iota
	// StyleLong is long algebraic: "Ng1-f3", "e4xd5", "O-O", "e7-e8=Q+".
	StyleLong
	// StylePlain is the form of protocols and files: "g1f3", "e7e8q".
	StylePlain
	// StylePGN4 is long algebraic as Four-player archives write it: the letter
	// of the man taken after "x", a queen worth 1 as "=D", no "+" on castling.
	StylePGN4
)

// room holds what writing or reading one move needs for a moment.
type room struct {
	moves []rules.Move
	text  []byte
}

var rooms = sync.Pool{New: func() any {
	return &room{moves: make([]rules.Move, 0, 512), text: make([]byte, 0, 32)}
}}

// SAN returns a legal move of the game as people read it.
func SAN(g rules.Game, m rules.Move) string { return Write(g, m, StyleSAN) }

// Long returns a legal move of the game in long algebraic notation.
func Long(g rules.Game, m rules.Move) string { return Write(g, m, StyleLong) }

// Write returns a legal move of the game in a style. It costs one list of
// legal moves and one copy of the game, to learn of check and mate; [Play] does without the copy.
func Write(g rules.Game, m rules.Move, style Style) string {
	if style == StylePlain {
		return m.Text(g.Geometry())
	}
	r := rooms.Get().(*room)
	defer rooms.Put(r)
	r.moves = g.Moves(r.moves[:0])
	r.text = appendMove(r.text[:0], g, m, style, r.moves)
	threats := threatsIn(g)
	after := g.Clone()
	effects, err := after.Do(rules.Action{Act: rules.MakeMove, Move: m})
	if err == nil {
		r.text = appendMarks(r.text, &threats, after, m, effects, style)
	}
	return string(r.text)
}

// Play carries out a legal move and returns it as written in a style, with the
// move's effects. On an error nothing has changed.
func Play(g rules.Game, m rules.Move, style Style) (string, []rules.Effect, error) {
	r := rooms.Get().(*room)
	defer rooms.Put(r)
	var err error
	var effects []rules.Effect
	r.text, effects, err = r.play(r.text[:0], g, m, style)
	return string(r.text), effects, err
}

// play appends a move to dst and carries it out.
func (r *room) play(dst []byte, g rules.Game, m rules.Move, style Style) ([]byte, []rules.Effect, error) {
	if style == StylePlain {
		effects, err := g.Do(rules.Action{Act: rules.MakeMove, Move: m})
		return m.AppendText(dst, g.Geometry()), effects, err
	}
	r.moves = g.Moves(r.moves[:0])
	dst = appendMove(dst, g, m, style, r.moves)
	threats := threatsIn(g)
	effects, err := g.Do(rules.Action{Act: rules.MakeMove, Move: m})
	if err == nil {
		dst = appendMarks(dst, &threats, g, m, effects, style)
	}
	return dst, effects, err
}

// appendMove writes a move without its marks of check and mate.
func appendMove(dst []byte, g rules.Game, m rules.Move, style Style, legal []rules.Move) []byte {
	if m.Special() == rules.Castle {
		long := castlesLong(g, m)
		if !castlingShared(g, m, long, legal) {
			if long {
				return append(dst, "O-O-O"...)
			}
			return append(dst, "O-O"...)
		}
	}
	geometry := g.Geometry()
	if m.Kind() != rules.Pawn {
		dst = append(dst, m.Kind().Letter())
	}
	if style == StyleSAN {
		dst = appendOrigin(dst, geometry, m, legal)
	} else {
		dst = geometry.AppendName(dst, m.From())
	}
	switch {
	case m.Taken() != rules.NoKind:
		dst = append(dst, 'x')
		if style == StylePGN4 && m.Taken() != rules.Pawn {
			dst = append(dst, m.Taken().Letter())
		}
	case style != StyleSAN:
		dst = append(dst, '-')
	}
	dst = geometry.AppendName(dst, m.To())
	if m.Promotion() != rules.NoKind {
		dst = append(dst, '=', promotionLetter(g, m.Promotion(), style))
	}
	return dst
}

// promotionLetter returns the letter of a promotion; archives write the queen worth 1 of F5 as D.
func promotionLetter(g rules.Game, kind rules.Kind, style Style) byte {
	if style == StylePGN4 && kind == rules.Queen && familyOf(g.Variant()) == fourPlayerFamily {
		return 'D'
	}
	return kind.Letter()
}

// appendOrigin writes as much of the origin as SAN needs.
func appendOrigin(dst []byte, g rules.Geometry, m rules.Move, legal []rules.Move) []byte {
	pawn := m.Kind() == rules.Pawn
	others, sameFile, sameRank := false, false, false
	for _, o := range legal {
		if o.To() != m.To() || o.Kind() != m.Kind() || o.From() == m.From() {
			continue
		}
		if pawn && (o.Taken() == rules.NoKind) != (m.Taken() == rules.NoKind) {
			continue
		}
		others = true
		sameFile = sameFile || g.File(o.From()) == g.File(m.From())
		sameRank = sameRank || g.Rank(o.From()) == g.Rank(m.From())
	}
	name := g.AppendName(make([]byte, 0, 4), m.From())
	switch {
	case pawn && m.Taken() != rules.NoKind && !sameFile:
		return append(dst, name[0])
	case !others:
		return dst
	case pawn || sameFile && sameRank:
		return append(dst, name...)
	case sameFile:
		return append(dst, name[1:]...)
	}
	return append(dst, name[0])
}

// castlesLong reports whether a castling move goes to the rook farther away.
// MCX4 knows only the short castling, whatever the board's width (M23).
func castlesLong(g rules.Game, m rules.Move) bool {
	if familyOf(g.Variant()) == mcx4Family {
		return false
	}
	geometry := g.Geometry()
	df := sign(geometry.File(m.To()) - geometry.File(m.From()))
	dr := sign(geometry.Rank(m.To()) - geometry.Rank(m.From()))
	file, rank := geometry.File(m.From()), geometry.Rank(m.From())
	for distance := 1; ; distance++ {
		s := geometry.At(file+df*distance, rank+dr*distance)
		if s == rules.NoSquare || g.At(s) != 0 {
			return distance > 3
		}
	}
}

// castlingShared reports whether another king could castle to the same side.
func castlingShared(g rules.Game, m rules.Move, long bool, legal []rules.Move) bool {
	for _, o := range legal {
		if o.Special() == rules.Castle && o.From() != m.From() && castlesLong(g, o) == long {
			return true
		}
	}
	return false
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// appendMarks writes check and mate after a move that has just been carried out.
func appendMarks(dst []byte, before *threats, g rules.Game, m rules.Move, effects []rules.Effect, style Style) []byte {
	switch familyOf(g.Variant()) {
	case fourPlayerFamily, teamsFamily:
		if style != StylePGN4 || m.Special() != rules.Castle {
			for range before.newlyChecked(g, m) {
				dst = append(dst, '+')
			}
		}
		mates := before.mates(g, m, effects)
		// A mate of Teams stands in the slot of its victim in archives (F27).
		if mates == 0 && style != StylePGN4 && mated(g) {
			mates = 1
		}
		for range mates {
			dst = append(dst, '#')
		}
		return dst
	}
	other := before.mover ^ 1
	if !g.Checked(other) {
		return dst
	}
	if mated(g) {
		return append(dst, '#')
	}
	return append(dst, '+')
}

// mated reports whether the king in check is mated: the game is over by that,
// or his Queen is asked whether she survives (M14).
func mated(g rules.Game) bool {
	if g.Status() == rules.Choosing {
		return true
	}
	outcome := g.Outcome()
	return outcome != nil && (outcome.Reason == rules.Checkmate || outcome.Reason == rules.Mate)
}

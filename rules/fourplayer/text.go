package fourplayer

import (
	"strconv"

	"melee/rules"
)

// Text returns the position as FEN4 (notation.md), without extra keys.
func (p *Position) Text() string {
	s := p.Setup()
	return s.Text()
}

const (
	seatLetters  = "rbyg"
	turnLetters  = "RBYG"
	promotedName = 'D' // a promoted queen worth 1 (F5)
)

// Text returns the set-up as FEN4 (notation.md).
func (s *Setup) Text() string {
	b := make([]byte, 0, 512)
	b = append(b, turnLetters[s.Turn&3], '-')
	b = appendFlags(b, s.Out)
	for side := range 2 {
		b = append(b, '-')
		b = appendFlags(b, [4]bool{s.Castles[0][side], s.Castles[1][side], s.Castles[2][side], s.Castles[3][side]})
	}
	b = append(b, '-')
	b = appendCounts(b, s.Points)
	b = append(b, '-')
	b = appendCount(b, s.Clock)
	if object := s.object(); object != "" {
		b = append(b, "-{"...)
		b = append(b, object...)
		b = append(b, '}')
	}
	b = append(b, '-')
	for rank := Board.Ranks - 1; rank >= 0; rank-- {
		b = s.appendRow(b, rank)
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return string(b)
}

func appendFlags(b []byte, flags [4]bool) []byte {
	for i, flag := range flags {
		if i > 0 {
			b = append(b, ',')
		}
		if flag {
			b = append(b, '1')
		} else {
			b = append(b, '0')
		}
	}
	return b
}

func appendCount(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

func appendCounts(b []byte, counts [4]int) []byte {
	for i, n := range counts {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCount(b, n)
	}
	return b
}

// object returns the keys of the options object that are not default, then the unknown ones.
func (s *Setup) object() string {
	var b []byte
	key := func(name string) {
		if len(b) > 0 {
			b = append(b, ',')
		}
		b = append(b, '\'')
		b = append(b, name...)
		b = append(b, "':"...)
	}
	if s.Passed != noPassed {
		key("enPassant")
		b = append(b, '(')
		for seat, square := range s.Passed {
			if seat > 0 {
				b = append(b, ',')
			}
			b = append(b, '\'')
			if square != rules.NoSquare {
				b = Board.AppendName(b, square)
				b = append(b, ':')
				b = Board.AppendName(b, tables.square[tables.cell[square]+pawnWays[seat].forward])
			}
			b = append(b, '\'')
		}
		b = append(b, ')')
	}
	if s.Quiet != [4]int{} {
		key("quiet")
		b = append(b, '(')
		b = appendCounts(b, s.Quiet)
		b = append(b, ')')
	}
	if s.Ply != 0 {
		key("ply")
		b = appendCount(b, s.Ply)
	}
	if s.Extra != "" {
		if len(b) > 0 {
			b = append(b, ',')
		}
		b = append(b, s.Extra...)
	}
	return string(b)
}

func (s *Setup) appendRow(b []byte, rank int) []byte {
	run, first := 0, true
	comma := func() {
		if !first {
			b = append(b, ',')
		}
		first = false
	}
	flush := func() {
		if run > 0 {
			comma()
			b = appendCount(b, run)
			run = 0
		}
	}
	for file := range Board.Files {
		square := Board.At(file, rank)
		switch {
		case square == rules.NoSquare:
			flush()
			comma()
			b = append(b, 'x')
		case s.Men[square] == 0:
			run++
		default:
			flush()
			comma()
			b = appendMan(b, s.Men[square])
		}
	}
	flush()
	return b
}

func appendMan(b []byte, man rules.Man) []byte {
	if man.IsGrey() {
		b = append(b, 'd')
	}
	if man&anonymous == 0 {
		b = append(b, seatLetters[man.Seat()&3])
	}
	if man.IsPromoted() {
		return append(b, promotedName)
	}
	return append(b, man.Kind().Letter())
}

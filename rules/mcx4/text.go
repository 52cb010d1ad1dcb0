package mcx4

import "melee/rules"

// StartText is the default array (M2).
const StartText = "r~n~q~bnkbnr/p~p~p~pppppp/9/9/9/9/P~P~P~PPPPPP/R~N~Q~BNKBNR wq Kk - 0 1 -"

// maxText is more than the longest position text needs.
const maxText = 400

var seatNames = [4]string{"wq", "bq", "wk", "bk"}

// ParsePosition reads a position text (notation.md). The error is [rules.Faults]
// with every fault. With royal, the capture of a lone queen loses (M17).
func ParsePosition(text string, royal bool) (Position, error) {
	s, faults, placed := parse(text)
	if placed {
		s.checkBoard(&faults)
	}
	if len(faults) > 0 {
		sortFaults(faults)
		return Position{}, faults
	}
	return s.position(royal), nil
}

// ParseSetup reads what a position text says, possible or not. The error is
// [rules.Faults] with everything that cannot be read.
func ParseSetup(text string) (Setup, error) {
	s, faults, _ := parse(text)
	return s, faults.Err()
}

// parse reads the fields one by one; what cannot be read is a fault and has a
// harmless value. placed tells whether the men could be read.
func parse(text string) (s Setup, faults rules.Faults, placed bool) {
	s = Setup{Slot: rules.NoSeat, EnPassant: rules.NoSquare, Turn: 1}
	if len(text) > maxText {
		faults.Add("placement", "", "a position text has at most 400 characters")
		return s, faults, false
	}
	parts := split(text, ' ')
	if len(parts) != len(fields) {
		faults.Add("placement", "", "a position text has seven fields with single spaces between: "+
			"placement, slot, castling, en passant, plies since progress, turn, state; this one has "+rules.CountText(len(parts)))
	}
	for len(parts) < len(fields) {
		parts = append(parts, [...]string{"", "wq", "-", "-", "0", "1", "-"}[len(parts)])
	}
	placed = s.parsePlacement(parts[0], &faults)
	s.Slot = rules.NoSeat
	for i, name := range seatNames {
		if parts[1] == name {
			s.Slot = rules.Seat(i)
		}
	}
	if s.Slot == rules.NoSeat {
		faults.Add("slot", quoted(parts[1]), "must be wq, bq, wk or bk")
	}
	s.parseRights(parts[2], parts[3], placed, &faults)
	s.parseCounts(parts[4], parts[5], &faults)
	s.Choice = parts[6] == "choice"
	if !s.Choice && parts[6] != "-" {
		faults.Add("state", quoted(parts[6]), "must be - or choice")
	}
	return s, faults, placed
}

func (s *Setup) parseRights(castling, enPassant string, placed bool, faults *rules.Faults) {
	switch castling {
	case "-":
	case "K", "k", "Kk":
		s.Castling = [2]bool{castling[0] == 'K', castling[len(castling)-1] == 'k'}
	default:
		faults.Add("castling", quoted(castling), "must be Kk, K, k or -")
	}
	if enPassant == "-" {
		return
	}
	g := s.Geometry
	if !placed {
		g = rules.Geometry{Files: maxSide, Ranks: maxSide}
	}
	s.EnPassant = g.Square(enPassant)
	if s.EnPassant == rules.NoSquare {
		faults.Add("en passant", quoted(enPassant), "must be a square of the board or -")
	}
}

func (s *Setup) parseCounts(quiet, turn string, faults *rules.Faults) {
	n, ok := rules.ParseCount(quiet, maxCount)
	if !ok {
		faults.Add("progress", quoted(quiet), "must be a whole number from 0 to 9999")
		n = 0
	}
	s.Quiet = n
	n, ok = rules.ParseCount(turn, maxCount)
	if !ok || n == 0 {
		faults.Add("turn", quoted(turn), "must be a whole number from 1 to 9999")
		n = 1
	}
	s.Turn = n
}

// A row is what one row of the placement says.
type row struct {
	men   [maxSide]rules.Man // those of a row that is not too wide
	width int
}

func rowName(rank int) string { return "row " + rules.CountText(rank) }

// parsePlacement reads the rows, the last rank first. It reports whether all men could be read.
func (s *Setup) parsePlacement(text string, faults *rules.Faults) bool {
	before := len(*faults)
	texts := split(text, '/')
	if len(texts) > maxSide {
		faults.Add("placement", "", "a board has at most 12 ranks, this one has "+rules.CountText(len(texts)))
		return false
	}
	var room [maxSide]row
	rows := room[:len(texts)]
	for i, t := range texts {
		rows[i].parse(t, len(texts)-i, faults)
	}
	files := commonWidth(rows)
	for i := range rows {
		if why := rows[i].misfit(files); why != "" {
			faults.Add("placement", rowName(len(rows)-i), why)
		}
	}
	if len(*faults) > before {
		return false
	}
	s.Geometry = rules.Geometry{Files: files, Ranks: len(rows)}
	for i := range rows {
		copy(s.Men[(len(rows)-1-i)*files:], rows[i].men[:files])
	}
	return true
}

// commonWidth returns the width most rows have, the first of several.
func commonWidth(rows []row) int {
	best, most := 0, 0
	for i := range rows {
		n := 0
		for j := range rows {
			if rows[j].width == rows[i].width {
				n++
			}
		}
		if n > most {
			best, most = rows[i].width, n
		}
	}
	return best
}

// misfit says why the row cannot be one of a board with so many files, "" if it can.
func (r *row) misfit(files int) string {
	switch {
	case r.width > maxSide:
		return "a board has at most 12 files, this row has " + rules.CountText(r.width)
	case r.width != files:
		return "has " + rules.CountText(r.width) + " squares where other rows have " + rules.CountText(files)
	case r.width == 0:
		return "is empty"
	}
	return ""
}

// parse reads one row. A sign that cannot be read counts as a square, so that the width stays meaningful.
func (r *row) parse(text string, rank int, faults *rules.Faults) {
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case '0' <= c && c <= '9':
			end := i
			for end < len(text) && '0' <= text[end] && text[end] <= '9' {
				end++
			}
			n, ok := rules.ParseCount(text[i:end], maxSide)
			if !ok || n == 0 {
				faults.Add("placement", rowName(rank), quoted(text[i:end])+" is no run of 1 to 12 empty squares")
				n = 1
			}
			r.add(0, n)
			i = end
			continue
		case c == '~':
			faults.Add("placement", rowName(rank), "~ must follow a man")
		case rules.KindOf(c) == rules.NoKind:
			end := i + 1
			for end < len(text) && text[end]&0xc0 == 0x80 { // the rest of a character of more than one byte
				end++
			}
			faults.Add("placement", rowName(rank), quoted(text[i:end])+" is no man; men are K Q R B N P, Black's in lower case")
			r.add(0, 1)
			i = end
			continue
		default:
			seat := kingOf(white)
			if c >= 'a' {
				seat = kingOf(black)
			}
			if i+1 < len(text) && text[i+1] == '~' {
				seat = allyOf(seat)
				i++
			}
			r.add(rules.NewMan(seat, rules.KindOf(c)), 1)
		}
		i++
	}
}

// add appends squares; those beyond the widest board are only counted.
func (r *row) add(man rules.Man, n int) {
	for range n {
		if r.width < maxSide {
			r.men[r.width] = man
		}
		r.width++
	}
}

// Text returns the position in its text form. The en-passant square is written
// where a legal capture exists, the state is "choice" while the Queen is asked.
func (p *Position) Text() string {
	state := "-"
	if p.Turn().State == Choice {
		state = "choice"
	}
	return string(p.appendText(make([]byte, 0, 128), p.EnPassant(), state))
}

func (p *Position) appendText(dst []byte, enPassant rules.Square, state string) []byte {
	dst = p.appendPlacement(dst)
	dst = append(dst, ' ')
	dst = append(dst, seatNames[p.slot]...)
	dst = append(dst, ' ')
	dst = append(dst, [...]string{"-", "K", "k", "Kk"}[p.castling]...)
	dst = append(dst, ' ')
	dst = p.board().geometry.AppendName(dst, enPassant)
	dst = append(dst, ' ')
	dst = append(dst, rules.CountText(int(p.quiet))...)
	dst = append(dst, ' ')
	dst = append(dst, rules.CountText(int(p.turn))...)
	dst = append(dst, ' ')
	return append(dst, state...)
}

func (p *Position) appendPlacement(dst []byte) []byte {
	g := p.board().geometry
	for rank := g.Ranks - 1; rank >= 0; rank-- {
		empty := 0
		for file := range g.Files {
			man := p.At(g.At(file, rank))
			if man == 0 {
				empty++
				continue
			}
			dst = appendRun(dst, empty)
			empty = 0
			letter := man.Kind().Letter()
			if campOf(man.Seat()) == black {
				letter += 'a' - 'A'
			}
			dst = append(dst, letter)
			if man.Seat() < 2 {
				dst = append(dst, '~')
			}
		}
		dst = appendRun(dst, empty)
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

func appendRun(dst []byte, empty int) []byte {
	if empty == 0 {
		return dst
	}
	return append(dst, rules.CountText(empty)...)
}

// split cuts a text at every separator.
func split(text string, separator byte) []string {
	parts := make([]string, 0, maxSide)
	start := 0
	for i := range len(text) {
		if text[i] == separator {
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

// quoted returns a short part of a text in quotation marks.
func quoted(text string) string {
	const shown = 24
	if len(text) > shown {
		text = text[:shown] + "…"
	}
	return "'" + text + "'"
}

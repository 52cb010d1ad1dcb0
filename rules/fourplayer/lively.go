package fourplayer

import (
	"math/bits"

	"melee/internal/bitboard"
	"melee/rules"
)

// Captures appends the legal captures of men that are not grey, and the
// promotions, of the seat on turn: the moves of Moves that change what men there are.
func (p *Position) Captures(dst []rules.Move) []rules.Move {
	if p.end != ongoing {
		return dst
	}
	l := p.limit(p.turn & 3)
	if l.regicide || l.checks > 0 {
		return p.keepLively(p.Moves(dst), len(dst))
	}
	start := len(dst)
	dst = p.pawnCaptures(&l, dst)
	dst = p.pieceCaptures(&l, dst)
	if !l.pinned.Wide().Empty() {
		dst = p.keepSafe(&l, dst, start)
	}
	if p.passed != [4]cell{} {
		dst = p.passedCaptures(&l, dst)
	}
	for i, word := range tables.king[l.king].Wide().And(p.living(l.foes)).Words() {
		for ; word != 0; word &= word - 1 {
			to := cell(i<<6 | bits.TrailingZeros64(word))
			if p.attackers(to)&l.foes == 0 {
				dst = append(dst, p.move(l.king, to, rules.King))
			}
		}
	}
	return dst
}

// keepLively keeps of the moves from start on those that capture a man who is not grey, or promote.
func (p *Position) keepLively(moves []rules.Move, start int) []rules.Move {
	kept := start
	for _, m := range moves[start:] {
		if p.Lively(m) {
			moves[kept] = m
			kept++
		}
	}
	return moves[:kept]
}

// Lively reports whether a move of Moves captures a man that is not grey, or promotes.
func (p *Position) Lively(m rules.Move) bool {
	if m.Promotion() != rules.NoKind {
		return true
	}
	return m.Taken() != rules.NoKind && (m.Special() == rules.EnPassant || owners[p.men[tables.cell[m.To()]]] != 0)
}

// living returns the men of some seats that are not grey.
func (p *Position) living(seats uint8) (men bitboard.Wide) {
	for seat := range p.own {
		if seats>>seat&1 != 0 {
			men = men.Or(p.own[seat].Wide())
		}
	}
	return men
}

// pawnCaptures appends the pawns' captures of living men, and their promotions.
func (p *Position) pawnCaptures(l *limits, dst []rules.Move) []rules.Move {
	way := &pawnWays[l.seat&3]
	for i, word := range p.own[l.seat&3].Wide().And(p.pawns.Wide()).Words() {
		for ; word != 0; word &= word - 1 {
			from := cell(i<<6 | bits.TrailingZeros64(word))
			for _, step := range way.captures {
				to := from + step
				if owners[p.men[to]]&l.foes != 0 || p.men[to].IsGrey() && p.terms.promotes(l.seat, to) {
					dst = p.appendPawn(l.seat, from, to, rules.Plain, dst)
				}
			}
			if to := from + way.forward; p.men[to] == 0 && p.terms.promotes(l.seat, to) {
				dst = p.appendPawn(l.seat, from, to, rules.Plain, dst)
			}
		}
	}
	return dst
}

// pieceCaptures appends the captures of living men by knights, bishops, rooks and queens.
func (p *Position) pieceCaptures(l *limits, dst []rules.Move) []rules.Move {
	own, prey := p.own[l.seat&3].Wide(), p.living(l.foes)
	for i, word := range own.And(p.knights.Wide()).Words() {
		for ; word != 0; word &= word - 1 {
			from := cell(i<<6 | bits.TrailingZeros64(word))
			for j, set := range tables.knight[from].Wide().And(prey).Words() {
				for ; set != 0; set &= set - 1 {
					dst = append(dst, p.move(from, cell(j<<6|bits.TrailingZeros64(set)), rules.Knight))
				}
			}
		}
	}
	straight, diagonal := own.And(p.straight.Wide()).Words(), own.And(p.diagonal.Wide()).Words()
	for i := range 4 {
		for word := straight[i]; word != 0; word &= word - 1 {
			c := cell(i<<6 | bits.TrailingZeros64(word))
			rank, file, row, column := p.rankWord(c), p.fileWord(c), c>>4, c&15
			for _, to := range [4]cell{c&240 | above(rank, column), c&240 | below(rank, column), above(file, row)<<4 | column, below(file, row)<<4 | column} {
				if owners[p.men[to]]&l.foes != 0 {
					dst = append(dst, p.move(c, to, p.men[c].Kind()))
				}
			}
		}
		for word := diagonal[i]; word != 0; word &= word - 1 {
			c := cell(i<<6 | bits.TrailingZeros64(word))
			diag, anti, column := p.diagWord(c), p.antiWord(c), c&15
			for _, to := range [4]cell{c + 17*(above(diag, column)-column), c - 17*(column-below(diag, column)),
				c - 15*(above(anti, column)-column), c + 15*(column-below(anti, column))} {
				if owners[p.men[to]]&l.foes != 0 {
					dst = append(dst, p.move(c, to, p.men[c].Kind()))
				}
			}
		}
	}
	return dst
}

// Pass gives the turn to the next seat without a move, which no player may do:
// a search asks by it what a move is worth at least. The seat must not be in check.
func (p *Position) Pass() {
	p.passed[p.turn&3] = 0
	p.advance()
	p.judge(nil, nil)
}

// Loser returns in Teams a seat of the team that has lost (F27), NoSeat where none has.
func (p *Position) Loser() rules.Seat {
	switch p.end {
	case endMate, endResignation, endTimeOut:
		if p.terms.Teams {
			return p.loser
		}
	}
	return rules.NoSeat
}

// EachMan calls do for every man that is not grey.
func (p *Position) EachMan(do func(rules.Square, rules.Man)) {
	for seat := range p.own {
		each(p.own[seat], func(c cell) { do(tables.square[c], p.men[c]) })
	}
}

// PassedPawn returns where the pawn stands that has passed over a square (F7);
// the square must be one that an en-passant capture of Moves arrives on.
func (p *Position) PassedPawn(passed rules.Square) rules.Square {
	return tables.square[p.passedPawn(tables.cell[passed])]
}

// MayCheck reports whether a legal move, which is not en passant or castling, leaves a king attacked by
// the mover's own men that was not before; of those, it always reports true.
func (p *Position) MayCheck(m rules.Move) bool {
	if m.Special() >= rules.EnPassant {
		return true
	}
	seat := p.turn & 3
	from, to := tables.cell[m.From()], tables.cell[m.To()]
	kind := m.Kind()
	if m.Promotion() != rules.NoKind {
		kind = m.Promotion()
	}
	foes := p.opponents(seat)
	for other, king := range p.kings {
		if king == 0 || foes>>other&1 == 0 {
			continue
		}
		b := &tables.bearing[king]
		if p.strikes(kind, seat, from, to, king, b[to]) {
			return true
		}
		if h := heading(b[from] & headingOf); h-1 < southEast && p.blocker(king, h) == from && (b[to]^b[from])&headingOf != 0 {
			if s := sliding[p.men[p.blocker(from, h)]]; h <= south && s&15&^foes != 0 || h > south && s>>4&^foes != 0 {
				return true
			}
		}
	}
	return false
}

// strikes reports whether a man of a kind who goes from one cell to another attacks a king there.
func (p *Position) strikes(kind rules.Kind, seat rules.Seat, from, to, king cell, bearing uint8) bool {
	h := heading(bearing & headingOf)
	switch kind {
	case rules.Knight:
		return h == onKnight
	case rules.Pawn:
		way := &pawnWays[seat&3]
		return to+way.captures[0] == king || to+way.captures[1] == king
	case rules.King:
		return bearing&isAdjacent != 0
	case rules.Rook:
		if h > south {
			return false
		}
	case rules.Bishop:
		if h <= south {
			return false
		}
	}
	if h-1 >= southEast {
		return false
	}
	first := p.blocker(king, h)
	if first == from {
		first = p.blocker(from, h)
	}
	return first == to || nearer(king, to, first, h)
}

// nearer reports whether a lies nearer to a cell than b, both in the same direction from it.
func nearer(c, a, b cell, h heading) bool {
	if h&1 == 1 { // odd headings add
		return a-c < b-c
	}
	return c-a < c-b
}

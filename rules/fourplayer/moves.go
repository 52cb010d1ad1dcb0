package fourplayer

import (
	"math/bits"

	"melee/internal/bitboard"
	"melee/rules"
)

// Moves appends the legal moves of the seat on turn to dst, in no promised
// order; none when the game is over. A move that captures the king of an
// active player is among them where F8a allows it.
func (p *Position) Moves(dst []rules.Move) []rules.Move {
	if p.end != ongoing {
		return dst
	}
	return p.movesOf(p.turn&3, dst)
}

// movesOf appends the moves that would be legal if it were the seat's turn.
func (p *Position) movesOf(seat rules.Seat, dst []rules.Move) []rules.Move {
	l := p.limit(seat)
	own := p.own[seat&3].Wide()
	switch pinned := l.pinned.Wide(); {
	case l.regicide:
		start := len(dst)
		dst = p.keepSafe(&l, p.menMoves(&l, own, dst), start)
	case l.checks == 1:
		dst = p.evasions(l, own.Without(pinned), dst)
	case l.checks > 1:
	case pinned.Empty():
		dst = p.menMoves(&l, own, dst)
	default:
		dst = p.menMoves(&l, own.Without(pinned), dst)
		start := len(dst)
		dst = p.keepSafe(&l, p.menMoves(&l, pinned, dst), start)
	}
	if p.passed != [4]cell{} {
		dst = p.passedCaptures(&l, dst)
	}
	return p.kingMoves(&l, dst)
}

// evasions appends the moves of men that are not pinned and that end the only check.
func (p *Position) evasions(l limits, men bitboard.Wide, dst []rules.Move) []rules.Move {
	start := len(dst)
	block := l.block.Wide()
	l.friends = tables.arena.Wide().Without(block)
	dst = p.keepSafe(&l, p.pawnMoves(&l, men.And(p.pawns.Wide()).Words(), dst), start)
	dst = p.knightMoves(&l, men.And(p.knights.Wide()).Words(), dst)
	start = len(dst)
	var straight, diagonal bitboard.Bits256
	for i, word := range men.And(p.straight.Wide()).Words() {
		for ; word != 0; word &= word - 1 {
			if from := uint8(i<<6 | bits.TrailingZeros64(word)); !tables.cross[from].Wide().And(block).Empty() {
				straight.Set(from)
			}
		}
	}
	for i, word := range men.And(p.diagonal.Wide()).Words() {
		for ; word != 0; word &= word - 1 {
			if from := uint8(i<<6 | bits.TrailingZeros64(word)); !tables.saltire[from].Wide().And(block).Empty() {
				diagonal.Set(from)
			}
		}
	}
	dst = p.slides(&l, diagonal, northEast, p.slides(&l, straight, east, dst))
	return p.keepSafe(&l, dst, start)
}

// menMoves appends the moves of the given men, as they go, but of the king.
func (p *Position) menMoves(l *limits, men bitboard.Wide, dst []rules.Move) []rules.Move {
	dst = p.pawnMoves(l, men.And(p.pawns.Wide()).Words(), dst)
	dst = p.knightMoves(l, men.And(p.knights.Wide()).Words(), dst)
	dst = p.slides(l, men.And(p.straight.Wide()).Words(), east, dst)
	return p.slides(l, men.And(p.diagonal.Wide()).Words(), northEast, dst)
}

// move packs a move of another man than a pawn.
func (p *Position) move(from, to cell, kind rules.Kind) rules.Move {
	return rules.NewMove(tables.square[from], tables.square[to], kind, p.men[to].Kind(), rules.NoKind, rules.Plain)
}

func (p *Position) pawnMoves(l *limits, pawns bitboard.Bits256, dst []rules.Move) []rules.Move {
	way := &pawnWays[l.seat&3]
	y := p.prey(l.seat)
	for i, word := range pawns {
		for ; word != 0; word &= word - 1 {
			from := cell(i<<6 | bits.TrailingZeros64(word))
			if to := from + way.forward; p.men[to] == 0 {
				dst = p.appendPawn(l.seat, from, to, rules.Plain, dst)
				if two := to + way.forward; way.start.Has(uint8(from)) && p.men[two] == 0 {
					dst = p.appendPawn(l.seat, from, two, rules.Double, dst)
				}
			}
			for _, step := range way.captures {
				if y[p.men[from+step]] != 0 {
					dst = p.appendPawn(l.seat, from, from+step, rules.Plain, dst)
				}
			}
		}
	}
	return dst
}

// appendPawn appends a pawn's move; on the promotion line it becomes a queen
// (F5), in Teams what its player chooses (F27).
func (p *Position) appendPawn(seat rules.Seat, from, to cell, special rules.Special, dst []rules.Move) []rules.Move {
	taken := p.men[to].Kind()
	if special == rules.EnPassant {
		taken = rules.Pawn
	}
	m := rules.NewMove(tables.square[from], tables.square[to], rules.Pawn, taken, rules.NoKind, special)
	if !p.terms.promotes(seat, to) {
		return append(dst, m)
	}
	last := rules.Queen
	if p.terms.Teams {
		last = rules.Knight
	}
	for kind := rules.Queen; kind >= last; kind-- {
		dst = append(dst, rules.NewMove(m.From(), m.To(), rules.Pawn, taken, kind, special))
	}
	return dst
}

// passedCaptures appends the en-passant captures (F7).
func (p *Position) passedCaptures(l *limits, dst []rules.Move) []rules.Move {
	for owner, passed := range p.passed {
		if passed == 0 || l.foes>>owner&1 == 0 {
			continue
		}
		for _, step := range pawnWays[l.seat&3].captures {
			from := passed - step
			if p.men[from] == rules.NewMan(l.seat, rules.Pawn) && p.safeAfter(l.seat, from, passed, rules.EnPassant) {
				dst = p.appendPawn(l.seat, from, passed, rules.EnPassant, dst)
			}
		}
	}
	return dst
}

// mayTakePassed reports whether a seat has a legal en-passant capture of another's pawn (F7).
func (p *Position) mayTakePassed(seat, owner rules.Seat) bool {
	if p.opponents(seat)>>(owner&3)&1 == 0 {
		return false
	}
	passed := p.passed[owner&3]
	for _, step := range pawnWays[seat&3].captures {
		from := passed - step
		if p.men[from] == rules.NewMan(seat, rules.Pawn) && p.safeAfter(seat, from, passed, rules.EnPassant) {
			return true
		}
	}
	return false
}

func (p *Position) knightMoves(l *limits, knights bitboard.Bits256, dst []rules.Move) []rules.Move {
	for i, word := range knights {
		for ; word != 0; word &= word - 1 {
			from := cell(i<<6 | bits.TrailingZeros64(word))
			for j, set := range tables.knight[from].Wide().Without(l.friends).Words() {
				for ; set != 0; set &= set - 1 {
					dst = append(dst, p.move(from, cell(j<<6|bits.TrailingZeros64(set)), rules.Knight))
				}
			}
		}
	}
	return dst
}

// slides appends the moves of men in the four headings from first on.
func (p *Position) slides(l *limits, men bitboard.Bits256, first heading, dst []rules.Move) []rules.Move {
	y := p.prey(l.seat)
	for i, word := range men {
		for ; word != 0; word &= word - 1 {
			from := cell(i<<6 | bits.TrailingZeros64(word))
			kind := p.men[from].Kind()
			for h := first; h < first+4; h++ {
				step := steps[h&15]
				to := from + step
				for ; p.men[to] == 0; to += step {
					dst = append(dst, rules.NewMove(tables.square[from], tables.square[to], kind, rules.NoKind, rules.NoKind, rules.Plain))
				}
				if y[p.men[to]] != 0 {
					dst = append(dst, p.move(from, to, kind))
				}
			}
		}
	}
	return dst
}

func (p *Position) kingMoves(l *limits, dst []rules.Move) []rules.Move {
	for i, word := range tables.king[l.king].Wide().Without(l.friends).Words() {
		for ; word != 0; word &= word - 1 {
			to := cell(i<<6 | bits.TrailingZeros64(word))
			if l.regicide && p.isLiveKing(to) {
				if !p.safeAfter(l.seat, l.king, to, rules.Plain) {
					continue
				}
			} else if l.shadow.Has(uint8(to)) || p.attackers(to)&l.foes != 0 {
				continue
			}
			dst = append(dst, p.move(l.king, to, rules.King))
		}
	}
	if l.checks == 0 && p.castling>>l.seat&0x11 != 0 {
		for side := range 2 {
			if p.mayCastleNow(l.seat, side) {
				c := &castles[p.terms.array()][l.seat&3][side]
				dst = append(dst, rules.NewMove(tables.square[c.king], tables.square[c.kingTo()], rules.King, rules.NoKind, rules.NoKind, rules.Castle))
			}
		}
	}
	return dst
}

// mayCastleNow reports whether a seat that is not in check can castle: the
// right stands, nothing is between, and the king passes no attacked square (F6).
func (p *Position) mayCastleNow(seat rules.Seat, side int) bool {
	if p.castling>>(int(seat&3)+4*side)&1 == 0 {
		return false
	}
	c := &castles[p.terms.array()][seat&3][side]
	for i, at := 1, c.king+c.step; i < c.distance; i, at = i+1, at+c.step {
		if p.men[at] != 0 {
			return false
		}
	}
	foes := p.opponents(seat)
	return (p.attackers(c.rookTo())|p.attackers(c.kingTo()))&foes == 0
}

// canMove reports whether a seat would have a legal move if it were its turn.
func (p *Position) canMove(seat rules.Seat) bool {
	if p.Attackers(seat) == 0 && p.hasFreeMove(seat) {
		return true
	}
	var room [128]rules.Move
	return len(p.movesOf(seat&3, room[:0])) > 0
}

// hasFreeMove finds a move of a man who does not stand in a line with his king,
// which must not be attacked. There may be legal moves where it finds none.
func (p *Position) hasFreeMove(seat rules.Seat) bool {
	king := p.kings[seat&3]
	free := p.own[seat&3].Wide().Without(tables.cross[king].Wide()).Without(tables.saltire[king].Wide())
	pawns := free.And(p.pawns.Wide())
	var ahead bitboard.Wide
	switch seat & 3 {
	case 0:
		ahead = pawns.Up(16)
	case 1:
		ahead = pawns.Up(1)
	case 2:
		ahead = pawns.Down(16)
	default:
		ahead = pawns.Down(1)
	}
	if !ahead.Without(p.blocked.Wide()).Empty() {
		return true
	}
	friends := p.friends(seat)
	return anyStep(free.And(p.knights.Wide()), &tables.knight, friends) ||
		anyStep(free.And(p.straight.Wide()), &tables.beside, friends) ||
		anyStep(free.And(p.diagonal.Wide()), &tables.slanting, friends)
}

// anyStep reports whether one of the men can make one of the steps that the table holds by cell.
func anyStep(men bitboard.Wide, steps *[256]bitboard.Bits256, friends bitboard.Wide) bool {
	for i, word := range men.Words() {
		for ; word != 0; word &= word - 1 {
			if !steps[uint8(i<<6|bits.TrailingZeros64(word))].Wide().Without(friends).Empty() {
				return true
			}
		}
	}
	return false
}

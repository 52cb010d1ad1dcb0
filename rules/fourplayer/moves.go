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
	g := generator{p: p, seat: seat, dst: dst}
	g.survey()
	if g.checks < 2 || g.regicide {
		g.pawnMoves()
		g.knightMoves()
		g.slides(&p.straight, east)
		g.slides(&p.diagonal, northEast)
	}
	g.kingMoves()
	return g.dst
}

// A generator lists the legal moves of one seat.
type generator struct {
	p        *Position
	seat     rules.Seat
	dst      []rules.Move
	king     cell
	friends  bitboard.Wide    // cells the seat cannot capture on
	checks   int              // how many men attack the king
	block    bitboard.Bits256 // with one check: the cells that end it
	pinned   bitboard.Bits256 // own men that shield the king
	shadow   bitboard.Bits256 // cells behind the king, as seen from far attackers
	regicide bool             // an opponent's king can be captured (F8a)
	strict   bool             // some move needs a closer look than its man's way
}

// survey finds what limits the moves: checks, pins, and kings to capture.
func (g *generator) survey() {
	p := g.p
	g.king = p.kings[g.seat&3]
	g.friends = p.own[g.seat&3].Wide()
	g.regicide = p.canTakeKing(g.seat)
	foes := p.opponents(g.seat)
	far := p.cross(g.king).And(p.straight.Wide()).Or(p.saltire(g.king).And(p.diagonal.Wide())).Without(g.friends)
	bearing := &tables.bearing[g.king]
	for i, word := range far.Words() {
		for ; word != 0; word &= word - 1 {
			from := cell(i<<6 | bits.TrailingZeros64(word))
			if owners[p.men[from]]&foes == 0 {
				continue
			}
			h := heading(bearing[from] & headingOf)
			first := p.blocker(g.king, h)
			if first == from {
				g.addCheck(from, h)
			} else if owners[p.men[first]]&(1<<g.seat) != 0 && p.blocker(first, h) == from {
				g.pinned.Set(uint8(first))
			}
		}
	}
	if p.Attackers(g.seat) != 0 {
		g.nearChecks(foes)
	}
	g.strict = g.checks != 0 || g.regicide || g.pinned != bitboard.Bits256{}
}

func (p *Position) cross(c cell) bitboard.Wide   { return tables.cross[c].Wide() }
func (p *Position) saltire(c cell) bitboard.Wide { return tables.saltire[c].Wide() }

// addCheck notes an attack from afar.
func (g *generator) addCheck(from cell, h heading) {
	g.checks++
	for at := g.king; at != from; {
		at += steps[h]
		g.block.Set(uint8(at))
	}
	g.shadow.Set(uint8(g.king + steps[h.opposite()]))
}

// nearChecks finds the knights, pawns and kings that attack the king.
func (g *generator) nearChecks(foes uint8) {
	p := g.p
	near := func(from cell) {
		g.checks++
		g.block.Set(uint8(from))
	}
	each(tables.knight[g.king].Wide().And(p.knights.Wide()).Words(), func(from cell) {
		if owners[p.men[from]]&foes != 0 {
			near(from)
		}
	})
	for n, step := range guardSteps {
		if from := g.king + step; guarding[n][p.men[from]]&foes != 0 {
			near(from)
		}
	}
	for seat, from := range p.kings {
		if foes>>seat&1 != 0 && tables.bearing[g.king][from]&isAdjacent != 0 {
			near(from)
		}
	}
}

// canTakeKing reports whether a man of the seat attacks the king of an active opponent (F8a).
func (p *Position) canTakeKing(seat rules.Seat) bool {
	return p.attacked&(0x1111<<(seat&3)) != 0
}

// add appends a move if it leaves the own king safe.
func (g *generator) add(from, to cell, kind rules.Kind, special rules.Special) {
	taken := g.p.men[to]
	promotion := rules.NoKind
	if kind == rules.Pawn {
		if special == rules.EnPassant {
			taken = rules.Man(rules.Pawn)
		}
		if promotionLines[0][g.seat&3].Has(uint8(to)) {
			promotion = rules.Queen
		}
	}
	m := rules.NewMove(tables.square[from], tables.square[to], kind, taken.Kind(), promotion, special)
	if (g.strict || special == rules.EnPassant) && !g.safe(from, to, taken, special) {
		return
	}
	g.dst = append(g.dst, m)
}

// safe reports whether a move of another man than the king leaves the king safe (F8).
func (g *generator) safe(from, to cell, taken rules.Man, special rules.Special) bool {
	if special == rules.EnPassant || taken.Kind() == rules.King && owners[taken] != 0 {
		return g.p.safeAfter(g.seat, from, to, special)
	}
	if g.checks > 1 || g.checks == 1 && !g.block.Has(uint8(to)) {
		return false
	}
	if !g.pinned.Has(uint8(from)) {
		return true
	}
	b := &tables.bearing[g.king]
	return (b[from]^b[to])&headingOf == 0
}

// safeAfter reports whether the seat's king is safe once the men have moved,
// and once the men of a captured king have turned grey (F8a).
func (p *Position) safeAfter(seat rules.Seat, from, to cell, special rules.Special) bool {
	after := *p
	foes := p.opponents(seat)
	if special == rules.EnPassant {
		for owner, passed := range p.passed {
			if passed == to {
				after.lift(passed + pawnWays[owner].forward)
			}
		}
	} else if after.men[to] != 0 {
		if taken := after.lift(to); taken.Kind() == rules.King {
			foes &^= owners[taken]
		}
	}
	after.put(to, after.lift(from))
	return after.attackers(after.kings[seat&3])&foes == 0
}

func (g *generator) pawnMoves() {
	p := g.p
	way := &pawnWays[g.seat&3]
	own := p.own[g.seat&3].Wide().And(p.pawns.Wide()).Words()
	for i, word := range own {
		for ; word != 0; word &= word - 1 {
			from := cell(i<<6 | bits.TrailingZeros64(word))
			if to := from + way.forward; p.men[to] == 0 {
				g.add(from, to, rules.Pawn, rules.Plain)
				if two := to + way.forward; way.start.Has(uint8(from)) && p.men[two] == 0 {
					g.add(from, two, rules.Pawn, rules.Double)
				}
			}
			for _, step := range way.captures {
				g.pawnCapture(from, from+step)
			}
		}
	}
}

func (g *generator) pawnCapture(from, to cell) {
	p := g.p
	man := p.men[to]
	if man != 0 {
		if man != wall && owners[man]&(1<<g.seat) == 0 {
			g.add(from, to, rules.Pawn, rules.Plain)
		}
		return
	}
	for owner, passed := range p.passed {
		if passed == to && passed != 0 && p.opponents(g.seat)>>owner&1 != 0 {
			g.add(from, to, rules.Pawn, rules.EnPassant)
			return
		}
	}
}

// mayTakePassed reports whether a seat has a legal en-passant capture of another's pawn (F7).
func (p *Position) mayTakePassed(seat, owner rules.Seat) bool {
	if p.opponents(seat)>>(owner&3)&1 == 0 {
		return false
	}
	passed := p.passed[owner&3]
	for _, step := range pawnWays[seat&3].captures {
		from := passed - step
		man := p.men[from]
		if man.Kind() == rules.Pawn && owners[man] == 1<<(seat&3) && p.safeAfter(seat, from, passed, rules.EnPassant) {
			return true
		}
	}
	return false
}

func (g *generator) knightMoves() {
	own := g.p.own[g.seat&3].Wide().And(g.p.knights.Wide()).Words()
	for i, word := range own {
		for ; word != 0; word &= word - 1 {
			from := cell(i<<6 | bits.TrailingZeros64(word))
			targets := tables.knight[from].Wide().Without(g.friends).Words()
			for j, set := range targets {
				for ; set != 0; set &= set - 1 {
					g.add(from, cell(j<<6|bits.TrailingZeros64(set)), rules.Knight, rules.Plain)
				}
			}
		}
	}
}

// slides lists the moves of the men of a set in four headings from first on.
func (g *generator) slides(set *bitboard.Bits256, first heading) {
	p := g.p
	own := p.own[g.seat&3].Wide().And(set.Wide()).Words()
	for i, word := range own {
		for ; word != 0; word &= word - 1 {
			from := cell(i<<6 | bits.TrailingZeros64(word))
			kind := p.men[from].Kind()
			for h := first; h < first+4; h++ {
				step := steps[h]
				to := from + step
				for ; p.men[to] == 0; to += step {
					g.add(from, to, kind, rules.Plain)
				}
				if man := p.men[to]; man != wall && owners[man]&(1<<g.seat) == 0 {
					g.add(from, to, kind, rules.Plain)
				}
			}
		}
	}
}

func (g *generator) kingMoves() {
	p := g.p
	foes := p.opponents(g.seat)
	targets := tables.king[g.king].Wide().Without(g.friends).Words()
	for i, word := range targets {
		for ; word != 0; word &= word - 1 {
			to := cell(i<<6 | bits.TrailingZeros64(word))
			if man := p.men[to]; man.Kind() == rules.King && owners[man] != 0 {
				if !p.safeAfter(g.seat, g.king, to, rules.Plain) {
					continue
				}
			} else if g.shadow.Has(uint8(to)) || p.attackers(to)&foes != 0 {
				continue
			}
			g.dst = append(g.dst, rules.NewMove(tables.square[g.king], tables.square[to], rules.King, p.men[to].Kind(), rules.NoKind, rules.Plain))
		}
	}
	if g.checks == 0 && p.castling>>g.seat&0x11 != 0 {
		for side := range 2 {
			if c := &castles[p.terms.array()][g.seat&3][side]; p.mayCastleNow(g.seat, side) {
				g.dst = append(g.dst, rules.NewMove(tables.square[c.king], tables.square[c.kingTo()], rules.King, rules.NoKind, rules.NoKind, rules.Castle))
			}
		}
	}
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
	return p.attackers(c.rookTo())&foes == 0 && p.attackers(c.kingTo())&foes == 0
}

// canMove reports whether a seat would have a legal move if it were its turn.
func (p *Position) canMove(seat rules.Seat) bool {
	if p.Attackers(seat) == 0 && p.hasFreeMove(seat) {
		return true
	}
	var room [64]rules.Move
	return len(p.movesOf(seat&3, room[:0])) > 0
}

// hasFreeMove finds a move of a pawn or knight that does not stand in a line
// with its king, which must not be attacked.
func (p *Position) hasFreeMove(seat rules.Seat) bool {
	king := p.kings[seat&3]
	own := p.own[seat&3].Wide()
	free := own.Without(tables.cross[king].Wide()).Without(tables.saltire[king].Wide())
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
	for i, word := range free.And(p.knights.Wide()).Words() {
		for ; word != 0; word &= word - 1 {
			if !tables.knight[i<<6|bits.TrailingZeros64(word)].Wide().Without(own).Empty() {
				return true
			}
		}
	}
	return false
}

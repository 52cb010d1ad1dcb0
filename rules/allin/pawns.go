package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

const lastRanks = bitboard.Rank164 | bitboard.Rank864

// promotions are the kinds a pawn may become (A3).
var promotions = [...]rules.Kind{rules.Queen, rules.Rook, rules.Bishop, rules.Knight}

// pawns goes through the moves of a colour's pawns, those without a
// restriction of their own all at once.
func (w *walk) pawns(dst []rules.Move, colour rules.Seat, pawns, answers Set) []rules.Move {
	allowed := w.wantedByPawns
	if colour == w.them {
		// From these squares such a pawn attacks the king; on them he never promotes. The king is not taken (A5).
		allowed &^= bitboard.Pawn64[w.us][w.king&63] | bitboard.One64(uint8(w.king))
	}
	dst = w.steps(dst, colour, pawns&^w.special, allowed&answers)
	for rest := pawns & w.special; rest != 0; rest &= rest - 1 {
		s := rest.First()
		dst = w.steps(dst, colour, bitboard.One64(s), allowed&w.restriction(s))
	}
	return dst
}

// steps goes through the moves of some pawns of a colour that end on allowed squares.
func (w *walk) steps(dst []rules.Move, colour rules.Seat, pawns, allowed Set) []rules.Move {
	free := ^w.occ
	west, east := pawns&^bitboard.FileA64, pawns&^bitboard.FileH64
	if colour == White {
		foes := w.p.black
		one := pawns << 8 & free
		dst = w.addPawns(dst, one&allowed, 8, rules.Plain)
		dst = w.addPawns(dst, one<<8&free&(bitboard.Rank164<<24)&allowed, 16, rules.Double)
		dst = w.addPawns(dst, west<<7&foes&allowed, 7, rules.Plain)
		return w.addPawns(dst, east<<9&foes&allowed, 9, rules.Plain)
	}
	foes := w.occ &^ w.p.black
	one := pawns >> 8 & free
	dst = w.addPawns(dst, one&allowed, -8, rules.Plain)
	dst = w.addPawns(dst, one>>8&free&(bitboard.Rank164<<32)&allowed, -16, rules.Double)
	dst = w.addPawns(dst, west>>9&foes&allowed, -9, rules.Plain)
	return w.addPawns(dst, east>>7&foes&allowed, -7, rules.Plain)
}

// addPawns takes in the moves of pawns that have all come the same way.
func (w *walk) addPawns(dst []rules.Move, to Set, step int, special rules.Special) []rules.Move {
	if last := to & lastRanks; last != 0 {
		dst = w.addPromotions(dst, last, step)
		to &^= lastRanks
	}
	if !w.listing {
		w.count += to.Count()
		return dst
	}
	if w.aim != nil {
		to = w.aim.checkingPawns(to, step)
	}
	for ; to != 0; to &= to - 1 {
		s := rules.Square(to.First())
		dst = append(dst, rules.NewMove(s-rules.Square(step), s, rules.Pawn, w.p.kind(s), rules.NoKind, special))
	}
	return dst
}

func (w *walk) addPromotions(dst []rules.Move, to Set, step int) []rules.Move {
	for ; to != 0; to &= to - 1 {
		s := rules.Square(to.First())
		from := s - rules.Square(step)
		theirs := w.theirs.Has(uint8(from))
		for _, kind := range promotions {
			if theirs && attacks(kind, s, w.occ&^bitboard.One64(uint8(from))).Has(uint8(w.king)) {
				continue
			}
			if w.aim != nil && !w.aim.checkingPromotion(from, s, kind, w.occ) {
				continue
			}
			w.count++
			if w.listing {
				dst = append(dst, rules.NewMove(from, s, rules.Pawn, w.p.kind(s), kind, rules.Plain))
			}
		}
	}
	return dst
}

// attacks returns what a man who is no pawn attacks from s.
func attacks(kind rules.Kind, s rules.Square, occ Set) Set {
	i := uint8(s) & 63
	switch kind {
	case rules.Knight:
		return bitboard.Knight64[i]
	case rules.Bishop:
		return bitboard.Bishop64(i, occ)
	case rules.Rook:
		return bitboard.Rook64(i, occ)
	case rules.Queen:
		return bitboard.Bishop64(i, occ) | bitboard.Rook64(i, occ)
	}
	return bitboard.King64[i]
}

// enPassant goes through the captures in passing (A7), of which there are at most two.
func (w *walk) enPassant(dst []rules.Move) []rules.Move {
	if !w.wantedByPawns.Has(uint8(w.p.passed)) {
		return dst
	}
	passers := w.p.passers() &^ w.still
	if w.one != 0 {
		passers &= w.one
	}
	for rest := passers; rest != 0; rest &= rest - 1 {
		m := rules.NewMove(rules.Square(rest.First()), w.p.passed, rules.Pawn, rules.Pawn, rules.NoKind, rules.EnPassant)
		if w.aim != nil && !w.p.checks(m) {
			continue
		}
		w.count++
		if w.listing {
			dst = append(dst, m)
		}
	}
	return dst
}

// canTakeInPassing reports whether some capture on the passed square is legal.
func (p *Position) canTakeInPassing() bool { return p.passers() != 0 }

// passers returns the pawns that may legally capture on the passed square,
// whoever's they are: a black pawn has passed a square of the sixth rank, a white one one of the third.
func (p *Position) passers() Set {
	taker := White
	if p.passed < 32 {
		taker = Black
	}
	switch p.code.game() {
	case OpponentsMen:
		if taker == p.turn {
			return 0
		}
	case OwnMen:
		if taker != p.turn {
			return 0
		}
	}
	able := bitboard.Pawn64[taker^1][p.passed&63] & p.Side(taker) & p.Men(rules.Pawn)
	var legal Set
	for rest := able; rest != 0; rest &= rest - 1 {
		s := rest.First()
		if rules.Square(s) != p.barred && p.safeInPassing(rules.Square(s), taker) {
			legal |= bitboard.One64(s)
		}
	}
	return legal
}

// safeInPassing reports whether the king of the side to move is not attacked
// after the capture in passing from a square.
func (p *Position) safeInPassing(from rules.Square, taker rules.Seat) bool {
	to, victim := bitboard.One64(uint8(p.passed)), bitboard.One64(uint8(p.passed^8))
	them := p.turn ^ 1
	king := uint8(p.kings[p.turn&1]) & 63
	if taker == them && bitboard.Pawn64[p.turn&1][king]&to != 0 {
		return false
	}
	gone := bitboard.One64(uint8(from)) | victim
	return p.attackers(rules.Square(king), them, p.Side(them)&^gone, p.Occupied()&^gone|to) == 0
}

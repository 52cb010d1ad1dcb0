package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// castlings are the four castlings (A8): the squares of king and rook, the
// king's way and what must be empty.
var castlings = [4]struct {
	right      Castling
	colour     rules.Seat
	king, rook rules.Square
	over, to   rules.Square
	empty      Set
}{
	{WhiteShort, White, 4, 7, 5, 6, 0x60},
	{WhiteLong, White, 4, 0, 3, 2, 0x0e},
	{BlackShort, Black, 60, 63, 61, 62, 0x60 << 56},
	{BlackLong, Black, 60, 56, 59, 58, 0x0e << 56},
}

// rookOf returns the squares between which the rook moves when a king castles to a square.
func rookOf(king rules.Square) (from, to rules.Square) {
	if king&7 == 6 {
		return king + 1, king - 1
	}
	return king - 2, king + 1
}

// castle goes through the castlings of both kings.
func (w *walk) castle(dst []rules.Move) []rules.Move {
	p := w.p
	for i := range castlings {
		c := &castlings[i]
		if p.rights&c.right == 0 || w.occ&c.empty != 0 || c.king == p.barred ||
			!w.wanted.Has(uint8(c.to)) || w.still.Has(uint8(c.king)) ||
			w.one != 0 && !w.one.Has(uint8(c.king)) {
			continue
		}
		if c.colour == w.us && !w.mayCastle(c.over, c.to) || c.colour == w.them && !w.mayCastleThem(i) {
			continue
		}
		m := rules.NewMove(c.king, c.to, rules.King, rules.NoKind, rules.NoKind, rules.Castle)
		if w.aim != nil && !p.checks(m) {
			continue
		}
		w.count++
		if w.listing {
			dst = append(dst, m)
		}
	}
	return dst
}

// mayCastle judges the own king's way: he may not stand, pass or arrive under attack.
func (w *walk) mayCastle(over, to rules.Square) bool {
	if w.p.code.game() == OpponentsMen {
		return false
	}
	return w.checkers == 0 && w.reach&(bitboard.One64(uint8(over))|bitboard.One64(uint8(to))) == 0
}

// mayCastleThem judges the castling of the opponent's king: he may arrive under attack
// (A8), and never stands so when a turn begins (A5). Neither he nor
// his rook may attack our king, and no line may open to it (A4).
func (w *walk) mayCastleThem(i int) bool {
	p, c := w.p, &castlings[i]
	if p.attackers(c.over, w.us, w.ours, w.occ) != 0 {
		return false
	}
	_, rookTo := rookOf(c.to)
	gone := bitboard.One64(uint8(c.king)) | bitboard.One64(uint8(c.rook))
	occ := w.occ&^gone | bitboard.One64(uint8(c.to)) | bitboard.One64(uint8(rookTo))
	k := uint8(w.king)
	return !bitboard.King64[c.to&63].Has(k) && !bitboard.Rook64(uint8(rookTo), occ).Has(k) &&
		p.attackers(w.king, w.them, w.theirs&^gone, occ) == 0
}

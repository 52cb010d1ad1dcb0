package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// kept holds by square the castling rights that survive when a man leaves the
// square or arrives on it (A8).
var kept = func() (t [256]Castling) {
	for s := range t {
		t[s] = 15
	}
	for _, c := range castlings {
		t[c.king] &^= c.right
		t[c.rook] &^= c.right
	}
	return t
}()

// Apply plays m, which must be a move that Moves gives for this very position.
func (p *Position) Apply(m rules.Move) { p.apply(m, p.turn^1) }

// KeyAfter returns the key that the position would have after Apply of a legal move and Unbound. It
// reports false, having found nothing, where rights come in.
func (p *Position) KeyAfter(m rules.Move) (key uint64, ok bool) {
	if p.rights != 0 || m.Special() != rules.Plain {
		return 0, false
	}
	from, to, kind := m.From(), m.To(), m.Kind()
	colour := p.colour(from)
	key = p.key ^ keys.passed[p.passed] ^ keys.backFrom[p.backFrom] ^ keys.backTo[p.backTo] ^ keys.barred[p.barred] ^ keys.turn
	key ^= manKey(colour, kind, from)
	if taken := m.Taken(); taken != rules.NoKind {
		key ^= manKey(colour^1, taken, to)
	}
	if promotion := m.Promotion(); promotion != rules.NoKind {
		kind = promotion
	}
	return key ^ manKey(colour, kind, to), true
}

// Play plays a move if it is legal; otherwise the position stays and the error says why.
func (p *Position) Play(m rules.Move) error {
	if !p.IsLegal(m) {
		return p.refusal(m)
	}
	p.Apply(m)
	return nil
}

// PlayOn plays m, which must come from Moves, and leaves the turn with the
// player, as in series play of problems: A6 then forbids him to take back his own
// ply. It reports false, and leaves p useless, if the opponent's king now stands
// attacked, so that the player could not go on.
func (p *Position) PlayOn(m rules.Move) bool {
	checked := p.InCheck()
	p.apply(m, p.turn)
	if p.Checked(p.turn ^ 1) {
		return false
	}
	if checked {
		// Taking the ply back would leave the player in check: nothing is left to forbid.
		p.setBack(rules.NoSquare, rules.NoSquare)
	}
	return true
}

// Pass gives the turn to the opponent without a move, for null-move search.
// The side to move must not be in check.
func (p *Position) Pass() {
	p.setBack(rules.NoSquare, rules.NoSquare)
	p.key ^= keys.barred[p.barred] ^ keys.passed[p.passed] ^ keys.turn
	p.barred, p.passed, p.takeable = rules.NoSquare, rules.NoSquare, false
	p.turn ^= 1
	p.quiet++
}

func (p *Position) setBack(from, to rules.Square) {
	p.key ^= keys.backFrom[p.backFrom] ^ keys.backTo[p.backTo] ^ keys.backFrom[from] ^ keys.backTo[to]
	p.backFrom, p.backTo = from, to
}

// apply plays m and gives the turn to next.
func (p *Position) apply(m rules.Move, next rules.Seat) {
	from, to, kind, special := m.From(), m.To(), m.Kind(), m.Special()
	colour := p.colour(from)
	hadPassed := p.passed != rules.NoSquare
	key := p.key ^ keys.rights[p.rights&15] ^ keys.passed[p.passed] ^
		keys.backFrom[p.backFrom] ^ keys.backTo[p.backTo] ^ keys.barred[p.barred]
	p.passed, p.takeable = rules.NoSquare, false
	p.backFrom, p.backTo, p.barred = rules.NoSquare, rules.NoSquare, rules.NoSquare

	if taken := m.Taken(); taken != rules.NoKind {
		at := to
		if special == rules.EnPassant {
			at ^= 8
		}
		p.clear(at)
		key ^= manKey(colour^1, taken, at)
	}
	p.move(from, to, kind, colour)
	key ^= manKey(colour, kind, from) ^ manKey(colour, kind, to)
	if promotion := m.Promotion(); promotion != rules.NoKind {
		p.change(to, kind, promotion)
		key ^= manKey(colour, kind, to) ^ manKey(colour, promotion, to)
	}
	if kind == rules.King {
		p.kings[colour&1] = to
		if special == rules.Castle {
			rookFrom, rookTo := rookOf(to)
			p.move(rookFrom, rookTo, rules.Rook, colour)
			key ^= manKey(colour, rules.Rook, rookFrom) ^ manKey(colour, rules.Rook, rookTo)
		}
	}

	p.quiet++
	if m.IsProgress() {
		p.quiet = 0
	}
	p.number += uint32(p.turn)
	rights := p.rights & kept[from] & kept[to]
	// Only such a ply can be undone by moving the same man back (A6); castling always takes a right.
	undoable := rights == p.rights && !hadPassed && !m.IsProgress()
	p.rights = rights
	if next != p.turn {
		key ^= keys.turn
	}
	p.turn = next
	switch p.code.game() {
	case NoReturn:
		if undoable {
			// By A4 the opponent's king was not attacked before the ply: the return would be legal.
			p.backFrom, p.backTo = to, from
			key ^= keys.backFrom[to] ^ keys.backTo[from]
		}
	case NoSecondMove:
		p.barred = to
		key ^= keys.barred[to]
	}
	if special == rules.Double {
		p.pass((from+to)/2, to, colour)
	}
	p.key = key ^ keys.rights[rights&15] ^ keys.passed[p.passed]
}

// pass notes the double step of a pawn to a square if it gives a right (A7, A6).
func (p *Position) pass(over, to rules.Square, colour rules.Seat) {
	beside := bitboard.Pawn64[colour&1][over&63] & p.Side(colour^1) & p.Men(rules.Pawn)
	if beside == 0 {
		return
	}
	p.passed = over
	p.takeable = p.canTakeInPassing()
	if !p.takeable && p.code&Nominal == 0 {
		p.passed = rules.NoSquare
	}
}

// clear takes the man off a square.
func (p *Position) clear(s rules.Square) {
	gone := ^bitboard.One64(uint8(s))
	p.planes[0] &= gone
	p.planes[1] &= gone
	p.planes[2] &= gone
	p.black &= gone
}

// move moves a man to an empty square; change gives the man on s another kind.
func (p *Position) move(from, to rules.Square, kind rules.Kind, colour rules.Seat) {
	both := bitboard.One64(uint8(from)) | bitboard.One64(uint8(to))
	p.flip(both, kind)
	p.black ^= both & -Set(colour&1)
}

func (p *Position) change(s rules.Square, was, is rules.Kind) {
	p.flip(bitboard.One64(uint8(s)), was^is)
}

func (p *Position) flip(squares Set, kind rules.Kind) {
	p.planes[0] ^= squares & -Set(kind&1)
	p.planes[1] ^= squares & -Set(kind>>1&1)
	p.planes[2] ^= squares & -Set(kind>>2&1)
}

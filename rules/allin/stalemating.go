package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// StalemateCandidates appends moves among which are all that stalemate to dst.
//
// In all-in every man must be stuck, so nearly every move leaves some man free who stands on no line
// with the king that is to be stalemated: he cannot be pinned, and has two ways to go, of which
// one move can close only one.
func (p *Position) StalemateCandidates(dst []rules.Move) []rules.Move {
	free := p.freeMen()
	k := p.kings[p.turn&1^1]
	if free.Count() > 2 && p.rights == 0 {
		return p.kingSteps(dst)
	}
	first := len(dst)
	dst = p.Moves(dst)
	kept := dst[:first]
	for _, m := range dst[first:] {
		gone := bitboard.One64(uint8(m.From())) | bitboard.One64(uint8(m.To()))
		if m.Special() == rules.EnPassant {
			gone |= bitboard.One64(uint8(m.To() ^ 8))
		}
		if m.From() == k || m.Special() == rules.Castle || free&^gone == 0 {
			kept = append(kept, m)
		}
	}
	return kept
}

// kingSteps appends the moves of the opponent's king by which he does not come under attack to dst.
func (p *Position) kingSteps(dst []rules.Move) []rules.Move {
	game := p.code.game()
	k := p.kings[p.turn&1^1]
	if game == OwnMen || k == p.barred {
		return dst
	}
	us, occ := p.turn, p.Occupied()&^bitboard.One64(uint8(k))
	ours := p.Side(us)
	var quiet Set
	for to := bitboard.King64[k&63] &^ p.Side(us^1); to != 0; to &= to - 1 {
		s := to.First()
		one := bitboard.One64(s)
		if p.attackers(rules.Square(s), us, ours&^one, occ) == 0 {
			quiet |= one
		}
	}
	if quiet == 0 {
		return dst
	}
	w := walk{p: p, wanted: quiet, wantedByPawns: quiet, listing: true, one: bitboard.One64(uint8(k))}
	w.look()
	return w.side(dst, w.them)
}

// freeMen returns men whom the opponent could move after any move of the side to move that
// neither moves or takes them nor moves the opponent's king; he may be able to move others too.
func (p *Position) freeMen() (free Set) {
	us := p.turn & 1
	k := uint8(p.kings[us^1]) & 63
	occ := p.Occupied()
	ours, theirs := p.Side(us), p.Side(us^1)
	lines := bitboard.Diagonals64(k) | bitboard.Straights64(k)
	kings := p.Men(rules.King)
	men := occ
	switch p.code.game() {
	case OpponentsMen:
		men = ours
	case OwnMen:
		men = theirs
	}
	pawns := p.Men(rules.Pawn)
	for rest := men &^ (lines | kings | pawns); rest != 0; rest &= rest - 1 {
		s := rest.First()
		own, attack := theirs, Set(0)
		if ours.Has(s) {
			own, attack = ours, lines // from where he might attack the king
		}
		var steps Set
		switch p.kind(rules.Square(s)) {
		case rules.Knight:
			steps = bitboard.Knight64[s&63] &^ bitboard.Knight64[k]
			attack = 0
		case rules.Bishop:
			steps = bitboard.King64[s&63] & bitboard.Diagonals64(s)
		case rules.Rook:
			steps = bitboard.King64[s&63] & bitboard.Straights64(s)
		default:
			steps = bitboard.King64[s&63]
		}
		if (steps &^ (own | kings | attack)).Many() {
			free |= bitboard.One64(s)
		}
	}
	return free
}

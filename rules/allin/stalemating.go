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
	f := p.freedom()
	free := f.men(p)
	first := len(dst)
	if p.rights != 0 {
		dst = p.Moves(dst)
	} else if dst = p.disturbing(dst, free, f.king); free.Count() > 2 {
		return dst
	}
	kept := dst[:first]
	for _, m := range dst[first:] {
		gone := bitboard.One64(uint8(m.From())) | bitboard.One64(uint8(m.To()))
		if m.Special() == rules.EnPassant {
			gone |= bitboard.One64(uint8(m.To() ^ 8))
		}
		if uint8(m.From()) == f.king || m.Special() == rules.Castle || free&^gone == 0 && !f.goesOn(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// disturbing appends the moves that leave none of the free men as they are, and some others, to dst. Nobody may castle.
func (p *Position) disturbing(dst []rules.Move, free Set, king uint8) []rules.Move {
	one := free & -free
	switch other := free & (free - 1); free.Count() {
	case 0:
		return p.Moves(dst)
	case 1:
		byHim := walk{p: p, wanted: everywhere, wantedByPawns: everywhere, listing: true, one: one}
		dst = byHim.all(dst)
		ofHim := walk{p: p, wanted: one, wantedByPawns: one, listing: true, still: bitboard.One64(king)}
		dst = ofHim.all(dst)
	case 2:
		first := walk{p: p, wanted: other, wantedByPawns: other, listing: true, one: one}
		dst = first.all(dst)
		second := walk{p: p, wanted: one, wantedByPawns: one, listing: true, one: other}
		dst = second.all(dst)
	}
	return p.kingSteps(dst)
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

// A freedom tells which men the opponent could move, whatever has happened on the lines to his king.
type freedom struct {
	king                uint8 // the opponent's
	lines, kings        Set
	ours, theirs        Set
	movesOurs, movesOwn bool // which men the opponent may move
	again               bool // and even the man that we have just moved
}

func (p *Position) freedom() freedom {
	us, game := p.turn&1, p.code.game()
	k := uint8(p.kings[us^1]) & 63
	return freedom{
		king: k, lines: bitboard.Diagonals64(k) | bitboard.Straights64(k), kings: p.Men(rules.King),
		ours: p.Side(us), theirs: p.Side(us ^ 1),
		movesOurs: game != OwnMen, movesOwn: game != OpponentsMen, again: game != NoSecondMove,
	}
}

// men returns men whom the opponent could move after any move of the side to move that
// neither moves or takes them nor moves the opponent's king; he may be able to move others too.
func (f *freedom) men(p *Position) (free Set) {
	var men Set
	if f.movesOurs {
		men |= f.ours
	}
	if f.movesOwn {
		men |= f.theirs
	}
	for rest := men &^ (f.lines | f.kings | p.Men(rules.Pawn)); rest != 0; rest &= rest - 1 {
		s := rest.First()
		if f.ways(p.kind(rules.Square(s)), s, f.ours.Has(s)).Many() {
			free |= bitboard.One64(s)
		}
	}
	return free
}

// ways returns first steps of a man on a square off the lines, as if those of his colour stood where they stand now.
func (f *freedom) ways(kind rules.Kind, s uint8, ours bool) Set {
	own, attack := f.theirs, Set(0)
	if ours {
		own, attack = f.ours, f.lines // from where he might attack the king
	}
	steps := bitboard.King64[s&63]
	switch kind {
	case rules.Knight:
		steps = bitboard.Knight64[s&63] &^ bitboard.Knight64[f.king&63]
		attack = 0
	case rules.Bishop:
		steps &= bitboard.Diagonals64(s)
	case rules.Rook:
		steps &= bitboard.Straights64(s)
	}
	return steps &^ (own | f.kings | attack)
}

// goesOn reports whether the opponent could move on the man who has moved by m, which is neither castling nor a move of his king.
func (f *freedom) goesOn(m rules.Move) bool {
	kind, to := m.Kind(), uint8(m.To())
	ours := f.ours.Has(uint8(m.From()))
	if !f.again || ours && !f.movesOurs || !ours && !f.movesOwn || f.lines.Has(to) {
		return false
	}
	if promoted := m.Promotion(); promoted != rules.NoKind {
		kind = promoted
	}
	if kind == rules.Pawn || kind == rules.King {
		return false
	}
	// Not back, which A6 may forbid; his square counts as his colour's own.
	return f.ways(kind, to, ours) != 0
}

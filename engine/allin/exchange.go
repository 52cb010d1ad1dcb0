package allin

import (
	"melee/engine/search"
	"melee/internal/bitboard"
	"melee/rules"
	"melee/rules/allin"
)

// worth is what a man counts in exchanges, in hundredths of a pawn.
var worth = [8]search.Score{rules.Pawn: 100, rules.Knight: 300, rules.Bishop: 310, rules.Rook: 450, rules.Queen: 850, rules.King: 5000}

// exchange returns what a capture by the mover's own man wins when both colours go
// on capturing on its square, the least man first, as long as it pays.
func exchange(p *allin.Position, m rules.Move) search.Score {
	var gains [32]search.Score
	to := m.To()
	occ := p.Occupied() &^ bitboard.One64(uint8(m.From()))
	if m.Special() == rules.EnPassant {
		occ &^= bitboard.One64(uint8(to) ^ 8)
	}
	gains[0] = worth[m.Taken()]
	standing := worth[m.Kind()]
	side := p.Turn() ^ 1
	n := 0
	for n < len(gains)-1 {
		kind, from := least(p, p.Attackers(to, side, occ)&occ)
		if kind == rules.NoKind {
			break
		}
		if kind == rules.King && p.Attackers(to, side^1, occ)&occ != 0 {
			break // a king does not capture what is covered
		}
		n++
		gains[n] = standing - gains[n-1]
		standing = worth[kind]
		occ &^= bitboard.One64(from)
		side ^= 1
	}
	return search.Exchanged(gains[:n+1])
}

// least returns the kind and square of the least man of a set, NoKind if it is empty.
func least(p *allin.Position, men set) (rules.Kind, uint8) {
	if men == 0 {
		return rules.NoKind, 0
	}
	for kind := rules.Pawn; kind < rules.King; kind++ {
		if of := men & p.Men(kind); of != 0 {
			return kind, of.First()
		}
	}
	return rules.King, men.First()
}

package mcx4

import (
	"melee/engine/search"
	"melee/internal/bitboard"
	"melee/rules"
	"melee/rules/mcx4"
)

// worth is what a man counts in exchanges, in hundredths of a pawn.
var worth = [8]search.Score{rules.Pawn: 100, rules.Knight: 300, rules.Bishop: 320, rules.Rook: 500, rules.Queen: 900, rules.King: 5000}

// exchange returns what a capture wins when the camps go on capturing on its
// square, each slot with the least man of its own clan, as long as it pays. A
// clan that has none to capture with ends it, though its ally might: the slot is not his (M5).
func exchange(p *mcx4.Position, m rules.Move) search.Score {
	var gains [40]search.Score
	to, slot := m.To(), p.Slot()
	men := p.Occupied().Without(bitboard.Single(uint8(m.From())))
	gains[0] = worth[m.Taken()]
	standing := worth[m.Kind()]
	n := 0
	for n < len(gains)-1 {
		slot = (slot + 1) & 3
		camp := rules.Side(slot & 1)
		takers := p.Attackers(to, camp, men).And(men)
		if p.Lives(rules.Seat(camp)) && p.Lives(rules.Seat(camp)+2) {
			if slot < 2 {
				takers = takers.And(p.QueensMen())
			} else {
				takers = takers.Without(p.QueensMen())
			}
		}
		kind, from := least(p, takers)
		if kind == rules.NoKind || kind == rules.King && !p.Attackers(to, camp^1, men).And(men).Empty() {
			break // a king does not capture what is covered
		}
		n++
		gains[n] = standing - gains[n-1]
		standing = worth[kind]
		men = men.Without(bitboard.Single(from))
	}
	return search.Exchanged(gains[:n+1])
}

// least returns the kind and square of the least man of a set, NoKind if it is empty.
func least(p *mcx4.Position, men set) (rules.Kind, uint8) {
	if men.Empty() {
		return rules.NoKind, 0
	}
	for kind := rules.Pawn; kind < rules.King; kind++ {
		if of := men.And(p.Set(kind)); !of.Empty() {
			return kind, of.First()
		}
	}
	return rules.King, men.First()
}

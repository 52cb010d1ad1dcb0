package allin

import (
	"melee/engine/search"
	"melee/internal/bitboard"
	"melee/rules"
	"melee/rules/allin"
)

// The features of a position. Each is counted for White and against Black.
const (
	menFrom      = 0  // pawns, knights, bishops, rooks, queens
	advanceFrom  = 5  // pawns that have gone one to five steps
	nearKingFrom = 10 // squares about the enemy's king that pawns, knights, bishops, rooks, queens attack
	mobilityFrom = 15 // squares that knights, bishops, rooks, queens reach
	flight       = 19 // squares to which the king could step
	shield       = 20 // men of his own about the king
	screens      = 21 // men that alone stand between a slider and the enemy's king
	centre       = 22 // how near the king is to the middle
	loose        = 23 // men that are attacked and not covered
	turn         = 24 // being to move
	features     = 25
)

// A vector holds the features of a position as White sees them.
type vector [features]int16

type set = bitboard.Bits64

// look finds the features of a position. Men count for their colour, whoever
// may move them: they capture and check for it.
func look(p *allin.Position) (v vector) {
	occ := p.Occupied()
	white, black := v.men(p, allin.White, occ, 1), v.men(p, allin.Black, occ, -1)
	v.king(p, allin.White, white, black, 1)
	v.king(p, allin.Black, black, white, -1)
	v[turn] = 1
	if p.Turn() == allin.Black {
		v[turn] = -1
	}
	return v
}

// men adds the features of a colour's men and returns what they attack.
func (v *vector) men(p *allin.Position, colour rules.Seat, occ set, sign int16) (attacked set) {
	men, enemy := p.Side(colour), uint8(p.King(colour^1))
	zone := bitboard.King64[enemy&63] | bitboard.One64(enemy)
	pawns := men & p.Men(rules.Pawn)
	v[menFrom] += sign * int16(pawns.Count())
	for rest := pawns; rest != 0; rest &= rest - 1 {
		rank := int(rest.First() >> 3)
		if colour == allin.Black {
			rank = 7 - rank
		}
		if rank > 1 {
			v[advanceFrom+rank-2] += sign
		}
	}
	attacked = pawnAttacks(colour, pawns)
	v[nearKingFrom] += sign * int16((attacked & zone).Count())
	for kind := rules.Knight; kind <= rules.Queen; kind++ {
		n := int(kind - rules.Pawn)
		for rest := men & p.Men(kind); rest != 0; rest &= rest - 1 {
			reach := reachOf(kind, rest.First(), occ)
			attacked |= reach
			v[menFrom+n] += sign
			v[nearKingFrom+n] += sign * int16((reach & zone).Count())
			v[mobilityFrom+n-1] += sign * int16((reach &^ men).Count())
		}
	}
	v[screens] += sign * int16(screensOf(p, men, enemy, occ))
	return attacked | bitboard.King64[p.King(colour)&63]
}

// king adds what a colour's king and loose men are worth, given what both colours attack.
func (v *vector) king(p *allin.Position, colour rules.Seat, covered, attacked set, sign int16) {
	men, king := p.Side(colour), uint8(p.King(colour))
	about := bitboard.King64[king&63]
	v[shield] += sign * int16((about & men).Count())
	v[flight] += sign * int16((about &^ men &^ attacked).Count())
	file, rank := int16(king&7), int16(king>>3)
	v[centre] += sign * (min(file, 7-file) + min(rank, 7-rank))
	v[loose] += sign * int16((men & attacked &^ covered &^ bitboard.One64(king)).Count())
}

// screensOf counts the men that alone stand between sliders of men and a king:
// whoever moves one away discovers a check.
func screensOf(p *allin.Position, men set, king uint8, occ set) int {
	queens := p.Men(rules.Queen)
	far := men & (bitboard.Diagonals64(king)&(queens|p.Men(rules.Bishop)) |
		bitboard.Straights64(king)&(queens|p.Men(rules.Rook)))
	n := 0
	for ; far != 0; far &= far - 1 {
		between := bitboard.Between64(king, far.First()) & occ
		if between != 0 && !between.Many() {
			n++
		}
	}
	return n
}

func pawnAttacks(colour rules.Seat, pawns set) set {
	west, east := pawns&^bitboard.FileA64, pawns&^bitboard.FileH64
	if colour == allin.White {
		return west<<7 | east<<9
	}
	return west>>9 | east>>7
}

func reachOf(kind rules.Kind, s uint8, occ set) set {
	switch kind {
	case rules.Knight:
		return bitboard.Knight64[s&63]
	case rules.Bishop:
		return bitboard.Bishop64(s, occ)
	case rules.Rook:
		return bitboard.Rook64(s, occ)
	}
	return bitboard.Bishop64(s, occ) | bitboard.Rook64(s, occ)
}

// evaluate weighs the features for the side to move.
func (w *weights) evaluate(p *allin.Position) search.Score {
	v := look(p)
	sum := int32(0)
	for i, n := range v {
		sum += int32(n) * w[i]
	}
	if p.Turn() == allin.Black {
		sum = -sum
	}
	// With few plies left nothing is won any more (A11).
	if quiet := int32(p.Quiet()); quiet > 60 {
		sum = sum * (100 - min(quiet, 100)) / 40
	}
	return search.Score(max(-evaluationTop, min(evaluationTop, sum)))
}

// evaluationTop is far from where mates begin.
const evaluationTop = 20000

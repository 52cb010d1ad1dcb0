package mcx4

import (
	"melee/engine/search"
	"melee/internal/bitboard"
	"melee/rules"
	"melee/rules/mcx4"
)

// The features of a position. Each is counted for the white camp and against the black.
const (
	kingsFrom    = 0  // men of the King's clan: pawns, knights, bishops, rooks, queens
	queensFrom   = 5  // men of the Queen's clan, and of a camp that is played as one
	advanceFrom  = 10 // pawns by the steps they have gone, one to five and more
	nearKingFrom = 15 // squares about the enemy's king that pawns, knights, bishops, rooks, queens attack
	mobilityFrom = 20 // squares that knights, bishops, rooks, queens reach
	shield       = 24 // men of his own about the king
	centre       = 25 // how near the king is to the middle
	loose        = 26 // men that are attacked and not covered
	alone        = 27 // having survived the mate of the king (M14)
	divided      = 28 // both clans live
	turn         = 29 // being to move
	features     = 30
)

// A vector holds the features of a position as the white camp sees them.
type vector [features]int16

type set = bitboard.Trio

const (
	white rules.Side = 0
	black rules.Side = 1
)

func look(p *mcx4.Position) (v vector) {
	men := p.Occupied()
	byWhite, byBlack := v.men(p, white, men, 1), v.men(p, black, men, -1)
	v.king(p, white, byWhite, byBlack, 1)
	v.king(p, black, byBlack, byWhite, -1)
	v[turn] = 1
	if p.Slot()&1 == rules.Seat(black) {
		v[turn] = -1
	}
	return v
}

// men adds the features of a camp's men and returns what they attack.
func (v *vector) men(p *mcx4.Position, camp rules.Side, occupied set, sign int16) (attacked set) {
	own := p.Camp(camp)
	var zone set
	if enemy := p.King(camp ^ 1); enemy != rules.NoSquare {
		zone = p.Reach(rules.King, enemy, occupied).Or(bitboard.Single(uint8(enemy)))
	}
	queens := p.QueensMen().And(own)
	if p.Lives(rules.Seat(camp)) && p.Lives(rules.Seat(camp)+2) {
		v[divided] += sign
	} else {
		queens = own
	}
	pawns := p.Set(rules.Pawn).And(own)
	n := int16(pawns.And(queens).Count())
	v[queensFrom] += sign * n
	v[kingsFrom] += sign * (int16(pawns.Count()) - n)
	files, ranks := p.Geometry().Files, p.Geometry().Ranks
	for x := pawns; !x.Empty(); x = x.Rest() {
		rank := int(x.First()) / files
		if camp == black {
			rank = ranks - 1 - rank
		}
		if rank > 1 {
			v[advanceFrom+min(rank-2, 4)] += sign
		}
	}
	attacked = p.PawnReach(camp, pawns)
	v[nearKingFrom] += sign * int16(attacked.And(zone).Count())
	for kind := rules.Knight; kind <= rules.Queen; kind++ {
		i := int(kind - rules.Pawn)
		of := p.Set(kind).And(own)
		n := int16(of.And(queens).Count())
		v[queensFrom+i] += sign * n
		v[kingsFrom+i] += sign * (int16(of.Count()) - n)
		for ; !of.Empty(); of = of.Rest() {
			reach := p.Reach(kind, rules.Square(of.First()), occupied)
			attacked = attacked.Or(reach)
			v[nearKingFrom+i] += sign * int16(reach.And(zone).Count())
			v[mobilityFrom+i-1] += sign * int16(reach.Without(own).Count())
		}
	}
	return attacked
}

// king adds what a camp's king and loose men are worth, given what both camps
// attack, kings excepted.
func (v *vector) king(p *mcx4.Position, camp rules.Side, covered, attacked set, sign int16) {
	own := p.Camp(camp)
	king := p.King(camp)
	if king == rules.NoSquare {
		v[alone] += sign
	} else {
		about := p.Reach(rules.King, king, set{})
		covered = covered.Or(about)
		v[shield] += sign * int16(about.And(own).Count())
		files, ranks := p.Geometry().Files, p.Geometry().Ranks
		file, rank := int(king)%files, int(king)/files
		v[centre] += sign * int16(min(file, files-1-file)+min(rank, ranks-1-rank))
		own = own.Without(bitboard.Single(uint8(king)))
	}
	v[loose] += sign * int16(own.And(attacked).Without(covered).Count())
}

// evaluationTop is far from where mates begin.
const evaluationTop = 20000

// evaluate weighs the features for the camp to move.
func (w *weights) evaluate(p *mcx4.Position) search.Score {
	v := look(p)
	sum := int32(0)
	for i, n := range v {
		sum += int32(n) * w[i]
	}
	if p.Slot()&1 == rules.Seat(black) {
		sum = -sum
	}
	// With few plies left nothing is won any more (M18).
	if quiet := int32(p.Quiet()); quiet > 60 {
		sum = sum * (100 - min(quiet, 100)) / 40
	}
	return search.Score(max(-evaluationTop, min(evaluationTop, sum)))
}

package allin

import (
	"slices"

	"melee/internal/bitboard"
	"melee/rules"
)

// A walk goes through the legal moves of a position, listing or counting them.
//
// "Ours" are the men of the colour of the side to move, "theirs" the others; the
// side to move plays both (A1). Its own king, "the king", may not stand attacked
// by theirs after the move (A4). So for our men checks and pins act as in ordinary
// chess. One of their men must not attack the king from where he arrives, must
// not leave a line on which he alone screens the king, and must block a
// check unless he alone gives it.
type walk struct {
	p             *Position
	occ           bitboard.Bits64
	ours, theirs  bitboard.Bits64
	us, them      rules.Seat
	king          rules.Square
	checkers      bitboard.Bits64    // their men that attack the king
	screens       bitboard.Bits64    // men of both colours that alone stand between the king and one of their sliders
	special       bitboard.Bits64    // men for whom restriction has more to say than the answers to a check
	answers       [2]bitboard.Bits64 // where a man of our colour [us] and theirs [them] may go as far as check goes
	reach         bitboard.Bits64    // what their men attack, seen through the king
	nearDiagonal  bitboard.Bits64    // from where a bishop or a rook would attack the king
	nearStraight  bitboard.Bits64
	wanted        bitboard.Bits64 // destinations to go through
	wantedByPawns bitboard.Bits64

	listing bool
	dst     []rules.Move
	count   int
}

const everywhere = bitboard.All64

// Moves appends the legal moves to dst, in no promised order. It allocates
// nothing while dst has room.
func (p *Position) Moves(dst []rules.Move) []rules.Move {
	w := walk{p: p, wanted: everywhere, wantedByPawns: everywhere, listing: true, dst: dst}
	w.all()
	return w.dst
}

// Captures appends the legal captures and promotions to dst.
func (p *Position) Captures(dst []rules.Move) []rules.Move {
	occ := p.Occupied()
	w := walk{p: p, wanted: occ, wantedByPawns: occ | bitboard.Rank164 | bitboard.Rank864, listing: true, dst: dst}
	w.all()
	return w.dst
}

// IsLegal reports whether m is one of the moves that Moves gives; m may be any
// number, such as a move kept from another position.
func (p *Position) IsLegal(m rules.Move) bool {
	if m.From() > 63 || m.To() > 63 {
		return false
	}
	to := bitboard.One64(uint8(m.To()))
	var room [64]rules.Move
	w := walk{p: p, wanted: to, wantedByPawns: to, listing: true, dst: room[:0]}
	w.all()
	return slices.Contains(w.dst, m)
}

// refusal says why m, which is not legal, cannot be played.
func (p *Position) refusal(m rules.Move) error {
	if m.From() > 63 || m.To() > 63 || m.Promotion() > rules.King {
		return rules.Refusal("that is no move of this board")
	}
	text := m.Text(Board)
	if back, ok := p.Forbidden(); ok && back == m {
		return rules.Refusal(text + " would undo the last ply (A6)")
	}
	if m.From() <= 63 && m.From() == p.barred {
		return rules.Refusal("the man on " + Board.Name(p.barred) + " has just moved and may not move again (A15)")
	}
	return rules.Refusal(text + " is not a legal move in this position")
}

// Count returns the number of legal moves, faster than Moves lists them.
func (p *Position) Count() int {
	w := walk{p: p, wanted: everywhere, wantedByPawns: everywhere}
	w.all()
	return w.count
}

func (w *walk) all() {
	w.look()
	w.side(w.them)
	if w.p.code.game() != OpponentsMen {
		w.seeThroughKing()
		w.side(w.us)
	}
	if w.p.takeable {
		w.enPassant()
	}
	if w.p.rights != 0 {
		w.castle()
	}
}

// look finds checks and screens.
func (w *walk) look() {
	p := w.p
	w.occ = p.Occupied()
	w.us, w.them = p.turn&1, p.turn&1^1
	w.ours, w.theirs = p.Side(w.us), p.Side(w.them)
	w.king = p.kings[w.us]
	k := uint8(w.king) & 63
	w.checkers = w.theirs & (bitboard.Knight64[k]&p.Men(rules.Knight) | bitboard.Pawn64[w.us][k]&p.Men(rules.Pawn))
	snipers := w.theirs & (bitboard.Diagonals64(k)&p.diagonals() | bitboard.Straights64(k)&p.straights())
	for ; snipers != 0; snipers &= snipers - 1 {
		s := snipers.First()
		between := bitboard.Between64(k, s) & w.occ
		if between == 0 {
			w.checkers |= bitboard.One64(s)
		} else if !between.Many() {
			w.screens |= between
		}
	}
	w.nearDiagonal, w.nearStraight = bitboard.Bishop64(k, w.occ), bitboard.Rook64(k, w.occ)
	w.special = w.screens | w.checkers
	if p.backFrom != rules.NoSquare {
		w.special |= bitboard.One64(uint8(p.backFrom))
	}
	if p.barred != rules.NoSquare {
		w.special |= bitboard.One64(uint8(p.barred))
	}
	w.answers = [2]bitboard.Bits64{everywhere, everywhere}
	if w.checkers != 0 {
		w.answers = [2]bitboard.Bits64{}
		if !w.checkers.Many() {
			between := bitboard.Between64(k, w.checkers.First())
			w.answers[w.us], w.answers[w.them] = between|w.checkers, between
		}
	}
}

// restriction returns where a special man may go as far as checks, screens,
// A6 and A15 are concerned; the squares from which he would attack the king are not his subject.
func (w *walk) restriction(s uint8) bitboard.Bits64 {
	p, man := w.p, rules.Square(s)
	if man == p.barred {
		return 0
	}
	k := uint8(w.king)
	may := everywhere
	switch {
	case w.ours.Has(s):
		may = w.answers[w.us]
	case w.checkers.Has(s):
		others := w.checkers &^ bitboard.One64(s)
		if others.Many() {
			return 0
		}
		if others != 0 {
			may = bitboard.Between64(k, others.First())
		}
		if (p.diagonals() | p.straights()).Has(s) {
			may &^= bitboard.Line64(k, s)
		}
	default:
		may = w.answers[w.them]
	}
	if w.screens.Has(s) {
		may &= bitboard.Line64(k, s)
	}
	if man == p.backFrom {
		may &^= bitboard.One64(uint8(p.backTo))
	}
	return may
}

// seeThroughKing adds to reach the squares behind the king on the lines of the checking sliders.
func (w *walk) seeThroughKing() {
	for rest := w.checkers & (w.p.diagonals() | w.p.straights()); rest != 0; rest &= rest - 1 {
		s := rest.First()
		w.reach |= bitboard.Line64(uint8(w.king), s) &^ bitboard.One64(s)
	}
}

// side goes through the moves of the men of one colour, en passant and castling excepted.
func (w *walk) side(colour rules.Seat) {
	p, occ, special := w.p, w.occ, w.special
	men, answers := w.ours, w.answers[colour&1]
	// Where none of these men may arrive, and where those of a kind would attack the king.
	base := ^w.ours
	var leap, diagonal, straight, step bitboard.Bits64
	if colour == w.them {
		k := uint8(w.king) & 63
		men, base = w.theirs, ^(w.theirs | bitboard.One64(k)) // A5
		leap, step = bitboard.Knight64[k], bitboard.King64[k]
		diagonal, straight = w.nearDiagonal, w.nearStraight
	}
	base &= w.wanted
	var reach bitboard.Bits64

	for rest := men & p.Men(rules.Knight); rest != 0; rest &= rest - 1 {
		s := rest.First()
		to := bitboard.Knight64[s&63]
		reach |= to
		w.add(s, rules.Knight, to&base&^leap&w.allowed(s, special, answers))
	}
	for rest := men & p.Men(rules.Bishop); rest != 0; rest &= rest - 1 {
		s := rest.First()
		to := bitboard.Bishop64(s, occ)
		reach |= to
		w.add(s, rules.Bishop, to&base&^diagonal&w.allowed(s, special, answers))
	}
	for rest := men & p.Men(rules.Rook); rest != 0; rest &= rest - 1 {
		s := rest.First()
		to := bitboard.Rook64(s, occ)
		reach |= to
		w.add(s, rules.Rook, to&base&^straight&w.allowed(s, special, answers))
	}
	for rest := men & p.Men(rules.Queen); rest != 0; rest &= rest - 1 {
		s := rest.First()
		to := bitboard.Bishop64(s, occ) | bitboard.Rook64(s, occ)
		reach |= to
		w.add(s, rules.Queen, to&base&^(diagonal|straight)&w.allowed(s, special, answers))
	}
	w.pawns(colour, men&p.Men(rules.Pawn), answers)

	s := uint8(p.kings[colour&1]) & 63
	to := bitboard.King64[s]
	if colour == w.them {
		w.reach = reach | to | pawnReach(colour, men&p.Men(rules.Pawn))
		w.add(s, rules.King, to&base&^step&w.allowed(s, special, answers))
		return
	}
	to &= base &^ w.reach
	if rules.Square(s) == p.barred {
		return
	}
	if rules.Square(s) == p.backFrom {
		to &^= bitboard.One64(uint8(p.backTo))
	}
	w.add(s, rules.King, to)
}

func (w *walk) allowed(s uint8, special, answers bitboard.Bits64) bitboard.Bits64 {
	if special.Has(s) {
		return w.restriction(s)
	}
	return answers
}

// add takes in the moves of one man who is no pawn.
func (w *walk) add(from uint8, kind rules.Kind, to bitboard.Bits64) {
	if !w.listing {
		w.count += to.Count()
		return
	}
	dst := w.dst
	for ; to != 0; to &= to - 1 {
		s := rules.Square(to.First())
		dst = append(dst, rules.NewMove(rules.Square(from), s, kind, w.p.kind(s), rules.NoKind, rules.Plain))
	}
	w.dst = dst
}

func pawnReach(colour rules.Seat, pawns bitboard.Bits64) bitboard.Bits64 {
	west, east := pawns&^bitboard.FileA64, pawns&^bitboard.FileH64
	if colour == White {
		return west<<7 | east<<9
	}
	return west>>9 | east>>7
}

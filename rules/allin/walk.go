package allin

import (
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
	occ           Set
	ours, theirs  Set
	us, them      rules.Seat
	king          rules.Square
	checkers      Set // their men that attack the king
	screens       Set // men of both colours that alone stand between the king and one of their sliders
	special       Set // men for whom restriction has more to say than the answers to a check
	answers       Set // where a man other than the king and the checkers may go as far as check goes
	reach         Set // what their men attack, seen through the king
	nearDiagonal  Set // from where a bishop or a rook would attack the king
	nearStraight  Set
	wanted        Set // destinations to go through
	wantedByPawns Set
	still         Set // men whose moves are not asked for
	one           Set // if not empty, the one man whose moves are asked for; he is not the king

	listing bool
	hasty   bool // one move is enough
	aim     *aim // if not nil, only checks are gone through
	count   int
}

const everywhere = bitboard.All64

// Moves appends the legal moves to dst, in no promised order. It allocates
// nothing while dst has room.
func (p *Position) Moves(dst []rules.Move) []rules.Move {
	w := walk{p: p, wanted: everywhere, wantedByPawns: everywhere, listing: true}
	return w.all(dst)
}

// Captures appends the legal captures and promotions to dst.
func (p *Position) Captures(dst []rules.Move) []rules.Move {
	occ := p.Occupied()
	w := walk{p: p, wanted: occ, wantedByPawns: occ | lastRanks, listing: true}
	if p.takeable {
		w.wantedByPawns |= bitboard.One64(uint8(p.passed))
	}
	return w.all(dst)
}

// Count returns the number of legal moves, faster than Moves lists them.
func (p *Position) Count() int {
	w := walk{p: p, wanted: everywhere, wantedByPawns: everywhere}
	w.all(nil)
	return w.count
}

// all appends the moves to dst if they are listed. The list is handed on
// and back, never stored: so neither it nor the position escapes to the heap.
func (w *walk) all(dst []rules.Move) []rules.Move {
	w.look()
	return w.rest(dst)
}

// rest is all after look.
func (w *walk) rest(dst []rules.Move) []rules.Move {
	dst = w.side(dst, w.them)
	if w.hasty && w.count > 0 {
		return dst
	}
	if w.p.code.game() != OpponentsMen {
		w.seeThroughKing()
		dst = w.side(dst, w.us)
	}
	if w.p.takeable {
		dst = w.enPassant(dst)
	}
	if w.p.rights != 0 {
		dst = w.castle(dst)
	}
	return dst
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
	if p.code.game() == OwnMen {
		w.still |= w.theirs
	}
	w.special |= w.still
	w.answers = everywhere
	if w.checkers.Many() {
		w.answers = 0
	} else if w.checkers != 0 {
		w.answers = w.checkers | bitboard.Between64(k, w.checkers.First())
	}
}

// restriction returns where a special man may go as far as checks, screens,
// A6 and A15 are concerned; the squares from which he would attack the king are not his subject.
func (w *walk) restriction(s uint8) Set {
	p, man := w.p, rules.Square(s)
	if man == p.barred || w.still.Has(s) {
		return 0
	}
	k := uint8(w.king)
	may := w.answers
	if w.checkers.Has(s) {
		others := w.checkers &^ bitboard.One64(s)
		if others.Many() {
			return 0
		}
		may = everywhere
		if others != 0 {
			may = bitboard.Between64(k, others.First())
		}
		if (p.diagonals() | p.straights()).Has(s) {
			may &^= bitboard.Line64(k, s)
		}
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
func (w *walk) side(dst []rules.Move, colour rules.Seat) []rules.Move {
	p, occ, special := w.p, w.occ, w.special
	men, answers := w.ours, w.answers
	// Where none of these men may arrive, and where those of a kind would attack the king.
	base := ^w.ours
	var leap, diagonal, straight, step Set
	if colour == w.them {
		k := uint8(w.king) & 63
		men, base = w.theirs, ^(w.theirs | bitboard.One64(k)) // A5
		leap, step = bitboard.Knight64[k], bitboard.King64[k]
		diagonal, straight = w.nearDiagonal, w.nearStraight
	}
	base &= w.wanted
	if w.one != 0 {
		men &= w.one
	}
	var reach Set

	for rest := men & p.Men(rules.Knight); rest != 0; rest &= rest - 1 {
		s := rest.First()
		to := bitboard.Knight64[s&63]
		reach |= to
		dst = w.add(dst, s, rules.Knight, to&base&^leap&w.allowed(s, special, answers))
	}
	for rest := men & p.Men(rules.Bishop); rest != 0; rest &= rest - 1 {
		s := rest.First()
		to := bitboard.Bishop64(s, occ)
		reach |= to
		dst = w.add(dst, s, rules.Bishop, to&base&^diagonal&w.allowed(s, special, answers))
	}
	for rest := men & p.Men(rules.Rook); rest != 0; rest &= rest - 1 {
		s := rest.First()
		to := bitboard.Rook64(s, occ)
		reach |= to
		dst = w.add(dst, s, rules.Rook, to&base&^straight&w.allowed(s, special, answers))
	}
	for rest := men & p.Men(rules.Queen); rest != 0; rest &= rest - 1 {
		s := rest.First()
		to := bitboard.Bishop64(s, occ) | bitboard.Rook64(s, occ)
		reach |= to
		dst = w.add(dst, s, rules.Queen, to&base&^(diagonal|straight)&w.allowed(s, special, answers))
	}
	dst = w.pawns(dst, colour, men&p.Men(rules.Pawn), answers)

	s := uint8(p.kings[colour&1]) & 63
	if w.one != 0 && !men.Has(s) {
		return dst
	}
	to := bitboard.King64[s]
	if colour == w.them {
		w.reach = reach | to | pawnReach(colour, men&p.Men(rules.Pawn))
		return w.add(dst, s, rules.King, to&base&^step&w.allowed(s, special, answers))
	}
	to &= base &^ w.reach
	if rules.Square(s) == p.barred || w.still.Has(s) {
		return dst
	}
	if rules.Square(s) == p.backFrom {
		to &^= bitboard.One64(uint8(p.backTo))
	}
	return w.add(dst, s, rules.King, to)
}

func (w *walk) allowed(s uint8, special, answers Set) Set {
	if special.Has(s) {
		return w.restriction(s)
	}
	return answers
}

// add takes in the moves of one man who is no pawn.
func (w *walk) add(dst []rules.Move, from uint8, kind rules.Kind, to Set) []rules.Move {
	if w.listing {
		if w.aim != nil {
			to = w.aim.checking(w.p, from, kind, to)
		}
		return w.list(dst, from, kind, to)
	}
	w.count += to.Count()
	return dst
}

func (w *walk) list(dst []rules.Move, from uint8, kind rules.Kind, to Set) []rules.Move {
	for ; to != 0; to &= to - 1 {
		s := rules.Square(to.First())
		dst = append(dst, rules.NewMove(rules.Square(from), s, kind, w.p.kind(s), rules.NoKind, rules.Plain))
	}
	return dst
}

func pawnReach(colour rules.Seat, pawns Set) Set {
	west, east := pawns&^bitboard.FileA64, pawns&^bitboard.FileH64
	if colour == White {
		return west<<7 | east<<9
	}
	return west>>9 | east>>7
}

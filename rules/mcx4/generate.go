package mcx4

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// A yield collects or merely counts the moves of a position. The list is
// passed along and not kept, so that the position can stay on the stack.
type yield struct {
	position *Position
	listing  bool
	count    int

	board  *board
	camp   int
	king   rules.Square // NoSquare if the camp has none or he is forgotten
	check  bool
	us     set
	them   set
	men    set
	barred set // where no man may go: the camp's own men, and kings, who are never captured (M14)
	pinned set
	goal   set // where men other than the king may go: anywhere, or where they end the check
}

// start readies a yield for the camp to play.
func (y *yield) start() {
	p := y.position
	y.board = p.board()
	y.camp = campOf(p.slot)
	y.king = p.kings[y.camp]
	y.us, y.them = p.camps[y.camp].Trio(), p.camps[y.camp^1].Trio()
	y.men = y.us.Or(y.them)
	y.barred = y.us.Or(p.of(rules.King))
	y.pinned = p.pinned.Trio()
	y.goal = y.board.all
	y.check = p.InCheck()
	if y.check {
		y.goal = p.checkLine(y.king)
	}
}

// forgetKing starts afresh with moves that need not heed the king (M9b).
func (y *yield) forgetKing() {
	y.count = 0
	y.king = rules.NoSquare
	y.pinned = set{}
	y.goal = y.board.all
}

// collect adds the moves of the given men of the camp to play.
func (y *yield) collect(dst []rules.Move, men set) []rules.Move {
	p, b := y.position, y.board
	if pawns := p.of(rules.Pawn).And(men); !pawns.Empty() {
		dst = y.pawns(dst, pawns)
	}
	for x := p.of(rules.Knight).And(men).Without(y.pinned); !x.Empty(); x = x.Rest() {
		s := rules.Square(x.First())
		dst = y.add(dst, s, rules.Knight, b.knight[s])
	}
	for x := p.of(rules.Bishop).And(men); !x.Empty(); x = x.Rest() {
		s := rules.Square(x.First())
		if !b.nearDiagonal[s].Without(y.barred).Empty() {
			dst = y.slide(dst, s, rules.Bishop, b.bishopReach(s, y.men))
		}
	}
	for x := p.of(rules.Rook).And(men); !x.Empty(); x = x.Rest() {
		s := rules.Square(x.First())
		if !b.nearStraight[s].Without(y.barred).Empty() {
			dst = y.slide(dst, s, rules.Rook, b.rookReach(s, y.men))
		}
	}
	for x := p.of(rules.Queen).And(men); !x.Empty(); x = x.Rest() {
		s := rules.Square(x.First())
		dst = y.slide(dst, s, rules.Queen, b.rookReach(s, y.men).Or(b.bishopReach(s, y.men)))
	}
	if y.king != rules.NoSquare && !p.of(rules.King).And(men).Empty() {
		dst = y.kingMoves(dst)
	}
	return dst
}

// slide adds the moves of a man who may be pinned.
func (y *yield) slide(dst []rules.Move, from rules.Square, kind rules.Kind, to set) []rules.Move {
	if !y.pinned.Empty() && !y.pinned.And(bitboard.Single(uint8(from))).Empty() {
		to = to.And(y.pinLine(from))
	}
	return y.add(dst, from, kind, to)
}

// pinLine returns where a pinned man may go: on the line from his king.
func (y *yield) pinLine(s rules.Square) set {
	return y.board.ray[y.king][y.board.direction[y.king][s]-1]
}

// add adds a man's moves to those of the given squares that are open to him.
func (y *yield) add(dst []rules.Move, from rules.Square, kind rules.Kind, to set) []rules.Move {
	to = to.Without(y.barred).And(y.goal)
	y.count += to.Count()
	if !y.listing {
		return dst
	}
	for ; !to.Empty(); to = to.Rest() {
		s := rules.Square(to.First())
		dst = append(dst, rules.NewMove(from, s, kind, y.taken(s), rules.NoKind, rules.Plain))
	}
	return dst
}

// taken returns the kind of the man a move to the square captures.
func (y *yield) taken(s rules.Square) rules.Kind {
	if !y.position.camps[y.camp^1].Has(uint8(s)) {
		return rules.NoKind
	}
	return y.position.kindAt(s)
}

// kingMoves adds steps to squares that are not attacked, and castling (M23).
func (y *yield) kingMoves(dst []rules.Move) []rules.Move {
	p, b := y.position, y.board
	to := b.king[y.king].Without(y.barred)
	if to.Empty() { // castling passes over one of them
		return dst
	}
	threats := p.threats(y.camp)
	men := y.men.Without(bitboard.Single(uint8(y.king)))
	for ; !to.Empty(); to = to.Rest() {
		s := rules.Square(to.First())
		if threats.hit(s, men) {
			continue
		}
		y.count++
		if y.listing {
			dst = append(dst, rules.NewMove(y.king, s, rules.King, y.taken(s), rules.NoKind, rules.Plain))
		}
	}
	if p.castling>>y.camp&1 == 0 || y.check || !b.between(y.king, b.corner[y.camp]).And(y.men).Empty() {
		return dst
	}
	if threats.hit(y.king+1, men) || threats.hit(y.king+2, men) {
		return dst
	}
	y.count++
	if !y.listing {
		return dst
	}
	return append(dst, rules.NewMove(y.king, y.king+2, rules.King, rules.NoKind, rules.NoKind, rules.Castle))
}

// pawns adds the moves of pawns, pinned ones one by one.
func (y *yield) pawns(dst []rules.Move, pawns set) []rules.Move {
	if y.position.enPassant != rules.NoSquare {
		dst = y.passing(dst, pawns)
	}
	if y.pinned.Empty() {
		return y.march(dst, pawns, y.goal)
	}
	for x := pawns.And(y.pinned); !x.Empty(); x = x.Rest() {
		s := x.First()
		dst = y.march(dst, bitboard.Single(s), y.goal.And(y.pinLine(rules.Square(s))))
	}
	return y.march(dst, pawns.Without(y.pinned), y.goal)
}

// march adds steps, double steps and captures of pawns to the squares of goal (M22, M24).
func (y *yield) march(dst []rules.Move, pawns, goal set) []rules.Move {
	b := y.board
	empty := b.all.Without(y.men)
	taken := y.them.Without(y.barred).And(goal)
	var one, two, left, right set
	step := int(b.files)
	if y.camp == white {
		one = pawns.Up(b.files).And(empty)
		two = one.And(b.doubled[white]).Up(b.files).And(empty)
		left = pawns.And(b.notFirst).Up(b.files - 1).And(taken)
		right = pawns.And(b.notLast).Up(b.files + 1).And(taken)
	} else {
		one = pawns.Down(b.files).And(empty)
		two = one.And(b.doubled[black]).Down(b.files).And(empty)
		left = pawns.And(b.notFirst).Down(b.files + 1).And(taken)
		right = pawns.And(b.notLast).Down(b.files - 1).And(taken)
		step = -step
	}
	one, two = one.And(goal), two.And(goal)
	y.count += one.Count() + two.Count() + left.Count() + right.Count()
	if !y.listing {
		return dst
	}
	dst = y.advance(dst, one, step, rules.Plain)
	dst = y.advance(dst, two, 2*step, rules.Double)
	dst = y.advance(dst, left, step-1, rules.Plain)
	return y.advance(dst, right, step+1, rules.Plain)
}

// advance lists pawn moves by their squares of arrival.
func (y *yield) advance(dst []rules.Move, to set, step int, special rules.Special) []rules.Move {
	last := to.And(y.board.lastRank[y.camp])
	for to = to.Without(last); !to.Empty(); to = to.Rest() {
		s := rules.Square(to.First())
		dst = append(dst, rules.NewMove(rules.Square(int(s)-step), s, rules.Pawn, y.taken(s), rules.NoKind, special))
	}
	for ; !last.Empty(); last = last.Rest() {
		s := rules.Square(last.First())
		dst = append(dst, rules.NewMove(rules.Square(int(s)-step), s, rules.Pawn, y.taken(s), rules.Rook, rules.Plain))
	}
	return dst
}

// passing adds en-passant captures (M24), each tried out: it opens two squares at once.
func (y *yield) passing(dst []rules.Move, pawns set) []rules.Move {
	p, b := y.position, y.board
	to := p.enPassant
	for x := b.pawn[y.camp^1][to].And(pawns); !x.Empty(); x = x.Rest() {
		from := rules.Square(x.First())
		if y.king != rules.NoSquare && y.exposes(from, to) {
			continue
		}
		y.count++
		if y.listing {
			dst = append(dst, rules.NewMove(from, to, rules.Pawn, rules.Pawn, rules.NoKind, rules.EnPassant))
		}
	}
	return dst
}

// exposes reports whether the king would stand attacked after an en-passant capture.
func (y *yield) exposes(from, to rules.Square) bool {
	threats := y.position.threats(y.camp)
	victim := bitboard.Single(uint8(y.position.victim(to)))
	threats.pawns = threats.pawns.Without(victim)
	men := y.men.Without(victim).Without(bitboard.Single(uint8(from))).Or(bitboard.Single(uint8(to)))
	return threats.hit(y.king, men)
}

// victim returns the square of the pawn that is taken en passant on the given square.
func (p *Position) victim(passed rules.Square) rules.Square {
	if campOf(p.slot) == white {
		return passed - rules.Square(p.board().files)
	}
	return passed + rules.Square(p.board().files)
}

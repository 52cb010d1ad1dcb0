package mcx4

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// A yield collects or merely counts the moves of a position.
type yield struct {
	position *Position
	listing  bool
	count    int
	moves    []rules.Move // those counted, when listing

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
	y.board = p.board
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
	y.moves = y.moves[:len(y.moves)-y.listed()]
	y.count = 0
	y.king = rules.NoSquare
	y.pinned = set{}
	y.goal = y.board.all
}

func (y *yield) listed() int {
	if y.listing {
		return y.count
	}
	return 0
}

// collect adds the moves of the given men of the camp to play.
func (y *yield) collect(men set) {
	p := y.position
	if pawns := p.of(rules.Pawn).And(men); !pawns.Empty() {
		y.pawns(pawns)
	}
	for s := range squares(p.of(rules.Knight).And(men).Without(y.pinned)) {
		y.leap(s, rules.Knight, y.board.knight[s])
	}
	for s := range squares(p.of(rules.Bishop).And(men)) {
		y.leap(s, rules.Bishop, y.board.bishopReach(s, y.men))
	}
	for s := range squares(p.of(rules.Rook).And(men)) {
		y.leap(s, rules.Rook, y.board.rookReach(s, y.men))
	}
	for s := range squares(p.of(rules.Queen).And(men)) {
		y.leap(s, rules.Queen, y.board.rookReach(s, y.men).Or(y.board.bishopReach(s, y.men)))
	}
	if y.king != rules.NoSquare && !p.of(rules.King).And(men).Empty() {
		y.kingMoves()
	}
}

// squares runs over a set from its lowest square up.
func squares(s set) func(func(rules.Square) bool) {
	return func(visit func(rules.Square) bool) {
		for ; !s.Empty(); s = s.Rest() {
			if !visit(rules.Square(s.First())) {
				return
			}
		}
	}
}

// leap adds a man's moves to those of the given squares that are open to him.
func (y *yield) leap(from rules.Square, kind rules.Kind, to set) {
	to = to.Without(y.barred).And(y.goal)
	if y.pinned.And(bitboard.Single(uint8(from))) != (set{}) {
		to = to.And(y.pinLine(from))
	}
	y.add(from, kind, to)
}

// pinLine returns where a pinned man may go: on the line from his king.
func (y *yield) pinLine(s rules.Square) set {
	return y.board.ray[y.king][y.board.direction[y.king][s]-1]
}

func (y *yield) add(from rules.Square, kind rules.Kind, to set) {
	if !y.listing {
		y.count += to.Count()
		return
	}
	for s := range squares(to) {
		y.list(rules.NewMove(from, s, kind, y.position.kindAt(s), rules.NoKind, rules.Plain))
	}
}

func (y *yield) list(m rules.Move) {
	y.moves = append(y.moves, m)
	y.count++
}

// kingMoves adds steps to squares that are not attacked, and castling (M23).
func (y *yield) kingMoves() {
	p, b := y.position, y.board
	threats := p.threats(y.camp)
	men := y.men.Without(bitboard.Single(uint8(y.king)))
	var safe set
	for to := b.king[y.king].Without(y.barred); !to.Empty(); to = to.Rest() {
		if s := to.First(); !threats.hit(rules.Square(s), men) {
			safe = safe.Or(bitboard.Single(s))
		}
	}
	y.add(y.king, rules.King, safe)
	if p.castling>>y.camp&1 == 0 || y.check || !b.between(y.king, b.corner[y.camp]).And(y.men).Empty() {
		return
	}
	if threats.hit(y.king+1, men) || threats.hit(y.king+2, men) {
		return
	}
	if !y.listing {
		y.count++
		return
	}
	y.list(rules.NewMove(y.king, y.king+2, rules.King, rules.NoKind, rules.NoKind, rules.Castle))
}

// pawns adds the moves of pawns, pinned ones one by one.
func (y *yield) pawns(pawns set) {
	y.passing(pawns)
	pinned := pawns.And(y.pinned)
	y.march(pawns.Without(pinned), y.goal)
	for s := range squares(pinned) {
		y.march(bitboard.Single(uint8(s)), y.goal.And(y.pinLine(s)))
	}
}

// march adds steps, double steps and captures of pawns to the squares of goal (M22, M24).
func (y *yield) march(pawns, goal set) {
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
	if !y.listing {
		y.count += one.Count() + two.Count() + left.Count() + right.Count()
		return
	}
	y.advance(one, step, rules.Plain)
	y.advance(two, 2*step, rules.Double)
	y.advance(left, step-1, rules.Plain)
	y.advance(right, step+1, rules.Plain)
}

// advance lists pawn moves by their squares of arrival.
func (y *yield) advance(to set, step int, special rules.Special) {
	for s := range squares(to) {
		from := rules.Square(int(s) - step)
		promotion := rules.NoKind
		if !y.board.lastRank[y.camp].And(bitboard.Single(uint8(s))).Empty() {
			promotion, special = rules.Rook, rules.Plain
		}
		y.list(rules.NewMove(from, s, rules.Pawn, y.position.kindAt(s), promotion, special))
	}
}

// passing adds en-passant captures (M24), each tried out: it opens two squares at once.
func (y *yield) passing(pawns set) {
	p, b := y.position, y.board
	to := p.enPassant
	if to == rules.NoSquare {
		return
	}
	takers := b.pawn[y.camp^1][to].And(pawns)
	for from := range squares(takers) {
		if y.king != rules.NoSquare {
			threats := p.threats(y.camp)
			victim := bitboard.Single(uint8(p.victim()))
			threats.pawns = threats.pawns.Without(victim)
			men := y.men.Without(victim).Without(bitboard.Single(uint8(from))).Or(bitboard.Single(uint8(to)))
			if threats.hit(y.king, men) {
				continue
			}
		}
		if !y.listing {
			y.count++
			continue
		}
		y.list(rules.NewMove(from, to, rules.Pawn, rules.Pawn, rules.NoKind, rules.EnPassant))
	}
}

// victim returns the square of the pawn that can be taken en passant.
func (p *Position) victim() rules.Square {
	if campOf(p.slot) == white {
		return p.enPassant - rules.Square(p.board.files)
	}
	return p.enPassant + rules.Square(p.board.files)
}
